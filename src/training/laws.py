"""Laws of the training program, each against something slower and plainer. Run it: it says which law is broken."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import numpy as np
import torch
from safetensors import safe_open
from safetensors.numpy import save_file
from torch import Tensor

import distil
import files
import grow
import learn
import lease
from games import LAMBDA, MOST_RANDOM, Evaluate, Games, _first_stones, legal, play, returns, seen_by_other
from network import FEATURES, STONES, Network, Shape
from optimizer import Optimizer, orthogonalized
from samples import Samples, of_games, read_shard, write_labels

SIDE = 5

CPU = torch.device("cpu")

SHIPPED = Path(__file__).parents[1] / "evaluation" / "large.safetensors"


def evaluate_with(network: Network) -> Evaluate:
    """The log-odds by a network."""

    def evaluate(stones: Tensor) -> Tensor:
        with torch.no_grad():
            return network(stones.float())[0].flatten(1)

    return evaluate


def joined_to_first_row(stones: Tensor) -> set[tuple[int, int]]:
    """The stones (rows, columns) that a chain joins to the first row, found one by one."""
    found = {(0, column) for column in range(SIDE) if stones[0, column]}
    open_ends = list(found)
    while open_ends:
        row, column = open_ends.pop()
        for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
            near = (row + down, column + right)
            if all(0 <= at < SIDE for at in near) and stones[near] and near not in found:
                found.add(near)
                open_ends.append(near)
    return found


def wins(stones: Tensor) -> bool:
    """Whether stones join the first row to the last."""
    return any(row == SIDE - 1 for row, _ in joined_to_first_row(stones))


def games_follow_the_rules(games: Games) -> None:
    """Moves are on empty cells, positions follow from moves, and the first chain between edges ends a game."""
    for game, length in enumerate(games.lengths.tolist()):
        for ply in range(length):
            own, other = games.stones[ply, game].clone()
            assert not wins(own) and not wins(other.T), "a game goes on after its end"
            row, column = divmod(int(games.moves[ply, game]), SIDE)
            assert not own[row, column] and not other[row, column], "a move on a stone"
            own[row, column] = True
            after = seen_by_other(torch.stack([own, other])[None])[0]
            assert torch.equal(after[0], other.T) and torch.equal(after[1], own.T)
            if ply + 1 < length:
                assert torch.equal(games.stones[ply + 1, game], after), "a position that does not follow"
        chain = {(row, column) for row, column in games.chains[game].nonzero().tolist()}
        assert wins(own) and chain == joined_to_first_row(own), "an end that is none"


def returns_are_those_of_one_game_after_the_other(games: Games) -> None:
    """λ-returns, by their definition."""
    targets = returns(games)
    for game, length in enumerate(games.lengths.tolist()):
        later = 0.0
        for ply in reversed(range(length)):
            assert abs(float(targets[ply, game]) - (1 - later)) < 1e-5
            seen, share = float(games.values[ply, game]), LAMBDA * bool(games.is_best[ply, game])
            later = (1 - share) * seen + share * (1 - later)


def samples_have_labels_on_empty_cells(games: Games, network: Network) -> None:
    """Targets are probabilities of moves; a half-turn turns everything."""
    samples = of_games(games, evaluate_with(network), 300)
    assert not (samples.planes.any(1) & (samples.weight > 0)).any(), "a label on a stone"
    assert ((samples.target >= 0) & (samples.target <= 1)).all()
    assert samples.weight.flatten(1).sum(1).min() >= 1
    turned = samples.half_turn()
    for before, after in ((samples.planes, turned.planes), (samples.target, turned.target), (samples.chain, turned.chain)):
        assert torch.equal(before, after.rot90(2, (-2, -1)))
    assert torch.equal(turned.next_move < 0, samples.next_move < 0)
    is_known = samples.next_move >= 0
    assert (samples.next_move + turned.next_move == SIDE * SIDE - 1)[is_known].all()
    later = samples.next_move
    taken = samples.planes.any(1).flatten(1).gather(1, later.clamp(min=0)[:, None])[:, 0]
    assert not (taken & (later >= 0)).any(), "the opponent's next move is on a stone"
    assert not (samples.chain[:, 0] & samples.chain[:, 1]).any(), "a cell in both players' chains"


def files_are_read_back() -> None:
    """A network that is written and read computes the same."""
    boards = torch.rand(3, FEATURES, 7, 7).round()
    shapes = (Shape(2, 32, FEATURES, pooled=(0,)), Shape(3, 32, STONES, pooled=(1,)), Shape(2, 32, FEATURES, residual=False))
    for shape in shapes:
        network = Network(shape)
        with torch.no_grad(), tempfile.TemporaryDirectory() as folder:
            for weight in network.parameters():
                weight.uniform_(-0.1, 0.1)
            path = Path(folder) / "network.safetensors"
            files.write(network, path, "a law", torch.float32)
            again = files.read(path)
            assert again.shape == shape
            assert torch.allclose(network(boards)[0], again(boards)[0], atol=1e-5)
            if shape.residual:
                assert torch.allclose(network(boards)[1], again(boards)[1], atol=1e-5)


def grown_networks_say_the_same() -> None:
    """A network with more channels and layers says what it said before, and its new weights learn."""
    small = Network(Shape(2, 32, STONES, residual=False))
    large = grow.grown(small, 64, 3)
    assert large.shape == Shape(3, 64, STONES, residual=False)
    boards = torch.rand(4, STONES, SIDE, SIDE).round()
    log_odds = large(boards)[0]
    assert torch.allclose(small(boards)[0], log_odds, atol=1e-5)
    log_odds.square().sum().backward()
    assert large.middle[1].weight.grad[:, 32:, :32].any() and large.last.weight.grad[:, 32:].any()


def uneven_stones_are_few() -> None:
    """A player has no more stones at the start of a game than the constant says, and too few to join two edges."""
    for side in (2, 3, 11, 19):
        most = _first_stones(side, 2000, CPU, None).flatten(2).sum(2).max()
        assert most == min(MOST_RANDOM, side // 2 - 1), (side, most)


def write_shard(path: Path, version: int) -> None:
    """A shard of three random samples, with this version of the features."""
    random = np.random.default_rng(1)
    number = lambda most, *shape: random.integers(0, most + 1, (3, *shape))
    board = (SIDE, SIDE)
    tensors = {
        "bits": number(31, *board).astype(np.uint8),
        "energy": number(4096, *board).astype(np.uint16),
        "conductance": number(4096).astype(np.uint16),
        "target": number(65535, *board).astype(np.uint16),
        "weight": number(64, *board).astype(np.uint8),
        "proved": number(1, *board).astype(np.uint8),
    }
    save_file(tensors, path, {files.ENTRY: json.dumps({"features": version, "provenance": "a law"})})


def metadata(path: Path) -> dict[str, str]:
    """What a file says of itself."""
    with safe_open(path, "np") as file:
        return file.metadata()


def labelled_shards_are_read_back() -> None:
    """A shard with other labels has these labels; all else is as it was. Another version of the features is refused."""
    with tempfile.TemporaryDirectory() as folder:
        source, path, later = (Path(folder) / name for name in ("source", "labelled", "later"))
        write_shard(source, files.FEATURES_VERSION)
        before = read_shard(source)
        target, weight = before.target.flip(0), before.weight.flip(0)
        write_labels(source, path, target, weight)
        after = read_shard(path)
        assert torch.equal(after.planes, before.planes)
        assert torch.equal(after.target, target) and torch.equal(after.weight, weight)
        assert torch.equal(after.proved, before.proved) and before.proved.any() and not before.proved.all()
        assert metadata(path) == metadata(source)
        write_shard(later, files.FEATURES_VERSION + 1)
        try:
            read_shard(later)
        except ValueError as error:
            assert "version" in str(error)
        else:
            raise AssertionError("a shard of other features")


def labels_of_a_large_network_keep_what_is_known() -> None:
    """What was proved stays as it is, and only moves have labels."""
    planes = torch.rand(40, FEATURES, SIDE, SIDE).round()
    planes[0, distil.MOVES] = 0
    # Moves are on empty cells.
    planes[:, distil.MOVES] *= 1 - planes[:, :STONES].amax(1)
    is_move = planes[:, distil.MOVES] > 0
    searched = is_move & (torch.rand(is_move.shape) < 0.5)
    found = torch.rand(is_move.shape)
    proved = searched & (torch.rand(is_move.shape) < 0.5)
    samples = Samples(planes, found * searched, 0.25 * searched, proved)
    network = Network(Shape(2, 32, STONES))
    for asks_after in (False, True):
        target, weight = distil.label(samples, distil.evaluator(network, CPU), asks_after)
        assert torch.equal(target[proved], found[proved]), "a proof that was forgotten"
        others = searched & ~proved
        assert not torch.isclose(target[others], found[others]).all(), "a search that was believed"
        assert torch.equal(weight > 0, is_move), "a label of what is no move, or a move without one"
        assert ((target >= 0) & (target <= 1)).all()


def training_goes_on_where_it_was_stopped() -> None:
    """After its state is written and read an optimizer takes the same step as without."""
    boards = torch.rand(8, STONES, SIDE, SIDE).round()

    def step(optimizer: Optimizer) -> None:
        optimizer.step((optimizer.network(boards)[0] - 1).square().mean(), 0.01)

    without, again = (Optimizer(Network(Shape(2, 32, STONES, pooled=(1,))), 15) for _ in range(2))
    for _ in range(3):
        step(without)
    file = io.BytesIO()
    torch.save(without.state(), file)
    file.seek(0)
    again.load(torch.load(file))
    for optimizer in (without, again):
        step(optimizer)
    assert again.steps == without.steps
    for name in ("network", "mean"):
        pairs = zip(getattr(without, name).parameters(), getattr(again, name).parameters())
        assert all(torch.equal(one, other) for one, other in pairs), name


def parts_make_the_same_checkpoint() -> None:
    """A checkpoint in more than ten parts is joined in their order, without parts of an earlier one."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(lease, "PART", 4):
        parts, checkpoint, again = (Path(folder) / name for name in ("parts", "checkpoint", "again"))
        parts.mkdir()
        for content in (bytes(range(100)), bytes(range(50))):
            checkpoint.write_bytes(content)
            lease.split(checkpoint, parts)
        lease.join(parts, again)
        assert again.read_bytes() == content


