"""What is counted of a game of rush-cards beside its result."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dohyo.engine.figures import Course, Figure

#: The home cells of each seat, a bit a cell.
_HOMES = np.array([0x3FF, 0x3FF << 20], dtype=np.uint32)
_RANKS = 4 * np.arange(1, 14, dtype=np.uint64)
_FUSABLE = slice(0, 10)


def _play(course: Course) -> npt.NDArray[np.int64]:
    """The plies after the set-up."""
    return np.flatnonzero(course.states["phase"][:-1] == 0)


def _moves_in_play(course: Course) -> tuple[float, float]:
    found = course.found[_play(course)]
    return float(found.sum()), float(len(found))


def _card_slots(course: Course) -> tuple[float, float]:
    """A move of a rank is counted once for each card of the rank, a fusion once for each ordered pair of cards."""
    play = _play(course)
    states, seats = course.states[play], course.seats[play]
    mine = np.arange(len(play)), seats
    copies = np.bitwise_count(states["hand"][mine][:, None] >> _RANKS & np.uint64(15)).astype(int)
    board = states["own"].sum(axis=1, dtype=np.uint32)
    free = np.bitwise_count(~board & _HOMES[seats]).astype(int)
    more_placings = free * (copies - (copies > 0)).sum(axis=1)
    fusable = copies[:, _FUSABLE]
    cards, ranks, doubles = fusable.sum(axis=1), (fusable > 0).sum(axis=1), (fusable > 1).sum(axis=1)
    more_fusions = cards * (cards - 1) - ranks * (ranks - 1) - doubles
    slots = course.found[play] + more_placings + (states["chamber_bottom"][mine] == 0) * more_fusions
    return float(slots.sum()), float(len(play))


FIGURES = (
    Figure("legal moves a decision in play", "distinct ones, after the set-up", of_course=_moves_in_play),
    Figure("card-slot moves a decision in play", "likewise, equal cards of a hand told apart", of_course=_card_slots),
)
