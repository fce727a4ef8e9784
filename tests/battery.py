"""What every game promises, whatever its rules: one check a function, each given a position of a random game.

`tests/engine/test_battery.py` plays the games, for every game of the list and every one of its options.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dohyo import engine
from dohyo.cext.streams import Random

#: Evaluations beyond it are those of finished games (ops.pxd).
WIN = 1_000_000
#: No game of the list takes longer.
LONGEST = 5000


def variants(game: engine.Game) -> Iterator[dict[str, str]]:
    """The default options, and each other choice or end of range on its own."""
    yield {}
    for option in game.options:
        for value in option.choices or (str(option.low), str(option.high)):
            if value != option.default:
                yield {option.name: value}


def random_game(start: engine.State, seed: int) -> Iterator[engine.State]:
    """The states of a game of random moves, the start first. Where both seats choose at once, either is first."""
    stream, state = Random(seed), start
    for _ in range(LONGEST):
        yield state
        if state.over:
            return
        seat = state.to_move[stream.below(2) if len(state.to_move) == 2 else 0]
        state = state.play_code(state.buffer.random_move(seat - 1, stream), seat)
    raise AssertionError(f"{start} has not ended after {LONGEST} moves")


def move_between(before: engine.State, after: engine.State) -> tuple[int, str]:
    """The seat and the move that lead from one state to the next."""
    return next(
        (seat, move) for seat in before.to_move for move in before.moves(seat) if before.play(move, seat) == after
    )


def check_moves(state: engine.State) -> None:
    """Codes ascend without repeats; codes and texts name each other; there is a move until the game is over."""
    assert all(1 <= seat <= state.game.seats for seat in state.to_move)
    for seat in state.to_move:
        codes = state.buffer.moves(seat - 1)
        assert codes == sorted(set(codes))
        assert codes
        texts = state.moves(seat)
        assert len(set(texts)) == len(texts) == len(codes)
        assert [state.code(text, seat) for text in texts] == codes
        assert all(state.buffer.legal(seat - 1, code) for code in codes)


def check_text(state: engine.State) -> None:
    """A state and its views print texts that parse back to the same text, the same bytes and the same key."""
    for position in (state, *views(state)):
        again = engine.parse(str(position))
        assert str(again) == str(position)
        assert again.buffer == position.buffer
        assert again.buffer.hash() == position.buffer.hash()
    assert engine.parse(str(state)) == state


def views(state: engine.State) -> list[engine.View]:
    """What each seat knows."""
    return [state.view(seat) for seat in range(1, state.game.seats + 1)]


def check_views(state: engine.State) -> None:
    """A seat knows who is to move, its own moves and how a game ended; it does not know the moves of others. Where
    nothing is hidden it knows all."""
    hides = state.game.kernel.hides
    for view in views(state):
        assert view.buffer.check() == 0
        assert view.buffer.infoset(view.seat - 1) == view.buffer.hash() == state.buffer.infoset(view.seat - 1)
        assert view.decisions_left >= 1
        if state.over and not view.over:
            # A solitaire may have ended without its player knowing it.
            assert state.game.seats == 1
            continue
        assert view.to_move == state.to_move
        assert view.returns == state.returns
        for seat in state.to_move:
            if seat == view.seat or not hides:
                assert view.moves(seat) == state.moves(seat)
            else:
                with pytest.raises(engine.MoveError, match="does not know the moves"):
                    view.moves(seat)
        assert hides or view.buffer == state.buffer


def check_buffer(state: engine.State) -> None:
    """Copies are equal and independent; the bytes rebuild the state; the invariants hold."""
    buffer = state.buffer
    assert buffer.check() == 0
    assert buffer.copy() == buffer
    assert buffer.kernel.from_bytes(bytes(buffer)) == buffer
    refreshed = buffer.copy()
    refreshed.refresh()
    assert refreshed == buffer


def check_play(state: engine.State) -> None:
    """Playing changes nothing of the state it is played from, and equal moves lead to equal states."""
    before, text = bytes(state.buffer), str(state)
    for seat in state.to_move:
        move = state.moves(seat)[-1]
        assert state.play(move, seat) == state.play(move, seat)
    assert bytes(state.buffer) == before
    assert str(state) == text


def check_choices(state: engine.State) -> None:
    """Where both seats choose at once, neither choice changes the other's moves, and their order changes nothing."""
    if len(state.to_move) < 2:
        return
    assert state.game.simultaneous
    first, second = state.moves(1), state.moves(2)
    for one, two in ((first[0], second[-1]), (first[-1], second[0])):
        assert state.play(one, 1).moves(2) == second
        assert state.play(two, 2).moves(1) == first
        assert state.play(one, 1).play(two, 2) == state.play(two, 2).play(one, 1)


def check_bounds(state: engine.State, end: engine.State) -> None:
    """What was promised of the end holds at the end."""
    assert end.returns is not None
    low, high = state.buffer.result_bounds()
    assert low <= end.returns[0] <= high
    for seat in range(state.game.seats):
        least, most = state.buffer.value_bounds(seat)
        assert state.over or abs(state.buffer.evaluate(seat)) <= WIN
        assert least <= end.buffer.evaluate(seat) <= most


def check_end(end: engine.State) -> None:
    """A finished game has no moves, a result that fits the kind of game, and an evaluation that fits the result."""
    assert end.to_move == ()
    assert end.moves() == []
    returns = end.returns
    assert returns is not None
    assert len(returns) == end.game.seats
    if end.game.seats == 1 or end.game.common:
        assert len(set(returns)) == 1
        assert returns[0] in (0, 1)
    else:
        assert sum(returns) == 1
        assert returns[0] in (0, 0.5, 1)
    for seat, result in enumerate(returns):
        value = end.buffer.evaluate(seat)
        assert value >= WIN if result == 1 else value <= -WIN if result == 0 else value == 0
