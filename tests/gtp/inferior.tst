# Cells that need not be considered, in HexGui's codes.
# args: --boardsize 5

play b b1
#? []
play w c4
#? []
compute-fillin b
#? [a1 fdb]
compute-fillin w
#? [a1 fdw]
compute-inferior b
#? [a1 fdb .*a2 iv\[a3\].*d5 ir\[d4\].*]
compute-inferior w
#? [a1 fdw .*id\[.*]
vc-between-cells-full w a1 b3
#? []
vc-between-cells-full b b1 c4
#? [? c4 has a stone of white: an end is empty or black's]
param_ice
#? [\n\[bool\] fill_in 1\n\[bool\] prune 1\n\[bool\] decompositions 1]
param_ice fill_in 0
#? []
compute-fillin b
#? []
param_ice prune 0
#? []
compute-inferior b
#? []
param_ice prune maybe
#? [? .*`maybe` is not a value of prune.*]
compute-fillin
#? [? syntax error: .*]
compute-inferior green
#? [? `green` is not a colour: say black or white]
# A corner cell between stones and edges is dead, and drawn in the colour that is asked for.
param_ice fill_in 1
#? []
boardsize 4
#? []
play w a2
#? []
play w b1
#? []
compute-fillin b
#? [a1 fdb]
