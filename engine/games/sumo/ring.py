"""What a record of sumo holds: the ring's columns, the phases, and counts of cards by rank."""

from __future__ import annotations

from collections.abc import Sequence

#: Columns of the ring; the outermost one, up and down; cards in a full hand.
COLUMNS, EDGE, HAND = 7, 3, 3
#: Phases by the kernel's numbers, and as text.
ATTACK, RING, SUMO, OVER = range(4)
PHASES = ("attack", "ring", "sumo", "over")
NAMES = ("East", "West")


def ranks(counts: Sequence[int]) -> list[int]:
    """The cards of a table of counts by rank, in order."""
    return [card for card, count in enumerate(counts) for _ in range(count)]
