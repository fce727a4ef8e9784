"""What a search reports: ranked moves, progress, and the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dohyo.engine import View

#: Seconds between two reports of one search.
REPORT_EVERY = 0.1


@dataclass(frozen=True)
class Ranked:
    """One root move."""

    move: str
    value: float
    """The expected result for the seat to move, in [0, 1]."""
    share: float
    """Its share of the visits or of the mixed strategy; for other searchers 1 for the choice and 0 for the rest."""
    depth: int
    """Plies searched behind it."""
    line: tuple[str, ...]
    """The move and the best replies."""
    proven: bool = False
    """Whether the value is exact."""
    reason: str = ""
    """Why the move is good, in the game's words; '' where that cannot be said."""
    estimated: bool = True
    """Whether the value is known at all; where it is not, `value` is 1/2."""
    error: float | None = None
    """The standard error of the value; None where it was not sampled."""


@dataclass(frozen=True)
class Info:
    """Progress of a search."""

    nodes: int
    """Positions visited; each searcher says what it counts."""
    time: float
    """Seconds since the search began."""
    depth: int
    """Plies of the best line, or of the last iteration."""
    seldepth: int
    """Plies of the longest line."""
    hashfull: int
    """The used part of the memory, in thousandths."""
    worlds: int
    """Sampled worlds that were searched; 0 where nothing is sampled."""
    ranked: tuple[Ranked, ...]
    """The best moves first."""


@dataclass(frozen=True)
class Result(Info):
    """The end of a search."""

    move: str | None
    """The choice; None when there is no legal move. It differs from the first of `ranked` only where a searcher draws
    its move."""


Listener = Callable[[Info], None]


def with_reasons(view: View, result: Result) -> Result:
    """The result with a reason for each ranked move that had none: what is proven of it, then what the game says."""
    explained = []
    for ranked in result.ranked:
        proven = {1.0: "wins", 0.5: "draws", 0.0: "loses"}.get(ranked.value, "") if ranked.proven else ""
        reason = ranked.reason or "; ".join(filter(None, (proven, view.reason(ranked.move, view.seat))))
        explained.append(replace(ranked, reason=reason))
    return replace(result, ranked=tuple(explained))
