"""What a record of club-fight-coop holds beside the grid: hands, display and decks of clubs."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.cards import SHOWN, UNKNOWN
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.actions import SHIFT

#: Clubs in a full hand.
HAND = 3
SEATS = (1, 2)
PHASES = ("play", "give")
_GIVING = 1
#: The code of a gift is the club more than this.
GIVE = 8192


def giving(buffer: Buffer) -> bool:
    """Whether a club is to be given now."""
    return int(buffer.record["phase"][0]) == _GIVING


def hand_mask(buffer: Buffer, seat: int) -> int:
    """The known clubs of a hand, a bit each."""
    return int(buffer.record["hand"][0, seat - 1])


def hidden_in(buffer: Buffer, seat: int) -> int:
    """How many clubs in a hand are unknown."""
    return int(buffer.record["hidden"][0, seat - 1])


def undrawn_of(buffer: Buffer, seat: int) -> int:
    """How many clubs are in the deck of a seat."""
    return int(buffer.record["undrawn"][0, seat - 1])


def display_of(buffer: Buffer) -> int:
    """The club on display, as a bit; 0 where there is none."""
    return int(buffer.record["display"][0])


def hand_of(buffer: Buffer, seat: int) -> list[int]:
    """The clubs of a hand with their marks, as they are printed."""
    shown = int(buffer.record["shown"][0, seat - 1])
    clubs = [club | SHOWN if shown >> club & 1 else club for club in shared.clubs_of(hand_mask(buffer, seat))]
    return cards.in_order([UNKNOWN] * hidden_in(buffer, seat) + clubs)


def clubs_of(buffer: Buffer, seat: int) -> list[int]:
    """The deck of a seat's clubs, top first."""
    return shared.deck_of(buffer.record["clubs"][0, seat - 1], undrawn_of(buffer, seat))


def unseen_of(buffer: Buffer) -> list[int]:
    """The clubs that are in unknown places."""
    record = buffer.record
    seen = hand_mask(buffer, 1) | hand_mask(buffer, 2) | display_of(buffer) | int(record["spent"][0])
    return [club for club in range(1, 14) if not seen >> club & 1]


def club_in(buffer: Buffer, move: int) -> int:
    """The club that a move plays or gives."""
    return move - GIVE if move >= GIVE else move >> SHIFT


def has(buffer: Buffer, seat: int, club: int) -> bool:
    """Whether a seat is known to have a club to play or give."""
    return bool((hand_mask(buffer, seat) | display_of(buffer)) >> club & 1)
