"""`random_move` and `random_playout` of rush-stones draw uniformly: against exact chances, each other, and the
figures of the rules."""

from collections import Counter

import pytest
from models.rush_stones import RushStones

from dohyo import engine
from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_stones import KERNEL
from dohyo.cext.streams import Random
from dohyo.testing.chisquare import assert_fits, assert_same

NOBODY = 255

POSITIONS = [
    "rush-stones size=3",
    "rush-stones size=5 board=5/5/2w2/1w3/5 turn=w",
    "rush-stones size=3 board=wb1/b1b/wwb turn=b",
    # Most empty points are forbidden, so that draws miss often.
    "rush-stones size=5 board=b1b1b/1b1b1/b1b1b/1b1b1/1w3 turn=b",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_sample_is_uniform_over_the_legal_moves(text: str) -> None:
    buffer = engine.parse(text).buffer
    (seat,) = buffer.to_move
    stream, moves = Random(1), buffer.moves(seat)
    counts = Counter(buffer.random_move(seat, stream) for _ in range(20000))
    assert set(counts) == set(moves)
    if len(moves) > 1:
        assert_fits([counts[move] for move in moves], [1 / len(moves)] * len(moves))


def final_board(start: Buffer, stream: Random, *, fused: bool) -> bytes:
    """The owners of all points at the end of one random game, as `random_playout` gives them."""
    buffer = start.copy()
    if fused:
        return buffer.random_playout(stream)
    owner = bytearray([NOBODY] * len(buffer.copy().random_playout(Random(0))))
    while buffer.to_move:
        (seat,) = buffer.to_move
        move = buffer.random_move(seat, stream)
        buffer.play(seat, move)
        owner[move] = seat
    return bytes(owner)


@pytest.mark.parametrize("text", ["rush-stones size=3", POSITIONS[3]])
def test_rollout_has_the_distribution_of_sample_and_play(text: str) -> None:
    start, stream = engine.parse(text).buffer, Random(2)
    fused = Counter(final_board(start, stream, fused=True) for _ in range(20000))
    plain = Counter(final_board(start, stream, fused=False) for _ in range(20000))
    boards = sorted(fused | plain)
    assert_same([fused[board] for board in boards], [plain[board] for board in boards])


def exact_margins(size: int) -> dict[int, float]:
    """The chance of each final margin when both sides place uniformly at random, by adding up all games."""
    start = RushStones(size)
    layer: dict[tuple[frozenset[tuple[tuple[int, int], str]], str], float] = {(frozenset(), "b"): 1.0}
    for _ in range(size * size):
        following: dict[tuple[frozenset[tuple[tuple[int, int], str]], str], float] = {}
        for (stones, turn), chance in layer.items():
            start.board, start.turn = dict(stones), turn
            moves = start.moves()
            for move in moves:
                start.board, start.turn = dict(stones), turn
                start.play(move)
                key = frozenset(start.board.items()), start.turn
                following[key] = following.get(key, 0) + chance / len(moves)
        layer = following
    found: dict[int, float] = {}
    for (stones, _), chance in layer.items():
        margin = sum(1 if colour == "b" else -1 for _, colour in stones)
        found[margin] = found.get(margin, 0) + chance
    return found


def test_rollout_has_the_exact_margins_of_3x3() -> None:
    chances, start, stream = exact_margins(3), KERNEL.deal([3], 0), Random(3)
    counts: Counter[int] = Counter()
    for _ in range(20000):
        owner = start.copy().random_playout(stream)
        counts[owner.count(0) - owner.count(1)] += 1
    margins = sorted(chances | counts)
    assert_fits([counts[margin] for margin in margins], [chances.get(margin, 0.0) for margin in margins])


def test_rollout_reproduces_the_figures_of_9x9() -> None:
    """docs/rules/rush-stones.md: black wins about half, the mean margin is 10.2 stones."""
    start, stream, games = KERNEL.deal([9], 0), Random(4), 20000
    margins = []
    for _ in range(games):
        owner = start.copy().random_playout(stream)
        margins.append(owner.count(0) - owner.count(1))
    assert abs(sum(margin > 0 for margin in margins) / games - 0.5) < 0.02
    assert abs(sum(map(abs, margins)) / games - 10.2) < 0.3


def test_rollout_names_the_owner_of_each_point_it_fills() -> None:
    start, stream = engine.parse("rush-stones size=5 board=bw3/5/2w2/5/4b turn=w").buffer, Random(5)
    empty = set(start.record[0]["open"][:21].tolist())
    for _ in range(200):
        buffer = start.copy()
        owner = buffer.random_playout(stream)
        assert {code for code, seat in enumerate(owner) if seat != NOBODY} == empty
        assert buffer.to_move == ()
        assert buffer.result() == ((1, 0) if owner.count(0) + 2 > owner.count(1) + 2 else (0, 1))


def test_rollout_repeats_with_its_seed() -> None:
    start = KERNEL.deal([9], 0)
    assert start.copy().random_playout(Random(6)) == start.copy().random_playout(Random(6))
    assert start.copy().random_playout(Random(6)) != start.copy().random_playout(Random(7))
