"""A score as a line carries it, and the chance to win that it stands for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from dohyo.protocol.language.messages import Dialect

#: Centipawns per factor of ten in the odds of winning: the usual logistic, that of Elo differences.
CP_PER_DECADE = 400
#: The score of a certain win, and of a chance that is as good as one.
MAX_CP = 10_000


@dataclass(frozen=True)
class Score:
    """win: thousandths of a game that the seat to move expects; cp: centipawns; mate: moves, negative for a loss."""

    kind: Literal["win", "cp", "mate"]
    value: int

    @classmethod
    def of(cls, chance: float, dialect: Dialect) -> Score:
        """The score of an expected result in [0, 1]."""
        if dialect is Dialect.UGI:
            return cls("win", round(1000 * chance))
        decades = math.log10(chance / (1 - chance)) if 0 < chance < 1 else math.copysign(math.inf, chance - 0.5)
        return cls("cp", round(max(-MAX_CP, min(MAX_CP, CP_PER_DECADE * decades))))

    @property
    def chance(self) -> float:
        """The expected result in [0, 1]."""
        if self.kind == "win":
            return min(1.0, max(0.0, self.value / 1000))
        if self.kind == "mate":
            return float(self.value > 0)
        decades = max(-MAX_CP, min(MAX_CP, self.value)) / CP_PER_DECADE
        return 1 / (1 + 10**-decades)

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"
