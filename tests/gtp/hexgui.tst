# What HexGui sends (clients.md 1.1, 2, 3.5, 9): handshake, a short game, hint, options, back and forward.
# args: --set max_expansions=30

name
#? [HexCoven]
version
#? [[0-9]+\.[0-9]+\.[0-9]+(\+[0-9a-z.]+)?]
hexgui-analyze_commands
#? [.*\npspairs/Energy of a player/eval-resist-cells %c\n.*\nparam/Search parameters/param_scns\n.*]
boardsize 11 11
#? []
clear_board
#? []
clear_board
#? []
showboard
#? [\n  a  b  c  d  e  f  g  h  i  j  k\n 1\\.  ..*black to play]
play black e6
#? []
showboard
#? [.*B.*.*white to play]
genmove white
#? [[a-k][0-9]+]
play white e6
#? [? illegal move: e6 is occupied]
undo
#? []
boardsize 5 7
#? []
clear_board
#? []
all_legal_moves
#? [a1 b1 c1 d1 e1 a2 .* e7]
param_scns profile paper-long
#? []
param_scns
#? [\n\[list/play/solve/paper/paper-long\] profile paper-long\n.*\[string\] p_max 6\n.*]
param_scns profile paper
#? []
param_scns
#? [\n\[list/play/solve/paper/paper-long\] profile paper\n\[string\] epsilon 0.41\n.*\[list/multi/two\] leaf_steps multi\n.*\[bool\] use_rave 1.*]
param_player allow_swap 1
#? []
param_player
#? [.*\[bool\] allow_swap 1\n\[list/pieces/sides\] swap_meaning pieces\n.*]
vc-build black
#? [ ?[a-e][1-7] x( [a-e][1-7] x)*]
param_dfpn use_guifx 1
#? []
dfpn-solve-state black
#? [white]
eval-resist black
#? [ res -?[0-9.]+ rew -?[0-9.]+ reb -?[0-9.]+]
eval-resist-cells b
#? [( [a-e][1-7] [1-9][0-9]?)+]
scns-scores w
#? [INFLUENCE [a-e][1-7] 1.000\nTEXT white wins]
boardsize 9 9
#? []
scns-scores w
#? [INFLUENCE c1 [01]\.[0-9]{3} .*\nTEXT 33 moves]
scns-errors b
#? [( [a-i][1-9] [0-9]{1,2}| [a-i][1-9] 0)+|[a-i][1-9] [0-9]{1,2}( [a-i][1-9] [0-9]{1,2})*]
scns-pv
#? [? no search of this position yet]
genmove b
#? [[a-i][1-9]]
scns-pv
#? [([a-i][1-9].*)?]
undo
#? []
scns-pv
#? [[a-i][1-9].*]
scns-moves
#? [ [a-i][1-9] (W@)?[0-9]+.*]
scns-report
#? [.*expansions in .* s]
# Of other positions the last search says nothing.
play b a1
#? []
scns-pv
#? [? no search of this position yet]
eval-caev
#? [? no search of this position yet]
undo
#? []
eval-caev
#? [black(: value .*, CAEV .*| wins)]
eval-conspiracy
#? [black: value .*, CAEV .*\nMaxCN [1-9][0-9]*: so many leaves must be decided to prove that black wins\nMinCN [1-9][0-9]*: so many leaves must be decided to prove that white wins\n[0-9]+: leaves that must change to turn the game; .*\n   value  leaves\n    lost  [1-9].*\n *[+-][0-9.]+  0\n.*\n     won  [1-9][0-9]*]
group-get a1
#? [? there is no stone|a1.*]
# The move that was made is no part of the line.
boardsize 3
#? []
genmove b
#? [b2]
scns-pv
#? [b1 c1 a3 b3]
# What the solver found is the last search too. The board is won without a search: the line is the move to play.
boardsize 4
#? []
dfpn-solve-state black
#? [black]
scns-report
#? [black wins, [a-d][1-4], .*]
eval-conspiracy
#? [black wins\nMaxCN 0: so many leaves must be decided to prove that black wins\nMinCN: no leaves are enough to prove that white wins]
gogui-gfx-analyze w
#? [(white wins|black wins|open), .*]
scns-pv
#? [([a-d][1-4] ?)*]
# The user may swap sides without a word to the engine, so its own first stone is not swapped.
param_scns profile play
#? []
boardsize 11 11
#? []
genmove black
#? [[a-k][0-9]+]
genmove white
#? [[a-k][0-9]+]
clear_board
#? []
# One undo goes back over a swap of sides and the stone before it.
param_player swap_meaning sides
#? []
play black f6
#? []
genmove white
#? [swap-sides]
undo
#? []
all_legal_moves
#? [.*\bf6\b.*]
quit
#? []
