"""Following a real table of club-fight-coop from one seat: what a move shows that the seat's view does not know."""

from __future__ import annotations

from collections.abc import Mapping

from dohyo.cext.kernel import Buffer
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.follow import Reveals, reveal_deck
from dohyo.engine.games.club_fight_coop.hands import (
    GIVE,
    HAND,
    club_in,
    display_of,
    hand_of,
    hidden_in,
    undrawn_of,
    unseen_of,
)


def suppose(buffer: Buffer, seat: int, move: int) -> None:
    """See `Notation.suppose`."""
    club = club_in(buffer, move)
    if hidden_in(buffer, seat) and club in unseen_of(buffer):
        buffer.record["hidden"][0, seat - 1] -= 1
        buffer.record["hand"][0, seat - 1] |= 1 << club


def turn_up(buffer: Buffer, seat: int, mover: int, move: int, told: Mapping[str, str]) -> None:
    """See `Notation.turn_up`."""
    grid, reveals = buffer.record["grid"], Reveals(told)
    kept = len(hand_of(buffer, mover)) + (display_of(buffer) > 0) - 1
    if move < GIVE:
        reveal_deck(grid, move & 511, reveals)
    # An action ends the turn only with the last club; then nothing is given.
    if move >= GIVE or (kept == 0 and not shared.clears_all(grid, move & 511)):
        _reveal_clubs(buffer, seat, mover, kept, reveals)
    reveals.finish()


def _reveal_clubs(buffer: Buffer, seat: int, mover: int, kept: int, reveals: Reveals) -> None:
    """What `seat` learns when `mover`, who keeps so many clubs, draws: its own clubs, and the hand of its partner
    when both decks are empty now."""
    record, partner, undrawn = buffer.record, 3 - seat, undrawn_of(buffer, mover)
    drawn = min(max(HAND - kept, 0), undrawn)
    top = slice(undrawn - drawn, undrawn)
    if mover == seat:
        found = reveals.take(f"clubs{seat}", drawn, unseen_of(buffer))
        record["clubs"][0, seat - 1, top] = found[::-1]
    else:
        found = []
    if undrawn == drawn and undrawn_of(buffer, 3 - mover) == 0:
        hidden = hidden_in(buffer, partner)
        unseen = [club for club in unseen_of(buffer) if club not in found]
        opened = reveals.take(f"hand{partner}", hidden + (drawn if mover == partner else 0), unseen)
        # They come to lie in one hand; which of them were drawn only now does not matter.
        record["hand"][0, partner - 1] |= shared.mask_of(opened[:hidden])
        record["hidden"][0, partner - 1] = 0
        if mover == partner:
            record["clubs"][0, partner - 1, top] = opened[hidden:]
