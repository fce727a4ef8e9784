"""A game in step with a second implementation of its rules, a naive model: everything compared, ply by ply.

A model is best written from the rules alone, obvious rather than fast, by another reading of them than the kernel's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, Self

from dohyo import engine


class Model(Protocol):
    """One game as a model plays it. Seats are 1 and 2; positions and moves are texts, as in docs/notation.md."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The game in a state; fields that docs/notation.md allows to be left out may be missing."""

    def to_move(self) -> tuple[int, ...]:
        """The seats that decide now; () when over."""

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat that is to move, in any order, without repeats."""

    def play(self, seat: int, move: str) -> None:
        """Play a legal move and everything automatic."""

    def text(self) -> str:
        """The state."""

    def view(self, seat: int) -> str:
        """What a seat knows."""

    def returns(self) -> tuple[float, ...] | None:
        """The result, None while the game goes on."""


class Reference:
    """A game of the engine behind the interface of the models."""

    def __init__(self, state: engine.State) -> None:
        self.state = state

    @classmethod
    def from_text(cls, text: str) -> Self:
        state = engine.parse(text)
        assert isinstance(state, engine.State), f"expected a whole state, got {text}"
        return cls(state)

    def to_move(self) -> tuple[int, ...]:
        return self.state.to_move

    def moves(self, seat: int) -> list[str]:
        return self.state.moves(seat)

    def play(self, seat: int, move: str) -> None:
        self.state = self.state.play(move, seat)

    def text(self) -> str:
        return str(self.state)

    def view(self, seat: int) -> str:
        return str(self.state.view(seat))

    def returns(self) -> tuple[float, ...] | None:
        return self.state.returns


#: Chooses one of the legal moves of a seat.
Chooser = Callable[[random.Random, int, Sequence[str]], str]


def uniform(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """Every legal move equally often."""
    del seat
    return chance.choice(moves)


def play_in_step(start: engine.State, kind: type[Model], seed: str, choose: Chooser = uniform, views: float = 1) -> int:
    """Play a random game with engine and model, and compare them at every ply.

    Parameters
    ----------
    start
        Where the game begins.
    kind
        The model of the game.
    seed
        Of the moves; notes of failures name it.
    choose
        Chooses the moves.
    views
        The share of plies at which the views are compared too; at the end they always are.

    Returns
    -------
    int
        The number of plies.

    Raises
    ------
    AssertionError
        They differ; a note says after which moves.
    """
    chance, played = random.Random(seed), list[str]()
    state, model = start, kind.from_text(str(start))
    try:
        while not state.over:
            legal = compare(state, model, views=chance.random() < views)
            seat = chance.choice(list(legal))
            move = choose(chance, seat, legal[seat])
            played.append(move)
            state = state.play(move, seat)
            model.play(seat, move)
        compare(state, model, views=True)
    except Exception as error:
        error.add_note(f"{seed}: after {' '.join(played) or 'no move'} from {start}")
        raise
    return len(played)


def compare(state: engine.State, model: Model, *, views: bool) -> dict[int, list[str]]:
    """Engine and model agree on who moves, the legal moves, the text, the result and what each seat sees; the legal
    moves of each seat to move, in the order of the engine."""
    assert str(state) == model.text(), f"{state} is {model.text()} in the model"
    assert state.to_move == model.to_move(), f"{state}: {state.to_move} to move, in the model {model.to_move()}"
    assert state.returns == model.returns(), f"{state}: returns {state.returns}, in the model {model.returns()}"
    assert state.buffer.check() == 0, f"{state}: broken invariant {state.buffer.check()}"
    legal = {seat: state.moves(seat) for seat in state.to_move}
    for seat, moves in legal.items():
        other = sorted(model.moves(seat))
        assert sorted(moves) == other, f"{state}: moves {sorted(moves)}, in the model {other}"
    if views:
        for seat in range(1, state.game.seats + 1):
            view = state.view(seat)
            assert str(view) == model.view(seat), f"{view} is {model.view(seat)} in the model"
            if seat in legal:
                assert view.moves(seat) == legal[seat], f"{view}: other moves than in {state}"
    return legal
