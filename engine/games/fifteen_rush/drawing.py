"""A table of fifteen-rush, drawn: the piles, then stock, waste and the cards that are out."""

from __future__ import annotations

from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import write_card, write_pile
from dohyo.engine.games.fifteen_rush.tableau import DECK, PILES, Tableau
from dohyo.engine.paint import paint


def draw(buffer: Buffer, seat: int | None, colour: bool) -> str:
    """See `Notation.draw`."""
    del seat
    table = Tableau(buffer)
    lines = ["".join(f"{number:^5}" for number in range(1, PILES + 1))]
    for row in range(max(1, *map(len, table.piles))):
        lines.append("".join(_cell(pile, row, colour) for pile in table.piles))
    stock = f"{write_pile(table.stock)} (top first)" if table.stock else "empty"
    waste = "".join(write_card(card) for card in table.waste[:-1])
    waste += _playable(table.waste[-1], colour) if table.waste else "empty"
    return "\n".join([
        *map(str.rstrip, lines),
        f"stock {stock}, turned over {table.passes} time{'s' * (table.passes != 1)}",
        f"waste {waste}",
        f"gone {len(table.gone)} of {len(DECK)}",
    ])


def _cell(pile: Sequence[int], row: int, colour: bool) -> str:
    """One card of a pile in a drawing, five characters wide."""
    if row >= len(pile):
        return "  -  " if row == 0 else "     "
    if row + 1 == len(pile):
        return f" {_playable(pile[row], colour)} "
    return paint(f"  {write_card(pile[row])}  ", "dim", colour)


def _playable(card: int, colour: bool) -> str:
    """A card that can be paired, in brackets."""
    return paint(f"[{write_card(card)}]", "yellow", colour)
