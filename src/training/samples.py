"""Samples: positions with targets of some of their moves; from games of the network itself, and from the shards that
`hexcoven samples` writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors import safe_open
from safetensors.numpy import save_file
from torch import Tensor

from files import check_features
from games import Evaluate, Games, drawn, flood, legal, returns, seen_by_other
from network import FEATURES, value

# Fixed-point numbers of shards; `src/training/shard.rs` documents them.
ENERGY_UNIT, TARGET_UNIT, WEIGHT_UNIT = 1 / 4096, 1 / 65535, 1 / 64

# The share of what the network thinks after a move in the target of a move that was not played; the rest is what it thinks of
# the move itself.
AFTER_SHARE = 0.8


@dataclass
class Samples:
    """Samples on boards of one size, seen by the player to move. The first dimension of all tensors is the sample."""

    planes: Tensor  # the channels that are known, the stones first: (samples, channels, rows, columns)
    target: Tensor  # the probability that a move wins: (samples, rows, columns)
    weight: Tensor  # of the target in the loss; 0 where there is none
    # Where a proof says what the target is, if that is known.
    proved: Tensor | None = None
    # Side targets, if the game is known: the winner's chain as the mover's and as the opponent's, the cell of the opponent's
    # next move (-1 if there is none), and the share of the board's cells that are played on from here.
    chain: Tensor | None = None
    next_move: Tensor | None = None
    moves_left: Tensor | None = None

    def __len__(self) -> int:
        return len(self.planes)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.planes.shape[3], self.planes.shape[2]

    def pick(self, index: Tensor | slice) -> Samples:
        """Some of the samples."""
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        return Samples(**{name: part if part is None else part[index] for name, part in parts.items()})

    def batches(self, size: int) -> Iterator[Samples]:
        """All samples once, in random order, in batches of this size; fewer than that remain unused."""
        order = torch.randperm(len(self), device=self.planes.device)
        for start in range(0, len(self) - size + 1, size):
            yield self.pick(order[start : start + size])

    def half_turn(self) -> Samples:
        """The samples after a half-turn of the board, which is the same game."""
        turn = lambda tensor: None if tensor is None else tensor.flip(-2, -1)
        cells = self.planes.shape[2] * self.planes.shape[3]
        after = self.next_move
        if after is not None:
            after = torch.where(after < 0, after, cells - 1 - after)
        turned = {name: turn(getattr(self, name)) for name in ("planes", "target", "weight", "proved", "chain")}
        return replace(self, **turned, next_move=after)


def least_loss(target: Tensor) -> Tensor:
    """The entropy of targets: the least possible loss."""
    return -(torch.xlogy(target, target) + torch.xlogy(1 - target, 1 - target))


def of_games(games: Games, evaluate: Evaluate, count: int) -> Samples:
    """Samples of random positions of games. The played move has its λ-return as its target; the best move, one drawn by its
    odds, and any one have what the network thinks after them."""
    plies, number = games.moves.shape
    device = games.moves.device
    side = games.stones.shape[-1]
    targets = returns(games)
    ply_of = torch.arange(plies, device=device)[:, None]
    played = (ply_of < games.lengths).nonzero()
    played = played[torch.randperm(len(played), device=device)[:count]]
    ply, game = played[:, 0], played[:, 1]
    stones, moves = games.stones[ply, game], games.moves[ply, game]
    target = torch.zeros(len(ply), side * side, device=device)
    weight = torch.zeros_like(target)
    _label_other_moves(stones, evaluate, target, weight)
    target.scatter_(1, moves[:, None], targets[ply, game][:, None])
    weight.scatter_(1, moves[:, None], 1.0)
    left = games.lengths[game] - ply
    # The winner made the last move: the position is the winner's if an odd number of moves is left.
    by_mover = (left % 2 == 1)[:, None, None]
    own, other = games.chains[game] & by_mover, games.chains[game].mT & ~by_mover
    later = games.moves[(ply + 1).clamp(max=plies - 1), game]
    later = later % side * side + later // side
    square = (len(ply), side, side)
    return Samples(
        planes=stones,
        target=target.view(square),
        weight=weight.view(square),
        chain=torch.stack([own, other], 1),
        next_move=torch.where(left > 1, later, -1),
        moves_left=left / (side * side),
    )


def _label_other_moves(stones: Tensor, evaluate: Evaluate, target: Tensor, weight: Tensor) -> None:
    """Labels three moves of each position by what the network thinks after them."""
    log_odds = legal(stones, evaluate(stones))
    no_move = log_odds.isinf()
    any_move = torch.zeros_like(log_odds).masked_fill(no_move, -torch.inf)
    for moves in (log_odds.argmax(1), drawn(log_odds), drawn(any_move)):
        here = log_odds.gather(1, moves[:, None]).sigmoid()
        after = AFTER_SHARE * after_moves(stones, moves, evaluate)[:, None] + (1 - AFTER_SHARE) * here
        target.scatter_(1, moves[:, None], after)
        weight.scatter_(1, moves[:, None], 1.0)


def after_moves(stones: Tensor, moves: Tensor, evaluate: Evaluate) -> Tensor:
    """The probability that a move of each position wins, by what the network thinks after it; 1 if it ends the game."""
    side = stones.shape[-1]
    after = stones.clone()
    after[:, 0] |= F.one_hot(moves, side * side).view(-1, side, side).bool()
    won = flood(torch.zeros_like(after[:, 0]), after[:, 0])[:, -1].any(1)
    after = seen_by_other(after)
    lost = value(legal(after, evaluate(after)))
    # A full board has no move: its last one has won.
    return torch.where(won, 1.0, 1.0 - lost)


def read_shard(path: Path) -> Samples:
    """The samples of a shard of `hexcoven samples`, with all features of their positions."""
    with safe_open(path, "np") as file:
        check_features(path, file.metadata())
        if "proved" not in file.keys():
            raise ValueError(f"{path} is of an older version of hexcoven: make the samples again")
        bits, energy, conductance, target, weight, proved = (
            file.get_tensor(name) for name in ("bits", "energy", "conductance", "target", "weight", "proved")
        )
    assert FEATURES == 7, "a shard has five bits, the energy and the conductance"
    planes = np.zeros((bits.shape[0], FEATURES, *bits.shape[1:]), np.float16)
    for channel in range(5):
        planes[:, channel] = bits >> channel & 1
    planes[:, 5] = energy * np.float32(ENERGY_UNIT)
    planes[:, 6] = (conductance * np.float32(ENERGY_UNIT))[:, None, None]
    # Half precision keeps a feature to 1 part in 2048.
    return Samples(
        planes=torch.from_numpy(planes),
        target=torch.from_numpy((target * np.float32(TARGET_UNIT)).astype(np.float32)),
        weight=torch.from_numpy((weight * np.float32(WEIGHT_UNIT)).astype(np.float32)),
        proved=torch.from_numpy(proved.astype(bool)),
    )


def write_labels(source: Path, path: Path, target: Tensor, weight: Tensor) -> None:
    """Writes a shard again, with other targets and weights."""
    with safe_open(source, "np") as file:
        metadata = file.metadata()
        tensors = {name: file.get_tensor(name) for name in ("bits", "energy", "conductance", "proved")}
    tensors["target"] = (target / TARGET_UNIT).round().to(torch.int32).numpy().astype(np.uint16)
    tensors["weight"] = (weight / WEIGHT_UNIT).round().clamp(max=255).to(torch.uint8).numpy()
    new = path.with_suffix(".new")
    save_file(tensors, new, metadata)
    new.replace(path)
