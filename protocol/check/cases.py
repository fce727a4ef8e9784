"""Positions of a game to ask engines about: those of one random game from a fixed deal, as texts that each seat may
see. Equal for every engine and on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from dohyo.cext.streams import Random
from dohyo.engine import MoveError, State, View, game, parse

#: Rule options that keep games short.
BRIEF = {"rush-stones": {"size": "5"}, "rush-cards": {"maxplies": "60"}, "sumo": {"maxrounds": "20"}}
#: Rule options that make positions as large as they get.
HUGE = {"rush-stones": {"size": "19"}}
SEED = 1
#: No game of the list takes longer.
LONGEST = 5000


@dataclass(frozen=True)
class Case:
    """A state in which a seat (1 or 2) decides, or a finished one, asked about for that seat."""

    state: State
    seat: int

    @property
    def position(self) -> State | View:
        """What an engine may see of it. The view of a solitaire does not always prove that the game is over: then it
        is the state."""
        view = self.state.view(self.seat)
        return view if not self.state.over or parse(str(view)).over else self.state

    @property
    def text(self) -> str:
        """What follows the word `position`."""
        return f"fen {self.position}"

    @property
    def moves(self) -> list[str]:
        """The legal moves."""
        return self.state.moves(self.seat)

    def allows(self, move: str) -> bool:
        """Whether a move is legal, however it is spelled."""
        try:
            self.state.code(move, self.seat)
        except MoveError:
            return False
        return True


@dataclass(frozen=True)
class Cases:
    """The random game. over: its end; last: the decision before it, which a search solves at once."""

    states: tuple[State, ...]

    @property
    def start(self) -> Case:
        return _first(self.states[0])

    @property
    def middle(self) -> Case:
        return _first(self.states[len(self.states) // 2])

    @property
    def last(self) -> Case:
        return _first(self.states[-2])

    @property
    def over(self) -> Case:
        return Case(self.states[-1], 1)

    @property
    def spread(self) -> tuple[Case, ...]:
        """Some positions from start to end in which a move is to be made."""
        return (self.start, _first(self.states[len(self.states) // 4]), self.middle, self.last)


def _first(state: State) -> Case:
    return Case(state, state.to_move[0])


@cache
def cases(game_id: str) -> Cases:
    """The random game of a game."""
    stream = Random(SEED)
    states = [game(game_id).deal(SEED, **BRIEF.get(game_id, {}))]
    while not states[-1].over and len(states) < LONGEST:
        seat = states[-1].to_move[0]
        states.append(states[-1].play_code(states[-1].buffer.random_move(seat - 1, stream), seat))
    return Cases(tuple(states))


@cache
def huge(game_id: str) -> Case:
    """The start of a game by the rules that make it largest."""
    return _first(game(game_id).deal(SEED, **HUGE.get(game_id, {})))

