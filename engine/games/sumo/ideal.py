"""Sumo made simple enough to be solved: the deck never ends, and both seats get a fresh hand of three every round.

Then a round is a game of its own in which each seat knows its hand (`round`), and all that goes from round to
round is the column and which challenges are spent. The latter slow both sides alike: over all 1,792 states they move
the value of a column by less than .0005. So the values are those of the game without challenges, found by value
iteration (Shapley 1953), and each round is solved with the challenges that it really has.

The solution plays what counts most, a wild card between a ten and a jack, and challenges whatever can be challenged.

Columns count from -3 to 3; seat 1 pushes up. Values are its chance to win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import numpy.typing as npt

from dohyo.engine.cards import JOKER
from dohyo.engine.games.sumo.moves import ATTACKS, HIGHEST, WILD, counts, distance
from dohyo.engine.games.sumo.round import solve

Floats = npt.NDArray[np.float64]

EDGE, HAND, RANKS = 3, 3, 13
#: Plays, by what they count; WILD stands for the card that is drawn for it.
PLAYS = HIGHEST - WILD + 1
#: Columns that a push goes at most.
FARTHEST = 3
#: Steps of `solve`: the bounds of a round's value are then less than 3e-5 apart.
STEPS = 25
#: Value iteration ends when no column changes by more.
PRECISION = 1e-5
#: Chance of the seat that challenges: each card counts 3 to 14 alike (a wild one by what is drawn), and a tie will do.
HOLDS = 13 / 24


#: Of each attack the copies that it takes of each card, and what it counts.
_NEEDS = [(tuple(Counter(attack).items()), counts(attack)) for attack in ATTACKS.values()]


def plays_of(hand: Mapping[int, int]) -> tuple[int, ...]:
    """What the attacks of a hand count, each once, ascending. hand: copies by card."""
    return tuple(sorted({
        play for needs, play in _NEEDS if all(hand.get(card, 0) >= copies for card, copies in needs)
    }))


@cache
def _pushes() -> Floats:
    """The chance of each push, from -3 to 3, by the plays of both seats."""
    chance = np.zeros((PLAYS, PLAYS, 2 * FARTHEST + 1))
    for first in range(WILD, HIGHEST + 1):
        for second in range(WILD, HIGHEST + 1):
            drawn = [range(WILD + 1, HIGHEST + 1) if play == WILD else (play,) for play in (first, second)]
            cases = [(one, other) for one in drawn[0] for other in drawn[1]]
            for one, other in cases:
                chance[first - WILD, second - WILD, distance(one, other) + FARTHEST] += 1 / len(cases)
    return chance


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands of an endless deck, those with the same plays as one. index: by plays; the arrays as for `solve`."""

    index: dict[tuple[int, ...], int]
    plays: npt.NDArray[np.uint8]
    sizes: npt.NDArray[np.uint8]
    chances: Floats


@cache
def hands(jokers: int) -> Hands:
    """The hands of a deck with so many Jokers."""
    single = dict.fromkeys(range(1, RANKS + 1), 4 / (4 * RANKS + jokers))
    if jokers:
        single[JOKER] = jokers / (4 * RANKS + jokers)
    found: dict[tuple[int, ...], float] = {}
    for cards in combinations_with_replacement(single, HAND):
        hand, chance = Counter(cards), float(factorial(HAND))
        for card, copies in hand.items():
            chance *= single[card] ** copies / factorial(copies)
        plays = plays_of(hand)
        found[plays] = found.get(plays, 0.0) + chance
    table = np.zeros((len(found), 5), np.uint8)
    for row, plays in zip(table, found, strict=True):
        row[: len(plays)] = np.subtract(plays, WILD)
    sizes = np.array([len(plays) for plays in found], np.uint8)
    return Hands({plays: row for row, plays in enumerate(found)}, table, sizes, np.array([*found.values()]))


class Values:
    """What standing in a column is worth to seat 1, and what follows from it for a push."""

    def __init__(self, columns: Floats) -> None:
        self._columns = columns

    def at(self, x: int) -> float:
        """Of a column; beyond the edge the game is over."""
        return float(self._columns[x + EDGE]) if abs(x) <= EDGE else float(x > EDGE)

    def sumo_challenge(self, x: int, push: int) -> float:
        """Of a push that is challenged with the sumo cards."""
        return HOLDS * self.at(x) + (1 - HOLDS) * self.at(x + push)

    def ring_challenge(self, x: int, push: int, sumo_up: bool) -> float:
        """Of a push that is challenged with the ring cards, and if these lose, in the better way afterwards."""
        return HOLDS * self.at(x) + (1 - HOLDS) * self.pushed(x, push, True, sumo_up)

    def pushed(self, x: int, push: int, ring_up: bool, sumo_up: bool) -> float:
        """Of a push of so many columns (0 for none) that the pushed seat answers as is best for it."""
        ways = [self.at(x + push)]
        if not ring_up:
            ways.append(self.ring_challenge(x, push, sumo_up))
        elif not sumo_up:
            ways.append(self.sumo_challenge(x, push))
        return min(ways) if push > 0 else max(ways)


@dataclass(frozen=True, eq=False)
class Round:
    """A solved round. low, high: bounds of its value; strategies: by seat, a row a hand, in the places of
    `Hands.plays`; worths: by seat, what each play is worth to that seat against the other's strategy."""

    low: float
    high: float
    strategies: Floats
    worths: Floats


def solve_round(values: Values, jokers: int, x: int, ring_up: bool, sumo_up: bool) -> Round:
    """The round in a column, with its ring cards and the sumo cards face up or down."""
    dealt, payoff = hands(jokers), np.zeros((PLAYS, PLAYS))
    for push in range(-FARTHEST, FARTHEST + 1):
        payoff += _pushes()[:, :, push + FARTHEST] * values.pushed(x, push, ring_up, sumo_up)
    low, high, strategies, worths = solve(dealt.plays, dealt.sizes, dealt.chances, payoff, STEPS)
    worths[1] += 1
    return Round(low, high, strategies, worths)


@cache
def column_values(jokers: int) -> Values:
    """The values of the columns; V(x) + V(-x) = 1, for the sides are alike."""
    columns = np.linspace(0.2, 0.8, 2 * EDGE + 1)
    change = 1.0
    while change > PRECISION:
        change = 0.0
        for x in range(1, EDGE + 1):
            found = solve_round(Values(columns), jokers, x, True, True)
            value = (found.low + found.high) / 2
            change = max(change, abs(value - float(columns[EDGE + x])))
            columns[EDGE + x], columns[EDGE - x] = value, 1 - value
    return Values(columns)


@cache
def solved_round(jokers: int, x: int, ring_up: bool, sumo_up: bool) -> Round:
    """The round as the policy plays it; solved when it is first asked for."""
    return solve_round(column_values(jokers), jokers, x, ring_up, sumo_up)
