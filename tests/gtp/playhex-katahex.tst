# A worker of playhex/hex-ai-distributed with this engine in KataHex's place: Katahex.ts, task/mcts, analyze-game.ts.

known_command kata-raw-nn-batch
#? [true]
boardsize 5 5
#? []
kata-set-param maxPlayouts 15
#? []
set_position black a1 white c3
#? []
play black b4
#? []
# Without an interval the search is shown once, at its end.
kata-genmove_analyze white maxmoves 25
#? [\ninfo move [a-e][1-5] visits [0-9]+ winrate [01]\.[0-9]+ prior [01]\.[0-9]+ order 0 pv [^\n]*\nplay [a-e][1-5]]
clear_board
#? []
play black pass
#? []
genmove_debug white
#? [[a-e][1-5]]
set_position black a1 white b3
#? []
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.[0-9]{6}\n.*\npolicy\n.*\npolicyPass NAN]
kata-raw-nn-batch 0 black a1 white b3 | black d2 |
#? [position 0\nsymmetry 0\nwhiteWin .*\npolicyPass NAN\nposition 1\nsymmetry 0\n.*policyPass NAN\nposition 2\nsymmetry 0\n.*policyPass NAN]
# A worker of playhex needs a move of a lost position too: KataHex does not resign.
set_position white b2 white b4 white d3
#? []
genmove_debug black
#? [[a-e][1-5]]
# Only this command does not resign.
undo
#? []
genmove black
#? [resign]
# A position that is over has its winner, and a worker takes one of the cells that have a share: an empty one.
set_position black a1 black a2 black a3 black a4 black a5
#? []
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.000000\nwhiteLoss 1\.000000\nnoResult 0\.000000\npolicy\n(NAN( 0\.050000){4}\n){5}policyPass NAN]
genmove_debug white
#? [resign]
kata-genmove_analyze white maxmoves 25
#? [\nplay resign]
set_position black a1 white b3
#? []
# The position on the board stays.
all_legal_moves
#? [b1 c1 d1 e1 a2 .*]
