"""From the progress of a search to info lines."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from dohyo.protocol.language.messages import Dialect
from dohyo.protocol.language.replies import InfoLine
from dohyo.protocol.language.scores import Score
from dohyo.search import Info

#: Info lines in any one second of a search.
MOST_A_SECOND = 20


def info_lines(info: Info, dialect: Dialect) -> list[InfoLine]:
    """One line for each ranked move. A move has its own depth: within an iteration the others are those of the last."""
    return [
        InfoLine(
            depth=move.depth,
            seldepth=info.seldepth,
            multipv=place,
            score=Score.of(move.value, dialect),
            nodes=info.nodes,
            nps=round(info.nodes / info.time) if info.time > 0 else None,
            time=round(1000 * info.time),
            hashfull=info.hashfull or None,
            worlds=info.worlds or None,
            pv=move.line,
        )
        for place, move in enumerate(info.ranked, 1)
    ]


class Reporter:
    """The listener of one search. It leaves out reports that would come too fast, and keeps room for the last one."""

    def __init__(self, emit: Callable[[str], None], dialect: Dialect) -> None:
        self._emit = emit
        self._dialect = dialect
        self._printed: deque[float] = deque()

    def __call__(self, info: Info) -> None:
        now = time.monotonic()
        while self._printed and self._printed[0] <= now - 1:
            self._printed.popleft()
        if len(self._printed) + 2 * len(info.ranked) > MOST_A_SECOND or not info.ranked:
            return
        self._printed.extend([now] * len(info.ranked))
        self._emit("\n".join(self.lines(info)))

    def lines(self, info: Info) -> list[str]:
        """The lines of a report."""
        return [str(line) for line in info_lines(info, self._dialect)]
