"""Following a real table of fifteen-rush: what a move shows that the player's view does not know."""

from __future__ import annotations

from collections.abc import Mapping

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import UNKNOWN, read, write, write_card
from dohyo.engine.errors import MoveError
from dohyo.engine.games.fifteen_rush.tableau import DEAL, PACKET, PAIRS, WASTE, Tableau
from dohyo.engine.grammar import quote


def turn_up(buffer: Buffer, seat: int, mover: int, move: int, told: Mapping[str, str]) -> None:
    """See `Notation.turn_up`."""
    del seat, mover
    table, record = Tableau(buffer), buffer.record[0]
    piles, talon = _turned_up(table, move)
    for field in told:
        if field not in ("piles", "stock"):
            raise MoveError(f"--reveal {quote(field)}: cards turn up in the fields piles and stock")
    unseen = table.unseen
    for pile, card in zip(piles, _revealed("piles", len(piles), told, unseen), strict=True):
        record["pile"][pile, len(table.piles[pile]) - 2] = card
    for at, card in zip(talon, _revealed("stock", len(talon), told, unseen), strict=True):
        record["talon"][at] = card


def _turned_up(table: Tableau, move: int) -> tuple[list[int], list[int]]:
    """Where a move turns up unknown cards: the piles whose next card it shows, and places of the talon."""
    if move >= DEAL:
        piles, wanted = [], PACKET if move == DEAL else 0
    else:
        pair = [place for place in PAIRS[move] if place != WASTE]
        piles = [place for place in pair if table.piles[place][-2:-1] == [UNKNOWN]]
        wanted = sum(len(table.piles[place]) == 1 for place in pair)
    start = len(table.waste)
    return piles, [start + at for at, card in enumerate(table.stock[:wanted]) if card == UNKNOWN]


def _revealed(field: str, count: int, told: Mapping[str, str], unseen: list[int]) -> list[int]:
    """The cards that a person saw turn up in a field, taken out of the unseen ones; MoveError unless there are `count`
    and each can be there."""
    given = read(field, told[field], jokers=False, unknown=False, error=MoveError) if field in told else []
    if len(given) != count:
        needs = f"{count} unknown card{'s' * (count > 1)}" if count else "no unknown card"
        example = f"; say which, in order, such as --reveal {field}={write(unseen[:count])}" if count else ""
        raise MoveError(f"--reveal {field}: this move turns up {needs} there, and {len(given)} are given{example}")
    for card in given:
        if card not in unseen:
            raise MoveError(f"--reveal {field}: no {write_card(card)} is left among {write(unseen)}")
        unseen.remove(card)
    return given
