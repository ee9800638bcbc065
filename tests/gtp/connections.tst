# Virtual connections, with the commands of HexGui and Benzene's MoHex.
# args: --boardsize 7

play b d5
#? []
vc-get-mustplay w
#? [a1 x b1 x c1 x a2 x b2 x c2 x g2 x a3 x .* x a7 x b7 x c7 x d7 x e7 x f7 x g7 x]
vc-connected-to-full b d5
#? [.*\be3\b.* south]
vc-between-cells-full b d5 e4
#? [\nblack e4 d5 full or \[ \] \[ \]|\nblack d5 e4 full or \[ \] \[ \]]
vc-between-cells-full b d5 e3
#? [\nblack d5 e3 full or \[ d4 e4 \] \[ \]]
vc-between-cells-semi b d5 d3
#? [\n.*black d5 d3 semi and \[ d4 \] \[ \] d4.*]
vc-between-cells-full b d5 SOUTH
#? [\nblack d5 south full or \[ .*\] \[ \].*]
vc-between-cells-full w d5 a1
#? [? d5 has a stone of black: an end is empty or white's]
vc-between-cells-full b d5 west
#? [? `west` is not an edge of black: those are north and south]
vc-between-cells-full b d5
#? [? syntax error: a cell or an edge is missing]
vc-connected-to-semi b a1
#? [.*\b[a-g][1-7]\b.*]
play b d6
#? []
vc-connected-to-full b d6
#? [.*\be3\b.*]
play b e3
#? []
vc-build w
#? [c6 fcb b7 fcb c7 fcb d7 fcb]
vc-get-mustplay w
#? []
param_vc
#? [\n\[string\] largest_carrier \d+\n\[string\] inner_carrier \d+\n\[string\] most_of_pair 100\n\[bool\] edge_templates 1\n\[bool\] strong_edges 0]
param_vc strong_edges 1
#? []
boardsize 2
#? []
vc-get-mustplay b
#? []
