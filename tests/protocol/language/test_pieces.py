"""The pure pieces of the loop: scores, limits, queries, and the cutting of lines."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dohyo import engine
from dohyo.engine import UsageError
from dohyo.protocol.language.lines import MAX_LINE, LineSplitter
from dohyo.protocol.language.messages import Dialect
from dohyo.protocol.language.scores import MAX_CP, Score
from dohyo.protocol.server.go_limits import DEEPEST, limits_of
from dohyo.protocol.server.queries import answer
from dohyo.search import Clock, Limits

UGI, UCI = Dialect.UGI, Dialect.UCI


@pytest.mark.parametrize(
    ("chance", "dialect", "text"),
    [
        (0.5, UGI, "win 500"),
        (0.0, UGI, "win 0"),
        (0.1234, UGI, "win 123"),
        (1.0, UGI, "win 1000"),
        (0.5, UCI, "cp 0"),
        (10 / 11, UCI, "cp 400"),  # odds of ten to one
        (1 / 101, UCI, "cp -800"),
        (1.0, UCI, "cp 10000"),
        (0.0, UCI, "cp -10000"),
    ],
)
def test_scores(chance: float, dialect: Dialect, text: str) -> None:
    score = Score.of(chance, dialect)
    assert str(score) == text
    assert score.chance == pytest.approx(chance, abs=0.001)


def test_scores_of_foreign_engines() -> None:
    assert Score("mate", 3).chance == 1
    assert Score("mate", -3).chance == 0
    assert Score("mate", 0).chance == 0
    assert Score("win", 4000).chance == 1
    assert Score("cp", 10**17).chance == pytest.approx(1)
    assert Score("cp", -(10**17)).chance == pytest.approx(0)


@given(st.floats(0, 1), st.sampled_from(Dialect))
def test_scores_stay_in_range(chance: float, dialect: Dialect) -> None:
    score = Score.of(chance, dialect)
    assert abs(score.value) <= MAX_CP
    assert math.isclose(score.chance, chance, abs_tol=0.005)


def limits(go: Limits, seat: int = 1, *, overhead: int = 10, top: int = 1, decisions: float = 25) -> Limits:
    return limits_of(go, seat, overhead=overhead, top=top, decisions=decisions)


def test_limits() -> None:
    assert limits(Limits(nodes=5, depth=2, movetime=100), top=3) == Limits(nodes=5, depth=2, movetime=90, top=3)
    go = Limits(clocks=(Clock(1000, 30), Clock(2000)), movestogo=7)
    assert limits(go) == Limits(clocks=(Clock(930, 30), None), movestogo=7)
    assert limits(go, 2, overhead=0) == Limits(clocks=(None, Clock(2000)), movestogo=7)
    assert limits(Limits(clocks=(Clock(0), None))).clock(1) == Clock(1)
    assert limits(Limits()).infinite
    assert limits(Limits(searchmoves=("a1",))).infinite
    assert limits(Limits(infinite=True, nodes=5)).infinite
    assert limits(Limits(depth=10**9)).depth == DEEPEST
    assert limits(Limits(nodes=5, clocks=(Clock(5), None)), 2) == Limits(nodes=5)
    with pytest.raises(UsageError, match="seat 2 is to move and p2time is not given"):
        limits(Limits(clocks=(Clock(5), None)), 2)


@pytest.mark.parametrize(("time", "overhead", "left"), [
    (500, 10, 490), (40, 10, 30), (20, 10, 15), (5, 10, 3.75), (1, 10, 1), (0, 10, 1), (2000, 1000, 1500), (5, 0, 5),
])
def test_of_a_move_no_more_than_a_quarter_is_kept_back(time: int, overhead: int, left: float) -> None:
    assert limits(Limits(movetime=time), overhead=overhead).movetime == pytest.approx(left)


@pytest.mark.parametrize(("time", "decisions", "moves", "left"), [
    (10_000, 25, None, 9750),   # for each decision
    (10_000, 25, 4, 9960),      # until more time comes
    (10_000, 3, 40, 9970),
    (10_000, 0.5, None, 9990),
    (500, 25, None, 375),       # a quarter at most
    (20, 1, None, 15),
])
def test_of_a_clock_so_much_is_kept_back_for_each_move(
    time: int, decisions: float, moves: int | None, left: float
) -> None:
    clock = limits(Limits(clocks=(Clock(time), None), movestogo=moves), decisions=decisions).clock(1)
    assert clock is not None
    assert clock.remaining == pytest.approx(left)


def test_queries_of_a_view_are_those_of_its_seat() -> None:
    view = engine.parse("rush-stones size=3 turn=w").view(1)  # type: ignore[union-attr]
    assert answer(view, "legal") == "none"
    assert answer(view, "turn") == "2"
    with pytest.raises(UsageError, match="unknown query 'x'"):
        answer(view, "x")


@given(st.lists(st.binary(max_size=20)), st.integers(1, 7))
def test_lines_are_cut_the_same_whatever_the_pieces(lines: list[bytes], size: int) -> None:
    data = b"\n".join(lines)
    texts = [line.removesuffix(b"\r").decode("utf-8", "replace") for line in data.split(b"\n")]
    whole, pieces = LineSplitter(), LineSplitter()
    expected = whole.feed(data) + whole.finish()
    cut = [line for start in range(0, len(data), size) for line in pieces.feed(data[start : start + size])]
    assert cut + pieces.finish() == expected
    assert expected == (texts if data and not data.endswith(b"\n") else texts[:-1])


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_longest_line(end: bytes) -> None:
    splitter = LineSplitter()
    fits = b"x" * MAX_LINE
    assert splitter.feed(fits + end + fits + b"x" + end + b"next" + end) == [fits.decode(), None, "next"]
    assert splitter.feed(fits * 3) == []
    assert splitter.finish() == [None]
    assert splitter.finish() == []
