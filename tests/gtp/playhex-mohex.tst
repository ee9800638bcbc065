# A worker of playhex/hex-ai-distributed with this engine in MoHex's place: Mohex.ts, calculate-move/mohex.ts,
# solve-position.ts. It runs the command of its settings, such as `/bin/mohex --seed 1`.
# args: --seed 1

name
#? [HexCoven]
version
#? [[0-9.]+(\+[0-9a-z.]+)?]
param_mohex reuse_subtree 0
#? []
param_mohex max_time 30
#? []
param_mohex max_memory 1073741824
#? []
param_mohex max_games 20
#? []
param_game allow_swap 0
#? []
param_dfpn timelimit 0
#? []
boardsize 6 6
#? []
play-game a1 b2 c4
#? []
showboard
#? [.*white to play]
genmove white
#? [[a-f][1-6]]
param_mohex
#? [.*\[string\] max_games 20\n\[string\] max_memory 1073741824\n\[string\] max_time 30\n.*reuse_subtree 0]
param_scns
#? [.* table_mib 1024]
param_game allow_swap 1
#? []
param_game
#? [\n\[string\] allow_swap 1]
boardsize 6 6
#? []
play-game d3
#? []
genmove white
#? [swap-pieces]
play-game b1 swap-pieces
#? []
showboard
#? [.*W.*black to play]
clear_board
#? []
# After a swap it sends the mirrored stone alone.
param_game allow_swap 0
#? []
boardsize 11 11
#? []
play white e6
#? []
genmove black
#? [[a-k][0-9]+]
param_game allow_swap 1
#? []
boardsize 6 6
#? []
# Puzzles: the winner and the line, of the position and after each move.
param_game allow_swap 0
#? []
param_dfpn timelimit 10
#? []
param_dfpn threads 1
#? []
param_dfpn tt_size 1000000
#? []
boardsize 4 4
#? []
play black a1
#? []
dfpn-solve-state white
#? [white]
dfpn-get-pv white
#? [[a-d][1-4].*]
play white b3
#? []
param_dfpn timelimit 9.5
#? []
dfpn-solve-state black
#? [black|white]
undo
#? []
benzene-license
#? [HexCoven .*]
