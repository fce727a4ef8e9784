"""Following a real table of Club Fight: what a move shows that a view does not know, in both modes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.errors import MoveError
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.grid import GridRecord, refills, unseen_cards
from dohyo.engine.games.club_fight.hands import HAND, hand_of, spent_of
from dohyo.engine.grammar import quote


def turn_up(buffer: Buffer, seat: int, mover: int, move: int, told: Mapping[str, str]) -> None:
    """See `Notation.turn_up`."""
    del seat, mover
    record, reveals = buffer.record, Reveals(told)
    reveal_deck(record["grid"], move & 511, reveals)
    if not shared.clears_all(record["grid"], move & 511):
        undrawn = int(record["undrawn"][0])
        count = min(HAND + 1 - len(hand_of(buffer)), undrawn)
        seen = {*hand_of(buffer), *spent_of(buffer)}
        found = reveals.take("clubs", count, [club for club in range(1, 14) if club not in seen])
        record["clubs"][0, undrawn - count : undrawn] = found[::-1]
    reveals.finish()


class Reveals:
    """What a person says has turned up, asked for field by field; then `finish`."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = dict(given)
        self._asked: list[str] = []

    def take(self, field: str, count: int, unseen: Sequence[int], *, suited: bool = False) -> list[int]:
        """Exactly `count` cards of the unseen ones, in the order given; MoveError names the field and the fault."""
        if count == 0:
            return []
        self._asked.append(field)
        example = f"--reveal {field}={cards.write(cards.in_order(unseen)[:count], suited=suited)}"
        number = f"{count} card{'s' if count > 1 else ''}"
        if field not in self._given:
            raise MoveError(f"--reveal {field} is missing: this move turns up {number}, such as {example}")
        text = self._given.pop(field)
        found = cards.read(f"--reveal {field}", text, suited=suited, jokers=suited, unknown=False, error=MoveError)
        if len(found) != count:
            raise MoveError(f"--reveal {field}={quote(text)}: this move turns up {number}, not {len(found)}, such as "
                            f"{example}")
        for card in Counter(found) - Counter(unseen):
            name = cards.write_card(card, suited=suited)
            raise MoveError(f"--reveal {field}={quote(text)}: {name} cannot turn up, for it has been seen already")
        return found

    def finish(self) -> None:
        """MoveError if a field was given that was not asked for."""
        for field in self._given:
            turned = "only " + ", ".join(self._asked) if self._asked else "nothing"
            raise MoveError(f"--reveal {field}: this move turns up {turned}")


def reveal_deck(grid: GridRecord, mask: int, reveals: Reveals) -> None:
    """Put on the deck what comes into the grid after the cells of a mask are cleared."""
    count, left = refills(grid, mask), int(grid["left"][0])
    found = reveals.take("deck", count, unseen_cards(grid), suited=True)
    grid["deck"][0, left - count : left] = found[::-1]
