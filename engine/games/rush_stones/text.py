"""Positions of rush-stones as text: docs/notation.md, section rush-stones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_stones import KERNEL
from dohyo.engine.errors import PositionError
from dohyo.engine.games.rush_stones.board import BYTES, index, rows
from dohyo.engine.grammar import quote
from dohyo.engine.option import Option

OPTIONS = (Option("size", "19", "points along each side of the board", low=3, high=19, odd_only=True),)
FIELDS = ("size", "board", "turn")
_TURNS = "bw"


def parse(options: Sequence[int], fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
    """See `Notation.parse`."""
    buffer = KERNEL.deal(options, 0)
    if "board" in fields:
        _read_board(buffer, fields["board"])
    turn = fields.get("turn", "b")
    if len(turn) != 1 or turn not in _TURNS:
        raise PositionError(f"field turn: expected b or w, got {quote(turn)}")
    buffer.record["turn"] = _TURNS.index(turn)
    buffer.refresh()
    if buffer.check() == 3:
        other = "w" if turn == "b" else "b"
        raise PositionError(f"field turn={turn}: every empty point is forbidden to {turn}, so {other} is to move")
    return buffer, None


def _read_board(buffer: Buffer, text: str) -> None:
    record = buffer.record[0]
    size, point = int(record["size"]), record["point"]
    given = text.split("/")
    if len(given) != size:
        raise PositionError(f"field board has {len(given)} rows; size={size} needs {size}")
    for number, row in zip(range(size, 0, -1), given, strict=True):
        column = 0
        for symbol, count in _runs(number, row):
            if symbol and column < size:
                point[index(size, number - 1, column)] = BYTES[symbol]
            column += count
        if column != size:
            raise PositionError(f"field board, row {number} has {column} points; size={size} needs {size}")


def _runs(number: int, row: str) -> list[tuple[str, int]]:
    """The stones of a row, each as (symbol, 1), and its runs of empty points, each as ('', length)."""
    found: list[tuple[str, int]] = []
    for digits, group in groupby(row, key=lambda char: char.isascii() and char.isdigit()):
        run = "".join(group)
        if digits:
            if run.startswith("0") or len(run) > 2:
                raise PositionError(f"field board, row {number}: invalid count of empty points {quote(run)}")
            found.append(("", int(run)))
            continue
        for char in run:
            if char not in BYTES:
                raise PositionError(f"field board, row {number}: expected b, w or a count of empty points, got "
                                    f"{quote(char)}")
            found.append((char, 1))
    return found


def write(buffer: Buffer, seat: int | None) -> str:
    """See `Notation.format`."""
    del seat  # nothing is hidden: a view is the state
    record = buffer.record[0]
    texts = (
        "".join(str(len(list(group))) if symbol == "." else "".join(group) for symbol, group in groupby(row))
        for row in rows(buffer)
    )
    return f"size={record['size']} board={'/'.join(texts)} turn={_TURNS[int(record['turn'])]}"
