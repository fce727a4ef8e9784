"""What a game says to those who search and measure it: parameter values that suit it, and what `dohyo bench` runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: By searcher and parameter: the values that suit a game, where they differ from the searcher's usual ones. Found by
#: games between settings.
Tuning = Mapping[str, Mapping[str, int | bool | str]]


@dataclass(frozen=True)
class SignaturePosition:
    """A position of the bench signature: seed 1 is dealt, and random moves are played."""

    options: Mapping[str, str]
    """Rule options of the deal."""
    plies: int
    """Random moves after the deal."""
    nodes: int
    """The limit of each search."""


@dataclass(frozen=True)
class Benchmark:
    """What `dohyo bench` runs of a game."""

    rows: Mapping[str, Mapping[str, str]] | None = None
    """What is timed, as rule options by the name of the row; None for one row with the defaults, named as the game."""
    positions: tuple[SignaturePosition, ...] = (SignaturePosition({}, 0, 500), SignaturePosition({}, 7, 500))
    """Those of the signature."""
