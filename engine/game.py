"""Games, states and views.

A `State` is the whole truth of one game, a `View` what one seat knows of it. Both are immutable: `play` returns a new
one. Seats are 1 and 2 and moves are texts, as in notation.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from dohyo.cext.kernel import Buffer, Kernel
from dohyo.cext.streams import Random
from dohyo.engine.errors import MoveError, OptionError
from dohyo.engine.grammar import quote, whole_number


@dataclass(frozen=True)
class Option:
    """One rule option: its name, default, and what else it may be.

    A number option has `low`, `high` and `odd_only`; a choice has `choices`. Values are whole numbers, for a choice
    the index of the word chosen.
    """

    name: str
    default: str
    meaning: str
    low: int = 0
    high: int = 0
    odd_only: bool = False
    choices: tuple[str, ...] = ()

    @property
    def accepts(self) -> str:
        """What is accepted, for a sentence."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        kind = "an odd number" if self.odd_only else "a number"
        return f"{kind} from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        """The value of a text; OptionError if it is not accepted."""
        if self.choices:
            if text not in self.choices:
                raise OptionError(f"{self.name}={quote(text)}: {self.name} is {self.accepts}")
            return self.choices.index(text)
        value = whole_number(text)
        if value is None or not self.low <= value <= self.high or (self.odd_only and value % 2 == 0):
            raise OptionError(f"{self.name}={quote(text)}: {self.name} is {self.accepts}")
        return value

    def write(self, value: int) -> str:
        """The text of a value."""
        return self.choices[value] if self.choices else str(value)


#: Decisions that a seat is taken to have left where a game says nothing else.
DECISIONS_LEFT = 25.0


class Notation(ABC):
    """One game as text: what its file in `engine/games` offers to the classes below."""

    #: The fields of a position, options first, in the order of output.
    fields: ClassVar[tuple[str, ...]]

    @abstractmethod
    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        """The state and the seat (1, 2, or None for the whole truth) that the fields describe; PositionError."""

    @abstractmethod
    def format(self, buffer: Buffer, seat: int | None) -> str:
        """The fields of the position, in order, without the game id."""

    @abstractmethod
    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        """The text of a legal move of a seat."""

    @abstractmethod
    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        """The code of a move, legal or not; MoveError for a text that is no move of this game."""

    @abstractmethod
    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        """Why a move that is not legal is not: the end of a sentence."""

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        """What a legal move of a seat does, in the game's words: phrases joined by semicolons, or ''. buffer: what the
        seat knows. All that is said is certain, whatever the cards are that it does not know."""
        del buffer, seat, move
        return ""

    def suppose(self, buffer: Buffer, seat: int, move: int) -> None:
        """In a view's buffer, in place: the cards that a move of `seat` names are in its hand, where unknown cards are
        and the deck has such a card left. Called before a move of a seat other than the view's is looked at."""
        del buffer, seat, move  # here nothing is hidden

    def turn_up(self, buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
        """In the buffer of a view of `seat`, in place: put in the cards that a legal move of `mover` will turn up.

        cards: {field: cards in the order in which they turn up}, as a person at the table reads them. MoveError names
        the field where cards are missing, too many, or cannot be there.
        """
        if cards:
            raise MoveError(f"--reveal {next(iter(cards))}: this move turns up nothing that the view does not show")

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """About how many decisions, moves with an alternative, the seat of a view has left to make, the next one
        included: 1 or more. It divides a clock; games between simple policies tell it (`dohyo simulate`)."""
        del buffer, seat
        return DECISIONS_LEFT

    def cut_short(self, buffer: Buffer) -> bool:
        """Whether a finished game ended because a rule option limits its length."""
        del buffer  # here a game ends by itself
        return False

    @abstractmethod
    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        """A drawing for a person, without a final newline. colour: with ANSI colours."""

    @abstractmethod
    def seat_name(self, seat: int) -> str:
        """What a seat is called at the table, such as 'Black'."""


@dataclass(frozen=True)
class Game:
    """What is known of a game before it starts.

    id: its name in positions; title: its name for people; seats: 1 or 2; hidden: a seat does not know everything;
    chance: deals differ; simultaneous: seats may choose at once; common: the seats win and lose together;
    options: the rule options in order; note: what a player should know of the reading of the rules.
    """

    id: str
    title: str
    seats: int
    hidden: bool
    chance: bool
    simultaneous: bool
    common: bool
    options: tuple[Option, ...]
    kernel: Kernel
    notation: Notation
    note: str

    def option_values(self, given: Mapping[str, str]) -> list[int]:
        """The values of all options, defaults included; OptionError names what is unknown or out of range."""
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                offers = f"its options are {', '.join(names)}" if names else "it has none"
                raise OptionError(f"{self.id} has no option {quote(name)}; {offers}")
        return [option.read(given.get(option.name, option.default)) for option in self.options]

    def deal(self, seed: int = 0, /, **options: str | int) -> State:
        """A new game. seed: chooses the deal, where there is chance; options: the rule options."""
        values = self.option_values({name: str(value) for name, value in options.items()})
        return State(self, self.kernel.deal(values, seed))

    @property
    def draws(self) -> bool:
        """Whether seats that play against each other can end in a draw: where a rule option limits its length."""
        limited = type(self.notation).cut_short is not Notation.cut_short
        return self.seats == 2 and not self.common and limited

    @property
    def has_start(self) -> bool:
        """Whether `position startpos` means something: no deal and nothing hidden."""
        return not (self.hidden or self.chance)


class Position(ABC):
    """What a state and a view have in common. Never changes."""

    __slots__ = ("_buffer", "game")

    def __init__(self, game: Game, buffer: Buffer) -> None:
        self.game = game
        self._buffer = buffer

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat whose view this is, or None."""

    @property
    def buffer(self) -> Buffer:
        """A copy of the kernel's state, for searchers and for own algorithms."""
        return self._buffer.copy()

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that decide now; () when the game is over."""
        return tuple(seat + 1 for seat in self._buffer.to_move)

    @property
    def over(self) -> bool:
        return not self._buffer.to_move

    @property
    def returns(self) -> tuple[float, ...] | None:
        """One value in [0, 1] per seat, or None while the game goes on."""
        return self._buffer.result() if self.over else None

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat that is to move, [] when over. By default of the view's own seat if it is to move,
        else of the (first) seat to move. MoveError where a view does not know another seat's moves."""
        if self.over:
            return []
        seat = self._seat(seat)
        self._refuse_unknown(seat)
        notation = self.game.notation
        return [notation.format_move(self._buffer, seat, move) for move in self._buffer.moves(seat - 1)]

    def code(self, text: str, seat: int | None = None) -> int:
        """The kernel's code of a legal move of a seat, by default as in `moves`; MoveError says what is wrong with the
        text."""
        if self.over:
            raise MoveError(f"move {quote(text)}: the game is over")
        seat = self._seat(seat)
        self._refuse_unknown(seat)
        notation = self.game.notation
        move = notation.parse_move(self._buffer, seat, text)
        if not self._buffer.legal(seat - 1, move):
            raise MoveError(f"move {quote(text)} is not legal: {notation.explain(self._buffer, seat, move)}")
        return move

    def text(self, move: int, seat: int | None = None) -> str:
        """The text of a legal move's code."""
        return self.game.notation.format_move(self._buffer, self._seat(seat), move)

    def reason(self, text: str, seat: int | None = None) -> str:
        """What a legal move of a seat does, in the game's words and by what the seat knows; '' where there is nothing
        to say. By default of the seat as in `moves`; MoveError as in `code`."""
        move, seat = self.code(text, seat), self._seat(seat)
        known = self._buffer
        if self.seat is None and self.game.kernel.hides:
            known = self._buffer.copy()
            known.to_view(seat - 1)
        return self.game.notation.reason(known, seat, move)

    def play(self, text: str, seat: int | None = None) -> Self:
        """The position after a move and everything automatic; MoveError if it is not legal."""
        return self.play_code(self.code(text, seat), seat)

    def play_code(self, move: int, seat: int | None = None) -> Self:
        """As `play`, for a legal move's code."""
        after = self._buffer.copy()
        after.play(self._seat(seat) - 1, move)
        return self._with(after)

    def draw(self, *, colour: bool = False) -> str:
        """A drawing for a person."""
        return self.game.notation.draw(self._buffer, self.seat, colour=colour)

    def _seat(self, seat: int | None) -> int:
        if self.over:
            raise MoveError("the game is over")
        if seat is None:
            return self.to_move[0]
        if seat not in self.to_move:
            raise MoveError(f"seat {seat} is not to move")
        return seat

    def _refuse_unknown(self, seat: int) -> None:
        if self.seat not in (None, seat) and self.game.kernel.hides:
            raise MoveError(f"the view of seat {self.seat} does not know the moves of seat {seat}")

    @abstractmethod
    def _with(self, buffer: Buffer) -> Self: ...

    def __str__(self) -> str:
        return f"{self.game.id} {self.game.notation.format(self._buffer, self.seat)}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int | None], Position], tuple[str, int | None]]:
        """Pickled as its text, and the seat, which the text of a view does not always tell."""
        return _unpickle, (str(self), self.seat)


class State(Position):
    """The whole truth of one game."""

    __slots__ = ()

    @property
    def seat(self) -> None:
        return None

    @property
    def cut_short(self) -> bool:
        """Whether the game is over because a rule option limits its length."""
        return self.over and self.game.notation.cut_short(self._buffer)

    def view(self, seat: int | None = None) -> View:
        """What a seat knows; by default the (first) seat to move, seat 1 when the game is over."""
        if seat is None:
            seat = self.to_move[0] if self.to_move else 1
        if not 1 <= seat <= self.game.seats:
            raise MoveError(f"{self.game.id} has no seat {seat}; seats are 1 to {self.game.seats}")
        if not self.game.kernel.hides:
            return View(self.game, self._buffer, seat)
        known = self._buffer.copy()
        known.to_view(seat - 1)
        return View(self.game, known, seat)

    def _with(self, buffer: Buffer) -> State:
        return State(self.game, buffer)


class View(Position):
    """What one seat knows. All that a searcher is given.

    Its buffer holds nothing else (see ops.pxd), so equal views are equal bytes.
    """

    __slots__ = ("_seat_number",)

    def __init__(self, game: Game, buffer: Buffer, seat: int) -> None:
        super().__init__(game, buffer)
        self._seat_number = seat

    @property
    def seat(self) -> int:
        return self._seat_number

    @property
    def decisions_left(self) -> float:
        """About how many moves with an alternative its seat has left to make, the next one included."""
        return self.game.notation.decisions_left(self._buffer, self._seat_number)

    def play(self, text: str, seat: int | None = None, cards: Mapping[str, str] | None = None) -> View:
        """The view after a move and everything automatic; MoveError if it is not legal or turns up unknown cards.

        cards: what turned up, {field: cards}, as for the option --reveal of `dohyo apply`.
        """
        if self.over:
            raise MoveError(f"move {quote(text)}: the game is over")
        seat = self._seat(seat)
        move = self.game.notation.parse_move(self._buffer, seat, text)
        return self._play(move, seat, cards or {}, text)

    def play_code(self, move: int, seat: int | None = None) -> View:
        """As `play`, for a move's code."""
        return self._play(move, self._seat(seat), {}, None)

    def determinize(self, stream: Random) -> State:
        """A random state that this seat cannot tell from the true one, distributed like the deal given the view."""
        world = self._buffer.copy()
        world.determinize(self._seat_number - 1, stream)
        return State(self.game, world)

    def _play(self, move: int, mover: int, cards: Mapping[str, str], text: str | None) -> View:
        notation, after = self.game.notation, self._buffer.copy()
        if mover != self.seat:
            notation.suppose(after, mover, move)
        if not after.legal(mover - 1, move):
            shown = quote(notation.format_move(after, mover, move) if text is None else text)
            raise MoveError(f"move {shown} is not legal: {notation.explain(after, mover, move)}")
        notation.turn_up(after, self.seat, mover, move, cards)
        after.play(mover - 1, move)
        after.to_view(self.seat - 1)
        return self._with(after)

    def _seat(self, seat: int | None) -> int:
        return super()._seat(self.seat if seat is None and self.seat in self.to_move else seat)

    def _with(self, buffer: Buffer) -> View:
        return View(self.game, buffer, self._seat_number)


def _unpickle(text: str, seat: int | None) -> Position:
    from dohyo.engine.registry import parse  # the registry imports this module

    position = parse(text)
    return position.view(seat) if seat is not None and isinstance(position, State) else position


def seats_or_winner(returns: Sequence[float], names: Sequence[str]) -> str:
    """Who won, for people: 'Black wins', or 'draw'."""
    best = max(returns)
    winners = [name for name, value in zip(names, returns, strict=True) if value == best]
    return f"{winners[0]} wins" if len(winners) == 1 else "draw"
