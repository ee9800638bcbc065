# What LizzieYzy sends (Leelaz.java) and what KataGo's other clients ask before anything else. It reads upper-case
# letters alone. It speaks to us as to Leela Zero, with lz-analyze and genmove, and as to KataGo only if the name
# begins with Kata.
# args: --boardsize 9 --skip-i --rows-from-bottom --set max_expansions=20

1 name
#? [HexCoven]
2 version
#? [[0-9.]+(\+[0-9a-z.]+)?]
3 list_commands
#? [.*\nkata-analyze\n.*]
4 komi 7.5
#? []
5 boardsize 9
#? []
rectangular_boardsize 9 7
#? []
rectangular_boardsize 9 9
#? []
kata-list-params
#? [allowResignation maxPlayouts .*analysisWideRootNoise playoutDoublingAdvantage]
kata-get-param playoutDoublingAdvantage
#? [0.0]
kata-get-param analysisWideRootNoise
#? [0.0]
kata-set-param analysisWideRootNoise 0.1
#? []
kata-get-param analysisWideRootNoise
#? [0.1]
kata-get-param maxVisits
#? [20]
kata-set-param maxVisits 30
#? []
# Our own names of the same parameters.
kata-get-param max_expansions
#? [30]
kata-set-param threads 2
#? []
kata-get-param numSearchThreads
#? [2]
param_player
#? [.*max_expansions 30\n.*]
kata-set-param maxTime 1e20
#? []
kata-set-param numSearchThreads 1
#? []
kata-set-param ponderingEnabled false
#? []
kata-get-param ponderingEnabled
#? [false]
kata-set-param somethingNew fast
#? []
kata-get-params
#? [\{.*"maxVisits":30.*"somethingNew":"fast".*\}]
kata-set-param maxVisits 0
#? []
kata-get-param maxVisits
#? [1125899906842624]
kata-set-param maxVisits 20
#? []
kata-get-rules
#? [\{.*"game":"hex".*"scoring":"AREA".*\}]
kata-set-rules tromp-taylor
#? []
kata-set-rules {"ko":"SIMPLE","scoring":"AREA"}
#? []
kata-set-rule friendlyPassOk false
#? []
clear_board
#? []
time_settings 0 2 1
#? []
# An analysis that is followed at once by another command may have nothing to show yet.
lz-analyze 10
#? [(\ninfo move [A-HJ][1-9] visits [0-9]+ winrate [0-9]+ prior [0-9]+ order 0 pv [A-HJ][1-9].*)?]
name
#? [HexCoven]
play B E5
#? []
kata-analyze W 10 ownership true pvVisits true movesOwnership true
#? [\n(info move .* pvVisits [0-9]+.* movesOwnership( -?[01]\.[0-9]{3}){81}.* )?ownership( -?[01]\.[0-9]{3}){81}]
kata-analyze W 10 ownership true movesOwnership true pvVisits true rootInfo true minmoves 3
#? [\ninfo move [A-HJ][1-9] visits [0-9]+ .* pv [A-HJ][1-9].*]
lz-analyze W 10 minmoves 3
#? [\ninfo move [A-HJ][1-9] visits [0-9]+ winrate [0-9]+ .* pv [A-HJ][1-9].*]
stop
#? []
genmove W
#? [[A-HJ][1-9]]
kata-genmove_analyze B 100
#? [\n.*\nplay ([A-HJ][1-9]|resign)]
undo
#? []
stop
#? []
# What another program's client has set is not KataGo's.
param_mohex somethingNew 1
#? []
kata-list-params
#? [!.*somethingNew.*somethingNew.*]
