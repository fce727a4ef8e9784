"""Positions of club-fight-coop as text: docs/notation.md, section club-fight-coop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dohyo.cext.club_fight_coop import KERNEL
from dohyo.cext.decks import deck as whole_deck
from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.cards import SHOWN, UNKNOWN
from dohyo.engine.errors import PositionError
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight_coop.hands import (
    HAND,
    PHASES,
    SEATS,
    clubs_of,
    display_of,
    giving,
    hand_of,
)
from dohyo.engine.grammar import quote
from dohyo.engine.option import Option

OPTIONS = (shared.JOKERS, shared.RUNMIN, Option("first", "1", "the seat that plays first", choices=("1", "2")))
FIELDS = ("jokers", "runmin", "first", "grid", "deck", "hand1", "hand2", "display", "clubs1", "clubs2", "spent",
          "cleared", "turn", "phase", "seat")


def parse(options: Sequence[int], fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
    """See `Notation.parse`."""
    shared.require(fields, FIELDS[3:10])
    seat = _choice(fields, "seat", ("1", "2")) + 1 if "seat" in fields else None
    decks = {"deck": shared.read_deck("deck", fields["deck"], suited=True),
             "clubs1": shared.read_deck("clubs1", fields["clubs1"], suited=False),
             "clubs2": shared.read_deck("clubs2", fields["clubs2"], suited=False)}
    hands = {f"hand{owner}": _read_hand(fields, owner) for owner in SEATS}
    _check_knowledge(decks, hands, seat)
    buffer = KERNEL.new()
    record = buffer.record
    shared.read_grid(record["grid"], options, fields, decks["deck"])
    _read_clubs(buffer, fields, decks, hands)
    record["first"] = options[2]
    record["turn"] = _choice(fields, "turn", ("1", "2"))
    record["phase"] = _choice(fields, "phase", PHASES)
    buffer.refresh()
    if giving(buffer) and not buffer.to_move:
        raise PositionError("field phase=give: there is nothing to give, for the game is over or the seat on turn "
                            "has no club; it is phase=play")
    return buffer, seat


def _choice(fields: Mapping[str, str], name: str, values: Sequence[str]) -> int:
    """Which of the values a field has, the first by default."""
    text = fields.get(name, values[0])
    if text not in values:
        raise PositionError(f"field {name}: expected {' or '.join(values)}, got {quote(text)}")
    return values.index(text)


def _read_hand(fields: Mapping[str, str], owner: int) -> list[int]:
    name = f"hand{owner}"
    hand = cards.read(name, fields[name], jokers=False, marks="!")
    if len(hand) > HAND:
        raise PositionError(f"field {name} has {len(hand)} clubs; a hand has at most {HAND}")
    return hand


def _check_knowledge(decks: Mapping[str, list[int]], hands: Mapping[str, list[int]], seat: int | None) -> None:
    """PositionError if the position knows what its seat cannot, or does not know what it must."""
    if seat is None:
        for field, listed in {**decks, **hands}.items():
            if UNKNOWN in listed:
                raise PositionError(f"field {field} has unknown cards, so the position is a view: seat=1 or seat=2 "
                                    "is missing")
    else:
        shared.refuse_known(decks, f"seat {seat}")
    opened = not decks["clubs1"] and not decks["clubs2"]
    for field, hand in hands.items():
        if opened and any(card == UNKNOWN or card & SHOWN for card in hand):
            raise PositionError(f"field {field}: hands are open once both clubs decks are empty, without ? and !")
        if seat is not None and field == f"hand{seat}" and UNKNOWN in hand:
            raise PositionError(f"field {field}: seat {seat} knows its own hand")
        if seat is not None and field != f"hand{seat}" and not opened:
            for card in hand:
                if card != UNKNOWN and not card & SHOWN:
                    name = cards.write_card(card)
                    raise PositionError(f"field {field}: seat {seat} knows the {name} only if it has seen it, then "
                                        f"it is {name}!, else ?")


def _read_clubs(buffer: Buffer, fields: Mapping[str, str], decks: Mapping[str, list[int]],
                hands: Mapping[str, list[int]]) -> None:
    record = buffer.record
    display = cards.read("display", fields["display"], jokers=False, unknown=False)
    if len(display) > 1:
        raise PositionError(f"field display has {len(display)} clubs; it has one, or - when it was played")
    given = cards.read("spent", fields["spent"], jokers=False, unknown=False) if "spent" in fields else None
    listed = [*hands["hand1"], *hands["hand2"], *display, *decks["clubs1"], *decks["clubs2"]]
    spent = cards.settle("spent", given, list(whole_deck(1)), listed, "the side of the clubs")
    record["display"], record["spent"] = shared.mask_of(display), shared.mask_of(spent)
    for owner in SEATS:
        hand, clubs = hands[f"hand{owner}"], decks[f"clubs{owner}"]
        known = [card for card in hand if card != UNKNOWN]
        record["hand"][0, owner - 1] = shared.mask_of(known)
        record["shown"][0, owner - 1] = shared.mask_of(card for card in known if card & SHOWN)
        record["hidden"][0, owner - 1] = len(hand) - len(known)
        record["undrawn"][0, owner - 1] = len(clubs)
        record["clubs"][0, owner - 1, : len(clubs)] = clubs[::-1]


def write(buffer: Buffer, seat: int | None) -> str:
    """See `Notation.format`."""
    record = buffer.record
    first = int(record["first"][0])
    return " ".join([
        *shared.options_text(record["grid"]), *(["first=2"] if first else []), *shared.grid_text(record["grid"]),
        *(f"hand{owner}={cards.write(hand_of(buffer, owner))}" for owner in SEATS),
        f"display={cards.write(shared.clubs_of(display_of(buffer)))}",
        *(f"clubs{owner}={cards.write_pile(clubs_of(buffer, owner))}" for owner in SEATS),
        f"spent={cards.write(shared.clubs_of(int(record['spent'][0])))}",
        f"cleared={cards.write(shared.cleared_cards(record['grid']), suited=True)}",
        f"turn={record['turn'][0] + 1}", f"phase={PHASES[giving(buffer)]}",
        *([] if seat is None else [f"seat={seat}"]),
    ])
