"""Policies: simple ways to choose a move that belong to one game, such as rules of thumb or a solved model of it.

A game registers its policies (`Game.policies`); whoever searches can use one by its name. The code of a policy is
imported when it is first asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module

from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random


@dataclass(frozen=True)
class WeighedMove:
    """One legal move as a policy sees it."""

    move: int
    """Its code."""
    weight: float
    """How often it is to be played, 0 or more; the weights of all moves add up to 1."""
    value: float | None = None
    """The expected result for the seat, in [0, 1]; None where the policy does not estimate it."""


#: Ranks the moves of a seat; see `Policy.rank`.
Rank = Callable[[Buffer, int, Random, Sequence[int] | None], list[WeighedMove]]


@dataclass(frozen=True)
class Policy:
    """One policy of a game."""

    name: str
    """Unique among all policies and searchers."""
    title: str
    """One phrase for lists."""
    where: str
    """`module:function`, the function of type `Rank` that does the work."""
    aliases: tuple[str, ...] = ()
    """Earlier names, which are accepted too."""

    @cached_property
    def _function(self) -> Rank:
        module, _, name = self.where.partition(":")
        function: Rank = getattr(import_module(module), name)
        return function

    def rank(
        self, view: Buffer, seat: int, stream: Random, moves: Sequence[int] | None = None
    ) -> list[WeighedMove]:
        """The moves of a seat, the best first.

        Parameters
        ----------
        view
            What the seat knows (`View.buffer`); it is not changed.
        seat
            1 or 2; it is to move.
        stream
            The only source of randomness: equal views, moves and streams give equal answers.
        moves
            Codes of the legal moves to choose from, at least one; None for all.
        """
        return self._function(view, seat, stream, moves)


def draw_weighted(weights: Sequence[float], stream: Random) -> int:
    """A place drawn with these weights, none below 0; any place where all are 0."""
    total = sum(weights)
    if total <= 0:
        return stream.below(len(weights))
    left = total * stream.uniform()
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return max(place for place, weight in enumerate(weights) if weight > 0)
