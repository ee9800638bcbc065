# Swap as HexGui means it, and as Benzene does (clients.md 2.2).
# args: --boardsize 11 --set max_expansions=5 --set allow_swap=1

play black e6
#? []
genmove white
#? [swap-pieces]
all_legal_moves
#? [!.*\bf5\b.*]
all_legal_moves
#? [.*\be6\b.*]
genmove black
#? [[a-k][0-9]+]
undo
#? []
undo
#? []
play white swap-pieces
#? []
showboard
#? [.* 5\\.  .  .  .  .  W.*black to play]
play black swap-pieces
#? [? illegal move: a swap answers the first stone of the game]
clear_board
#? []
play black a1
#? []
genmove white
#? [[a-k][0-9]+]
clear_board
#? []
play white f5
#? []
genmove black
#? [[a-k][0-9]+]
clear_board
#? []
param_player swap_meaning sides
#? []
play black e6
#? []
play white swap-pieces
#? []
showboard
#? [.* 6\\.  .  .  .  B.*white to play]
undo
#? []
genmove white
#? [swap-sides]
param_player resign 0
#? []
boardsize 5 4
#? []
play black c2
#? []
play white swap-sides
#? []
undo
#? []
param_player swap_meaning pieces
#? []
play white swap-pieces
#? [? illegal move: pieces are swapped on square boards only]
genmove white
#? [[a-e][1-4]]
# The main line after a swap is that of the swapped board: White's stone is on a2, and Black has lost.
boardsize 2
#? []
play black b1
#? []
genmove white
#? [swap-pieces]
scns-pv
#? [(b1 b2|b2 b1)]
# The chance of the whole counts the swap, also where all is known before.
boardsize 4
#? []
play b b3
#? []
kata-genmove_analyze w 100 rootInfo true
#? [.*info move swap-pieces visits [1-9][0-9]* winrate 1\.0000 .* rootInfo visits [0-9]+ utility 1\.0000 winrate 1\.0000\nplay swap-pieces]
undo
#? []
kata-genmove_analyze w 100 rootInfo true
#? [.*info move swap-pieces visits [1-9][0-9]* winrate 1\.0000 .* rootInfo visits [0-9]+ utility 1\.0000 winrate 1\.0000\nplay swap-pieces]
# After a swap of sides White's colour is to move again, as in records.
boardsize 5
#? []
play-game c3 swap-sides d4 b2
#? []
printsgf
#? [.*;B\[c3\];W\[swap-sides\];W\[d4\];B\[b2\]\)]
play-game c3 swap d4
#? []
printsgf
#? [.*;B\[c3\];W\[swap-sides\];W\[d4\]\)]
gogui-rules_side_to_move
#? [black]
