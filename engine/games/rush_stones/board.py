"""What a record of rush-stones holds: stones on a padded board, and how its points are numbered."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer

#: Columns as Go players write them, without i.
COLUMNS = "abcdefghjklmnopqrst"
NAMES = ("Black", "White")
#: The kernel's padded board: points of a row, the middle row and column, and the steps to the four neighbours.
STRIDE, CENTRE = 21, 10
STEPS = (-STRIDE, -1, 1, STRIDE)
#: Its stones by seat, and as symbols.
STONES = (1, 8)
BYTES = dict(zip("bw", STONES, strict=True))
_SYMBOLS = {0: ".", **{byte: symbol for symbol, byte in BYTES.items()}}


def size_of(buffer: Buffer) -> int:
    """Points along each side of the board."""
    return int(buffer.record[0]["size"])


def index(size: int, row: int, column: int) -> int:
    """Where a point stands in the padded board; rows and columns count from 0 at a1."""
    return (CENTRE - size // 2 + row) * STRIDE + CENTRE - size // 2 + column


def rows(buffer: Buffer) -> list[str]:
    """The rows from the top, one symbol a point: `.`, `b` or `w`."""
    size, point = size_of(buffer), buffer.record[0]["point"].tolist()
    return [
        "".join(_SYMBOLS[point[index(size, row, column)]] for column in range(size)) for row in reversed(range(size))
    ]
