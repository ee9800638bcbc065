"""Writes the network whose weights are the means of those of networks of one shape, which is often better than any of
them: mean.py OUT NETWORK NETWORK..."""

import sys
from pathlib import Path

import torch

import files

if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    out, *paths = map(Path, sys.argv[1:])
    networks = [files.read(path) for path in paths]
    mean = networks[0]
    with torch.no_grad():
        for name, weight in mean.named_parameters():
            weight.copy_(torch.stack([network.get_parameter(name) for network in networks]).mean(0))
    files.write(mean, out, "src/training/mean.py of " + ", ".join(map(str, paths)), torch.float32)
