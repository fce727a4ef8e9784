"""Moves of rush-cards as text, and why a move is not legal: docs/notation.md, section rush-cards."""

from __future__ import annotations

import re

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.errors import MoveError
from dohyo.engine.games.rush_cards.board import (
    ATTACK,
    ATTACK_TOP,
    DEALT,
    FUSE,
    HOMES,
    JACK,
    MOVE,
    ORDER,
    PLACE,
    PLACE_PAIR,
    WITHDRAW,
    cell_of,
    cells_of,
    chamber_of,
    in_setup,
    name_of,
    parts,
)
from dohyo.engine.grammar import quote

_CELL = "[a-e][1-6]"
_CARD = "[A2-9TJQK]"
_FORMS = (
    (MOVE, re.compile(f"({_CELL})({_CELL})")),
    (ATTACK, re.compile(f"({_CELL})x({_CELL})")),
    (ATTACK_TOP, re.compile(f"({_CELL})x({_CELL})t")),
    (FUSE, re.compile(rf"({_CARD})\+({_CARD})")),
    (PLACE, re.compile(rf"({_CARD}|\?)@({_CELL})")),
    (PLACE_PAIR, re.compile(rf"(\+)@({_CELL})")),
    (WITHDRAW, re.compile(f"({_CELL})(-)")),
)
_HELP = ("a move is c2c3, an attack c3xc4 or c3xc4t, a fusion 7+A, a placement 7@c1 or +@c1, a withdrawal c1-, "
         "with cells from a1 to e6")


def write(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.format_move`."""
    del buffer, seat
    kind, a, b = parts(move)
    if kind == FUSE:
        return f"{cards.write_card(a)}+{cards.write_card(b)}"
    if kind == PLACE:
        return f"{cards.write_card(a)}@{name_of(b)}"
    if kind == PLACE_PAIR:
        return f"+@{name_of(b)}"
    if kind == WITHDRAW:
        return f"{name_of(b)}-"
    return name_of(a) + "x" * (kind != MOVE) + name_of(b) + "t" * (kind == ATTACK_TOP)


def read(buffer: Buffer, seat: int, text: str) -> int:
    """See `Notation.parse_move`."""
    del buffer, seat
    for kind, form in _FORMS:
        if found := form.fullmatch(text.replace("10", "T")):
            a, b = (
                cell_of(part) if len(part) == 2 else 0 if part in "+-" else cards.read("card", part)[0]
                for part in found.groups()
            )
            return kind << 10 | (b << 5 | a if kind == WITHDRAW else a << 5 | b)
    raise MoveError(f"move {quote(text)}: {_HELP}")


def explain(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.explain`."""
    kind, a, b = parts(move)
    own, other = cells_of(buffer, seat - 1), cells_of(buffer, 2 - seat)
    if in_setup(buffer):
        cell = ORDER[seat - 1][DEALT - int(buffer.record["held"][0, seat - 1])]
        if kind != PLACE or b != cell:
            return f"in the set-up seat {seat} now places a card on {name_of(cell)}"
        return f"seat {seat} has no such card to place"
    if kind <= ATTACK_TOP:
        return _explain_step(buffer, seat - 1, move)
    if kind == FUSE:
        if chamber_of(buffer, seat - 1):
            return "the chamber is occupied"
        if max(a, b) >= JACK:
            return "only aces and 2 to 10 can be fused"
        return f"the hand does not have both {cards.write_card(a)} and {cards.write_card(b)}"
    if kind == WITHDRAW and b not in own:
        return f"seat {seat} has no unit on {name_of(b)}"
    if b not in HOMES[seat - 1]:
        return f"{name_of(b)} is not in the two rows nearest to seat {seat}"
    if b in own or b in other:
        return f"{name_of(b)} is occupied"
    return "the chamber is empty" if kind == PLACE_PAIR else f"the hand does not have {cards.write_card(a)}"


def _explain_step(buffer: Buffer, seat: int, move: int) -> str:
    """Why a move or attack of a seat (0 or 1) is not legal."""
    kind, start, end = parts(move)
    own, other = cells_of(buffer, seat), cells_of(buffer, 1 - seat)
    if start not in own:
        return f"{name_of(start)} holds no unit of the seat to move"
    if abs(start // 5 - end // 5) + abs(start % 5 - end % 5) != 1:
        return f"{name_of(end)} is not next to {name_of(start)}"
    if kind == MOVE:
        attack = f"; an attack is {name_of(start)}x{name_of(end)}" if end in other else ""
        return f"{name_of(end)} is occupied{attack}"
    if end not in other:
        return f"{name_of(end)} holds no unit of the other seat"
    return f"the unit on {name_of(end)} is not a pair"
