"""One game as text: the functions and names that a game must give, and those that it may.

Each game fills one `Notation` in `games/<game>/game.py`, as its kernel fills one ops table. Members without a default
are required: without one of them the literal raises a TypeError that names it. Members with a default may be left
out, except that a game with hidden cards or choices must follow a real table: see `missing`.

Buffers are the kernel's; seats are 1 and 2; moves are the kernel's codes. Every function may read the buffer that it
is given, and only `suppose` and `turn_up` change it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dohyo.cext.kernel import Buffer
from dohyo.engine.errors import MoveError

#: Decisions that a seat is taken to have left where a game says nothing else.
DECISIONS_LEFT = 25.0


def _say_nothing(buffer: Buffer, seat: int, move: int) -> str:
    del buffer, seat, move
    return ""


def _suppose_nothing(buffer: Buffer, seat: int, move: int) -> None:
    del buffer, seat, move


def no_cards_named(buffer: Buffer, seat: int, move: int) -> None:
    """`Notation.suppose` of a game whose moves name no cards."""
    del buffer, seat, move


def _turn_up_nothing(buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
    del buffer, seat, mover, move
    if cards:
        raise MoveError(f"--reveal {next(iter(cards))}: this move turns up nothing that the view does not show")


def _usual_decisions(buffer: Buffer, seat: int) -> float:
    del buffer, seat
    return DECISIONS_LEFT


def _never(buffer: Buffer) -> bool:
    del buffer
    return False


@dataclass(frozen=True, kw_only=True)
class Notation:
    """How positions and moves of one game are written, read, drawn and explained."""

    # --- required ---

    fields: tuple[str, ...]
    """The fields of a position, rule options first, in the order of output. Where something is hidden from one of two
    seats, the last is `seat`, which only views print: without it a view in which no card is `?` reads as a state."""
    parse: Callable[[Sequence[int], Mapping[str, str]], tuple[Buffer, int | None]]
    """(options, fields): the state that the fields describe, and the seat whose view it is, None for the whole truth.
    options: the values of all rule options, in order. Raises PositionError."""
    format: Callable[[Buffer, int | None], str]
    """(buffer, seat): the fields of the position in order, without the game id. seat: whose view it is, or None."""
    format_move: Callable[[Buffer, int, int], str]
    """(buffer, seat, move): the text of a legal move of a seat."""
    parse_move: Callable[[Buffer, int, str], int]
    """(buffer, seat, text): the code of a move, legal or not. Raises MoveError for a text that cannot be a move of
    this game."""
    explain: Callable[[Buffer, int, int], str]
    """(buffer, seat, move): why a move is not legal, as the end of a sentence."""
    draw: Callable[[Buffer, int | None, bool], str]
    """(buffer, seat, colour): a drawing for a person, without a final newline or blanks at line ends.
    colour: whether ANSI colours may be used; a drawing may do without."""
    seat_names: tuple[str, ...]
    """What each seat is called at the table, such as ('Black', 'White')."""

    # --- required where something is hidden ---

    turn_up: Callable[[Buffer, int, int, int, Mapping[str, str]], None] = _turn_up_nothing
    """(buffer, seat, mover, move, cards): in the buffer of a view of `seat`, in place: put in the cards that a legal
    move of `mover` will turn up. cards: {field: cards in the order in which they turn up}, as a person reads them off
    the table. Raises MoveError that names the field where cards are missing, too many, or cannot be there."""
    suppose: Callable[[Buffer, int, int], None] = _suppose_nothing
    """(buffer, seat, move): in the buffer of a view of the other seat, in place: put the cards that a move of `seat`
    names into its hand, where unknown cards are and the deck has such a card left. Called before the move is looked
    at. Required where there are two seats; `no_cards_named` for a game whose moves name no cards."""

    # --- optional ---

    reason: Callable[[Buffer, int, int], str] = _say_nothing
    """(buffer, seat, move): what a legal move does, in the game's words: phrases joined by semicolons, or ''.
    buffer: what the seat knows; all that is said holds whatever the cards are that it does not know. Default: ''."""
    decisions_left: Callable[[Buffer, int], float] = _usual_decisions
    """(buffer, seat): about how many decisions, moves with an alternative, the seat of a view has left to make, the
    next one included: 1 or more. A clock is divided by it. Default: DECISIONS_LEFT."""
    cut_short: Callable[[Buffer], bool] = _never
    """(buffer): whether a finished game ended because a rule option limits its length. Default: never."""

    def seat_name(self, seat: int) -> str:
        """What a seat is called."""
        return self.seat_names[seat - 1]

    @property
    def limited(self) -> bool:
        """Whether a rule option limits the length of a game."""
        return self.cut_short is not _never

    @property
    def explains_moves(self) -> bool:
        """Whether the game has reasons for its moves."""
        return self.reason is not _say_nothing

    def missing(self, seats: int, *, hidden: bool) -> list[str]:
        """The names of members that a game of so many seats must give and this one does not.

        hidden: whether a seat does not know everything.
        """
        lacks = ["seat_names"] if len(self.seat_names) != seats else []
        if hidden and self.turn_up is _turn_up_nothing:
            lacks.append("turn_up")
        if hidden and seats > 1 and self.suppose is _suppose_nothing:
            lacks.append("suppose")
        return lacks
