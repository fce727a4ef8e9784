"""A player of rush-cards by rules of thumb: it blocks, breaks through, captures, and else moves at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.engine import Game, View
from dohyo.search.api import Limits, Listener, Result
from dohyo.search.baselines import Instant

_COLUMNS, _CELLS = 5, 30
#: Kinds of moves and the parts of their codes (cext/rush_cards.pyx).
_MOVE, _ATTACK, _ATTACK_TOP = range(3)
_KIND_SHIFT, _START_SHIFT, _FIELD = 10, 5, 31
#: What a card counts, by rank; 0 is no card.
_COUNTS = (0, 14, *range(2, 14))
#: The row in which a seat's cards win at the start of its turn.
_FAR = (range(_CELLS - _COLUMNS, _CELLS), range(_COLUMNS))


def _beside(cell: int) -> list[int]:
    """The cells one step away."""
    row, column = divmod(cell, _COLUMNS)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [_COLUMNS * r + c for r, c in steps if 0 <= r < _CELLS // _COLUMNS and 0 <= c < _COLUMNS]


_BESIDE = [_beside(cell) for cell in range(_CELLS)]


class _Board:
    """The units of a position, by cell: the seat (0, 1) that owns each, what it counts, and what its top card alone
    counts, 0 where there is none."""

    def __init__(self, record: Any) -> None:
        own, bottom, top = record["own"].tolist(), record["bottom"].tolist(), record["top"].tolist()
        self.owner = {cell: seat for seat in (0, 1) for cell in range(_CELLS) if own[seat] >> cell & 1}
        self.count = {cell: _COUNTS[bottom[cell]] + _COUNTS[top[cell]] for cell in self.owner}
        self.top = {cell: _COUNTS[top[cell]] for cell in self.owner}
        self.advances = bool(record["advance"])

    def can_remove(self, seat: int, cell: int, count: int) -> bool:
        """Whether a unit of the seat beside the cell defeats, or ties with, one there that counts so much."""
        return any(self.owner.get(start) == seat and self.count[start] >= count for start in _BESIDE[cell])


class Rules(Instant):
    """For rush-cards, from what its seat sees. The first of these that there is, equally good moves at random:

    1. Block: an attack that removes an enemy unit from the seat's nearest row, where it would win. The whole unit must
       go; an attacker that survives comes before a tie.
    2. Break through: come onto the far row, by a step or by advancing after an attack, where no enemy unit can remove
       the unit (not while an enemy unit wins first).
    3. Capture: the attack that removes the most while the attacker survives.
    4. A random move, by the game's `sample`; in the set-up always. Among chosen root moves a uniform one.
    """

    name = "rules"
    title = "rules of thumb for rush-cards: block, break through, capture, else a random move"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        return None if game.id == "rush-cards" else "its rules of thumb are those of rush-cards"

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        buffer, stream = view.buffer, self._stream(view)
        best = best_moves(buffer, view.seat - 1, moves)
        if best:
            choice = best[stream.below(len(best))]
        elif limits.moves:
            choice = moves[stream.below(len(moves))]
        else:
            choice = buffer.sample(view.seat - 1, stream)
        return self._choice(view, choice, moves, limits)


def best_moves(buffer: Buffer, seat: int, moves: Iterable[int]) -> list[int]:
    """Those of the legal moves of a seat (0, 1) that the first rule to apply likes best; none where no rule applies."""
    record = buffer.record[0]
    if record["phase"]:
        return []
    board, steps = _Board(record), [move for move in moves if move >> _KIND_SHIFT <= _ATTACK_TOP]
    winning = {cell for cell, owner in board.owner.items() if owner != seat and cell in _FAR[1 - seat]}
    for rule in (_blocks(board, steps, winning), _breaks(board, seat, steps, winning), _captures(board, steps)):
        worths = dict(rule)
        if worths:
            most = max(worths.values())
            return [move for move, worth in worths.items() if worth == most]
    return []


def _parts(move: int) -> tuple[int, int, int]:
    """Kind, start and end of a move or an attack."""
    return move >> _KIND_SHIFT, move >> _START_SHIFT & _FIELD, move & _FIELD


def _blocks(board: _Board, steps: Iterable[int], winning: set[int]) -> Iterator[tuple[int, int]]:
    """Attacks that leave no enemy unit where it wins; 1 if the attacker survives, 0 for a tie."""
    for move in steps:
        kind, start, end = _parts(move)
        # The bottom card that an attack on the top alone leaves would still win.
        if kind == _ATTACK and winning == {end} and board.count[start] >= board.count[end]:
            yield move, int(board.count[start] > board.count[end])


def _breaks(board: _Board, seat: int, steps: Iterable[int], winning: set[int]) -> Iterator[tuple[int, int]]:
    """What brings a unit onto the far row for good; all are worth the same."""
    for move in steps:
        kind, start, end = _parts(move)
        comes = kind == _MOVE or (kind == _ATTACK and board.advances and board.count[start] > board.count[end])
        if end in _FAR[seat] and comes and not winning and not board.can_remove(1 - seat, end, board.count[start]):
            yield move, 0


def _captures(board: _Board, steps: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Attacks that the attacker survives, each with what it removes."""
    for move in steps:
        kind, start, end = _parts(move)
        removed = board.top[end] if kind == _ATTACK_TOP else board.count.get(end, 0)
        if kind != _MOVE and board.count[start] > removed:
            yield move, removed
