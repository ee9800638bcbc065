"""Learns a network: from games against itself, from samples of the engine's searches, or from both. Run it with --help.

The same command again goes on where the last one was stopped. The result is network.safetensors in the folder of --out: the
running mean of the weights, written at every checkpoint.
"""

from __future__ import annotations

import argparse
import random
import signal
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import torch
import torch.nn.functional as F
from torch import Tensor

import files
from games import play
from network import CHANNEL_UNIT, FEATURES, MOVES_LEFT, NEXT_MOVE, OWN_CHAIN, STONES, Network, Shape, every_third
from optimizer import Optimizer
from samples import Samples, least_loss, of_games, read_shard

NETWORK, CHECKPOINT = "network.safetensors", "checkpoint.pt"

# Seconds between two checkpoints, and between two lines of progress.
SAVE_EVERY, SHOW_EVERY = 120.0, 10.0

# Learning rates of a new network, and of one that has learned before.
RATES = {"rate": (0.002, 0.0004), "last_rate": (0.00003, 0.00002), "muon_ratio": (15.0, 7.5)}

# The passes over the samples of a round of games: one when they come, the other with those of the next round.
PASSES = 2

# Boards that are evaluated at once.
CHUNK = 8192

# On a GPU the boards that are evaluated at once are filled up to a multiple of this.
GRAIN = 512

# The weight of each side target's loss.
SIDE_WEIGHT = 0.1

# A batch has samples of so many shards, if there are as many.
SHARDS_OF_BATCH = 8

# So many shards on boards of one size are joined.
MERGED = 32

# One of this many samples of a shard is held out.
HELD_OUT = 16


def arguments() -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint and the network")
    parser.add_argument("--from", dest="start", type=Path, help="network to begin with, instead of random weights")
    parser.add_argument("--minutes", type=float, default=60, help="time of the whole training; the learning rate falls over it")
    parser.add_argument("--stop-after", type=float, help="minutes after which this call stops; the same command then goes on")
    parser.add_argument("--channels", type=int, default=128, help="channels of a new network: a multiple of 32")
    parser.add_argument("--depth", type=int, default=8, help="residual blocks of a new network")
    parser.add_argument("--all-features", action="store_true", help="a new network sees all features, and learns from samples")
    parser.add_argument("--sizes", default="11", help="sides of the boards of games, with weights: 11:4,13:1,8:2")
    parser.add_argument("--games", type=int, default=4096, help="games at once, on 11x11; fewer on larger boards")
    parser.add_argument("--positions", type=int, default=65536, help="samples of a round of games")
    parser.add_argument("--samples", type=Path, action="append", default=[], help="folder with shards of `hexcoven samples`")
    parser.add_argument(
        "--sample-share",
        type=float,
        help="steps that learn from these for each that learns from games; 1: no games [1/9; 1 if the network sees all features]",
    )
    parser.add_argument("--batch", type=int, default=1024, help="samples of a step")
    parser.add_argument("--rate", type=float, help="first learning rate of Adam [0.002; 0.0004 with --from]")
    parser.add_argument("--last-rate", type=float, help="last learning rate [0.00003; 0.00002 with --from]")
    parser.add_argument("--muon-ratio", type=float, help="learning rate of Muon divided by Adam's [15; 7.5 with --from]")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name, (of_new, of_old) in RATES.items():
        if getattr(args, name) is None:
            setattr(args, name, of_old if args.start else of_new)
    if args.sample_share is not None and args.sample_share > 0 and not args.samples:
        parser.error("--sample-share needs --samples")
    if args.channels % CHANNEL_UNIT != 0:
        parser.error(f"--channels {args.channels}: the engine runs multiples of {CHANNEL_UNIT}")
    if args.batch < SHARDS_OF_BATCH:
        parser.error(f"--batch {args.batch}: at least {SHARDS_OF_BATCH}")
    if args.positions < args.batch and args.sample_share != 1:
        parser.error(f"--positions {args.positions}: at least as many as --batch, {args.batch}")
    try:
        args.sizes = [(int(side), float(weight or 1)) for side, _, weight in (s.partition(":") for s in args.sizes.split(","))]
    except ValueError:
        parser.error(f"--sizes {args.sizes}: write sides of boards, with weights, such as 11:4,13:1")
    if any(side < 2 or not weight > 0 for side, weight in args.sizes):
        parser.error("--sizes: boards have sides of 2 and more, and weights are greater than 0")
    return args


