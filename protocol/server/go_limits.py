"""From a `go` line to the limits of a search: a pure function."""

from dohyo.engine import UsageError
from dohyo.protocol.language.messages import Go
from dohyo.search import Clock, Limits

#: The largest part of a time that is kept back: a search of a few milliseconds is to search.
KEPT_AT_MOST = 0.25

#: No tree is deeper: a larger `depth` means no limit.
DEEPEST = 10_000


def limits_of(go: Go, seat: int, *, overhead: int, top: int, decisions: float) -> Limits:
    """The limits for the seat (1 or 2) that searches.

    overhead: ms kept back for each move, of a clock for all that the seat makes with it; decisions: about how many it
    has left in the game. No more than KEPT_AT_MOST is kept back of any time, and a search gets 1 ms at the least. `go`
    without any limit is `go infinite`, as in UCI. UsageError where the clock of the other seat is all that is given.
    """
    time, increment = (go.p1time, go.p1inc) if seat == 1 else (go.p2time, go.p2inc)
    bare = all(limit is None for limit in (time, go.movetime, go.nodes, go.depth))
    if bare and not go.infinite and (go.p1time is not None or go.p2time is not None):
        raise UsageError(f"seat {seat} is to move and p{seat}time is not given")
    clock = None
    if time is not None:
        moves = decisions if go.movestogo is None else min(decisions, go.movestogo)
        clock = Clock(_seconds(time, overhead * max(1.0, moves)), (increment or 0) / 1000, go.movestogo)
    return Limits(
        nodes=go.nodes,
        depth=None if go.depth is None else min(go.depth, DEEPEST),
        time=None if go.movetime is None else _seconds(go.movetime, overhead),
        clock=clock,
        infinite=go.infinite or bare,
        moves=go.searchmoves,
        top=top,
    )


def _seconds(time: int, kept: float) -> float:
    return max(1.0, time - min(kept, KEPT_AT_MOST * time)) / 1000
