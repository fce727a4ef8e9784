"""What a record of fifteen-rush holds, as plain lists; and what its move codes mean."""

from __future__ import annotations

from itertools import chain

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import left_over

PILES, HIGHEST, TALON, PACKET = 7, 7, 24, 3
DECK = [rank for rank in range(1, 14) for _ in range(4)]
#: Names of the places that pair, in the kernel's order; the last is the waste.
PLACES = "1234567w"
WASTE = 7
PAIRS = [(first, second) for first in range(8) for second in range(first + 1, 8)]
DEAL, TURN = len(PAIRS), len(PAIRS) + 1


class Tableau:
    """A position as plain lists: piles bottom to top, stock top first, waste bottom to top."""

    def __init__(self, buffer: Buffer) -> None:
        record = buffer.record[0]
        heights, talon = record["height"].tolist(), record["talon"].tolist()
        waste, cards = int(record["waste"]), int(record["cards"])
        self.piles = [pile[:height] for pile, height in zip(record["pile"].tolist(), heights, strict=True)]
        self.waste, self.stock = talon[:waste], talon[waste:cards]
        self.gone = [rank for rank, count in enumerate(record["gone"].tolist()) for _ in range(count)]
        self.passes, self.since = int(record["passes"]), int(record["since"])
        self.options = [int(record["anytime"]), int(record["separate"])]
        self.tops = [pile[-1] if pile else 0 for pile in [*self.piles, self.waste]]

    @property
    def unseen(self) -> list[int]:
        """The cards of the deck that do not stand here, in order."""
        return left_over(DECK, [*chain(*self.piles), *self.stock, *self.waste, *self.gone], "the position")
