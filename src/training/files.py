"""Network files, as the engine reads them (`src/nn/file.rs`): safetensors with one JSON entry of metadata.

A network of stones alone is written with weights of 0 for the other features. The file of a residual network also has the
weights of its side targets, so that training can go on from it. Each file carries an input and the log-odds that PyTorch
computes for it, so that a test of the engine can compare.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor

from network import FEATURES, KERNEL, STONES, Network, Shape

# The version of the features: `FEATURES_VERSION` of the engine.
FEATURES_VERSION = 1

ENTRY = "hexcoven"


def write(network: Network, path: Path, provenance: str, dtype: torch.dtype = torch.float16) -> None:
    """Writes a network at once: there is never half a file."""
    shape = network.shape
    if shape.residual:
        architecture = f"residual hexagonal convolutions: {FEATURES} inputs, {shape.depth} pairs of {shape.channels} channels"
    else:
        architecture = f"hexagonal convolutions: {FEATURES} inputs, 1 + {shape.depth} + 1 layers of {shape.channels} channels"
    names = _engine_names(shape)
    tensors = {names[name]: tensor for name, tensor in network.state_dict().items() if name in names}
    first = tensors[names["first.weight"]]
    missing = FEATURES - first.shape[1]
    tensors[names["first.weight"]] = torch.nn.functional.pad(first, (0, 0, 0, missing))
    if not shape.residual:
        last, bias = names["last.weight"], names["last.bias"]
        tensors[last] = tensors[last].permute(0, 2, 1)
        # The engine adds up the lanes of this bias.
        tensors[bias] = torch.nn.functional.pad(tensors[bias], (0, shape.channels - 1))
    tensors |= _check(network, dtype)
    entry = {"architecture": architecture, "features": FEATURES_VERSION, "provenance": provenance}
    new = path.with_suffix(".new")
    of_check = lambda name: torch.float32 if name.startswith("check.") else dtype
    tensors = {name: tensor.detach().to("cpu", of_check(name)).contiguous() for name, tensor in tensors.items()}
    save_file(tensors, new, {ENTRY: json.dumps(entry)})
    new.chmod(0o644)
    new.replace(path)


def _check(network: Network, dtype: torch.dtype) -> dict[str, Tensor]:
    """An input without its border (channels, rows, columns), and the log-odds of its cells."""
    random = torch.Generator().manual_seed(1)
    planes = torch.rand(1, FEATURES, 6, 5, generator=random)
    planes[:, :5] = planes[:, :5].round()
    written = copy.deepcopy(network).to("cpu", dtype).float()
    with torch.no_grad():
        return {"check.input": planes[0], "check.log_odds": written(planes)[0][0]}


def read(path: Path) -> Network:
    """Reads a network that this program or an earlier version of the engine wrote."""
    with safe_open(path, "pt") as file:
        check_features(path, file.metadata())
        tensors = {name: file.get_tensor(name).float() for name in file.keys()}
    shape = _shape(tensors)
    network = Network(shape)
    names = _engine_names(shape)
    state = {name: tensors[names[name]] for name in network.state_dict() if names.get(name) in tensors}
    state["first.weight"] = state["first.weight"][:, : shape.inputs]
    if not shape.residual:
        state["last.weight"] = state["last.weight"].permute(0, 2, 1)
        state["last.bias"] = state["last.bias"].sum(0, keepdim=True)
    missing = [name for name in network.load_state_dict(state, strict=False).missing_keys]
    if any(not name.startswith("side.") for name in missing):
        raise ValueError(f"{path}: it lacks {missing}")
    return network


def check_features(path: Path, metadata: dict[str, str] | None) -> None:
    """Refuses a file, a network or a shard, of another version of the features."""
    version = json.loads((metadata or {}).get(ENTRY, "{}")).get("features")
    if version != FEATURES_VERSION:
        raise ValueError(f"{path}: version {version or 'unknown'} of the features, where {FEATURES_VERSION} is needed")


def _shape(tensors: dict[str, Tensor]) -> Shape:
    """The shape of the network with these tensors."""
    residual = "first.weight" in tensors
    first = tensors["first.weight" if residual else "layer.0.weight"]
    stones_alone = not first[:, STONES:].any()
    if residual:
        depth = sum(name.endswith(".a.weight") for name in tensors)
    else:
        depth = sum(name.startswith("layer.") and name.endswith(".weight") for name in tensors) - 2
    pooled = tuple(i for i in range(depth) if f"pair.{i}.pool.weight" in tensors)
    inputs = STONES if stones_alone else FEATURES
    assert first.shape[0] == KERNEL
    return Shape(depth, first.shape[2], inputs, residual, pooled)


def _engine_names(shape: Shape) -> dict[str, str]:
    """The names in files of the names in this program. Files of plain networks lack the side targets."""
    parts = ("weight", "bias")
    if not shape.residual:
        middle = {f"middle.{i}.{part}": f"layer.{i + 1}.{part}" for i in range(shape.depth) for part in parts}
        ends = {f"{end}.{part}": f"layer.{i}.{part}" for end, i in (("first", 0), ("last", shape.depth + 1)) for part in parts}
        return middle | ends
    names = {f"{end}.{part}": f"{end}.{part}" for end in ("first", "last", "side") for part in parts}
    for i in range(shape.depth):
        names |= {f"middle.{i}.{conv}.{part}": f"pair.{i}.{conv}.{part}" for conv in "ab" for part in parts}
        if i in shape.pooled:
            names[f"middle.{i}.pool.weight"] = f"pair.{i}.pool.weight"
    return names
