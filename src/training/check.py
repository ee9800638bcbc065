"""Writes a random residual network, with which a test compares what PyTorch and the engine compute: src/nn/check.safetensors."""

from pathlib import Path

import torch

import files
from network import FEATURES, Network, Shape

if __name__ == "__main__":
    torch.manual_seed(1)
    network = Network(Shape(depth=2, channels=32, inputs=FEATURES, pooled=(1,)))
    with torch.no_grad():
        for weight in network.parameters():
            weight.uniform_(-0.1, 0.1)
    path = Path(__file__).parents[1] / "nn" / "check.safetensors"
    files.write(network, path, "src/training/check.py")
