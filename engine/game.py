"""Games, and their positions: a `Game` deals states, a `State` shows views, a `View` draws states that it allows.

A `State` is the whole truth of one game, a `View` what one seat knows of it. The three stand in one file because each
makes another; what states and views share is `position.Position`. Seats are 1 and 2 and moves are texts, as in
docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random
from dohyo.engine.errors import MoveError, UsageError
from dohyo.engine.figures import Figure
from dohyo.engine.grammar import quote, refuse_unknown, split
from dohyo.engine.policy import Policy
from dohyo.engine.position import Position, Rules
from dohyo.engine.tuning import Benchmark, Tuning


@dataclass(frozen=True, kw_only=True)
class Game(Rules):
    """What is known of a game before it starts. UsageError if its parts do not fit each other."""

    title: str
    """The game's name for people."""
    hidden: bool
    """Whether a seat does not know everything."""
    chance: bool
    """Whether deals differ."""
    simultaneous: bool
    """Whether seats may choose at once."""
    cooperative: bool
    """Whether the seats win and lose together."""
    drawn: bool = False
    """Whether seats that play against each other can end in a draw with no limit of length."""
    note: str
    """What a player should know of the reading of the rules."""
    figures: tuple[Figure, ...] = ()
    """What is counted of a game beside its result."""
    tuning: Tuning = field(default_factory=dict, hash=False)
    """Parameter values that suit the game, by searcher and parameter."""
    policies: tuple[Policy, ...] = ()
    """Simple ways to choose a move that belong to the game."""
    benchmark: Benchmark = field(default_factory=Benchmark, hash=False)
    """What `dohyo bench` runs of the game."""

    def __post_init__(self) -> None:
        for name, told, found in (
            ("id", self.id, self.kernel.id), ("seats", self.seats, self.kernel.seats),
            ("hidden", self.hidden, self.kernel.hides),
        ):
            if told != found:
                raise UsageError(f"game {quote(self.id)}, {name}: expected {found} as in its kernel, got {told}")
        if lacks := self.notation.missing(self.seats, hidden=self.hidden):
            raise UsageError(f"game {quote(self.id)}, notation: expected {' and '.join(lacks)} for a game of "
                             f"{self.seats} seats{' with hidden cards or choices' if self.hidden else ''}, got none")

    def deal(self, seed: int = 0, /, **options: str | int) -> State:
        """A new game.

        Parameters
        ----------
        seed
            Chooses the deal, where there is chance.
        options
            Rule options by name; OptionError for what is unknown or out of range.
        """
        values = self.option_values({name: str(value) for name, value in options.items()})
        return State(self, self.kernel.deal(values, seed))

    def parse(self, text: str) -> State | View:
        """The state or view of this game that a text describes; PositionError, OptionError or UsageError."""
        name, fields = split(text)
        if name != self.id:
            raise UsageError(f"position of {quote(name)}: expected {self.id}")
        refuse_unknown(fields, self.notation.fields, self.id)
        names = [option.name for option in self.options]
        options = self.option_values({name: fields[name] for name in names if name in fields})
        buffer, seat = self.notation.parse(options, fields)
        return State(self, buffer) if seat is None else View(self, buffer, seat)

    @property
    def common(self) -> bool:
        """`cooperative`, by the protocol's word for it."""
        return self.cooperative

    @property
    def draws(self) -> bool:
        """Whether seats that play against each other can end in a draw: by the rules, or where an option limits the
        length of a game."""
        return self.seats == 2 and not self.cooperative and (self.drawn or self.notation.limited)

    @property
    def has_start(self) -> bool:
        """Whether `position startpos` means something: no deal and nothing hidden."""
        return not (self.hidden or self.chance)


class State(Position):
    """The whole truth of one game."""

    __slots__ = ()
    game: Game

    def __init__(self, game: Game, buffer: Buffer) -> None:
        super().__init__(game, buffer)

    @property
    def seat(self) -> None:
        """None: a state is the view of no seat."""
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
    game: Game

    def __init__(self, game: Game, buffer: Buffer, seat: int) -> None:
        super().__init__(game, buffer)
        self._seat_number = seat

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self._seat_number

    @property
    def decisions_left(self) -> float:
        """About how many moves with an alternative its seat has left to make, the next one included."""
        return self.game.notation.decisions_left(self._buffer, self._seat_number)

    def play(self, text: str, seat: int | None = None, cards: Mapping[str, str] | None = None) -> View:
        """The view after a move and everything automatic.

        Parameters
        ----------
        text
            The move.
        seat
            Who plays it, by default as in `moves`.
        cards
            What turned up, {field: cards}, as for the option --reveal of `dohyo apply`.

        Raises
        ------
        MoveError
            The move is not legal, or it turns up unknown cards that `cards` does not give.
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
