"""What a move of club-fight-coop does, in words: what it clears, blocks and leaves, and what a gift allows."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight import reasons
from dohyo.engine.games.club_fight.actions import SHIFT
from dohyo.engine.games.club_fight_coop.hands import GIVE, SEATS, display_of, hand_mask, hand_of, undrawn_of


def reason(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.reason`."""
    grid = buffer.record["grid"]
    if move >= GIVE:
        kept = shared.clubs_of((hand_mask(buffer, seat) | display_of(buffer)) & ~(1 << move - GIVE))
        return "; ".join(reasons.given(grid, shared.runmin_of(grid), move - GIVE, kept))
    clubs = sum(len(hand_of(buffer, owner)) + undrawn_of(buffer, owner) for owner in SEATS)
    clubs += (display_of(buffer) > 0) - 1
    display = ["plays the display"] if display_of(buffer) >> (move >> SHIFT) & 1 else []
    return "; ".join([*display, *reasons.played(grid, move & 511, clubs)])
