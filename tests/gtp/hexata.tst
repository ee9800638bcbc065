# What hexata sends (engine.py and gui/lifecycle.py), recorded from its sessions: the cells as KataHex names them, rows
# from the top in `(x,y)`; after `allow` as an analysis names them, rows from the bottom.
# args: --katahex --set max_expansions=20

boardsize 5
#? []
clear_board
#? []
kata-set-param analysisWideRootNoise 0.04
#? []
kata-analyze B 15
#? [\ninfo move H6 visits [1-9][0-9]* winrate 1\.0000 .* pv H6.*]
stop
#? []
play B (1,1)
#? []
kata-analyze W 20
#? [\ninfo move [A-Z]+[0-9]+ visits [1-9][0-9]* winrate [01]\.[0-9]{4} .* pv [A-Z]+[0-9]+.*]
# Candidates of a right click: it sends no `stop` before, and none on taking the last one away.
# An analysis that is followed at once by another command has little to show. Of two candidates both are told of.
kata-analyze W 15 allow W G4 1
#? [\ninfo move G4 visits [0-9]+ winrate [01]\.[0-9]{4} .*]
kata-analyze W 15 allow W J8,G4 1
#? [\n(info move (G4|J8) visits [0-9]+ winrate [01]\.[0-9]{4} [^\n]* pv (G4|J8)[^i]*){2}]
kata-analyze W 15
#? [(\ninfo move .*)?]
stop
#? []
kata-raw-nn 0
#? [symmetry 0\nwhiteWin .*\npolicy\n.*policyPass NAN]
play W (3,1)
#? []
# A pass is a step of its own: `undo` takes back that and no stone.
play B pass
#? []
kata-analyze W 15
#? [(\ninfo move .*)?]
gogui-rules_side_to_move
#? [white]
stop
#? []
undo
#? []
gogui-rules_board
#? [(.*\n)?X O . . .(\n.*)?]
undo
#? []
gogui-rules_board
#? [(.*\n)?X . . . .(\n.*)?]
undo
#? []
undo
#? [? cannot undo]
# After a swap it plays on in the colours of before, the cells transposed: the engine hears nothing of it.
play B (2,3)
#? []
kata-analyze W 15
#? [(\ninfo move .*)?]
stop
#? []
play W (7,5)
#? []
kata-analyze B 15
#? [(\ninfo move .*)?]
clear_cache
#? []
kata-set-param analysisWideRootNoise 0.1
#? []
kata-analyze B 15
#? [(\ninfo move .*)?]
# A decided position is not without a move.
set_position B (1,1) B (2,3) B (3,5) B (4,7)
#? []
kata-analyze B 20
#? [\ninfo move [A-Z]+[0-9]+ visits [1-9][0-9]* winrate 1\.0000 .*]
kata-analyze W 20
#? [\ninfo move [A-Z]+[0-9]+ visits [1-9][0-9]* winrate 0\.0000 .*]
# Of a lost position every candidate is told of.
kata-analyze W 15 allow W J8,G4,H6 1 pvVisits true
#? [\n(info move (J8|G4|H6) visits 1 winrate 0\.0000 [^\n]* pvVisits( 1)+ ?){3}]
# The game is over: every empty cell is as good.
play B (5,9)
#? []
kata-analyze W 15
#? [\n(info move [A-Z]+[0-9]+ visits 1 winrate 0\.0000 prior 0\.0500 order [0-9]+ pv [A-Z]+[0-9]+ ?){20}]
kata-analyze B 15 pvVisits true
#? [\n(info move [A-Z]+[0-9]+ visits 1 winrate 1\.0000 [^\n]* pv [A-Z]+[0-9]+ pvVisits 1 ?){20}]
kata-analyze W 15 allow W J8,G4 1
#? [\n(info move (J8|G4) visits 1 winrate 0\.0000 prior 0\.5000 order [01] pv (J8|G4) ?){2}]
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.000000\n.*policyPass NAN]
# A stone set after the end is taken.
play W (7,9)
#? []
undo
#? []
# Another size in the midst of analysis; above 27 refused (hexata offers 4 to 42).
stop
#? []
boardsize 4
#? []
clear_board
#? []
kata-analyze B 15
#? [(\ninfo move .*)?]
# A full board has nothing to show.
boardsize 1
#? []
play B (1,1)
#? []
kata-analyze W 15
#? []
stop
#? []
boardsize 28
#? [? unacceptable size: .* from 1 to 27]
clear_cache
#? []
