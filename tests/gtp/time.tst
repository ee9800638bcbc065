# All forms of the time commands.
# args: --boardsize 3 --set max_expansions=5

time_left
#? [Black: no limit, White: no limit]
time_settings 0 1 0
#? []
time_left b
#? [no limit]
time_settings 60 10 5
#? []
time_left
#? [Black: 60, White: 60]
time_left b 20
#? []
time_left w 33.5 4
#? []
time_left
#? [Black: 20, White: 33]
time_left b -3 0
#? []
time_left b
#? [0]
time_left b 0 0
#? []
genmove b
#? [[a-c][1-3]]
clear_board
#? []
time_left
#? [Black: 60, White: 60]
kata-list_time_settings
#? [none absolute byoyomi canadian fischer fischer-capped]
kata-time_settings fischer 30 2.5
#? []
time_left
#? [Black: 30, White: 30]
kata-time_settings byoyomi 0 5 3
#? []
time_left w
#? [5]
# A period is of one move, and begins anew with each.
genmove b
#? [[a-c][1-3]]
time_left b
#? [5]
undo
#? []
kata-time_settings canadian 10 60 0
#? []
time_left b
#? [10]
kata-time_settings canadian 1 60 15
#? []
kata-time_settings fischer-capped 20 1 -1 -1
#? []
# Without main time a period is what is left: the increment, or the time of the moves of a period.
kata-time_settings fischer 0 7
#? []
time_left b
#? [7]
kata-time_settings fischer-capped 0 8 -1 -1
#? []
time_left b
#? [8]
kata-time_settings canadian 0 60 15
#? []
time_left w
#? [60]
kgs-time_settings absolute 12
#? []
time_left b
#? [12]
kata-time_settings none
#? []
time_left b
#? [no limit]
reg_genmove w
#? [[a-c][1-3]]
all_legal_moves
#? [a1 b1 c1 a2 b2 c2 a3 b3 c3]
# Players who exchange sides take their clocks with them, and back when that is undone.
time_left b 20
#? []
time_left w 33
#? []
clear_board
#? []
time_left b 20
#? []
time_left w 33
#? []
play b b2
#? []
play w swap-sides
#? []
time_left
#? [Black: 33, White: 20]
undo
#? []
time_left
#? [Black: 20, White: 33]
# No time is no limit only with a period for no moves.
time_settings 0 0 0
#? []
time_left w
#? [0]
