"""What a record of club-fight holds beside the grid: the clubs in the hand, in their deck, and spent."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine.games.club_fight import grid as shared

#: Clubs in a full hand.
HAND = 4


def hand_of(buffer: Buffer) -> list[int]:
    """The clubs in the hand."""
    return shared.clubs_of(int(buffer.record["hand"][0]))


def spent_of(buffer: Buffer) -> list[int]:
    """The clubs played so far."""
    return shared.clubs_of(int(buffer.record["spent"][0]))


def clubs_of(buffer: Buffer) -> list[int]:
    """The deck of clubs, top first."""
    return shared.deck_of(buffer.record["clubs"][0], int(buffer.record["undrawn"][0]))