def first_network(args: argparse.Namespace) -> Network:
    """The network to begin with."""
    if args.start:
        return files.read(args.start)
    inputs = FEATURES if args.all_features else STONES
    return Network(Shape(args.depth, args.channels, inputs, pooled=every_third(args.depth)))


class Shards:
    """The samples of the engine's searches, by size of the board. New shards are read as they come."""

    def __init__(self, folders: list[Path], device: torch.device) -> None:
        self.folders, self.device = folders, device
        self.read: set[Path] = set()
        self.learned: dict[tuple[int, int], list[Samples]] = {}
        self.held_out: dict[tuple[int, int], list[Samples]] = {}

    def look(self) -> None:
        """Reads the shards that are new."""
        for folder in self.folders:
            for path in sorted(folder.glob("*.safetensors")):
                if path not in self.read:
                    self.read.add(path)
                    self._add(read_shard(path))
        for shards in self.learned.values():
            if len(shards) >= MERGED:
                shards[:] = [joined(shards, self.device)]

    def _add(self, samples: Samples) -> None:
        labelled = joined([samples.pick(samples.weight.flatten(1).any(1).nonzero()[:, 0])], self.device)
        if len(labelled) < 2:
            return
        held = torch.arange(len(labelled), device=self.device) % HELD_OUT == 0
        self.held_out.setdefault(samples.size, []).append(labelled.pick(held))
        self.learned.setdefault(samples.size, []).append(labelled.pick(~held))

    def batch(self, size: int) -> Samples:
        """Random samples of some shards of one size of board; sizes come by their numbers of samples."""
        sizes = list(self.learned)
        numbers = [sum(map(len, self.learned[board])) for board in sizes]
        (board,) = random.choices(sizes, numbers)
        shards = self.learned[board]
        some = random.choices(shards, [len(shard) for shard in shards], k=min(SHARDS_OF_BATCH, len(shards)))
        parts = [shard.pick(torch.randint(0, len(shard), (size // len(some),), device=self.device)) for shard in some]
        return joined(parts, self.device)

    def starts(self, side: int) -> Tensor | None:
        """Stones that games may begin with: those of some shards on boards of this side."""
        shards = self.learned.get((side, side))
        if not shards:
            return None
        some = [shard.planes for shard in random.choices(shards, [len(shard) for shard in shards], k=SHARDS_OF_BATCH)]
        few = [planes[torch.randint(0, len(planes), (512,), device=self.device), :STONES] > 0.5 for planes in some]
        return torch.cat(few)

    def held_out_loss(self, network: Network) -> str:
        """The loss above the least on the samples that are held out, by size of the board."""
        words = []
        for (columns, rows), batches in sorted(self.held_out.items()):
            with torch.no_grad(), autocast(self.device):
                excess = sum(float(loss_of(network, batch)[1]) * len(batch) for batch in batches)
            words.append(f"{columns}x{rows} {excess / sum(map(len, batches)):.4f}")
        return ", ".join(words)


def joined(parts: list[Samples], device: torch.device) -> Samples:
    """Several samples as one, on a device."""
    move = lambda name: torch.cat([getattr(part, name) for part in parts]).to(device, non_blocking=True)
    return Samples(planes=move("planes"), target=move("target"), weight=move("weight"))


def autocast(device: torch.device) -> torch.autocast:
    """Half precision on a GPU, and on a processor that has instructions for it."""
    cpu = torch.cpu.get_capabilities() if hasattr(torch.cpu, "get_capabilities") else {}
    halves = device.type == "cuda" or any(cpu.get(name, False) for name in ("avx512_bf16", "amx_bf16"))
    return torch.autocast(device.type, torch.bfloat16, enabled=halves)


def loss_of(network: Network, samples: Samples) -> tuple[Tensor, Tensor]:
    """The loss to learn by, and the loss of the moves above its least possible value, in nats a move."""
    log_odds, side = network(samples.planes.float())
    log_odds, side = log_odds.float(), side.float()
    losses = F.binary_cross_entropy_with_logits(log_odds, samples.target, reduction="none")
    weight = samples.weight / samples.weight.sum()
    loss = (weight * losses).sum()
    excess = (weight * (losses - least_loss(samples.target))).sum().detach()
    if samples.chain is not None:
        loss = loss + SIDE_WEIGHT * side_loss(side, samples)
    return loss, excess


def side_loss(side: Tensor, samples: Samples) -> Tensor:
    """The loss of the side targets, which are known of positions of games."""
    chain = side[:, OWN_CHAIN : OWN_CHAIN + 2]
    loss = F.binary_cross_entropy_with_logits(chain, samples.chain.to(chain.dtype))
    next_move = F.cross_entropy(side[:, NEXT_MOVE].flatten(1), samples.next_move, ignore_index=-1)
    moves_left = F.mse_loss(side[:, MOVES_LEFT].mean((1, 2)), samples.moves_left)
    return loss + next_move + moves_left


class Training:
    """A training: its state, and the loop."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.device = args, torch.device(args.device)
        torch.manual_seed(args.seed)
        random.seed(args.seed)
        args.out.mkdir(parents=True, exist_ok=True)
        network = first_network(args)
        sees_all = network.shape.inputs == FEATURES
        if args.sample_share is None:
            args.sample_share = (1.0 if sees_all else 1 / 9) if args.samples else 0.0
        if sees_all and args.sample_share < 1:
            raise SystemExit("games know stones alone: a network that sees all features learns from --samples")
        self.optimizer = Optimizer(network.to(self.device), args.muon_ratio)
        self.shards = Shards(args.samples, self.device)
        # The samples of the last rounds of games, the newest last.
        self.recent: deque[Samples] = deque(maxlen=PASSES)
        self.rounds, self.stopped = 0, False
        # Seconds of earlier calls, and when this one began.
        self.before, self.begun = 0.0, time.monotonic()
        self.losses: dict[str, float] = {}
        checkpoint = args.out / CHECKPOINT
        if checkpoint.exists():
            self._load(checkpoint)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    @property
    def elapsed(self) -> float:
        """Seconds of the training, over all calls."""
        return self.before + time.monotonic() - self.begun

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopped = True

    def _load(self, path: Path) -> None:
        # Adam's numbers of steps must stay on the processor: on a GPU each step would wait for them.
        state = torch.load(path, map_location="cpu")
        self.optimizer.load(state["optimizer"])
        self.before, self.rounds = state["elapsed"], state["rounds"]
        # Other games than before.
        torch.manual_seed(self.args.seed + self.optimizer.steps)
        random.seed(self.args.seed + self.optimizer.steps)
        print(f"goes on after {self.before:.0f} s, {self.optimizer.steps} steps", flush=True)

    def save(self) -> None:
        """Writes the checkpoint and the network."""
        state = {"optimizer": self.optimizer.state(), "elapsed": self.elapsed, "rounds": self.rounds}
        path = self.args.out / CHECKPOINT
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
        words = f"src/training/learn.py, {self.elapsed:.0f} s, {self.optimizer.steps} steps, {self.rounds} rounds of games"
        begun = f", from {self.args.start.name}" if self.args.start else ", from nothing"
        files.write(self.optimizer.mean, self.args.out / NETWORK, words + begun)

    def rate(self) -> float:
        """The learning rate: it rises for a fiftieth of the time and then falls by the same factor every second."""
        share = min(self.elapsed / (60 * self.args.minutes), 1.0)
        return self.args.rate * (self.args.last_rate / self.args.rate) ** share * min(1.0, 50 * share + 0.02)

    def evaluate(self, stones: Tensor) -> Tensor:
        """The log-odds of all cells by the running mean."""
        count = len(stones)
        if self.device.type == "cuda":
            # cuDNN plans a convolution anew for each number of boards: few numbers.
            stones = F.pad(stones, (0, 0, 0, 0, 0, 0, 0, -count % GRAIN))
        with torch.no_grad(), autocast(self.device):
            chunks = [self.optimizer.mean(chunk.float())[0] for chunk in stones.split(CHUNK)]
            return torch.cat(chunks)[:count].float().flatten(1)

    def play_round(self) -> None:
        """Plays games on boards of one size, for samples."""
        sides, weights = zip(*self.args.sizes)
        (side,) = random.choices(sides, weights)
        count = max(64, int(self.args.games * min(1.0, (11 / side) ** 4)))
        games = play(self.evaluate, side, count, self.device, self.shards.starts(side))
        samples = of_games(games, self.evaluate, self.args.positions)
        if len(samples) < self.args.batch:
            raise SystemExit(
                f"only {len(samples)} samples a round, and --batch is {self.args.batch}: more --games or a smaller --batch"
            )
        self.recent.append(samples)
        self.rounds += 1

    def batches(self) -> Iterator[tuple[str, Samples]]:
        """The batches of a round, each with the name of its origin."""
        if self.args.sample_share < 1:
            self.play_round()
            of_rounds = [samples.batches(self.args.batch) for samples in self.recent]
            for step, batch in enumerate(batch for batches in zip(*of_rounds) for batch in batches):
                # Those that were never learned from say how good the network is.
                new = (step + 1) % len(self.recent) == 0
                yield (f"games {batch.size[0]}x{batch.size[1]}" if new else ""), batch
                if self.shards.learned and random.random() < self.args.sample_share:
                    yield "samples", self.shards.batch(self.args.batch)
        else:
            for _ in range(64):
                yield "samples", self.shards.batch(self.args.batch)

    def step(self, name: str, batch: Samples) -> None:
        """One step of the optimizers."""
        batch = batch.half_turn() if random.random() < 0.5 else batch
        with autocast(self.device):
            loss, excess = loss_of(self.optimizer.network, batch)
        self.optimizer.step(loss, self.rate())
        if name and self.optimizer.steps % 8 == 0:
            before = self.losses.get(name, float(excess))
            self.losses[name] = before + 0.1 * (float(excess) - before)

    def show(self) -> None:
        """A line of progress."""
        losses = ", ".join(f"{name} {loss:.4f}" for name, loss in sorted(self.losses.items()))
        print(
            f"{self.elapsed:6.0f} s, {self.optimizer.steps} steps, {self.rounds} rounds, rate {self.rate():.6f}: {losses}",
            flush=True,
        )

    def run(self) -> None:
        """Learns until the time is over or a signal comes."""
        began = self.begun
        self.shards.look()
        if self.args.sample_share >= 1 and not self.shards.learned:
            raise SystemExit(f"no samples in {self.args.samples[0]}: make them with `hexcoven samples`")
        if self.shards.held_out:
            print(f"held out: {self.shards.held_out_loss(self.optimizer.mean)}", flush=True)
        self.begun = shown = saved = now = time.monotonic()
        total = 60 * self.args.minutes
        # Reading the samples takes time of this call, but it is not learning.
        limit = min(total, self.before + 60 * (self.args.stop_after or self.args.minutes) - (now - began))
        while self.elapsed < limit and not self.stopped:
            self.shards.look()
            for name, batch in self.batches():
                self.step(name, batch)
                now = time.monotonic()
                if now > shown + SHOW_EVERY:
                    self.show()
                    shown = now
                if now > saved + SAVE_EVERY:
                    self.save()
                    saved = now
                if self.stopped or self.elapsed >= limit:
                    break
        if now > shown:
            self.show()
        self.save()
        if self.shards.held_out:
            print(f"held out: {self.shards.held_out_loss(self.optimizer.mean)}", flush=True)


if __name__ == "__main__":
    torch.set_float32_matmul_precision("high")
    args = arguments()
    if torch.device(args.device).type == "cuda":
        # The cores make samples: a second thread would wait for one of them.
        torch.set_num_threads(1)
    Training(args).run()
