"""Who plays whom, and when: pure and lazy, so that the length of a match costs no memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple


class Place(NamedTuple):
    """Where a game stands in its schedule, for good: what a stored game is known by. All count from 0."""

    round: int
    pair: int
    swap: int

    def __str__(self) -> str:
        """Such as 3.0.1."""
        return ".".join(map(str, self))


@dataclass(frozen=True)
class Pairing:
    """One game to play. engines: their numbers in seat order; deal: the number of the deal it is played from; event:
    the match of the tournament that it belongs to."""

    place: Place
    engines: tuple[int, ...]
    deal: int
    event: int = 0


#: The games that are compared with each other: those of two engines with seats swapped, or of all on one deal.
Unit = tuple[Pairing, ...]


def units(engines: int, rounds: int, seats: int, *, solo: bool = False) -> Iterator[Unit]:
    """The whole schedule, unit by unit, in order.

    Two seats: in each round any two engines play a pair of games from one deal with seats swapped, first the engine
    that is named first has seat 1. One seat, or solo: in each round every engine plays the same deal, in all seats.
    """
    for number in range(rounds):
        if solo or seats == 1:
            yield tuple(Pairing(Place(number, engine, 0), (engine,) * seats, number) for engine in range(engines))
        else:
            for pair, (first, second) in enumerate(combinations(range(engines), 2)):
                deal = number * pairs_a_round(engines) + pair
                yield (
                    Pairing(Place(number, pair, 0), (first, second), deal),
                    Pairing(Place(number, pair, 1), (second, first), deal),
                )


def pairs_a_round(engines: int) -> int:
    """How many ways there are to choose two of them."""
    return engines * (engines - 1) // 2


def length(engines: int, rounds: int, seats: int, *, solo: bool = False) -> int:
    """The number of games of the whole schedule."""
    return rounds * (engines if solo or seats == 1 else 2 * pairs_a_round(engines))
