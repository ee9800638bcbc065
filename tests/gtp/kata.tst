# Live analysis as KataGo's and Leela Zero's clients ask for it. Each is ended by the command after it, so what is
# shown is what was known by then.
# args: --boardsize 8 --set max_expansions=30

kata-analyze b 10 minmoves 3
#? [\ninfo move [a-h][1-8] visits [0-9]+ winrate [01]\.[0-9]{4} prior [01]\.[0-9]{4} order 0 pv [a-h][1-8].* order 1 .* order 2 pv .*]
lz-analyze interval 50 maxmoves 2 minmoves 5
#? [\ninfo move [a-h][1-8] visits [0-9]+ winrate [0-9]{1,5} prior [0-9]{1,5} order 0 pv [a-h][1-8].* order 1 pv [^=o]*]
kata-analyze 10 ownership true minmoves 1
#? [\ninfo move .* ownership( -?[01]\.[0-9]{3}){64}]
kata-analyze b 10 rootInfo true movesOwnership true pvVisits true minmoves 2 maxmoves 1 newKey 7
#? [\ninfo move [a-h][1-8] visits [0-9]+ winrate [^\n]* order 0 pv [a-h][1-8][^\n]* pvVisits( [0-9]+)+ movesOwnership( -?[01]\.[0-9]{3}){64} rootInfo visits [0-9]+ utility -?[01]\.[0-9]{4} winrate [01]\.[0-9]{4}]
# Leela Zero does not know these.
lz-analyze b 10 ownership true rootInfo true
#? [!.*(ownership|rootInfo).*]
kata-analyze b 10 ownership false pvVisits 0 minmoves 1
#? [!.*(ownership|pvVisits).*]
kata-analyze b 10 rootInfo true rootInfo false minmoves 1
#? [!.*rootInfo.*]
# A colour that is misspelt is no key with a value.
kata-analyze blak 10
#? [? `blak` is not a colour, an interval or a key]
kata-analyze blak interval 10
#? [? `blak` is not a colour, an interval or a key]
kata-genmove_analyze blak
#? [? `blak` is not a colour, an interval or a key]
kata-analyze newKey true minmoves 1
#? [\ninfo move .*]
kata-search_analyze b
#? [\ninfo move .*\nplay [a-h][1-8]]
gogui-rules_side_to_move
#? [black]
kata-analyze b ownership
#? [? syntax error: a value is missing]
kata-analyze b ownership perhaps
#? [? syntax error: `perhaps` is not true or false]
kata-analyze black interval
#? [? syntax error: a number of centiseconds is missing]
kata-analyze black -5
#? [? syntax error: `-5` is not an interval]
kata-analyze black NaN
#? [? syntax error: `NaN` is not an interval]
kata-analyze black 1e300
#? [? syntax error: `1e300` is not an interval]
kata-analyze b allow b a1,z9 1
#? [? `z9` is not on a board of 8x8]
# A restriction of the player who does not move next changes nothing. Of later moves none is restricted.
kata-analyze b 10 allow b a1 1 allow w a2 1
#? [\ninfo move a1 visits .*]
kata-analyze b 10 avoid w a1 1 minmoves 1
#? [\ninfo move .*]
kata-analyze b 10 allow b a1,a2 30
#? [\ninfo move a[12] visits .* info move a[12] visits .*]
kata-analyze b allow b a1 x
#? [? syntax error: .*]
kata-analyze b allow b a1 0
#? [? a restriction is of 1 move or more]
kata-analyze b allow b a1 1 allow b a2 1
#? [? `allow` is to be said once for a colour]
kata-analyze b allow b a1 1 avoid b a1 1
#? [? no move is left to look at]
kata-genmove_analyze b allow b a1 1
#? [? `avoid` and `allow` do not go with a command that chooses a move]
kata-genmove_analyze b 10
#? [\n(info move .*)?info move [a-h][1-8] visits [0-9]+ .*\nplay [a-h][1-8]]
lz-genmove_analyze w
#? [\n(info move .*\n)?play (resign|[a-h][1-8])]
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.[0-9]{6}\nwhiteLoss 0\.[0-9]{6}\nnoResult 0\.000000\npolicy\n((NAN|[01]\.[0-9]{6})[ \n]){64}policyPass NAN]
# LizzieYzy asks for any of eight symmetries.
kata-raw-nn 3
#? [symmetry 3\nwhiteWin .*policyPass NAN]
kata-raw-nn all
#? [symmetry 0\nwhiteWin .*policyPass NAN]
kata-raw-nn 8
#? [? `8` is not 0 to 7 or all]
clear_cache
#? []
stop
#? []
stop now
#? [? syntax error: `now` is one argument too many]
clear_board
#? []
param_game allow_swap 1
#? []
play b d5
#? []
kata-analyze w 10
#? [(.|\n)*move swap-pieces visits(.|\n)*]
kata-analyze w 10 allow w a1,a2 1
#? [!(.|\n)*swap(.|\n)*]
kata-analyze w 10 allow w d5 1
#? [? no move is left to look at]
# The last row comes first, as GoGui has it.
gogui-rules_board
#? [((\. ){7}\.\n){3}\. \. \. X .*]
