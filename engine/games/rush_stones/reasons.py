"""What a move of rush-stones does, in words: the extra turns that it earns and gives, the points that it closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dohyo.cext.kernel import Buffer

#: Steps to the four neighbours in the kernel's padded board, and its stones by seat.
_STEPS = (-21, -1, 1, 21)
_STONES = (1, 8)
_NAMES = ("Black", "White")


def reason(buffer: Buffer, seat: int, move: int, name: Callable[[int], str]) -> str:
    """See `Notation.reason`; name: the text of a point."""
    before, after = buffer.record[0]["point"].tolist(), buffer.copy()
    after.play(seat - 1, move)
    now = after.record[0]["point"].tolist()
    other = 3 - seat
    said = [_turn(before, after, seat, move)]
    beside = [move + step for step in _STEPS if before[move + step] == 0]
    opened = [point for point in beside if _closed(before, other, point)]
    earning = [point for point in beside if _earns(now, other, point) and not _earns(before, other, point)]
    closed = [point for point in beside if _closed(now, seat, point) and not _closed(before, seat, point)]
    for points, words in (
        (opened, f"opens {{}} to {_NAMES[other - 1]}"),
        ([point for point in earning if point not in opened], f"lets {_NAMES[other - 1]} earn a turn at {{}}"),
        (closed, f"closes {{}} to {_NAMES[seat - 1]}"),
    ):
        said += [words.format(" ".join(map(name, points)))] if points else []
    if not any(said):
        return f"gives {_NAMES[other - 1]} no new turn"
    return "; ".join(filter(None, said))


def _turn(before: Sequence[int], after: Buffer, seat: int, move: int) -> str:
    """Whether the seat moves again."""
    if not after.to_move:
        return "fills the board"
    if sum(before[move + step] in _STONES for step in _STEPS) < 2:
        return ""
    return "earns an extra turn" if after.to_move == (seat - 1,) else "earns an extra turn that cannot be used"


def _neighbours(points: Sequence[int], seat: int, point: int) -> tuple[int, int]:
    """Stones beside a point: of the seat, and of the other."""
    beside = [points[point + step] for step in _STEPS]
    return beside.count(_STONES[seat - 1]), beside.count(_STONES[2 - seat])


def _closed(points: Sequence[int], seat: int, point: int) -> bool:
    """Whether an empty point is forbidden to a seat."""
    own, other = _neighbours(points, seat, point)
    return own >= 2 and other == 0


def _earns(points: Sequence[int], seat: int, point: int) -> bool:
    """Whether a stone of the seat on an empty point earns an extra turn."""
    own, other = _neighbours(points, seat, point)
    return own + other >= 2 and other > 0
