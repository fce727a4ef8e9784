"""A searcher whose searches last until they are interrupted or told to end, and a server with it."""

import threading

from dohyo import search
from dohyo.engine import Game, View
from dohyo.search import Info, Limits, Ranked, Result, registry
from dohyo.search.core.results import Listener


class Waiting(search.Searcher):
    """Searches until `stop`, or until a test sets `release`. Reports whatever a test puts into it by `report`."""

    name = "waiting"
    title = "for tests"

    def __init__(self) -> None:
        super().__init__()
        self.started = threading.Event()
        self.release = threading.Event()
        self.report: Listener | None = None
        self.failure: Exception | None = None
        self.searches = 0

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        return None

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        self.searches += 1
        self.report = listener
        self.started.set()
        self.release.wait()
        self.started.clear()
        self.release.clear()
        if self.failure is not None:
            raise self.failure
        texts = [view.text(move, view.seat) for move in moves[: limits.top]]
        return Result(7, 0.5, 2, 3, 4, 0, ranked(*texts), texts[0])

    def _interrupt(self) -> None:
        self.release.set()

    def _arm(self) -> None:
        self.release.clear()

    def _forget(self) -> None:
        """Nothing is kept."""


def ranked(*moves: str) -> tuple[Ranked, ...]:
    """Moves with values that say nothing."""
    return tuple(Ranked(move, 0.25, 0.1, 2, (move, "z1")) for move in moves)


def info(*moves: str) -> Info:
    """A report of these moves."""
    return Info(100, 0.1, 2, 3, 0, 0, ranked(*moves))


def register() -> None:
    registry._SEARCHERS["waiting"] = Waiting


if __name__ == "__main__":
    from dohyo.protocol.server.command import main

    register()
    main()
