# What the program says of itself, and of a position without a search.
# args: --boardsize 5

help undo
#? [undo: takes back the last move]
help
#? [all_legal_moves: .*\nversion: the version of the program]
help nothing
#? [? unknown command]
param_circuit
#? [\n\[string\] empty_empty 1\n\[string\] empty_group 2]
param_evaluation
#? [\n\[bool\] own_circuit 0\n\[bool\] use_network 1]
play b c3
#? []
# White's resistance is the greater one.
eval-resist w
#? [ res 0\.[0-9]+ rew -0\.[0-9]+ reb -1\.[0-9]+]
