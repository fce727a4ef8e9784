"""From a clock to the time of a move: the numbers, what games say of their length, and moves without a choice."""

from __future__ import annotations

from statistics import mean
from typing import Any, ClassVar

import pytest

from dohyo import engine, search
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random as Stream
from dohyo.search.core.timing import MOST, MOST_OF_PERIOD, allot
from dohyo.search.players.baselines import Random

#: Games whose length is told, and rule options with which it is another.
TOLD = [
    ("rush-stones", {"size": "5"}), ("rush-stones", {"size": "9"}), ("rush-cards", {}), ("fifteen-rush", {}),
    ("fifteen-rush", {"deal": "anytime"}), ("club-fight", {"jokers": "1"}), ("club-fight", {"jokers": "2"}),
    ("club-fight-coop", {}), ("sumo", {}),
]
TOLD_IDS = [" ".join([name, *options.values()]) for name, options in TOLD]
#: Rule options that make games short.
BRIEF = {"rush-stones": {"size": "5"}}
PLAYING = [(kind, game) for game in engine.games() for kind in search.searchers() if kind.refusal(game) is None]


@pytest.mark.parametrize(("clock", "seconds"), [
    ((10.0, 0.0, None, 20.0), 0.5),          # an equal part for each decision
    ((10.0, 1.0, None, 20.0), 1.3),          # and most of the increment
    ((10.0, 0.0, 10, 20.0), 1.0),            # moves until more time comes
    ((10.0, 0.0, 40, 20.0), 0.5),            # of which the game has fewer
    ((10.0, 0.0, None, 1.0), 10 * MOST),     # there may be more than the game expects
    ((10.0, 0.0, None, 0.0), 10 * MOST),
    ((10.0, 0.0, 1, 20.0), 10 * MOST_OF_PERIOD),
    ((10.0, 0.0, 0, 20.0), 10 * MOST_OF_PERIOD),
    ((1.0, 60.0, None, 20.0), MOST),         # an increment comes too late for this move
    ((0.0, 5.0, None, 20.0), 0.0),
])
def test_a_clock_is_shared_among_decisions(clock: tuple[float, float, int | None, float], seconds: float) -> None:
    assert allot(*clock) == pytest.approx(seconds)


@pytest.mark.parametrize("expected", [1.0, 3.0, 25.0])
@pytest.mark.parametrize("played", [1, 10, 300])
def test_no_number_of_moves_uses_up_a_clock(expected: float, played: int) -> None:
    remaining = 1.0
    for _ in range(played):
        remaining -= allot(remaining, 0.0, None, expected)
    assert remaining > 0


def simple_move(buffer: Buffer, seat: int, stream: Stream) -> int:
    """A move of the game's policy, a random one where it has none."""
    return (buffer.policy_move if buffer.kernel.has_policy_move else buffer.random_move)(seat, stream)


def used(game: engine.Game, options: dict[str, str], seed: int) -> list[float]:
    """By seat, the part of a clock that a game by simple policies uses, if every allotted time is spent to the end."""
    buffer, stream = game.deal(seed, **options).buffer, Stream(seed)
    clocks = [1.0] * game.seats
    while buffer.to_move:
        seat = buffer.to_move[0]
        if len(buffer.moves(seat)) > 1:
            decisions = game.notation.decisions_left(buffer, seat + 1)
            assert decisions >= 1
            clocks[seat] -= allot(clocks[seat], 0.0, None, decisions)
        buffer.play(seat, simple_move(buffer, seat, stream))
    return [1 - clock for clock in clocks]


@pytest.mark.parametrize(("name", "options"), TOLD, ids=TOLD_IDS)
def test_what_games_say_of_their_length_uses_most_of_a_clock(name: str, options: dict[str, str]) -> None:
    parts = [part for seed in range(40) for part in used(engine.game(name), options, seed)]
    assert all(part < 1 for part in parts)
    assert mean(parts) > 0.6


class Noting(Random):
    """A searcher that keeps the seconds of its searches."""

    given: ClassVar[list[float | None]] = []

    def _search(self, view: engine.View, moves: tuple[int, ...], limits: search.Limits, listener: Any) -> search.Result:
        self.given.append(limits.seconds(view.seat, view.decisions_left))
        return super()._search(view, moves, limits, listener)


def test_a_search_divides_its_clock_by_what_the_game_says() -> None:
    for size in ("5", "19"):
        searcher = Noting()
        searcher.set_position(engine.game("rush-stones").deal(size=size).view())
        searcher.search(search.Limits(clocks=(search.Clock(10_000, 500), None), movestogo=30))
    small, large = Noting.given
    assert small == pytest.approx(10 / (0.4 * 25) + 0.4)
    assert large == pytest.approx(10 / 30 + 0.4)


@pytest.mark.parametrize(("kind", "game"), PLAYING, ids=[f"{kind.name}-{game.id}" for kind, game in PLAYING])
def test_a_move_without_an_alternative_costs_no_clock(kind: type[search.Searcher], game: engine.Game) -> None:
    view = forced(game)
    searcher = search.make(kind.name)
    searcher.set_position(view)
    clocks = (search.Clock(30_000),) * 2
    result = searcher.search(search.Limits(clocks=clocks))
    assert (result.move, result.nodes) == (view.moves()[0], 0)
    assert [(ranked.move, ranked.estimated) for ranked in result.ranked] == [(result.move, False)]
    for limits in (search.Limits(nodes=20), search.Limits(nodes=20, clocks=clocks),
                   search.Limits(clocks=(search.Clock(1_000),) * 2, searchmoves=(view.moves()[0],))):
        assert searcher.search(limits).nodes > 0


def forced(game: engine.Game) -> engine.View:
    """A view of a game by simple policies in which its seat has one legal move."""
    for seed in range(100):
        state = game.deal(seed, **BRIEF.get(game.id, {}))
        stream = Stream(seed)
        while not state.over:
            for seat in state.to_move:
                if len(state.moves(seat)) == 1:
                    return state.view(seat)
            state = state.play_code(simple_move(state.buffer, state.to_move[0] - 1, stream))
    raise AssertionError(f"no forced move in 100 games of {game.id}")
