"""Games of a network against itself: thousands of boards at once, every step an operation on tensors.

A board is always seen as the player to move sees it, who joins top and bottom. So after a move the planes of the players
change places, and the board is mirrored in its long diagonal: rows become columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from network import value

# The log-odds of all cells (boards, cells) of boards with these stones (boards, 2, side, side).
Evaluate = Callable[[Tensor], Tensor]

# λ of temporal differences: the weight of what came of a game in the label of a played move.
LAMBDA = 0.85

# A move counts as best if its log-odds are lower than the best ones by no more than this. What follows a worse move says
# nothing about the moves before it.
NEARLY_BEST = 0.25

# The temperature of a game is drawn between these, its logarithm uniformly.
TEMPERATURES = (0.04, 0.4)

# The most random moves at the start of a game, and the most random stones of a player where stones are uneven.
MOST_RANDOM = 4

# The share of the games whose first move is drawn for equal chances, as with the swap rule, and of those that begin with
# uneven stones, as puzzles and handicaps do.
FAIR, UNEVEN = 0.5, 0.1


@dataclass
class Games:
    """Finished games on boards of one size. A row is a ply, a column a game."""

    stones: Tensor  # (plies, games, 2, side, side): before the move, the mover's first
    moves: Tensor  # (plies, games): cells as the mover sees them
    values: Tensor  # (plies, games): the mover's probability of winning before the move
    is_best: Tensor  # (plies, games)
    lengths: Tensor  # (games): the last move of each game wins it
    chains: Tensor  # (games, side, side): the winner's stones that are joined to its first edge, as the winner sees them


def legal(stones: Tensor, log_odds: Tensor) -> Tensor:
    """The log-odds with minus infinity where there is a stone."""
    return log_odds.float().masked_fill(stones.any(1).flatten(1), -torch.inf)


def seen_by_other(planes: Tensor) -> Tensor:
    """Pairs of planes (boards, pairs of planes, side, side) as the other player sees them."""
    order = torch.arange(planes.shape[1], device=planes.device) ^ 1
    return planes[:, order].transpose(2, 3)


def flood(reached: Tensor, stones: Tensor) -> Tensor:
    """The stones that a chain joins to those that are reached already or to the first row: (boards, side, side)."""
    reached = reached.clone()
    reached[:, 0] |= stones[:, 0]
    while True:
        before = reached
        for _ in range(4):
            wide = F.pad(reached, (1, 1, 1, 1))
            near = wide[:, :-2, 1:-1] | wide[:, :-2, 2:] | wide[:, 1:-1, :-2] | wide[:, 1:-1, 2:]
            near |= wide[:, 2:, :-2] | wide[:, 2:, 1:-1]
            reached = reached | (near & stones)
        if torch.equal(before, reached):
            return reached


def play(evaluate: Evaluate, side: int, count: int, device: torch.device, starts: Tensor | None = None) -> Games:
    """Plays games to their ends. Some begin with stones of `starts` (positions, 2, side, side), if there are any."""
    cells = side * side
    games = Games(
        stones=torch.zeros(cells, count, 2, side, side, dtype=torch.bool, device=device),
        moves=torch.zeros(cells, count, dtype=torch.long, device=device),
        values=torch.zeros(cells, count, device=device),
        is_best=torch.zeros(cells, count, dtype=torch.bool, device=device),
        lengths=torch.zeros(count, dtype=torch.long, device=device),
        chains=torch.zeros(count, side, side, dtype=torch.bool, device=device),
    )
    low, high = torch.tensor(TEMPERATURES).log().tolist()
    temperature = torch.empty(count, 1, device=device).uniform_(low, high).exp()
    fair = torch.rand(count, 1, device=device) < FAIR
    random_moves = torch.randint(0, MOST_RANDOM + 1, (count, 1), device=device).masked_fill(fair, 0)
    # The planes of stones, and those of the stones that are joined to their player's first edge.
    planes = torch.zeros(count, 4, side, side, dtype=torch.bool, device=device)
    planes[:, :2] = _first_stones(side, count, device, starts)
    planes[:, 2] = flood(planes[:, 2], planes[:, 0])
    planes[:, 3] = flood(planes[:, 3].mT, planes[:, 1].mT).mT
    running = torch.arange(count, device=device)
    for ply in range(cells):
        stones = planes[:, :2]
        log_odds = legal(stones, evaluate(stones))
        score = log_odds / temperature[running]
        if ply == 0:
            score = torch.where(fair, -5 * log_odds.abs(), score)
        is_random = ply < random_moves[running]
        score = torch.where(is_random, torch.zeros_like(score), score)
        moves = drawn(score.masked_fill(log_odds.isinf(), -torch.inf))
        games.stones[ply, running] = stones
        games.moves[ply, running] = moves
        games.values[ply, running] = value(log_odds)
        odds = log_odds.gather(1, moves[:, None])[:, 0]
        deliberate = ~is_random[:, 0] & ~(fair[running, 0] & (ply == 0))
        games.is_best[ply, running] = deliberate & (odds >= log_odds.amax(1) - NEARLY_BEST)
        planes[:, 0] |= F.one_hot(moves, cells).view(-1, side, side).bool()
        planes[:, 2] = flood(planes[:, 2], planes[:, 0])
        won = planes[:, 2, -1].any(1)
        games.lengths[running[won]] = ply + 1
        games.chains[running[won]] = planes[won, 2]
        running = running[~won]
        if len(running) == 0:
            break
        planes = seen_by_other(planes[~won])
    plies = int(games.lengths.max())
    games.stones, games.moves = games.stones[:plies], games.moves[:plies]
    games.values, games.is_best = games.values[:plies], games.is_best[:plies]
    return games


def drawn(score: Tensor) -> Tensor:
    """A cell of each board, drawn with the exponentials of these scores as weights."""
    return (score - torch.empty_like(score).exponential_().log()).argmax(1)


def _first_stones(side: int, count: int, device: torch.device, starts: Tensor | None) -> Tensor:
    """The stones that games begin with."""
    stones = torch.zeros(count, 2, side * side, dtype=torch.bool, device=device)
    order = torch.rand(count, side * side, device=device).argsort(1)
    uneven = torch.rand(count, 1, device=device) < UNEVEN
    place = torch.arange(min(2 * MOST_RANDOM, side), device=device)
    # Too few to join two edges.
    numbers = torch.randint(0, min(MOST_RANDOM + 1, side // 2), (2, count, 1), device=device)
    stones[:, 0].scatter_(1, order[:, place], uneven & (place < numbers[0]))
    stones[:, 1].scatter_(1, order[:, place], uneven & (place >= numbers[0]) & (place < numbers[0] + numbers[1]))
    stones = stones.view(count, 2, side, side)
    if starts is not None:
        third = count // 3
        stones[:third] = starts[torch.randint(0, len(starts), (third,))].to(device)
    return stones


def returns(games: Games) -> Tensor:
    """The probability that each played move wins, by λ-returns: (plies, games)."""
    targets = torch.zeros_like(games.values)
    later = torch.zeros_like(games.values[0])
    for ply in reversed(range(len(targets))):
        is_played = ply < games.lengths
        target = 1 - later
        targets[ply] = target
        share = LAMBDA * games.is_best[ply]
        seen = games.values[ply] + share * (target - games.values[ply])
        later = torch.where(is_played, seen, later)
    return targets
