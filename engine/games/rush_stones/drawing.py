"""The board of rush-stones, drawn as Go players know it."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine.games.rush_stones.board import COLUMNS, NAMES, rows, size_of

_STONES = {".": "·", "b": "●", "w": "○"}
_COLOURS = {".": "\x1b[2m·\x1b[0m", "b": "\x1b[1;34m●\x1b[0m", "w": "\x1b[1;33m○\x1b[0m"}


def draw(buffer: Buffer, seat: int | None, colour: bool) -> str:
    """See `Notation.draw`."""
    del seat
    size, stones = size_of(buffer), _COLOURS if colour else _STONES
    names = "   " + " ".join(COLUMNS[:size])
    lines = [names]
    for number, row in zip(range(size, 0, -1), rows(buffer), strict=True):
        lines.append(f"{number:2} " + " ".join(stones[symbol] for symbol in row) + f" {number}")
    counts = zip("bw", NAMES, buffer.record[0]["stones"].tolist(), strict=True)
    return "\n".join([*lines, names, "  ".join(f"{stones[symbol]} {name} {count}" for symbol, name, count in counts)])
