"""Moves of club-fight as text, and why a move is not legal: docs/notation.md, section club-fight."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.errors import MoveError
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.actions import SHIFT, club_name, format_action, parse_action
from dohyo.engine.games.club_fight.hands import hand_of
from dohyo.engine.grammar import quote


def write(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.format_move`."""
    del seat
    grid = buffer.record["grid"]
    return format_action(shared.cells_of(grid), shared.runmin_of(grid), move)


def read(buffer: Buffer, seat: int, text: str) -> int:
    """See `Notation.parse_move`."""
    grid = buffer.record["grid"]
    move = parse_action(shared.cells_of(grid), shared.runmin_of(grid), text)
    if move >> SHIFT not in hand_of(buffer):
        raise MoveError(f"move {quote(text)} is not legal: {explain(buffer, seat, move)}")
    return move


def explain(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.explain`."""
    del seat
    club = move >> SHIFT
    if not 1 <= club <= 13:
        return "there is no such club"
    if club not in hand_of(buffer):
        return f"the hand has no {club_name(club)}, only {cards.write(hand_of(buffer))}"
    return f"no action of the {club_name(club)} clears these cells"
