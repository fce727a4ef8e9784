"""What a state and a view have in common: who is to move, the legal moves, playing them, printing and drawing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from dohyo.cext.kernel import Buffer, Kernel
from dohyo.engine.errors import MoveError, OptionError
from dohyo.engine.grammar import quote
from dohyo.engine.notation import Notation
from dohyo.engine.option import Option


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All that positions of one game are read, printed and played by."""

    id: str
    """The game's name in positions, such as rush-stones."""
    seats: int
    """1 or 2."""
    options: tuple[Option, ...]
    """The rule options, in the order of `dohyo games` and of the kernel's `deal`."""
    kernel: Kernel
    notation: Notation

    def option_values(self, given: Mapping[str, str]) -> list[int]:
        """The values of all options, defaults included; OptionError names what is unknown or out of range."""
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                offers = f"its options are {', '.join(names)}" if names else "it has none"
                raise OptionError(f"{self.id} has no option {quote(name)}; {offers}")
        return [option.read(given.get(option.name, option.default)) for option in self.options]


class Position(ABC):
    """A `State` or a `View`. Never changes: `play` returns a new one."""

    __slots__ = ("_buffer", "game")

    def __init__(self, game: Rules, buffer: Buffer) -> None:
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
        """Whether the game has ended; in a view, whether what the seat knows proves it."""
        return not self._buffer.to_move

    @property
    def returns(self) -> tuple[float, ...] | None:
        """One value in [0, 1] per seat, or None while the game goes on."""
        return self._buffer.result() if self.over else None

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, [] when the game is over.

        Parameters
        ----------
        seat
            A seat to move. Default: the view's own seat if it is to move, else the first seat to move.

        Raises
        ------
        MoveError
            The seat is not to move, or a view does not know the moves of another seat.
        """
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
        return self.game.notation.draw(self._buffer, self.seat, colour)

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
