"""The optimizers: Muon for the matrices between the first layer and the last, Adam for the rest; and the running mean
of the weights, which is the result of training."""

from __future__ import annotations

import copy
from collections import defaultdict
from typing import Any

import torch
from torch import Tensor, nn

from network import Network

# The decay of Muon's running mean of gradients at a step: Nesterov momentum.
MOMENTUM = 0.95

# Gradients of a greater Euclidean norm are scaled down to this norm before Adam's step.
MAX_NORM = 1.0

# The steps over which the running mean of the weights extends.
MEAN_STEPS = 300


def orthogonalized(matrices: Tensor) -> Tensor:
    """The orthogonal matrices nearest to matrices (number, rows, columns), approximately: five Newton-Schulz iterations with
    Jordan's coefficients bring all singular values to about 0.7 to 1.2."""
    x = matrices / (matrices.norm(dim=(1, 2), keepdim=True) + 1e-7)
    tall = x.shape[1] > x.shape[2]
    x = (x if tall else x.mT).to(torch.bfloat16 if x.is_cuda else torch.float32)
    for _ in range(5):
        square = x.mT @ x
        x = 3.4445 * x + x @ (-4.7750 * square + 2.0315 * square @ square)
    return (x if tall else x.mT).to(matrices.dtype)


class Muon:
    """Muon (K. Jordan and others, 2024, https://kellerjordan.github.io/posts/muon/). The weights of a layer are a
    matrix with a row for each input at each offset of the kernel; all singular values of its step are about 1."""

    def __init__(self, weights: list[nn.Parameter]) -> None:
        self.weights = weights
        self.means = [torch.zeros_like(weight) for weight in weights]

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """Takes a step against the gradients. Weights of one shape are orthogonalized together."""
        by_shape: dict[torch.Size, list[int]] = defaultdict(list)
        for i, weight in enumerate(self.weights):
            by_shape[weight.shape].append(i)
        for shape, indices in by_shape.items():
            ahead = []
            for i in indices:
                gradient, mean = self.weights[i].grad, self.means[i]
                mean.lerp_(gradient, 1 - MOMENTUM)
                ahead.append(gradient.lerp(mean, MOMENTUM).reshape(-1, shape[-1]))
            for i, step in zip(indices, orthogonalized(torch.stack(ahead))):
                self.weights[i].sub_(step.view(shape), alpha=rate)


class Optimizer:
    """A network, the running mean of its weights, and both optimizers. The rate is Adam's."""

    def __init__(self, network: Network, muon_ratio: float) -> None:
        self.network, self.mean = network, copy.deepcopy(network).requires_grad_(False)
        matrices = [weight for name, weight in network.named_parameters() if _is_matrix(name)]
        others = [weight for name, weight in network.named_parameters() if not _is_matrix(name)]
        self.muon = Muon(matrices)
        self.adam = torch.optim.Adam(others, betas=(0.9, 0.999))
        self.others = others
        self.muon_ratio = muon_ratio
        self.steps = 0

    def step(self, loss: Tensor, rate: float) -> None:
        """Takes a step against the gradient of this loss, and updates the running mean."""
        self.network.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.others, MAX_NORM)
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        self.muon.step(self.muon_ratio * rate)
        self.steps += 1
        share = 1 / min(self.steps, MEAN_STEPS)
        with torch.no_grad():
            means, weights = list(self.mean.parameters()), list(self.network.parameters())
            torch._foreach_lerp_(means, weights, share)

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "muon": self.muon.means,
            "adam": self.adam.state_dict(),
            "steps": self.steps,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Goes on from a state."""
        self.network.load_state_dict(state["network"])
        self.mean.load_state_dict(state["mean"])
        for mean, loaded in zip(self.muon.means, state["muon"]):
            mean.copy_(loaded)
        self.adam.load_state_dict(state["adam"])
        self.steps = state["steps"]


def _is_matrix(name: str) -> bool:
    """Whether Muon updates the parameter of this name."""
    return name.startswith("middle.") and name.endswith("weight")
