"""What results look like, for random positions of every game under every rule option, and every searcher."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.testing import battery

#: Each game with the default options and with each other value of one option.
VARIANTS = [(game, options) for game in engine.games() for options in battery.variants(game)]
PLIES = st.integers(0, 40)


def position(game: engine.Game, options: dict[str, str], seed: int, plies: int) -> engine.State:
    """After so many random moves at most, before the game is over."""
    state, stream = game.deal(seed, **options), Random(seed)
    for _ in range(plies):
        seat = state.to_move[stream.below(len(state.to_move))]
        after = state.play_code(state.buffer.random_move(seat - 1, stream), seat)
        if after.over:
            break
        state = after
    return state


@st.composite
def searches(draw: st.DrawFn) -> tuple[search.Searcher, engine.View, search.Limits]:
    """A searcher that plays the game, a view of a seat that is to move, and limits."""
    game, options = draw(st.sampled_from(VARIANTS))
    state = position(game, options, draw(st.integers(0, 1000)), draw(PLIES))
    view = state.view(draw(st.sampled_from(state.to_move)))
    kinds = [kind for kind in search.searchers() if kind.refusal(game) is None]
    searcher = search.make(draw(st.sampled_from(kinds)).name, Seed=draw(st.integers(0, 9)))
    limits = search.Limits(
        nodes=draw(st.sampled_from((1, 7, 60, 400))), depth=draw(st.sampled_from((None, None, 1, 3))),
        top=draw(st.sampled_from((1, 3, 500))),
    )
    return searcher, view, limits


def check_numbers(result: search.Result, legal: list[str], top: int) -> None:
    moves = [ranked.move for ranked in result.ranked]
    assert result.move in legal
    assert len(set(moves)) == len(moves) <= top
    assert set(moves) <= set(legal)
    assert all(0 <= ranked.share <= 1 for ranked in result.ranked)
    assert sum(ranked.share for ranked in result.ranked) <= 1 + 1e-6
    for ranked in result.ranked:
        assert 0 <= ranked.value <= 1
        assert ranked.error is None or ranked.error >= 0
        assert ranked.depth >= 0
        assert ranked.estimated or (ranked.value == 0.5 and not ranked.proven)
    assert result.nodes >= 0
    assert result.worlds >= 0
    assert 0 <= result.hashfull <= 1000


def check_line(view: engine.View, line: tuple[str, ...]) -> None:
    """Each move is legal in its turn, as far as the view knows what follows, and the line goes no farther."""
    for number, move in enumerate(line):
        seat = view.seat if view.seat in view.to_move else view.to_move[0]
        if seat == view.seat or not view.game.kernel.hides:
            assert move in view.moves(seat)
        try:
            view = view.play(move, seat)
        except engine.MoveError:
            assert number == len(line) - 1
            return


def check_result(searcher: search.Searcher, view: engine.View, limits: search.Limits) -> None:
    searcher.set_position(view)
    result = searcher.search(limits)
    check_numbers(result, view.moves(view.seat), limits.top)
    for ranked in result.ranked:
        assert ranked.line[0] == ranked.move
        check_line(view, ranked.line)
        if not view.game.kernel.hides:
            assert not ranked.proven or ranked.value in (0, 0.5, 1)


@settings(max_examples=150)
@given(searches())
def test_results_are_what_the_interface_says(drawn: tuple[search.Searcher, engine.View, search.Limits]) -> None:
    check_result(*drawn)


@pytest.mark.slow
@settings(max_examples=4000)
@given(searches())
def test_results_are_so_in_many_positions(drawn: tuple[search.Searcher, engine.View, search.Limits]) -> None:
    check_result(*drawn)
