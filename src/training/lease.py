"""All of a training on a machine with a GPU, in calls of some minutes. Run it with --help.

A call goes on where the last one ended, with what is in --work: `hexcoven samples` on all cores while the GPU learns a large
network from games against itself; then the large network labels the samples; then the networks that ship learn from them,
that for large boards also with more channels. After each call the networks, the logs and the large one's checkpoint, in parts,
are in --out. If the machine is another one the next time, put the parts into --work.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch

from learn import CHECKPOINT, NETWORK
from network import STONES, Network, Shape, every_third

HERE = Path(__file__).parent

# The parts of a checkpoint: how their names begin, and bytes of each.
PARTS, PART = "large-checkpoint", 15 << 20

# The layers of a network that ships, between the first and the last.
LAYERS = 12

# Seconds that a call keeps for copying its results.
RESERVE = 12


@dataclass(frozen=True)
class Student:
    """A network that ships, and the samples that it learns from."""

    name: str
    sizes: str
    # Minutes to label its samples, at most, and to learn from them. The samples that were not labelled are left out.
    label_minutes: float
    minutes: float
    options: tuple[str, ...] = ()
    # Its share of the threads that make samples, against the shares of the others.
    share: int = 1
    # Larger ones learn from the same samples: networks of so many channels, grown from the one that ships.
    larger: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scale:
    """How large everything is."""

    large_minutes: float
    large: tuple[str, ...]
    student: tuple[str, ...]
    samples: tuple[str, ...]
    students: tuple[Student, ...]
    # Shards that there must be before labels are made; a machine that came later makes them first.
    least_shards: int


FULL = Scale(
    large_minutes=10,
    large=("--channels=128", "--depth=8", "--sizes=11:36,8:12,13:14,15:8,9:8,6:4,7:6,10:4,14:6,19:2"),
    student=("--batch=768", "--rate=0.001", "--last-rate=0.00002", "--muon-ratio=7.5"),
    samples=("--expansions=600", "--least-work=1", "--search-probability=0.1"),
    students=(
        Student("large", "11,13,11,10,12,14,15", 2, 2.5, share=3, larger=(64,)),
        Student("medium", "9", 0.75, 1.25, ("--as-solver", "--proof-lengths")),
        Student("small", "8,7,6", 0.75, 1.25, ("--as-solver",)),
    ),
    least_shards=150,
)

# For a rehearsal without a GPU.
TINY = Scale(
    large_minutes=2,
    large=("--channels=32", "--depth=2", "--sizes=6", "--games=128", "--positions=1024", "--batch=128"),
    student=("--batch=64", "--rate=0.0005", "--last-rate=0.00002", "--muon-ratio=7.5"),
    samples=("--expansions=20", "--least-work=1", "--samples=200", "--search-probability=0.3"),
    students=(Student("small", "7,6", 0.5, 0.5, ("--as-solver",), larger=(64,)),),
    least_shards=4,
)


class Failed(SystemExit):
    """A program failed; others can go on."""


class Lease:
    """One call."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.work = args, args.work
        self.scale = TINY if args.tiny else FULL
        self.end = time.monotonic() + 60 * args.minutes - RESERVE
        self.work.mkdir(parents=True, exist_ok=True)
        args.out.mkdir(parents=True, exist_ok=True)
        self.sampling: list[subprocess.Popen[bytes]] = []

    def left(self) -> float:
        """Minutes that are left of this call."""
        return max(0.0, self.end - time.monotonic()) / 60

    def run(self) -> None:
        """All stages, as far as the time allows."""
        join(self.work, self.work / "large" / CHECKPOINT)
        try:
            if not (self.work / "large-done").exists():
                self.start_sampling()
                if not (self.work / "probed").exists():
                    probe()
                    (self.work / "probed").touch()
                # A program that cannot begin has ended by then.
                time.sleep(1)
                if not self.samples():
                    logs = [path.read_text() for path in self.work.glob("samples-*.log")]
                    raise SystemExit("\n".join(["hexcoven samples ended:", *logs]))
                self.learn("large", self.scale.large_minutes, *self.scale.large, *self.sample_options("samples"))
                while self.samples() and self.shards() < self.scale.least_shards and self.left() > 4:
                    time.sleep(1)
            self.stop_sampling()
            for student in self.scale.students if (self.work / "large-done").exists() else ():
                try:
                    self.distil(student)
                except Failed as failed:
                    print(f"== {failed}", flush=True)
        finally:
            self.stop_sampling()
            self.hand_over()

    def sample_options(self, kind: str) -> list[str]:
        """The folders of all samples."""
        return [f"--samples={self.work / f'{kind}-{student.name}'}" for student in self.scale.students]

    def start_sampling(self) -> None:
        """Starts `hexcoven samples`, which goes on where it was stopped."""
        threads = (os.cpu_count() or 1) - 1
        shares = sum(student.share for student in self.scale.students)
        for student in self.scale.students:
            some = max(1, threads * student.share // shares)
            out = self.work / f"samples-{student.name}"
            # The cores are for whoever learns first.
            command = ["nice", "-n", "10", str(self.args.hexcoven), "samples", f"--out={out}", f"--size={student.sizes}"]
            command += ["--shards=100000", f"--threads={some}", *self.scale.samples, *student.options]
            with open(self.work / f"samples-{student.name}.log", "ab") as log:
                self.sampling.append(subprocess.Popen(command, stdout=log, stderr=log))

    def samples(self) -> bool:
        """Whether all that make samples are at work."""
        return bool(self.sampling) and all(process.poll() is None for process in self.sampling)

    def shards(self) -> int:
        """How many shards there are."""
        return sum(1 for _ in self.work.glob("samples-*/*.safetensors"))

    def stop_sampling(self) -> None:
        """Ends it; unfinished shards are lost."""
        for process in self.sampling:
            process.send_signal(signal.SIGTERM)
        for process in self.sampling:
            process.wait()
        self.sampling.clear()

    def learn(self, name: str, minutes: float, *options: str) -> None:
        """Learns a network, and notes when it is done."""
        done = self.work / f"{name}-done"
        if done.exists() or self.left() < 0.1:
            return
        if self.args.last:
            # The rate falls to its end within this call; a half minute goes by until the program learns.
            minutes = min(minutes, self.learned(name) + max(0.1, self.left() - 0.5))
        print(f"== learns {name}, {self.left():.1f} minutes left", flush=True)
        command = [f"--out={self.work / name}", f"--minutes={minutes}", f"--stop-after={self.left():.3f}", *options]
        self.program("learn.py", command)
        # A call that is killed at its limit has handed over what was learned before.
        self.hand_over()
        if self.learned(name) >= minutes:
            done.touch()

    def learned(self, name: str) -> float:
        """For how many minutes a network has learned."""
        checkpoint = self.work / name / CHECKPOINT
        return torch.load(checkpoint, map_location="cpu")["elapsed"] / 60 if checkpoint.exists() else 0.0

    def distil(self, student: Student) -> None:
        """Labels the samples of a student. It learns from them, and so do larger ones."""
        labelled, done = (self.work / f"labelled-{student.name}{end}" for end in ("", "-done"))
        if not done.exists() and self.left() > 0.1:
            print(f"== labels for {student.name}, {self.left():.1f} minutes left", flush=True)
            teacher, samples = self.work / "large" / NETWORK, self.work / f"samples-{student.name}"
            minutes = min(self.left(), student.label_minutes)
            options = [f"--teacher={teacher}", f"--samples={samples}", f"--out={labelled}", f"--minutes={minutes:.3f}"]
            self.program("distil.py", options)
            # Otherwise the end of the call may have cut it short; the next one goes on.
            if self.left() > 0.1 and any(labelled.glob("*.safetensors")):
                done.touch()
        if not done.exists():
            return
        shipped = HERE.parent / "evaluation" / f"{student.name}.safetensors"
        self.learn_labels(f"student-{student.name}", student, shipped, labelled)
        for channels in student.larger:
            if self.left() > 0.1:
                self.learn_labels(f"student-{student.name}-{channels}", student, self.grown(shipped, channels), labelled)

    def learn_labels(self, name: str, student: Student, start: Path, labelled: Path) -> None:
        """Learns a network on from another, by labelled samples."""
        options = [f"--from={start}", f"--samples={labelled}", "--sample-share=1", *self.scale.student]
        self.learn(name, student.minutes, *options)

    def grown(self, network: Path, channels: int) -> Path:
        """A network with more channels that says the same."""
        path = self.work / f"{network.stem}-{channels}.safetensors"
        if not path.exists():
            self.program("grow.py", [str(path), str(network), str(channels), str(LAYERS)])
        return path

    def program(self, name: str, options: list[str]) -> None:
        """Runs a program beside this one; its output goes to the log and to the user. It ends with this one."""
        process = subprocess.Popen([sys.executable, str(HERE / name), *options], stdout=subprocess.PIPE, text=True)
        try:
            with open(self.work / "lease.log", "a") as log:
                for line in process.stdout or ():
                    print(line, end="", flush=True)
                    log.write(line)
            process.wait()
        finally:
            process.terminate()
            process.wait()
        if process.returncode != 0:
            raise Failed(f"{name} failed")

    def hand_over(self) -> None:
        """Copies the results to --out."""
        for path in self.work.glob(f"*/{NETWORK}"):
            shutil.copy(path, self.args.out / f"{path.parent.name}.safetensors")
        if (self.work / "lease.log").exists():
            shutil.copy(self.work / "lease.log", self.args.out / "lease.log")
        checkpoint = self.work / "large" / CHECKPOINT
        if checkpoint.exists():
            split(checkpoint, self.args.out)
        print(f"== {self.shards()} shards; results in {self.args.out}", flush=True)


def parts_in(folder: Path) -> list[Path]:
    """The parts of a checkpoint, in order."""
    return sorted(folder.glob(f"{PARTS}.*"), key=lambda path: int(path.suffix[1:]))


def split(checkpoint: Path, folder: Path) -> None:
    """Writes a checkpoint in parts, instead of those of an earlier call."""
    for part in parts_in(folder):
        part.unlink()
    content = checkpoint.read_bytes()
    for number, start in enumerate(range(0, len(content), PART)):
        (folder / f"{PARTS}.{number}").write_bytes(content[start : start + PART])


def join(folder: Path, checkpoint: Path) -> None:
    """Makes a checkpoint of its parts, on a machine that has nothing else."""
    parts = parts_in(folder)
    if parts and not checkpoint.exists():
        checkpoint.parent.mkdir(exist_ok=True)
        checkpoint.write_bytes(b"".join(part.read_bytes() for part in parts))


def probe() -> None:
    """Prints how many positions of 11x11 a second networks of some shapes evaluate and learn from."""
    if not torch.cuda.is_available():
        return
    boards = torch.rand(4096, STONES, 11, 11, device="cuda").round()
    for depth, channels in ((8, 96), (8, 128), (12, 128), (12, 192)):
        network = Network(Shape(depth, channels, STONES, pooled=every_third(depth))).cuda()
        speeds = []
        for learns in (False, True):
            torch.cuda.synchronize()
            for step in range(12):
                if step == 2:
                    torch.cuda.synchronize()
                    begun = time.monotonic()
                with torch.autocast("cuda", torch.bfloat16), torch.set_grad_enabled(learns):
                    log_odds = network(boards)[0]
                if learns:
                    log_odds.mean().backward()
            torch.cuda.synchronize()
            speeds.append(10 * len(boards) / (time.monotonic() - begun))
        print(f"{depth} pairs of {channels}: {speeds[0]:.0f} evaluated, {speeds[1]:.0f} learned from a second", flush=True)


def main() -> None:
    """One call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=9, help="time of this call")
    parser.add_argument("--out", type=Path, required=True, help="folder for the results of this call")
    parser.add_argument("--work", type=Path, default=Path("target/lease"), help="folder of the state between calls")
    parser.add_argument("--hexcoven", type=Path, default=Path("target/carried/hexcoven"), help="the engine")
    parser.add_argument("--last", action="store_true", help="no call follows: what is begun ends in this one")
    parser.add_argument("--tiny", action="store_true", help="a rehearsal at small scale, without a GPU")
    args = parser.parse_args()
    if not args.hexcoven.exists():
        parser.error(f"no engine at {args.hexcoven}: cargo build --release, and copy target/release/hexcoven there")
    if not args.tiny and not torch.cuda.is_available():
        parser.error("no GPU; --tiny is the rehearsal without one")
    args.hexcoven.chmod(0o755)
    subprocess.run([str(args.hexcoven), "--version"], check=True, timeout=20)
    # So that a call that is ended early ends its programs and hands over what there is.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    Lease(args).run()


if __name__ == "__main__":
    main()
