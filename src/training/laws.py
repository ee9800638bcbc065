"""Laws of the training program, each against something slower and plainer. Run it: it says which law is broken."""

from __future__ import annotations

import tempfile
from pathlib import Path

import torch
from torch import Tensor

import files
from games import LAMBDA, Evaluate, Games, legal, play, returns, seen_by_other
from grow import grown
from network import FEATURES, STONES, Network, Shape
from optimizer import orthogonalized
from samples import of_games

SIDE = 5


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
    large = grown(small, 64, 3)
    assert large.shape == Shape(3, 64, STONES, residual=False)
    boards = torch.rand(4, STONES, SIDE, SIDE).round()
    log_odds = large(boards)[0]
    assert torch.allclose(small(boards)[0], log_odds, atol=1e-5)
    log_odds.square().sum().backward()
    assert large.middle[1].weight.grad[:, 32:, :32].any() and large.last.weight.grad[:, 32:].any()


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
    games = play(evaluate_with(network), SIDE, 60, torch.device("cpu"))
    assert not legal(games.stones[0], torch.zeros(60, SIDE * SIDE)).isnan().any()
    games_follow_the_rules(games)
    returns_are_those_of_one_game_after_the_other(games)
    samples_have_labels_on_empty_cells(games, network)
    files_are_read_back()
    grown_networks_say_the_same()
    steps_are_orthogonal()
    print("all laws hold")


if __name__ == "__main__":
    main()
