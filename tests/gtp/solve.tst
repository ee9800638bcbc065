# The solver, with the names of HexGui's tool bar and Benzene's MoHex.
boardsize 4
#? []
dfpn-solve-state black
#? [black]
dfpn-solver-find-winning black
#? [d1 c2 b3 a4]
param_dfpn
#? [\n\[string\] timelimit 0\n\[bool\] use_guifx 0\n\[string\] threads [0-9]+\n\[string\] epsilon 0\n.*]
param_dfpn use_guifx 1
#? []
param_dfpn timelimit never
#? [? `never` is not a value of timelimit: allowed is 0 to 1000000]
param_dfpn use_guifx 0
#? []
play b a1
#? []
# a1 loses, whoever is asked for.
dfpn-solve-state
#? [white]
dfpn-solve-state white
#? [white]
dfpn-get-pv white
#? [[a-d][1-4].*]
dfpn-clear-tt
#? []
dfpn-solve-state white
#? [white]
dfpn-solve-state green
#? [? `green` is not a colour: say black or white]
dfpn-solve-state white 1 2
#? [? syntax error: .*]
# What is known of each move: leaves to decide until it loses, and until it wins.
boardsize 7
#? []
play b a1
#? []
dfpn-get-bounds
#? [ d1 1:1 e1 1:1 .* e7 1:1]
dfpn-solve-state
#? [white]
dfpn-get-bounds
#? [ [a-g][1-7] W]
dfpn-get-pv
#? [[a-g][1-7]( [a-g][1-7])+]
dfpn-get-bounds green
#? [? `green` is not a colour: say black or white]
boardsize 4
#? []
# A game that is over has a winner and no winning moves.
set_position b b1 b b2 b b3 b b4
#? []
dfpn-solve-state white
#? [black]
dfpn-solver-find-winning black
#? []
dfpn-solve-moves black
#? []
# All winning moves, and who wins after each move, with a line to the move that decides and on to the chain.
boardsize 3
#? []
play b b2
#? []
dfpn-solver-find-winning b
#? [a1 b1 c1 a2 c2 a3 b3 c3]
dfpn-solver-find-winning w
#? []
dfpn-solve-moves w
#? [a1 black \| .*\nb1 black \| .*\n(.*\n)*c3 black \| .*]
dfpn-solve-moves green
#? [? `green` is not a colour: say black or white]
boardsize 5
#? []
dfpn-solver-find-winning
#? [e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5]
# What was proved of an equal position has a line to the chain, too.
play b c2
#? []
dfpn-solve-state w
#? [black]
dfpn-get-pv w
#? [c3( [a-e][1-5]){6,}]
undo
#? []
dfpn-solve-moves b
#? [(?:[a-e][1-5] (?:black|white)(?: [a-e][1-5])* \|(?: [a-e][1-5])+\n?){25}]
boardsize 11
#? []
param_dfpn timelimit 0.001
#? []
dfpn-solver-find-winning
#? [? ended early: these moves win: none; not known: a1 .*]
dfpn-solve-moves
#? [a1 empty\nb1 empty\n.*]
param_dfpn timelimit 0
#? []
# The line of what is decided at once goes on to the chain, whoever is to move.
boardsize 5
#? []
set_position b c2 b c3 b c4
#? []
dfpn-solve-state b
#? [black]
dfpn-get-pv b
#? [([b-d][15] ?){3}]
dfpn-get-pv w
#? [([b-d][15] ?){4}]
genmove b
#? [c1|d1|b5|c5]
