# Bad input: an error in the user's words, and nothing has changed.
# args: --boardsize 5

known_command genmove
#? [true]
known_command genmov
#? [false]
known_command
#? [? syntax error: a command is missing]
nonsense
#? [? unknown command]
7
#? [? unknown command]
PLAY Black A1
#? []
play b
#? [? syntax error: a move is missing]
play x b2
#? [? `x` is not a colour: say black or white]
play b z9
#? [? `z9` is not on a board of 5x5]
play b b2 c3
#? [? syntax error: `c3` is one argument too many]
play b resign
#? []
play b swap-pieces
#? [? illegal move: a swap answers the first stone of the game]
boardsize 0
#? [? unacceptable size: no board of 0 columns and 0 rows: each is from 1 to 27]
boardsize 28
#? [? unacceptable size: .*]
boardsize 5 5 5
#? [? syntax error: `5` is one argument too many]
boardsize five
#? [? syntax error: `five` is not a number of columns]
boardsize -5
#? [? syntax error: `-5` is not a number of columns]
komi
#? [? syntax error: a number is missing]
time_settings 1 2
#? [? syntax error: a number of moves is missing]
time_settings -1 2 3
#? [? syntax error: `-1` is not a number of seconds]
time_left b x
#? [? syntax error: `x` is not a number of seconds]
kata-set-param
#? [? syntax error: a parameter is missing]
kata-set-param ? 1
#? [? syntax error: `\?` is not the name of a parameter]
kata-set-param maxVisits
#? [? syntax error: the value of maxVisits is missing]
kata-set-param maxVisits many
#? [? maxVisits: `many` is not a value of max_expansions: .*]
kata-set-param numSearchThreads 0
#? [? numSearchThreads: `0` is not a value of threads: .*]
kata-get-param nothing
#? [? no parameter is named `nothing` here]
kata-time_settings sundial 5
#? [? `sundial` is not a kind of clock: say one of none absolute .*]
kata-time_settings fischer 60
#? [? syntax error: a number of seconds is missing]
param_mohex max_time never
#? [? `never` is not a value of max_time: .*]
param_dfpn nothing 1
#? [? no parameter is named `nothing` here]
play-game a1 a1
#? [? illegal move: a1 is occupied]
kata-raw-nn-batch 0 black a9
#? [? `a9` is not on a board of 5x5]
kata-analyze b 10 !
#? [? syntax error: `!` is not a key]
genmove
#? [? syntax error: a colour is missing]
genmove b now
#? [? syntax error: `now` is one argument too many]
gogui-play_sequence b b2 w
#? [? syntax error: a cell is missing]
gogui-setup b b2 w b2
#? [? illegal move: b2 is occupied]
loadsgf /no/such/file.sgf
#? [? cannot load file: /no/such/file.sgf: .*]
loadsgf /dev/zero
#? [? cannot load file: /dev/zero: it has more than 256 MiB]
printsgf /no/such/folder/file.sgf
#? [? cannot save file: .*]
param_scns nothing 1
#? [? no parameter is named `nothing` here]
param_scns empty_group 1
#? [? no parameter is named `empty_group` here]
param_scns eta
#? [? syntax error: the value of eta is missing]
param_scns eta -1
#? [? `-1` is not a value of eta: allowed is 0 to 10]
gg-undo 2
#? [? cannot undo]
group-get b2
#? [? there is no stone]
all_legal_moves
#? [b1 c1 d1 e1 a2 b2 .* e5]
printsgf
#? [\(;FF\[4\]GM\[11\].*SZ\[5\];B\[a1\]\)]
