"""From the limits of a `go` line to those of a search: a pure function."""

from dataclasses import replace

from dohyo.engine import UsageError
from dohyo.protocol.language.go_line import Clock, Limits

#: The largest part of a time that is kept back: a search of a few milliseconds is to search.
KEPT_AT_MOST = 0.25

#: No tree is deeper: a larger `depth` means no limit.
DEEPEST = 10_000


def limits_of(go: Limits, seat: int, *, overhead: int, top: int, decisions: float) -> Limits:
    """The limits for the seat (1 or 2) that searches.

    overhead: ms kept back for each move, of a clock for all that the seat makes with it; decisions: about how many it
    has left in the game. No more than KEPT_AT_MOST is kept back of any time, and a search gets 1 ms at the least. `go`
    without any limit is `go infinite`, as in UCI. UsageError where the clock of the other seat is all that is given.
    """
    mine = go.with_clock(seat, go.clock(seat))
    if go.clocked and mine.unlimited and not go.infinite:
        raise UsageError(f"seat {seat} is to move and p{seat}time is not given")
    moves = decisions if go.movestogo is None else min(decisions, go.movestogo)
    clock = mine.clock(seat)
    if clock is not None:
        clock = Clock(_reduced(clock.remaining, overhead * max(1.0, moves)), clock.increment)
    return replace(
        mine.with_clock(seat, clock),
        movetime=None if go.movetime is None else _reduced(go.movetime, overhead),
        depth=None if go.depth is None else min(go.depth, DEEPEST),
        infinite=go.infinite or mine.unlimited,
        top=top,
    )


def _reduced(time: float, kept: float) -> float:
    """Milliseconds that are left of a time."""
    return max(1.0, time - min(kept, KEPT_AT_MOST * time))
