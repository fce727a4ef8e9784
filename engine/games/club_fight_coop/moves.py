"""Moves and gifts of club-fight-coop as text, and why one is not legal: docs/notation.md, section club-fight-coop."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine.errors import MoveError
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.actions import club_name, format_action, parse_action, read_club
from dohyo.engine.games.club_fight_coop.hands import (
    GIVE,
    club_in,
    display_of,
    giving,
    hand_mask,
    has,
    hidden_in,
    unseen_of,
)
from dohyo.engine.grammar import quote


def write(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.format_move`."""
    del seat
    if move > GIVE:
        return f"give:{club_name(move - GIVE)}" if move <= GIVE + 13 else str(move)
    return format_action(shared.cells_of(buffer.record["grid"]), shared.runmin_of(buffer.record["grid"]), move)


def read(buffer: Buffer, seat: int, text: str) -> int:
    """See `Notation.parse_move`."""
    grid = buffer.record["grid"]
    gift, _, name = text.partition(":")
    if gift != "give":
        if giving(buffer):
            raise MoveError(f"move {quote(text)}: a club is to be given to the display now, such as "
                            f"give:{club_name(_example(buffer, seat))}")
        move = parse_action(shared.cells_of(grid), shared.runmin_of(grid), text)
    else:
        club = read_club(name)
        if club is None:
            raise MoveError(f"move {quote(text)}: a gift is give: and a club from A to K")
        move = GIVE + club
    if not hidden_in(buffer, seat) and not has(buffer, seat, club_in(buffer, move)):
        raise MoveError(f"move {quote(text)} is not legal: {explain(buffer, seat, move)}")
    return move


def _example(buffer: Buffer, seat: int) -> int:
    """A club that the seat may have to give."""
    return shared.clubs_of(hand_mask(buffer, seat) | display_of(buffer) or shared.mask_of(unseen_of(buffer)))[0]


def explain(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.explain`."""
    club = club_in(buffer, move)
    if not 1 <= club <= 13:
        return "there is no such club"
    if (move >= GIVE) != giving(buffer):
        return "a club is given to the display now" if giving(buffer) else "a club is played before one is given"
    if not has(buffer, seat, club):
        return f"neither hand{seat} nor the display has the {club_name(club)}"
    return f"no action of the {club_name(club)} clears these cells"
