"""What a game says to those who search and measure it: parameter values that suit it, and what `dohyo bench` runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: By searcher and parameter: the values that suit a game, where they differ from the searcher's usual ones. Found by
#: games between settings.
Tuning = Mapping[str, Mapping[str, int | bool | str]]


@dataclass(frozen=True)
class SignaturePosition:
    """A position of the signature: the deal of seed 1 with these rule options after so many random plies, each search
    of which is limited to so many nodes."""

    options: Mapping[str, str]
    plies: int
    nodes: int


@dataclass(frozen=True)
class Benchmark:
    """What `dohyo bench` runs of a game.

    rows: what is timed, as rule options by the name of the row; None for one row with the defaults, named as the game.
    positions: those of the signature.
    """

    rows: Mapping[str, Mapping[str, str]] | None = None
    positions: tuple[SignaturePosition, ...] = (SignaturePosition({}, 0, 500), SignaturePosition({}, 7, 500))
