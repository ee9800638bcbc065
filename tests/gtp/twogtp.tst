# What gogui-twogtp sends (clients.md 1.5 and 5): letters without I, rows as they are.
# args: --skip-i --set max_expansions=20

protocol_version
#? [2]
boardsize 11
#? []
clear_board
#? []
time_settings 60 0 0
#? []
cputime
#? [[0-9]+\.[0-9]{6}|not known on this system]
play b J3
#? []
play w I3
#? [? `I3` is not a cell: the letter I is left out, after H comes J]
play w j3
#? [? illegal move: J3 is occupied]
play w K1
#? []
play w L1
#? []
play w M1
#? [? `M1` is not on a board of 11x11]
showboard
#? [\n  a  b.*W  W.*named as Hex programs do]
genmove b
#? [[A-HJ-L][0-9]+]
final_score
#? [? cannot score]
clear_board
#? []
undo
#? [? cannot undo]
boardsize 2
#? []
play b a1
#? []
play b a2
#? []
genmove w
#? [resign]
genmove b
#? [resign]
final_score
#? [B\+]
undo
#? []
final_score
#? [? cannot score]
