"""What a move of rush-stones does, in words: the extra turns that it earns and gives, the points that it closes."""

from __future__ import annotations

from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine.games.rush_stones import moves
from dohyo.engine.games.rush_stones.board import NAMES, STEPS, STONES


def reason(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.reason`."""
    before, after = buffer.record[0]["point"].tolist(), buffer.copy()
    after.play(seat - 1, move)
    now = after.record[0]["point"].tolist()
    other = 3 - seat
    said = [_turn(before, after, seat, move)]
    beside = [move + step for step in STEPS if before[move + step] == 0]
    opened = [point for point in beside if _closed(before, other, point)]
    earning = [point for point in beside if _earns(now, other, point) and not _earns(before, other, point)]
    closed = [point for point in beside if _closed(now, seat, point) and not _closed(before, seat, point)]
    for points, words in (
        (opened, f"opens {{}} to {NAMES[other - 1]}"),
        ([point for point in earning if point not in opened], f"lets {NAMES[other - 1]} earn a turn at {{}}"),
        (closed, f"closes {{}} to {NAMES[seat - 1]}"),
    ):
        said += [words.format(" ".join(moves.write(buffer, seat, point) for point in points))] if points else []
    if not any(said):
        return f"gives {NAMES[other - 1]} no new turn"
    return "; ".join(filter(None, said))


def _turn(before: Sequence[int], after: Buffer, seat: int, move: int) -> str:
    """Whether the seat moves again."""
    if not after.to_move:
        return "fills the board"
    if sum(before[move + step] in STONES for step in STEPS) < 2:
        return ""
    return "earns an extra turn" if after.to_move == (seat - 1,) else "earns an extra turn that cannot be used"


def _neighbours(points: Sequence[int], seat: int, point: int) -> tuple[int, int]:
    """Stones beside a point: of the seat, and of the other."""
    beside = [points[point + step] for step in STEPS]
    return beside.count(STONES[seat - 1]), beside.count(STONES[2 - seat])


def _closed(points: Sequence[int], seat: int, point: int) -> bool:
    """Whether an empty point is forbidden to a seat."""
    own, other = _neighbours(points, seat, point)
    return own >= 2 and other == 0


def _earns(points: Sequence[int], seat: int, point: int) -> bool:
    """Whether a stone of the seat on an empty point earns an extra turn."""
    own, other = _neighbours(points, seat, point)
    return own + other >= 2 and other > 0
