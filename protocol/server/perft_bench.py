"""The commands `perft` and `bench`: a count and a search that run as jobs and can be stopped."""

import threading

from dohyo import engine, search
from dohyo.engine import DohyoError, Position, UsageError, View
from dohyo.protocol.language.replies import error_line

#: Plies of a perft that are counted in one go, without a look at `stop`.
UNBROKEN = 2
DEEPEST = 64
#: Nodes of the search of `bench`.
BENCH_NODES = 20_000


class Perft:
    """A count that can be stopped. UsageError for a depth out of range or a position that cannot be counted."""

    def __init__(self, position: Position, depth: int) -> None:
        if depth > DEEPEST:
            raise UsageError(f"depth: expected 0 to {DEEPEST}, got {depth}")
        engine.perft(position, 0)  # refuses what cannot be counted, at once
        self._position, self._depth = position, depth
        self._stopped = threading.Event()
        self.stop = self._stopped.set

    def run(self) -> str:
        """The number as text, or a sentence."""
        try:
            count = self._count(self._position, self._depth)
        except DohyoError as error:
            return error_line(f"perft {error}")
        return "perft stopped" if self._stopped.is_set() else str(count)

    def _count(self, position: Position, depth: int) -> int:
        if depth <= UNBROKEN:
            return engine.perft(position, depth)
        total = 0
        for move in position.moves():
            if self._stopped.is_set():
                break
            total += self._count(position.play(move), depth - 1)
        return total


class Bench:
    """One search of a fixed number of nodes, by a searcher that has searched nothing before."""

    def __init__(self, searcher: search.Searcher, view: View) -> None:
        searcher.set_position(view)
        self._searcher = searcher
        self.stop = searcher.stop
        searcher.start(search.Limits(nodes=BENCH_NODES))

    def run(self) -> str:
        """What was done and how fast, as text."""
        try:
            result = self._searcher.wait()
        except (DohyoError, RuntimeError) as error:
            return error_line(f"bench {error}")
        assert result is not None
        speed = f"{result.nodes / result.time:.0f}" if result.time > 0 else "-"
        return f"{self._searcher.name} nodes {result.nodes} time {1000 * result.time:.0f} ms, {speed} nodes a second"
