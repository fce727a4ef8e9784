"""Games of the engine in step with the naive models of `tests/models`: everything compared, ply by ply."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, Self

from models.club_fight import ClubFight
from models.club_fight_coop import ClubFightCoop
from models.fifteen_rush import FifteenRush
from models.rush_cards import RushCards
from models.sumo import Sumo

from dohyo import engine


class Model(Protocol):
    """One game as a model plays it. Seats are 1 and 2; positions and moves are texts, as in notation.md."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The game in a state; fields that notation.md allows to be left out may be missing."""

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


class Engine:
    """The engine's own game behind the interface of the models."""

    def __init__(self, state: engine.State) -> None:
        self.state = state

    @classmethod
    def from_text(cls, text: str) -> Self:
        state = engine.parse(text)
        assert isinstance(state, engine.State), f"{text} is no whole state"
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


MODELS: dict[str, type[Model]] = {
    "rush-cards": RushCards,
    "fifteen-rush": FifteenRush,
    "club-fight": ClubFight,
    "club-fight-coop": ClubFightCoop,
    "sumo": Sumo,
}

#: Chooses one of the legal moves of a seat.
Chooser = Callable[[random.Random, int, Sequence[str]], str]


def uniform(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    del seat
    return chance.choice(moves)


def play_in_step(start: engine.State, seed: str, choose: Chooser = uniform, views: float = 1) -> int:
    """Play a random game from a state with engine and model, compare them at every ply; return the number of plies.

    views: the share of plies at which the views are compared too; at the end they always are.
    """
    chance, played = random.Random(seed), list[str]()
    state, model = start, MODELS[start.game.id].from_text(str(start))
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
    assert str(state) == model.text()
    assert state.to_move == model.to_move()
    assert state.returns == model.returns()
    assert state.buffer.check() == 0
    legal = {seat: state.moves(seat) for seat in state.to_move}
    assert {seat: sorted(moves) for seat, moves in legal.items()} == {seat: sorted(model.moves(seat)) for seat in legal}
    if views:
        for seat in range(1, state.game.seats + 1):
            view = state.view(seat)
            assert str(view) == model.view(seat)
            if seat in legal:
                assert view.moves(seat) == legal[seat]
    return legal
