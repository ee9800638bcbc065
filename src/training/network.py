"""The networks: convolutions over a cell of a hexagonal board and its six neighbours.

The input is a board as the player to move sees it, who joins top and bottom. The output is a number for every cell: the
natural logarithm of the odds that a move there wins. Nothing in the weights depends on the size of the board, so
one network is for all of them; a batch holds boards of one size.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

# A cell and its six neighbours, row by row: a square of 3x3 without its first and last corner.
KERNEL = 7

# The channels of the input; `src/evaluation/features.rs` lists them.
FEATURES = 7

# The channels of stones alone: the mover's and the opponent's.
STONES = 2

# The engine runs networks whose channels are a multiple of this.
CHANNEL_UNIT = 32

# Side targets, which only training uses. They make the layers below learn what decides a game.
OWN_CHAIN, OTHER_CHAIN, NEXT_MOVE, MOVES_LEFT = range(4)


@dataclass(frozen=True)
class Shape:
    """What the weights of a network look like."""

    # Residual blocks of two convolutions, or plain layers, between the first layer and the last.
    depth: int
    channels: int
    # Channels of the input: `STONES` or `FEATURES`.
    inputs: int
    residual: bool = True
    # The blocks with global pooling, counted from 0.
    pooled: tuple[int, ...] = ()


def every_third(depth: int) -> tuple[int, ...]:
    """Pairs that pool where nothing else is asked for: the second, the fifth, and so on."""
    return tuple(range(1, depth, 3))


class HexConv(nn.Module):
    """A hexagonal convolution. The weights have the order of the engine's files: kernel, inputs, outputs."""

    def __init__(self, inputs: int, outputs: int, scale: float) -> None:
        super().__init__()
        bound = scale / (KERNEL * inputs) ** 0.5
        self.weight = nn.Parameter(torch.empty(KERNEL, inputs, outputs).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x: Tensor, padding: int = 1) -> Tensor:
        _, inputs, outputs = self.weight.shape
        square = F.pad(self.weight.permute(2, 1, 0), (1, 1)).reshape(outputs, inputs, 3, 3)
        return F.conv2d(x, square, self.bias, padding=padding)


class Pool(nn.Module):
    """What all cells together say to each of them, as in KataGo: the mean of every channel, the mean times the side of the
    board, and the greatest value, multiplied by a matrix. It is added to the channels of every cell."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3 * channels, channels))

    def forward(self, x: Tensor) -> Tensor:
        values = F.relu(x)
        mean, greatest = values.mean((2, 3)), values.amax((2, 3))
        side = ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0
        pooled = torch.cat([mean, side * mean, greatest], 1) @ self.weight
        return x + pooled[:, :, None, None]


class Pair(nn.Module):
    """A residual block: ReLU, convolution, pooling if there is any, ReLU, convolution. The second convolution begins with
    zeros, so that a new network of any depth computes only its first and its last layer, and no normalisation is
    needed."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.a = HexConv(channels, channels, 6.0**0.5)
        self.pool = Pool(channels) if pools else None
        self.b = HexConv(channels, channels, 0.0)

    def forward(self, x: Tensor) -> Tensor:
        inner = self.a(F.relu(x))
        if self.pool is not None:
            inner = self.pool(inner)
        return x + self.b(F.relu(inner))


class Layer(HexConv):
    """A plain layer: a ReLU and a convolution, which begins near the identity."""

    def __init__(self, channels: int) -> None:
        super().__init__(channels, channels, 1.0)
        with torch.no_grad():
            self.weight[KERNEL // 2] += torch.eye(channels)

    def forward(self, x: Tensor, padding: int = 1) -> Tensor:
        return super().forward(F.relu(x), padding)


class Network(nn.Module):
    """A network of any shape."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.first = HexConv(shape.inputs, shape.channels, 3.0**0.5)
        if shape.residual:
            middle = [Pair(shape.channels, i in shape.pooled) for i in range(shape.depth)]
        else:
            middle = [Layer(shape.channels) for _ in range(shape.depth)]
        self.middle = nn.ModuleList(middle)
        self.last = HexConv(shape.channels, 1, 0.5)
        self.side = HexConv(shape.channels, 4, 0.5)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """The log-odds (boards, rows, columns) and the side targets (boards, 4, rows, columns) of boards
        (boards, channels, rows, columns). Channels that the network does not look at are left out here."""
        x = self.first(with_edges(planes[:, : self.shape.inputs]), padding=0)
        for block in self.middle:
            x = block(x)
        x = F.relu(x)
        return self.last(x).squeeze(1), self.side(x)


def with_edges(planes: Tensor) -> Tensor:
    """The boards with a border, where the edges are stones of their owners: the mover's above and below."""
    x = F.pad(planes, (1, 1, 1, 1)).contiguous(memory_format=torch.channels_last)
    x[:, 0, 0, 1:-1] = 1
    x[:, 0, -1, 1:-1] = 1
    x[:, 1, 1:-1, 0] = 1
    x[:, 1, 1:-1, -1] = 1
    return x


# The log-odds of a position are the mean of those of its moves, weighted by a softmax at this temperature: a maximum of
# many estimates is too high. The same number is in `move_odds.rs`.
VALUE_TEMPERATURE = 0.1


def value(log_odds: Tensor) -> Tensor:
    """The probability that the player to move wins, by the log-odds of all cells, which are minus infinity where there is
    no move: (boards, cells) to (boards)."""
    share = (log_odds / VALUE_TEMPERATURE).softmax(1)
    return (share * log_odds.clamp(-20, 20)).sum(1).sigmoid()
