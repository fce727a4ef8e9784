"""What a move of rush-cards does, in words: what is taken, lost and threatened, and what may be taken in return.

The board is open to both seats, so all of it is certain; of hands and decks only the number of cards is looked at.
Seats are 0 and 1 in all functions but `reason`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.games.rush_cards.board import (
    ATTACK_TOP,
    BESIDE,
    COLUMNS,
    COUNTS,
    FAR,
    FUSE,
    HAND,
    MOVE,
    ORDER,
    PLACE,
    PLACE_PAIR,
    WITHDRAW,
    Units,
    chamber_of,
    in_setup,
    name_of,
    parts,
    unit_at,
)

_WIDTH = len(COLUMNS)


def reason(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.reason`."""
    seat -= 1
    kind, a, b = parts(move)
    if in_setup(buffer):
        return _set_up(buffer, seat, b)
    after = buffer.copy()
    # What is drawn is unknown, and does not matter on the board.
    after.record["left"] = 0
    after.play(seat, move)
    said = [*_does(buffer, seat, kind, a, b)]
    lost = list(_lets_win(after, seat))
    stands = _stands(after, seat, kind, a, b)
    if stands is not None and not (lost and Units(after).winning(1 - seat)):
        said += _around(after, seat, stands)
    return "; ".join([*said, *lost, *_draws(buffer, seat, kind, b)])


def _unit(buffer: Buffer, cell: int) -> str:
    """A unit by its cards and cell."""
    return f"{cards.write(unit_at(buffer, cell))} on {name_of(cell)}"


def _set_up(buffer: Buffer, seat: int, cell: int) -> str:
    """Of placing a card in the set-up: the front row is filled first."""
    front = ORDER[seat][:_WIDTH]
    if cell in front:
        return "in the front row"
    ahead = next(each for each in front if each % _WIDTH == cell % _WIDTH)
    return f"behind the {cards.write(unit_at(buffer, ahead))}"


# --- the move itself -----------------------------------------------------------------------------------------------


def _does(buffer: Buffer, seat: int, kind: int, a: int, b: int) -> Iterator[str]:
    """What the move does at once."""
    if kind == MOVE:
        yield _step(seat, a, b)
    elif kind == FUSE:
        yield f"makes a pair that counts {COUNTS[a] + COUNTS[b]}"
    elif kind == PLACE_PAIR:
        yield f"brings in a pair that counts {sum(COUNTS[card] for card in chamber_of(buffer, seat))}"
    elif kind == WITHDRAW:
        yield f"takes the {cards.write(unit_at(buffer, b))} back into the hand, where it is known"
    elif kind != PLACE:
        yield from _attack(buffer, seat, kind, a, b)


def _step(seat: int, start: int, end: int) -> str:
    if end in FAR[seat]:
        return "steps onto the far row"
    ahead = (end - start) * (-1 if seat else 1)
    rows = abs(FAR[seat][0] // _WIDTH - end // _WIDTH)
    way = {_WIDTH: "forward", -_WIDTH: "back"}.get(ahead, "aside")
    return f"steps {way}, {rows} row{'s' * (rows > 1)} from the far row"


def _attack(buffer: Buffer, seat: int, kind: int, start: int, end: int) -> Iterator[str]:
    units = Units(buffer)
    mine, attacked = cards.write(unit_at(buffer, start)), cards.write(unit_at(buffer, end))
    theirs, stays = units.count[end], ""
    if kind == ATTACK_TOP:
        theirs, stays = units.top[end], f" and leaves the {attacked[0]}"
        attacked = f"top {attacked[1]}"
    if units.count[start] < theirs:
        yield f"loses the {mine} to the {attacked}"
        return
    if units.count[start] == theirs:
        yield f"trades the {mine} for the {attacked}{stays}"
    else:
        advances = bool(buffer.record["advance"][0]) and kind != ATTACK_TOP
        yield f"takes the {attacked}{stays or (' and moves in' if advances else ' and stays')}"
    if kind != ATTACK_TOP and end in units.winning(1 - seat):
        yield "stops it from winning"


def _draws(buffer: Buffer, seat: int, kind: int, b: int) -> Iterator[str]:
    """How many cards the seat draws."""
    record = buffer.record[0]
    change = {FUSE: -2, PLACE: -1, WITHDRAW: len(unit_at(buffer, b))}.get(kind, 0)
    drawn = min(max(HAND - int(record["held"][seat]) - change, 0), int(record["left"][seat]))
    if drawn:
        yield "draws a card" if drawn == 1 else f"draws {drawn} cards"


# --- what may follow -----------------------------------------------------------------------------------------------


def _stands(after: Buffer, seat: int, kind: int, a: int, b: int) -> int | None:
    """Where the unit that moved, attacked or came in stands now, if it does."""
    if kind in (FUSE, WITHDRAW):
        return None
    cell = b if kind in (MOVE, PLACE, PLACE_PAIR) or Units(after).owner.get(b) == seat else a
    return cell if Units(after).owner.get(cell) == seat else None


def _around(after: Buffer, seat: int, cell: int) -> Iterator[str]:
    """What can be done to a unit, and by it, from where it stands."""
    units, count = Units(after), Units(after).count[cell]
    enemies = [each for each in BESIDE[cell] if units.owner.get(each) == 1 - seat]
    stronger = [each for each in enemies if units.count[each] > count]
    equal = [each for each in enemies if units.count[each] == count]
    if stronger:
        yield f"can be taken by {_list(after, stronger)}"
    if equal:
        yield f"can be traded for {_list(after, equal)}"
    if cell in FAR[seat] and not stronger and not equal:
        yield "nothing can take it there"
    top = [each for each in enemies if count > units.count[each] > units.top[cell] > 0]
    if top and cell not in FAR[seat]:
        yield f"its top can be taken by {_list(after, top)}"
    weaker = [each for each in enemies if units.count[each] < count]
    if weaker and cell not in FAR[seat]:
        yield f"threatens {_list(after, weaker)}"


def _list(buffer: Buffer, found: list[int]) -> str:
    return " and ".join(_unit(buffer, cell) for cell in found)


def _lets_win(after: Buffer, seat: int) -> Iterator[str]:
    """The enemy units that win now, or else can step to where they win and cannot be taken."""
    units, other = Units(after), 1 - seat
    winning = sorted(units.winning(other))
    if winning:
        yield f"lets {_list(after, winning)} win"
        return
    if units.winning(seat):
        return  # the other seat has to deal with that first
    ahead = _WIDTH if other == 0 else -_WIDTH
    for cell in sorted(cell for cell, owner in units.owner.items() if owner == other):
        end = cell + ahead
        if end in FAR[other] and end not in units.owner and not units.removers(seat, end, units.count[cell]):
            yield f"{_unit(after, cell)} can step to {name_of(end)}, where nothing can take it"
