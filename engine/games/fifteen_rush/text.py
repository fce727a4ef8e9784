"""Positions of fifteen-rush as text: docs/notation.md, section fifteen-rush."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from dohyo.cext.fifteen_rush import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import UNKNOWN, read, settle, write_pile
from dohyo.engine.cards import write as write_cards
from dohyo.engine.errors import PositionError
from dohyo.engine.games.fifteen_rush.tableau import DECK, HIGHEST, PILES, TALON, Tableau
from dohyo.engine.grammar import quote, whole_number
from dohyo.engine.option import Option

_MOST = 9999

OPTIONS = (
    Option("deal", "stuck", "when cards may be dealt: only while no pair shows, or at any time",
           choices=("stuck", "anytime")),
    Option("redeal", "combined", "whether a deal with an empty stock turns the waste over first, or turn is a move",
           choices=("combined", "separate")),
)
FIELDS = (*(option.name for option in OPTIONS), "piles", "stock", "waste", "gone", "passes", "since")


def parse(options: Sequence[int], fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
    """See `Notation.parse`."""
    for name in ("piles", "stock", "waste"):
        if name not in fields:
            raise PositionError(f"field {name} is missing; it lists cards, and - is the empty list")
    piles = _read_piles(fields["piles"])
    stock = read("stock", fields["stock"], jokers=False)
    waste = read("waste", fields["waste"], jokers=False, unknown=False)
    if len(stock) + len(waste) > TALON:
        raise PositionError(f"fields stock and waste list {len(stock) + len(waste)} cards; there are {TALON}")
    passes, since = (_read_count(name, fields.get(name, "0")) for name in ("passes", "since"))
    view = UNKNOWN in chain(stock, *piles)
    if view:
        _refuse_half_known(piles, stock, passes)
    gone = read("gone", fields["gone"], jokers=False, unknown=False) if "gone" in fields else None
    gone = settle("gone", gone, DECK, [*chain(*piles), *stock, *waste], "the position")
    buffer = KERNEL.new()
    record = buffer.record[0]
    record["anytime"], record["separate"] = options
    for number, pile in enumerate(piles):
        record["pile"][number, : len(pile)] = pile
    record["talon"][: len(waste) + len(stock)] = waste + stock
    record["waste"], record["passes"], record["since"] = len(waste), passes, since
    for rank, count in Counter(gone).items():
        record["gone"][rank] = count
    record["exact"] = not view
    buffer.refresh()
    return buffer, 1 if view else None


def _read_piles(text: str) -> list[list[int]]:
    piles = [read("piles", pile, jokers=False) for pile in text.split(",")]
    if len(piles) != PILES:
        raise PositionError(f"field piles has {len(piles)} piles; there are {PILES}, with commas between them")
    for number, pile in enumerate(piles, start=1):
        if len(pile) > HIGHEST:
            raise PositionError(f"field piles: pile {number} has {len(pile)} cards; a pile has at most {HIGHEST}")
        if pile and pile[-1] == UNKNOWN:
            raise PositionError(f"field piles: the last card of pile {number} lies face up and cannot be ?")
    return piles


def _read_count(field: str, text: str) -> int:
    value = whole_number(text)
    if value is None or not 0 <= value <= _MOST:
        raise PositionError(f"field {field}: expected a number from 0 to {_MOST}, got {quote(text)}")
    return value


def _refuse_half_known(piles: Sequence[Sequence[int]], stock: Sequence[int], passes: int) -> None:
    """PositionError unless exactly what the player of a view has not seen is unknown."""
    for number, pile in enumerate(piles, start=1):
        if any(card != UNKNOWN for card in pile[:-1]):
            raise PositionError(f"field piles: in a view only the last card of pile {number} is known; "
                                "the cards under it are ?")
    if passes and UNKNOWN in stock:
        raise PositionError(f"field stock: with passes={passes} its order is known and no card is ?")
    if not passes and any(card != UNKNOWN for card in stock):
        raise PositionError(f"field stock: in a view with passes=0 it is unknown, ?x{len(stock)}")


def write(buffer: Buffer, seat: int | None) -> str:
    """See `Notation.format`."""
    del seat
    table = Tableau(buffer)
    words = [
        f"{option.name}={option.write(value)}"
        for option, value in zip(OPTIONS, table.options, strict=True)
        if option.write(value) != option.default
    ]
    words += [
        f"piles={','.join(map(write_cards, table.piles))}",
        f"stock={write_pile(table.stock)}",
        f"waste={write_cards(table.waste)}",
        f"gone={write_cards(table.gone)}",
        f"passes={table.passes}",
    ]
    return " ".join(words + [f"since={table.since}"] * (table.since > 0))
