"""The order op of the games that hide something: it looks only at what the seat knows, and foretells evaluations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from dohyo import engine
from dohyo.cext.streams import Random
from dohyo.testing import battery

GAMES = ["club-fight", "club-fight-coop", "fifteen-rush"]
every_variant = pytest.mark.parametrize(
    ("name", "options"), [(name, options) for name in GAMES for options in battery.variants(engine.game(name))]
)
#: What `evaluate` says at least of a game that is won.
WIN = 1_000_000


def choices(name: str, options: dict[str, str], games: int) -> Iterator[engine.State]:
    """The positions of games, half of the moves random and half greedy, in which there is a choice."""
    stream = Random(1)
    for seed in range(games):
        state = engine.game(name).deal(seed, **options)
        while not state.over:
            (seat,) = state.to_move
            buffer = state.buffer
            if len(buffer.moves(seat - 1)) > 1:
                yield state
            draw = buffer.policy_move if stream.below(2) else buffer.random_move
            state = state.play_code(draw(seat - 1, stream), seat)


@every_variant
def test_states_that_the_seat_cannot_tell_apart_have_equal_scores(name: str, options: dict[str, str]) -> None:
    stream = Random(2)
    for state in choices(name, options, 12):
        view, (seat,) = state.view(), state.to_move
        moves = state.buffer.moves(seat - 1)
        scores = state.buffer.order(seat - 1, moves)
        assert view.buffer.order(seat - 1, moves) == scores
        assert view.determinize(stream).buffer.order(seat - 1, moves) == scores
        # Each move's score is its own.
        assert state.buffer.order(seat - 1, moves[::-2]) == scores[::-2]


def correlation(name: str, options: dict[str, str]) -> float:
    """Between the scores and the mean evaluation after the moves, over some worlds, within positions."""
    stream = Random(3)
    scores: list[float] = []
    values: list[float] = []
    for state in choices(name, options, 20):
        (seat,) = state.to_move
        moves = state.buffer.moves(seat - 1)
        foretold = np.array(state.buffer.order(seat - 1, moves), float)
        found = np.zeros(len(moves))
        for _ in range(5):
            world = state.view().determinize(stream).buffer
            for place, move in enumerate(moves):
                after = world.copy()
                after.play(seat - 1, move)
                found[place] += after.evaluate(seat - 1) / 5
        if max(abs(found).max(), abs(foretold).max()) < WIN / 10:
            scores.extend(foretold - foretold.mean())
            values.extend(found - found.mean())
    return float(np.corrcoef(scores, values)[0, 1])


@every_variant
def test_scores_follow_the_evaluations_after_the_moves(name: str, options: dict[str, str]) -> None:
    assert correlation(name, options) > 0.5
