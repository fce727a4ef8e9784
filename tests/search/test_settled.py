"""Positions that brute force over all worlds settles, and the searchers on them: `tests/data/settled_positions.txt`."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import information
import numpy as np
import pytest
from _pytest.mark import ParameterSet
from brute import (
    FOREVER,
    NEARLY,
    Clairvoyance,
    Force,
    Optimum,
    Trust,
    belief,
    leads,
    matrix_game,
    payoffs,
    range_of,
    solve_matrix,
)
from places import DATA

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.search.solve import solitaire
from dohyo.testing.chisquare import assert_fits

TABLE = DATA / "settled_positions.txt"


@dataclass
class Settled:
    """A paragraph of the table. best: the moves, each with its chance where these are told, else 0; plies: how far
    brute force looks."""

    title: str
    view: engine.View
    method: str
    plies: int
    best: dict[str, float]
    value: float
    misses: tuple[str, ...] = ()
    hard: tuple[str, ...] = ()


def read_table() -> Iterator[Settled]:
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    for filled, paragraph in groupby(lines, key=bool):
        if filled:
            title, *rows = paragraph
            yield read_paragraph(title, dict(row.partition(" ")[::2] for row in rows))


def read_paragraph(title: str, rows: dict[str, str]) -> Settled:
    position = engine.parse(rows["position"])
    view = position.view() if isinstance(position, engine.State) else position
    assert isinstance(view, engine.View)
    method, _, plies = rows["by"].partition(" ")
    best = dict.fromkeys(rows["best"].split(), 0.0)
    if method == "matrix":
        best = {move: float(Fraction(chance)) for move, _, chance in (part.partition(":") for part in best)}
    return Settled(
        title, view, method, int(plies or FOREVER), best, float(Fraction(rows["value"])),
        tuple(rows.get("misses", "").split()), tuple(rows.get("hard", "").split()),
    )


SETTLED = list(read_table())


def named(row: Settled) -> str:
    return f"{row.view.game.id}: {row.title}"


def compare(found: dict[str, float], row: Settled) -> None:
    """The moves with the greatest value are the best ones of the row, and that is their value."""
    most = max(found.values())
    assert most == pytest.approx(row.value)
    assert {move for move, value in found.items() if value > most - NEARLY} == set(row.best)


# --- brute force finds the rows -------------------------------------------------------------------------------------


def by_minimax(row: Settled) -> None:
    assert not row.view.game.kernel.hides
    compare(Clairvoyance().values(row.view), row)


def by_optimum(row: Settled) -> None:
    found = Optimum().values(row.view)
    compare(found, row)
    # Not to know is never better than to know.
    known = Clairvoyance().values(row.view)
    assert all(found[move] < known[move] + NEARLY for move in found)
    most = max(known.values())
    chosen = {move for move, value in known.items() if value > most - NEARLY}
    assert ("clairvoyance" in row.misses) == (not chosen & set(row.best))


def by_force(row: Settled) -> None:
    bounds = Force(row.plies).bounds(row.view)
    assert all(least < most + NEARLY for least, most in bounds.values())
    for move, (least, most) in bounds.items():
        if move in row.best:
            assert (least, most) == pytest.approx((row.value, row.value)), move
        else:
            assert most < row.value - NEARLY, move


def by_trust(row: Settled) -> None:
    assert row.value == 1
    compare(Trust().values(row.view), row)
    # What is not sure to win does not win in all worlds, not even if the seats knew them.
    known = Clairvoyance().values(row.view)
    assert all(known[move] < 1 - NEARLY for move in known if move not in row.best)


def by_lead(row: Settled) -> None:
    tables = payoffs(row.view)
    found = leads(tables)
    (best,) = row.best
    assert found[best] > 0.1
    assert range_of(tables, best) == pytest.approx((row.value, row.value))
    assert all(lead < 0 for move, lead in found.items() if move != best)


def by_matrix(row: Settled) -> None:
    value, strategy = matrix_game(row.view)
    assert value == pytest.approx(row.value)
    assert {move: chance for move, chance in strategy.items() if chance > NEARLY} == pytest.approx(row.best)


METHODS: dict[str, Callable[[Settled], None]] = {
    "minimax": by_minimax, "optimum": by_optimum, "force": by_force, "trust": by_trust, "lead": by_lead,
    "matrix": by_matrix,
}


@pytest.mark.parametrize("row", SETTLED, ids=named)
def test_brute_force_settles_it(row: Settled) -> None:
    METHODS[row.method](row)


@pytest.mark.parametrize("row", SETTLED, ids=named)
def test_what_the_rules_of_thumb_miss(row: Settled) -> None:
    searcher, chosen = search.make("greedy"), set()
    searcher.set_position(row.view)
    for seed in range(12):
        searcher.set("Seed", seed)
        chosen.add(searcher.search(search.Limits(nodes=500)).move)
    assert ("greedy" in row.misses) == (not chosen & set(row.best))


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_the_table_covers_every_game(game: engine.Game) -> None:
    rows = [row for row in SETTLED if row.view.game is game]
    assert len(rows) >= 10
    assert any("greedy" in row.misses for row in rows)
    assert any(not row.hard for row in rows)


# --- brute force itself ---------------------------------------------------------------------------------------------


SMALL = [row for row in SETTLED if row.view.game.kernel.hides and information.Layout(row.view).count() <= 60]


@pytest.mark.parametrize("row", SMALL, ids=named)
def test_beliefs_are_what_determinizations_are_drawn_from(row: Settled) -> None:
    chances = information.worlds(row.view)
    assert sum(chances.values()) == pytest.approx(1)
    stream = Random(3)
    counts = Counter(information.without_shuffle(row.view.determinize(stream)) for _ in range(40 * len(chances)))
    assert set(counts) <= set(chances)
    if len(chances) > 1:
        assert_fits([counts[world] for world in chances], list(chances.values()))


@pytest.mark.parametrize("row", [row for row in SMALL if row.method == "optimum"], ids=named)
def test_a_view_tells_all_that_its_seat_knows(row: Settled) -> None:
    """The worlds of each view that may come up after the best move are those that led to it, no more and no less: the
    values of these views, each with worlds of its own, make up the value of the move."""
    move, total = next(iter(row.best)), 0.0
    views: dict[engine.View, float] = defaultdict(float)
    for buffer, weight in belief(row.view):
        child = engine.State(row.view.game, buffer).play(move)
        if child.returns is not None:
            total += weight * child.returns[0]
        else:
            views[child.view()] += weight
    for view, weight in views.items():
        total += weight * max(Optimum().values(view).values())
    assert total == pytest.approx(row.value)


@pytest.mark.parametrize("row", [row for row in SMALL if row.view.game.seats == 1], ids=named)
def test_clairvoyance_agrees_with_the_solver(row: Settled) -> None:
    """Which finds in another way what can be won when everything is known."""
    clairvoyance = Clairvoyance()
    for buffer, _ in belief(row.view)[:20]:
        state = engine.State(row.view.game, buffer)
        assert clairvoyance.result(buffer, 0, common=False) == float(bool(solitaire.solve(state).winnable))


@pytest.mark.parametrize(("matrix", "value", "strategies"), [
    ([[0, 1], [1, 0]], 0.5, [[0.5, 0.5]]),
    # Rock, paper, scissors, where rock wins double: three equal expectations give 1/4, 1/2, 1/4.
    ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], 0, [[0.25, 0.5, 0.25]]),
    # A saddle point.
    ([[3, 1], [4, 2]], 2, [[0, 1]]),
    # The last row is worse than the mean of the others.
    ([[1, 0], [0, 1], [0.4, 0.4]], 0.5, [[0.5, 0.5, 0]]),
    # Two rows are as good as each other.
    ([[1, 1], [1, 1]], 1, [[1, 0], [0, 1]]),
    # More columns than rows.
    ([[1, 0, 0.6], [0, 1, 0.6]], 0.5, [[0.5, 0.5]]),
])
def test_small_matrix_games(matrix: list[list[float]], value: float, strategies: list[list[float]]) -> None:
    found, mixed = solve_matrix(np.array(matrix, dtype=float))
    assert found == pytest.approx(value)
    assert np.array(sorted(mixed)) == pytest.approx(np.array(sorted(strategies)))


# --- the searchers --------------------------------------------------------------------------------------------------


#: How far a value may be from the exact one.
TOLERANCE = 0.1
NODES = {"mcts": 50_000, "alphabeta": 400_000}
#: With the parameters that play best in limited time.
AS_IT_COMES = 100_000
#: What alphabeta misses then: a plan of three moves, of which it sees two in that many nodes.
TOO_DEEP = frozenset({"A seven by the two; the other seven would be worse."})


def thorough(name: str, game: engine.Game) -> dict[str, int | str]:
    """Parameters that leave nothing out, so that more nodes lead to what is right."""
    if name == "alphabeta":
        alone = game.seats == 1 or game.cooperative
        return {"WorldDepth": 0, "Candidates": 0, "BeamWidth": 0, "RacingMargin": 0, "EpimcDepth": 2 if alone else 1,
                "Redraws": 8}
    if game.simultaneous:
        return {"Nodes": "closed", "PlayoutPlies": 10_000}
    return {} if game.cooperative else {"Nodes": "closed"}


def rows_for(name: str, more: frozenset[str] = frozenset()) -> list[ParameterSet]:
    """The rows; a searcher fails at those that are hard for it, and at more, by title. Where it no longer does, the
    table is to change."""
    return [
        pytest.param(
            row, id=named(row),
            marks=[pytest.mark.xfail(strict=True)] if name in row.hard or row.title in more else [],
        )
        for row in SETTLED
    ]


def check(name: str, row: Settled, nodes: int, values: dict[str, int | str]) -> None:
    for seed in (1, 2):
        searcher = search.make(name, Seed=seed, **values)
        searcher.set_position(row.view)
        result = searcher.search(search.Limits(nodes=nodes, top=500))
        assert result.move in row.best
        (value,) = (ranked.value for ranked in result.ranked if ranked.move == result.move)
        assert value == pytest.approx(row.value, abs=TOLERANCE)


@pytest.mark.parametrize("row", rows_for("mcts"))
def test_mcts_chooses_what_is_best(row: Settled) -> None:
    check("mcts", row, NODES["mcts"], thorough("mcts", row.view.game))


@pytest.mark.parametrize("row", rows_for("alphabeta"))
def test_alphabeta_chooses_what_is_best(row: Settled) -> None:
    check("alphabeta", row, NODES["alphabeta"], thorough("alphabeta", row.view.game))


@pytest.mark.parametrize("row", rows_for("alphabeta", TOO_DEEP))
def test_alphabeta_chooses_it_as_it_comes(row: Settled) -> None:
    """What it leaves out at first it takes up later."""
    check("alphabeta", row, AS_IT_COMES, {})


@pytest.mark.parametrize(("name", "part"), [("mcts", 0.85), ("alphabeta", 0.97)])
def test_as_they_come_they_choose_it_nearly_always_in_little_time(name: str, part: float) -> None:
    right = 0
    for row in SETTLED:
        searcher = search.make(name, Seed=3)
        searcher.set_position(row.view)
        right += searcher.search(search.Limits(nodes=10_000)).move in row.best
    assert right / len(SETTLED) > part


def worth_knowing_all(row: Settled) -> dict[str, tuple[float, float]]:
    """The least and the most that each move may be worth when every world is played as if it were known."""
    if row.method == "force":
        return Force(row.plies).bounds(row.view)
    return {move: (value, value) for move, value in Clairvoyance().values(row.view).items()}


@pytest.mark.parametrize("row", [row for row in SETTLED if row.method in ("optimum", "force")], ids=named)
def test_a_beam_claims_nothing_for_sure_that_is_not(row: Settled) -> None:
    """A move whose value is exactly 0 or 1 loses or wins in all worlds, also where most moves are left out."""
    bounds, claims = worth_knowing_all(row), 0
    for width, nodes in itertools.product((1, 8), (20_000, 400_000)):
        searcher = search.make("alphabeta", Seed=1, BeamWidth=width, EpimcDepth=0, LeafPlayouts=1, WorldDepth=0,
                               RacingMargin=0)
        searcher.set_position(row.view)
        for ranked in searcher.search(search.Limits(nodes=nodes, top=500)).ranked:
            least, most = bounds[ranked.move]
            if ranked.estimated and ranked.value in (0, 1):
                claims += 1
                assert least - NEARLY < ranked.value < most + NEARLY, (width, nodes, ranked)
    # In the end such moves are found.
    assert claims or not any(least == most and least in (0, 1) for least, most in bounds.values())


@pytest.mark.parametrize("row", [row for row in SETTLED if row.method == "matrix"], ids=named)
def test_alphabeta_mixes_as_it_should(row: Settled) -> None:
    """Where several choices make up the optimal strategy, each has about its share."""
    searcher = search.make("alphabeta", Seed=1, **thorough("alphabeta", row.view.game))
    searcher.set_position(row.view)
    result = searcher.search(search.Limits(nodes=NODES["alphabeta"], top=9))
    shares = {ranked.move: ranked.share for ranked in result.ranked}
    assert {move: share for move, share in shares.items() if share > 0.01} == pytest.approx(row.best, abs=0.05)
