"""Following a real table of rush-cards from one seat: what a move shows that the seat's view does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.errors import MoveError
from dohyo.engine.games.rush_cards.board import (
    DEALT,
    FUSE,
    HAND,
    ORDER,
    PLACE,
    WITHDRAW,
    in_setup,
    listed,
    set_of,
    unit_at,
    unseen_of,
)
from dohyo.engine.grammar import quote


def suppose(buffer: Buffer, seat: int, move: int) -> None:
    """See `Notation.suppose`."""
    kind, record = move >> 10, buffer.record
    if kind not in (FUSE, PLACE):
        return
    named = [move >> 5 & 31, move & 31] if kind == FUSE else [move >> 5 & 31]
    rest, hand = unseen_of(buffer, seat - 1), Counter(listed(buffer, "hand", seat - 1))
    for card in (Counter(named) - hand).elements():
        if rest[card] > 0 and hand.total() < int(record["held"][0, seat - 1]):
            rest[card] -= 1
            hand[card] += 1
    record["hand"][0, seat - 1] = set_of(list(hand.elements()))


def turn_up(buffer: Buffer, seat: int, mover: int, move: int, told: Mapping[str, str]) -> None:
    """See `Notation.turn_up`."""
    needs = _turned_up(buffer, seat, mover, move)
    for field in told:
        if field not in needs:
            shown = " and ".join(f"{name}={_cards(needs[name])}" for name in needs) or "nothing"
            raise MoveError(f"--reveal {quote(field)}: this move turns up {shown} that the view does not know")
    for field, count in needs.items():
        if field not in told:
            raise MoveError(f"field {field}: the move turns up {_cards(count)} that the view does not know; give "
                            f"them in order, as in --reveal {field}={'7KA29TJQ35'[:count]}")
        found = _read_revealed(field, told[field], count)
        if field == "board":
            _reveal_board(buffer, 2 - seat, move if mover != seat else None, found)
        else:
            _reveal_deck(buffer, seat - 1, field, found)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _turned_up(buffer: Buffer, seat: int, mover: int, move: int) -> dict[str, int]:
    """The fields that a legal move turns up cards of for a view of `seat`, and how many."""
    record, kind = buffer.record, move >> 10
    held = [int(count) for count in record["held"][0]]
    left = int(record["left"][0, seat - 1])
    if in_setup(buffer):
        if sum(held) > 1:
            return {}
        needs = {"board": DEALT, f"deck{seat}": min(HAND, left)}
    elif mover != seat:
        return {}
    else:
        after = held[seat - 1] - {FUSE: 2, PLACE: 1}.get(kind, 0)
        if kind == WITHDRAW:
            after += len(unit_at(buffer, move & 31))
        needs = {f"deck{seat}": min(max(HAND - after, 0), left)}
    return {field: count for field, count in needs.items() if count}


def _read_revealed(field: str, text: str, count: int) -> list[int]:
    found = cards.read(field, text, jokers=False, unknown=False, error=MoveError)
    if len(found) != count:
        raise MoveError(f"field {field}: the move turns up {_cards(count)}, and {_cards(len(found))} "
                        f"{'is' if len(found) == 1 else 'are'} given")
    return found


def _reveal_board(buffer: Buffer, seat: int, move: int | None, found: Sequence[int]) -> None:
    """Turn up the ten cards of a seat (0 or 1) at the end of the set-up; `move`, if it is the seat's, places the last
    of them."""
    record = buffer.record
    named = None if move is None or move >> 5 & 31 == cards.UNKNOWN else move >> 5 & 31
    if named not in (None, found[-1]):
        raise MoveError(f"field board: its last card is {cards.write_card(found[-1])}, and the move places "
                        f"{cards.write_card(named or 0)}")
    _refuse_too_many("board", buffer, seat, found if named is None else found[:-1])
    for cell, card in zip(ORDER[seat], found, strict=True):
        record["bottom"][0, cell] = card


def _reveal_deck(buffer: Buffer, seat: int, field: str, found: Sequence[int]) -> None:
    """Put the cards on top of a deck, the first on top."""
    _refuse_too_many(field, buffer, seat, found)
    left = int(buffer.record["left"][0, seat])
    buffer.record["deck"][0, seat, left - len(found):left] = list(found)[::-1]


def _refuse_too_many(field: str, buffer: Buffer, seat: int, found: Sequence[int]) -> None:
    rest = unseen_of(buffer, seat)
    for card, count in Counter(found).items():
        if count > rest[card]:
            raise MoveError(f"field {field}: {cards.write_card(card)} cannot turn up so often; seat {seat + 1} has "
                            f"{_cards(rest[card])} of this rank that the view does not know")
