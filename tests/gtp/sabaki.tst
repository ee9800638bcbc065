# What Sabaki sends (enginesyncer.js, sabaki.js, and ControllerStateTracker.js of its package @sabaki/gtp). It takes the
# first it finds of analyze, kata-analyze and lz-analyze. Its own format `analyze` is not offered: its versions read the
# chances in it in different units.
# args: --boardsize 9 --skip-i --rows-from-bottom --set max_expansions=20

name
#? [HexCoven]
version
#? [[0-9.]+(\+[0-9a-z.]+)?]
protocol_version
#? [2]
list_commands
#? [.*\nkata-analyze\nkata-genmove_analyze\n.*\nlz-analyze\n.*]
known_command analyze
#? [false]
known_command genmove_analyze
#? [false]
known_command set_free_handicap
#? [false]
komi 6.5
#? []
boardsize 11
#? []
clear_board
#? []
play B J11
#? []
kata-analyze W 50
#? [(\ninfo move [A-HJ-L][0-9]+ visits [0-9]+ winrate [01]\.[0-9]{4} [^\n]* pv [A-HJ-L][0-9]+[^\n]*)?]
# It sends this to end whatever runs.
protocol_version
#? [2]
play W F6
#? []
undo
#? []
kata-genmove_analyze W 50
#? [\n(info [^\n]*\n)*play [A-HJ-L][0-9]+]
protocol_version
#? [2]
undo
#? []
undo
#? []
undo
#? [? cannot undo]
rectangular_boardsize 5 7
#? []
clear_board
#? []
play B PASS
#? []
play W E7
#? []
all_legal_moves
#? [A7 B7 C7 D7 A6 .*]
quit
#? []
