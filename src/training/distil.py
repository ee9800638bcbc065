"""Labels the shards of `hexcoven samples` by what a large network thinks, for a small one to learn from. Run it with --help.

Shards that are labelled already are kept: the same command goes on where the last one was stopped.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from torch import Tensor

import files
from games import Evaluate
from learn import CHUNK, autocast
from network import STONES, Network
from samples import AFTER_SHARE, Samples, after_moves, read_shard, write_labels

# The channel of the moves worth searching; only they have log-odds.
MOVES = 4

# Of so many of a position's best moves the large network is also asked what it thinks after them: a move's odds and its best
# reply's must agree.
BEST = 6

# The weight of the label of any other move. That of the best, and of moves that were searched, is 1.
OTHER_WEIGHT = 0.25

# The share of what a search found in the label of a move that it searched. What it proved stays as it is.
SEARCHED_SHARE = 1 / 3


def evaluator(network: Network, device: torch.device) -> Evaluate:
    """The log-odds of all cells by a network: the mean of those of a board and of the board after a half-turn."""

    def evaluate(planes: Tensor) -> Tensor:
        with torch.no_grad(), autocast(device):
            parts = [(network(p.float())[0], network(p.float().flip(-2, -1))[0]) for p in planes.split(CHUNK)]
            return torch.cat([(here + turned.flip(-2, -1)) / 2 for here, turned in parts]).float().flatten(1)

    return evaluate


def label(samples: Samples, evaluate: Evaluate, asks_after: bool) -> tuple[Tensor, Tensor]:
    """The targets and the weights of all moves of samples."""
    shape = samples.target.shape
    is_move = samples.planes[:, MOVES].flatten(1) > 0.5
    log_odds = evaluate(samples.planes).masked_fill(~is_move, -torch.inf)
    target = log_odds.sigmoid()
    weight = OTHER_WEIGHT * is_move.float()
    best = log_odds.topk(min(BEST, log_odds.shape[1]), 1).indices
    stones = samples.planes[:, :STONES] > 0.5
    for moves in best.T if asks_after else []:
        exists = is_move.gather(1, moves[:, None])
        here = target.gather(1, moves[:, None])
        after = after_moves(stones, moves, evaluate)[:, None]
        mixed = torch.where(exists, AFTER_SHARE * after + (1 - AFTER_SHARE) * here, here)
        target.scatter_(1, moves[:, None], mixed)
    weight.scatter_(1, best, is_move.gather(1, best).float())
    searched, found = samples.weight.flatten(1) > 0, samples.target.flatten(1)
    proved = searched & samples.proved.flatten(1)
    mixed = SEARCHED_SHARE * found + (1 - SEARCHED_SHARE) * target
    target = torch.where(proved, found, torch.where(searched, mixed, target))
    weight = torch.where(searched, 1.0, weight)
    return target.view(shape), weight.view(shape)


def on(samples: Samples, device: torch.device) -> Samples:
    """The samples on a device."""
    moved = {name: getattr(samples, name).to(device) for name in ("planes", "target", "weight", "proved")}
    return Samples(**moved)


def main() -> None:
    """Labels all shards of a folder, as far as the time allows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=Path, required=True, help="the large network")
    parser.add_argument("--samples", type=Path, required=True, help="folder with shards of `hexcoven samples`")
    parser.add_argument("--out", type=Path, required=True, help="folder for the labelled shards")
    parser.add_argument("--minutes", type=float, default=600, help="the most time")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    end = time.monotonic() + 60 * args.minutes
    device = torch.device(args.device)
    teacher = files.read(args.teacher).to(device)
    args.out.mkdir(parents=True, exist_ok=True)
    count = 0
    # In the order of their numbers: if the time is short, every size of board loses about the same share.
    for path in sorted(args.samples.glob("*.safetensors"), key=lambda path: path.stem.rpartition("-")[2]):
        if not (args.out / path.name).exists() and time.monotonic() < end:
            samples = on(read_shard(path), device)
            target, weight = label(samples, evaluator(teacher, device), teacher.shape.inputs == STONES)
            write_labels(path, args.out / path.name, target.cpu(), weight.cpu())
            count += len(samples)
    print(f"{count} samples labelled", flush=True)


if __name__ == "__main__":
    main()