def programs_of_a_call_end_with_it() -> None:
    """A call that ends early leaves no program behind."""
    with tempfile.TemporaryDirectory() as folder:
        script, pid = Path(folder) / "waits.py", Path(folder) / "pid"
        script.write_text(f"import os, time\nopen({str(pid)!r}, 'w').write(str(os.getpid()))\nprint(flush=True)\ntime.sleep(20)")
        call = SimpleNamespace(work=Path(folder))
        ends = mock.patch.object(lease, "print", side_effect=SystemExit, create=True)
        with mock.patch.object(lease, "HERE", Path(folder)), ends, contextlib.suppress(SystemExit):
            lease.Lease.program(call, script.name, [])
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)
            raise AssertionError("a program that goes on")


def refusal(program: Callable[[], object], *words: str) -> str:
    """What a program says when it refuses these arguments; nothing if it does not."""
    said = io.StringIO()
    with mock.patch("sys.argv", ["program", *words]), contextlib.redirect_stderr(said):
        try:
            program()
        except SystemExit as end:
            return f"{said.getvalue()}{end}"
    return ""


def senseless_arguments_are_refused() -> None:
    """Arguments that learning or the engine would fail with later are refused at once."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"--out={folder}"
        assert not refusal(learn.arguments, out, "--sizes=2:3,13", "--batch=8", "--positions=8")
        for option in ("--sizes=1", "--sizes=11,0", "--sizes=11:0", "--batch=7", "--positions=1023"):
            assert option.split("=")[0] in refusal(learn.arguments, out, option), option
        grown = str(Path(folder) / "grown.safetensors")
        assert not refusal(grow.main, grown, str(SHIPPED), "64", "12")
        assert "48 channels" in refusal(grow.main, grown, str(SHIPPED), "48", "12")


def a_round_smaller_than_a_batch_ends_the_training() -> None:
    """It would learn nothing."""
    with tempfile.TemporaryDirectory() as folder:
        words = [f"--out={folder}", "--channels=32", "--depth=1", "--sizes=2", "--games=64", "--minutes=0.01", "--device=cpu"]
        said = refusal(lambda: learn.Training(learn.arguments()).run(), *words)
        assert "more --games or a smaller --batch" in said, said


def steps_are_orthogonal() -> None:
    """Muon's steps have singular values of about 1."""
    for rows, columns in ((70, 10), (10, 70)):
        steps = orthogonalized(torch.randn(3, rows, columns))
        assert steps.shape == (3, rows, columns)
        values = torch.linalg.svdvals(steps)
        assert 0.6 < values.min() and values.max() < 1.3, values


def main() -> None:
    """All laws."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    network = Network(Shape(2, 32, STONES, pooled=(1,)))
    with torch.no_grad():
        for weight in network.last.parameters():
            weight.mul_(4)
    games = play(evaluate_with(network), SIDE, 60, CPU)
    assert not legal(games.stones[0], torch.zeros(60, SIDE * SIDE)).isnan().any()
    games_follow_the_rules(games)
    returns_are_those_of_one_game_after_the_other(games)
    samples_have_labels_on_empty_cells(games, network)
    files_are_read_back()
    grown_networks_say_the_same()
    steps_are_orthogonal()
    uneven_stones_are_few()
    labelled_shards_are_read_back()
    labels_of_a_large_network_keep_what_is_known()
    training_goes_on_where_it_was_stopped()
    parts_make_the_same_checkpoint()
    programs_of_a_call_end_with_it()
    senseless_arguments_are_refused()
    a_round_smaller_than_a_batch_ends_the_training()
    print("all laws hold")


if __name__ == "__main__":
    main()
