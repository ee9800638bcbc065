# What hexata sends (engine.py and its README): the cells as KataHex names them, rows from the top in `(x,y)`.
# args: --katahex --set max_expansions=20

boardsize 5
#? []
clear_board
#? []
kata-set-param analysisWideRootNoise 0.04
#? []
play B (1,1)
#? []
kata-analyze W 20
#? [\ninfo move [A-Z]+[0-9]+ visits [1-9][0-9]* winrate [01]\.[0-9]{4} .* pv [A-Z]+[0-9]+.*]
stop
#? []
kata-raw-nn 0
#? [symmetry 0\nwhiteWin .*\npolicy\n.*policyPass NAN]
play W (3,1)
#? []
# A pass is a step of its own: `undo` takes back that and no stone.
play B pass
#? []
gogui-rules_side_to_move
#? [white]
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
#? [cannot undo]
# A decided position is not without a move.
set_position B (1,1) B (2,3) B (3,5) B (4,7)
#? []
kata-analyze B 20
#? [\ninfo move [A-Z]+[0-9]+ visits [1-9][0-9]* winrate 1\.0000 .*]
kata-analyze W 20
#? [\ninfo move [A-Z]+[0-9]+ visits [1-9][0-9]* winrate 0\.0000 .*]
clear_cache
#? []
