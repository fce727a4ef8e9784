"""Moves of rush-stones as text: Go coordinates. A code is the point's index in the kernel's padded board."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine.errors import MoveError
from dohyo.engine.games.rush_stones.board import CENTRE, COLUMNS, NAMES, STRIDE, index, size_of
from dohyo.engine.grammar import quote


def write(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.format_move`."""
    del seat
    corner = CENTRE - size_of(buffer) // 2
    return f"{COLUMNS[move % STRIDE - corner]}{move // STRIDE - corner + 1}"


def read(buffer: Buffer, seat: int, text: str) -> int:
    """See `Notation.parse_move`."""
    del seat
    size = size_of(buffer)
    column, row = COLUMNS[:size].find(text[:1]), text[1:]
    plain = row.isascii() and row.isdigit() and not row.startswith("0") and len(row) <= 2
    if not text or column < 0 or not plain or not 1 <= int(row) <= size:
        raise MoveError(f"move {quote(text)}: a move is a point from a1 to {COLUMNS[size - 1]}{size}")
    return index(size, int(row) - 1, column)


def explain(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.explain`."""
    if buffer.record[0]["point"][move] != 0:
        return "a stone stands there"
    return f"two or more of its neighbours are {NAMES[seat - 1].lower()} and none is of the other colour"
