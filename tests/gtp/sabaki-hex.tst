# What Sabaki's fork for Hex sends (kevinsung/Sabaki: enginesyncer.js): cells as Hex programs name them, and a swap as a
# move that mirrors the stone.
# args: --set max_expansions=20

komi 0
#? []
boardsize 11
#? []
clear_board
#? []
play B e6
#? []
kata-analyze W 50
#? [(\ninfo move [a-k][0-9]+ visits .*)?]
protocol_version
#? [2]
play W swap-pieces
#? []
showboard
#? [.*W.*black to play]
kata-genmove_analyze B 50
#? [\n(info [^\n]*\n)*play [a-k][0-9]+]
undo
#? []
undo
#? []
showboard
#? [.*B.*white to play]
# The package that it uses keeps its history in upper case and replays it so.
play W SWAP-PIECES
#? []
play B F6
#? []
showboard
#? [.*W.*white to play]
