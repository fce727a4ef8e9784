"""A player of rush-cards by rules of thumb: it blocks, breaks through, captures, and else moves at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dohyo.cext.kernel import Buffer
from dohyo.engine import Game, View
from dohyo.engine.games.rush_cards.board import ATTACK, ATTACK_TOP, FAR, MOVE, Units, in_setup, parts
from dohyo.search.core.api import Listener, Result
from dohyo.search.core.limits import Limits
from dohyo.search.players.baselines import Instant


class Rules(Instant):
    """For rush-cards, from what its seat sees. The first of these that there is, equally good moves at random:

    1. Block: an attack that removes an enemy unit from the seat's nearest row, where it would win. The whole unit must
       go; an attacker that survives comes before a tie.
    2. Break through: come onto the far row, by a step or by advancing after an attack, where no enemy unit can remove
       the unit (not while an enemy unit wins first).
    3. Capture: the attack that removes the most while the attacker survives.
    4. A random move, by the game's `random_move`; in the set-up always. Among chosen root moves a uniform one.
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
        elif limits.searchmoves:
            choice = moves[stream.below(len(moves))]
        else:
            choice = buffer.random_move(view.seat - 1, stream)
        return self._choice(view, choice, moves, limits)


def best_moves(buffer: Buffer, seat: int, moves: Iterable[int]) -> list[int]:
    """Those of the legal moves of a seat (0, 1) that the first rule to apply likes best; none where no rule applies."""
    if in_setup(buffer):
        return []
    units, steps = Units(buffer), [move for move in moves if parts(move)[0] <= ATTACK_TOP]
    winning = units.winning(1 - seat)
    advances = bool(buffer.record["advance"][0])
    rules = (
        _blocks(units, steps, winning), _breaks(units, seat, steps, winning, advances), _captures(units, steps),
    )
    for rule in rules:
        worths = dict(rule)
        if worths:
            most = max(worths.values())
            return [move for move, worth in worths.items() if worth == most]
    return []


def _blocks(units: Units, steps: Iterable[int], winning: set[int]) -> Iterator[tuple[int, int]]:
    """Attacks that leave no enemy unit where it wins; 1 if the attacker survives, 0 for a tie."""
    for move in steps:
        kind, start, end = parts(move)
        # The bottom card that an attack on the top alone leaves would still win.
        if kind == ATTACK and winning == {end} and units.count[start] >= units.count[end]:
            yield move, int(units.count[start] > units.count[end])


def _breaks(units: Units, seat: int, steps: Iterable[int], winning: set[int],
            advances: bool) -> Iterator[tuple[int, int]]:
    """What brings a unit onto the far row for good; all are worth the same."""
    for move in steps:
        kind, start, end = parts(move)
        comes = kind == MOVE or (kind == ATTACK and advances and units.count[start] > units.count[end])
        if end in FAR[seat] and comes and not winning and not units.removers(1 - seat, end, units.count[start]):
            yield move, 0


def _captures(units: Units, steps: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Attacks that the attacker survives, each with what it removes."""
    for move in steps:
        kind, start, end = parts(move)
        removed = units.top[end] if kind == ATTACK_TOP else units.count.get(end, 0)
        if kind != MOVE and units.count[start] > removed:
            yield move, removed
