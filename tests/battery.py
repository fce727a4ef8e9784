"""What every game promises, whatever its rules: one check a function, each given a position of a random game.

`tests/engine/test_battery.py` plays the games, for every game of the list and every one of its options.
"""

from __future__ import annotations

from collections.abc import Iterator

from dohyo import engine
from dohyo.cext.streams import Random

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
    """The states of a game of random moves, the start first."""
    stream, state = Random(seed), start
    for _ in range(LONGEST):
        yield state
        if state.over:
            return
        seat = state.to_move[0]
        state = state.play_code(state.buffer.sample(seat - 1, stream), seat)
    raise AssertionError(f"{start} has not ended after {LONGEST} moves")


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
    """A state and its views print texts that parse back to the same bytes of text, and the same key."""
    again = engine.parse(str(state))
    assert str(again) == str(state)
    assert again == state
    assert again.buffer.hash() == state.buffer.hash()
    for seat in range(1, state.game.seats + 1):
        seen = state.view(seat)
        assert str(engine.parse(str(seen))) == str(seen)
        if seat in state.to_move:
            assert seen.moves(seat) == state.moves(seat)


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


def check_bounds(state: engine.State, end: engine.State) -> None:
    """What was promised of the end holds at the end."""
    assert end.returns is not None
    low, high = state.buffer.bounds()
    assert low <= end.returns[0] <= high
    for seat in range(state.game.seats):
        least, most = state.buffer.margins(seat)
        assert least <= end.buffer.evaluate(seat) <= most


def check_end(end: engine.State) -> None:
    """A finished game has no moves, and a result that fits the kind of game."""
    assert end.to_move == ()
    assert end.moves() == []
    returns = end.returns
    assert returns is not None
    assert len(returns) == end.game.seats
    assert all(0 <= value <= 1 for value in returns)
    if end.game.common:
        assert len(set(returns)) == 1
    elif end.game.seats == 2:
        assert sum(returns) == 1
