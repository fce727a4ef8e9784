"""Figures of single games beside their results: what each counts, over the kernels' records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

#: States as a structured array: one entry a state, the fields of the kernel's struct.
Records = npt.NDArray[np.void]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Course:
    """One finished game, ply by ply. states: one more than there are plies; seats (0 or 1), moves (codes) and found
    (how many distinct legal moves there were): one a ply."""

    states: Records
    seats: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    found: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Figure:
    """One figure. name: with what it is a mean of; meaning: a sentence without its full stop.

    Exactly one of two says it: of_ends, from the last states of many games, one number each; of_course, from one game,
    as (sum, count): the mean is that of all sums over all counts.
    """

    name: str
    meaning: str
    of_ends: Callable[[Records], Numbers] | None = None
    of_course: Callable[[Course], tuple[float, float]] | None = None


# --- rush-stones ---------------------------------------------------------------------------------------------------

_STONES = (1, 8)
_NEIGHBOURS = (-21, -1, 1, 21)


def _forfeited(course: Course) -> tuple[float, float]:
    points, plies = course.states["point"], np.arange(len(course.moves))
    beside = sum(np.isin(points[plies, course.moves + step], _STONES).astype(int) for step in _NEIGHBOURS)
    passed_on = course.states["turn"][1:] != course.seats
    # Before the last stone: what the stone that fills the board earns is void.
    return float(np.sum(((beside >= 2) & passed_on)[:-1])), 1.0


# --- rush-cards ----------------------------------------------------------------------------------------------------

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


# --- fifteen-rush --------------------------------------------------------------------------------------------------

_DECK, _DEAL = 52, 28


def _deals(course: Course) -> tuple[float, float]:
    return float(np.sum(course.moves == _DEAL)), 1.0


# --- club-fight and club-fight-coop --------------------------------------------------------------------------------

def _turns(ends: Records) -> Numbers:
    return np.asarray(np.bitwise_count(ends["spent"]), dtype=np.float64)


def _cleared(ends: Records) -> Numbers:
    return np.asarray(np.bitwise_count(ends["grid"]["cleared"]), dtype=np.float64)


_CLUBS = (
    Figure("turns a game", "clubs played", of_ends=_turns),
    Figure("cards cleared a game", "of 40, or 41 with two Jokers", of_ends=_cleared),
)


# --- sumo ----------------------------------------------------------------------------------------------------------

_ATTACK = 0


def _decisions(course: Course) -> tuple[float, float]:
    """A forced challenge is the only legal move; an attack counts even if there is but one."""
    attacks = course.states["phase"][:-1] == _ATTACK
    return float(np.sum(attacks | (course.found > 1))), 1.0


#: What is counted of each game, by its id.
FIGURES: dict[str, tuple[Figure, ...]] = {
    "rush-stones": (
        Figure("forfeited extra turns a game", "extra turns that were earned and found no legal point",
               of_course=_forfeited),
    ),
    "rush-cards": (
        Figure("legal moves a decision in play", "distinct ones, after the set-up", of_course=_moves_in_play),
        Figure("card-slot moves a decision in play", "likewise, equal cards of a hand told apart",
               of_course=_card_slots),
    ),
    "fifteen-rush": (
        Figure("cards left a game", "of 52", of_ends=lambda ends: _DECK - ends["gone"].sum(axis=1, dtype=float)),
        Figure("deals a game", "of up to three cards from the stock", of_course=_deals),
    ),
    "club-fight": _CLUBS,
    "club-fight-coop": _CLUBS,
    "sumo": (
        Figure("rounds a game", "attacks by both seats", of_ends=lambda ends: ends["round"].astype(float)),
        Figure("decisions a game", "attacks and challenges, forced challenges not counted", of_course=_decisions),
    ),
}
