"""Writes a larger plain network that says the same as a smaller one, for it to learn on: grow.py OUT NETWORK CHANNELS DEPTH."""

import sys
from pathlib import Path

import torch
from torch import Tensor

import files
from network import CHANNEL_UNIT, KERNEL, Network, Shape


def grown(network: Network, channels: int, depth: int) -> Network:
    """A plain network with more channels and more layers that computes the same. New channels see all others, and nothing
    looks at them yet: their weights into old channels are 0. New layers come last and change nothing."""
    old = network.shape
    larger = Network(Shape(depth, channels, old.inputs, residual=False))
    old_layers = [network.first, *network.middle, network.last, network.side]
    new_layers = [larger.first, *larger.middle[: old.depth], larger.last, larger.side]
    with torch.no_grad():
        for layer in larger.middle[old.depth :]:
            layer.weight.zero_()
            layer.weight[KERNEL // 2] = torch.eye(channels)
        for small, large in zip(old_layers, new_layers):
            _put(small.weight, large.weight)
            large.bias[: len(small.bias)] = small.bias
    return larger


def _put(small: Tensor, large: Tensor) -> None:
    """Puts the weights of old channels in place, and zeros for what new inputs would say to old outputs."""
    _, inputs, outputs = small.shape
    large[:, :, :outputs] = 0
    large[:, :inputs, :outputs] = small


def main() -> None:
    """Reads, grows, writes."""
    if len(sys.argv) != 5:
        raise SystemExit(__doc__)
    out, start, channels, depth = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    if channels % CHANNEL_UNIT != 0:
        raise SystemExit(f"{channels} channels: the engine runs multiples of {CHANNEL_UNIT}")
    network = files.read(start)
    if network.shape.residual or channels < network.shape.channels or depth < network.shape.depth:
        raise SystemExit(f"{start}: a plain network can grow, to no fewer channels and layers than it has")
    files.write(grown(network, channels, depth), out, f"src/training/grow.py of {start}", torch.float32)


if __name__ == "__main__":
    main()
