"""When a search ends: one type from the plan of a tournament to the line of the protocol and to the search.

All times are milliseconds. `dohyo.protocol.language.go_line` writes limits as a `go` line and reads them;
`dohyo.tournaments.plan.limits` reads them from flags and files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from dohyo.search.core.timing import allot


@dataclass(frozen=True)
class Clock:
    """The time of one seat for the moves of a game."""

    remaining: float
    """Milliseconds left; in a plan those at the start of a game."""
    increment: float = 0
    """Milliseconds that each move adds."""

    def __str__(self) -> str:
        """As plans write it: seconds, `BASE+INCREMENT`."""
        return f"{self.remaining / 1000:.10g}+{self.increment / 1000:.10g}"


@dataclass(frozen=True)
class Limits:
    """When a search ends: at the first limit reached, or when it is stopped. None: no such limit.

    A searcher without any limit searches until it has nothing left to do.
    """

    movetime: float | None = None
    """Milliseconds for the move."""
    nodes: int | None = None
    """Positions visited; each searcher says what it counts."""
    depth: int | None = None
    """Plies, of the tree or of the iteration."""
    clocks: tuple[Clock | None, Clock | None] = (None, None)
    """The clocks of seats 1 and 2; a search allots itself a part of the clock of its seat."""
    movestogo: int | None = None
    """Moves until the clocks get more time; None where they have to do for the whole game."""
    infinite: bool = False
    """Whether the result waits for `stop`."""
    searchmoves: tuple[str, ...] = ()
    """The only moves to choose from; empty for all."""
    top: int = 1
    """Not a limit: how many moves get a line and are reported."""
    reasons: bool = True
    """Not a limit: whether the moves of the result get reasons, which take up to a millisecond each."""

    def clock(self, seat: int) -> Clock | None:
        """The clock of a seat, 1 or 2."""
        return self.clocks[seat - 1]

    def with_clock(self, seat: int, clock: Clock | None) -> Self:
        """The same limits with this clock for the seat and none for the other."""
        return replace(self, clocks=(clock, None) if seat == 1 else (None, clock))

    def seconds(self, seat: int, decisions: float) -> float | None:
        """Seconds that a search of this seat may take, from `movetime` and its clock; None for any.

        decisions: about how many it has left in the game, this one included (`View.decisions_left`).
        """
        fixed = None if self.movetime is None else self.movetime / 1000
        clock = self.clock(seat)
        if clock is None or self.infinite:
            return fixed
        part = allot(clock.remaining / 1000, clock.increment / 1000, self.movestogo, decisions)
        return part if fixed is None else min(part, fixed)

    @property
    def clocked(self) -> bool:
        """Whether a seat has a clock."""
        return self.clocks != (None, None)

    @property
    def timed(self) -> bool:
        """Whether time decides when a search ends, so that equal searches may differ."""
        return self.movetime is not None or self.clocked

    @property
    def unlimited(self) -> bool:
        """Whether nothing but `stop` ends a search."""
        return not self.timed and self.nodes is None and self.depth is None

    @property
    def by_clock_alone(self) -> bool:
        """Whether only a clock ends the search, so that time is saved where there is nothing to choose."""
        others = (self.nodes, self.depth, self.movetime)
        return self.clocked and not self.infinite and all(limit is None for limit in others)

    @property
    def repeatable(self) -> bool:
        """Whether equal searches must end with equal results: no time is involved."""
        return not self.timed and not self.infinite

    def __str__(self) -> str:
        """As plans write it: `movetime=100 nodes=5 depth=2 tc=10+0.1`, without those that are None."""
        clock = self.clock(1) or self.clock(2)
        named = {"movetime": self.movetime, "nodes": self.nodes, "depth": self.depth, "tc": clock}
        return " ".join(f"{name}={value}" for name, value in named.items() if value is not None)
