# GoGui with a program that knows the rules (clients.md 1.3 and 4).
# args: --boardsize 5 --skip-i --rows-from-bottom --set max_expansions=30

name
#? [HexCoven]
protocol_version
#? [2]
list_commands
#? [all_legal_moves\n.*boardsize\n.*gogui-rules_game_id\n.*version]
gogui-interrupt
#? []
gogui-version 1.6.0
#? []
gogui-rules_game_id
#? [Hex]
gogui-rules_board_size
#? [5 hex]
gogui-analyze_commands
#? [plist/Legal moves/all_legal_moves\n.*]
gogui-analyze_commands
#? [!(.*\n)?(inferior/|vc/|group/|plist/(Fully|Semi) connected/).*]
clear_board
#? []
komi 6.5
#? []
gogui-rules_legal_moves
#? [A5 B5 C5 D5 E5 A4 .* E1]
gogui-rules_side_to_move
#? [black]
play B A5
#? []
play B A5
#? [? illegal move: A5 is occupied]
gogui-rules_board
#? [X . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .]
gogui-rules_board_gfx
#? [COLOR #f0f0f0 A5 E5 .*\nCOLOR #707070 A5 B5 C5 D5 E5 A1 .*]
gogui-rules_side_to_move
#? [white]
gogui-play_sequence W D2 B E1 W D4
#? []
gogui-play_sequence B A4 W A4
#? [? illegal move: A4 is occupied]
gogui-rules_board
#? [X . . . .\n. . . O .\n. . . . .\n. . . O .\n. . . . X]
gg-undo 3
#? []
gg-undo 2
#? [? cannot undo]
gogui-setup B A5
#? [? illegal move: A5 is occupied]
undo
#? []
gogui-setup B A5 B B4 W C3
#? []
gogui-setup_player B
#? []
gogui-rules_side_to_move
#? [black]
genmove b
#? [[A-E][1-5]]
gogui-rules_final_result
#? [The game goes on]
set_position black a1 black a2 black a3 black a4 black a5 white b1
#? []
gogui-rules_final_result
#? [Black wins]
gogui-rules_legal_moves
#? []
genmove w
#? [resign]
# GoGui knows no swap.
param_player allow_swap 1
#? []
clear_board
#? []
play b C3
#? []
genmove w
#? [resign]
boardsize 4 3
#? []
gogui-rules_board_size
#? [? GoGui has square boards only]
# A pass counts as a move.
set_position black a1 white pass
#? []
gogui-rules_side_to_move
#? [black]
