"""Moves of fifteen-rush as text, and why a move is not legal: docs/notation.md, section fifteen-rush."""

from __future__ import annotations

import re

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import write_card
from dohyo.engine.errors import MoveError
from dohyo.engine.games.fifteen_rush.tableau import DEAL, PAIRS, PLACES, TURN, WASTE, Tableau
from dohyo.engine.grammar import quote

_PAIR = re.compile(r"([1-7w])\+([1-7w])")


def write(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.format_move`."""
    del buffer, seat
    if move >= DEAL:
        return "deal" if move == DEAL else "turn"
    first, second = PAIRS[move]
    return f"{PLACES[first]}+{PLACES[second]}"


def read(buffer: Buffer, seat: int, text: str) -> int:
    """See `Notation.parse_move`."""
    del buffer, seat
    if text in ("deal", "turn"):
        return DEAL if text == "deal" else TURN
    pair = _PAIR.fullmatch(text)
    if pair is None or pair[1] == pair[2]:
        raise MoveError(f"move {quote(text)}: a move is deal, turn, or two of the piles 1 to 7 and the waste w, "
                        "such as 1+3 or 3+w")
    first, second = sorted(map(PLACES.index, pair.groups()))
    return PAIRS.index((first, second))


def explain(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.explain`."""
    table = Tableau(buffer)
    if move < DEAL:
        first, second = PAIRS[move]
        for place in (first, second):
            if not table.tops[place]:
                return "the waste is empty" if place == WASTE else f"pile {place + 1} is empty"
        return (f"{write_card(table.tops[first])} and {write_card(table.tops[second])} do not pair; two aces do, "
                "and two cards that add up to 15")
    anytime, separate = table.options
    if move == TURN and not separate:
        return "turn is a move only with redeal=separate; here deal turns the waste over"
    if not table.stock and not table.waste:
        return "stock and waste are empty"
    if move == TURN and table.stock:
        return "the stock is not empty"
    if move == DEAL and separate and not table.stock:
        return "the stock is empty; turn the waste over first"
    pair = write(buffer, seat, buffer.moves(seat - 1)[0])
    if anytime:
        return f"{table.since} deals have shown every card since the last pair; play a pair, such as {pair}"
    return f"with deal=stuck no card is dealt while a pair shows, such as {pair}"
