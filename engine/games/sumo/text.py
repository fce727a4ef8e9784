"""Positions of sumo as text: docs/notation.md, section sumo."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.cext.sumo import KERNEL
from dohyo.engine import cards
from dohyo.engine.errors import PositionError
from dohyo.engine.games.sumo import moves
from dohyo.engine.games.sumo.ring import ATTACK, COLUMNS, EDGE, HAND, OVER, PHASES, RING, SUMO, ranks
from dohyo.engine.grammar import quote, whole_number
from dohyo.engine.option import Option

OPTIONS = (
    Option("jokers", "0", "Jokers in the deck", choices=("0", "2")),
    Option("placement", "simultaneous", "whether a leader places first, so that the other sees of how many cards",
           choices=("simultaneous", "leader")),
    Option("draworder", "fixed", "who draws first when both play wild cards: seat 1, a coin, or the leader",
           choices=("fixed", "random", "leader")),
    Option("reshuffle", "lazy", "discards are shuffled when a card is needed, or at once when the deck is empty",
           choices=("lazy", "eager")),
    Option("maxrounds", "200", "rounds after which the game is a draw", low=1, high=10000),
)
FIELDS = (
    *(option.name for option in OPTIONS), "x", "ring1", "ring2", "up", "sumo1", "sumo2", "sumoup", "hand1", "hand2",
    "deck", "gone", "round", "phase", "lead", "attack1", "attack2", "value1", "value2", "drawn", "pool", "shuffle",
    "seat",
)
#: Most cards that can be drawn for wild ones in a round; most that are neither ring nor sumo cards.
MOST_DRAWN, MOST_MOVING = 6, 38
_HEX = re.compile(r"[0-9a-f]{1,16}")
_WILD = (2, cards.JOKER)


def parse(options: Sequence[int], fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
    """See `Notation.parse`."""
    buffer = KERNEL.new()
    reader = _Reader(options, fields, buffer.record[0])
    reader.read()
    if buffer.check():
        # Everything else has been refused with a sentence of its own.
        raise PositionError(f"field attack{3 - (reader.seat or 0)}: no hand that the view allows has such an attack")
    return buffer, reader.seat


class _Reader:
    """Reads one position: the steps stand in `read`."""

    def __init__(self, options: Sequence[int], fields: Mapping[str, str], record: Any) -> None:
        self.options, self.fields, self.record = options, fields, record
        self.jokers = 2 * self.options[0]
        self.deck = [rank for rank in range(1, cards.JOKER) for _ in range(4)] + [cards.JOKER] * self.jokers
        self.seat: int | None = None

    def read(self) -> None:
        record = self.record
        record["jokers"] = self.jokers
        for option, value in zip(OPTIONS[1:], self.options[1:], strict=True):
            record[option.name] = value
        if "seat" in self.fields:
            self.seat = self.number("seat", 1, 2)
        record["viewer"] = self.seat or 0
        self.read_round()
        ring = [self.read_row(seat) for seat in (1, 2)]
        record["ring"] = ring[0] + ring[1]
        record["sumo"] = [self.read_sumo(seat) for seat in (1, 2)]
        hands = [self.read_hand(seat) for seat in (1, 2)]
        for seat, hand in enumerate(hands):
            record["hand"][seat, : len(hand)] = hand
        deck = self.read_deck()
        record["decksize"] = len(deck)
        record["deck"][: len(deck)] = deck[::-1]
        drawn = self.read_drawn()
        played = self.read_attacks(hands, drawn)
        listed = [*record["ring"].tolist(), *record["sumo"].tolist(), *hands[0], *hands[1], *deck, *drawn, *played]
        given = self.cards("gone", unknown=False) if "gone" in self.fields else None
        for card in cards.settle("gone", given, self.deck, listed, "the position"):
            record["gone"][card] += 1
        gone = [card for card in range(1, cards.UNKNOWN) for _ in range(record["gone"][card])]
        self.read_pool(hands, deck, cards.left_over(self.deck, [*listed, *gone], "the position"))
        self.read_shuffle()

    # --- pieces ---

    def required(self, name: str) -> str:
        if name not in self.fields:
            raise PositionError(f"field {name} is missing; a position of sumo has it")
        return self.fields[name]

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        text = self.fields.get(name)
        if text is None and default is not None:
            return default
        value = whole_number(self.required(name))
        if value is None or not low <= value <= high:
            raise PositionError(f"field {name}: expected a number from {low} to {high}, got {quote(self.fields[name])}")
        return value

    def cards(self, name: str, *, unknown: bool = True, marks: str = "") -> list[int]:
        text = self.required(name)
        if "?" in text and self.seat is None:
            raise PositionError(f"field {name}: ? stands only in a view, which has a field seat")
        return cards.read(name, text, jokers=self.jokers > 0, unknown=unknown and self.seat is not None, marks=marks)

    def read_round(self) -> None:
        """Where the wrestlers stand, what is face up, round, phase and who places first."""
        record, most = self.record, self.options[4]
        x = self.number("x", -2 * EDGE, 2 * EDGE, 0)
        up = self.fields.get("up", "0" * COLUMNS)
        if len(up) != COLUMNS or up.strip("01"):
            raise PositionError(f"field up: expected 7 digits, 1 where a column lies face up, else 0, got {quote(up)}")
        phase = self.fields.get("phase", "attack")
        if phase not in PHASES:
            raise PositionError(f"field phase: expected one of {', '.join(PHASES)}, got {quote(phase)}")
        record["x"], record["up"] = x, int(up[::-1], 2)
        record["sumoup"] = self.number("sumoup", 0, 1, 0)
        record["round"] = self.number("round", 1, most, 1)
        number = record["phase"] = PHASES.index(phase)
        if number != OVER and abs(x) > EDGE:
            raise PositionError(f"field x={x}: the game is over there, so phase={phase} does not fit; x is -3 to 3")
        if number == OVER and abs(x) <= EDGE and record["round"] < most:
            raise PositionError(f"field phase=over: the game ends beyond column 3 or -3, or in round {most}")
        if number == RING and up[x + EDGE] == "1":
            raise PositionError(f"field phase=ring: the ring cards of column {x} lie face up already")
        if number == SUMO and (up[x + EDGE] == "0" or record["sumoup"]):
            raise PositionError(f"field phase=sumo: the sumo cards must lie face down, the ring cards of column {x} up")
        self.read_lead(x)

    def read_lead(self, x: int) -> None:
        if self.options[1] == 0:
            if "lead" in self.fields:
                raise PositionError("field lead is only for placement=leader")
        elif "lead" not in self.fields and x == 0:
            raise PositionError("field lead is missing: in column 0 a coin decided which seat places first")
        elif "lead" in self.fields:
            self.record["lead"] = self.number("lead", 1, 2)
        else:
            self.record["lead"] = 1 if x > 0 else 2

    def read_row(self, seat: int) -> list[int]:
        name = f"ring{seat}"
        row = self.cards(name)
        if len(row) != COLUMNS:
            raise PositionError(f"field {name} has {len(row)} cards; a row has {COLUMNS}")
        for column, card in enumerate(row):
            self.refuse_unseen(name, card, bool(self.record["up"] >> column & 1), f"column {column - EDGE}")
        return row

    def read_sumo(self, seat: int) -> int:
        name = f"sumo{seat}"
        pile = self.cards(name)
        if len(pile) != 1:
            raise PositionError(f"field {name} has {len(pile)} cards; each seat has one sumo card")
        self.refuse_unseen(name, pile[0], bool(self.record["sumoup"]), "the sumo card")
        return pile[0]

    def refuse_unseen(self, name: str, card: int, up: bool, what: str) -> None:
        if self.seat is not None and (card == cards.UNKNOWN) == up:
            lies, shown = ("up", "the card") if up else ("down", "?")
            raise PositionError(f"field {name}: {what} lies face {lies}, so a view shows {shown} there")

    def read_hand(self, seat: int) -> list[int]:
        name = f"hand{seat}"
        hand = self.cards(name, unknown=self.seat == 3 - seat, marks="!~")
        if len(hand) > HAND or (not hand and self.record["phase"] == ATTACK):
            raise PositionError(f"field {name} has {len(hand)} cards; a hand has at most {HAND}, and at least one when "
                                "attacks are chosen")
        if self.seat == 3 - seat and not all(card == cards.UNKNOWN or card & cards.SHOWN for card in hand):
            raise PositionError(f"field {name}: the view of seat {self.seat} shows ? there but for cards marked !")
        return cards.in_order(hand)

    def read_deck(self) -> list[int]:
        deck = self.cards("deck")
        if len(deck) > MOST_MOVING:
            raise PositionError(f"field deck has {len(deck)} cards; there are at most {MOST_MOVING}")
        if self.seat is not None and any(card != cards.UNKNOWN for card in deck):
            raise PositionError("field deck: a view knows no card of it and shows ?xN")
        return deck

    def read_drawn(self) -> list[int]:
        drawn = self.cards("drawn", unknown=False) if "drawn" in self.fields else []
        if len(drawn) > MOST_DRAWN:
            raise PositionError(f"field drawn has {len(drawn)} cards; at most {MOST_DRAWN} are drawn in a round")
        if drawn and self.record["phase"] == ATTACK:
            raise PositionError("field drawn: cards are drawn for wild ones only after attacks are shown")
        self.record["drawn"][: len(drawn)] = drawn
        return drawn

    def read_attacks(self, hands: Sequence[Sequence[int]], drawn: Sequence[int]) -> list[int]:
        """The attacks and what they count; returns the cards played, which lie in no hand."""
        record, names = self.record, [name for name in ("attack1", "attack2") if name in self.fields]
        if record["phase"] == ATTACK:
            self.read_choice(names, hands)
            return []
        if record["phase"] == OVER and not names:
            if drawn or "value1" in self.fields or "value2" in self.fields:
                raise PositionError("fields value1, value2 and drawn come only with attack1 and attack2")
            return []
        for name in ("attack1", "attack2", "value1", "value2"):
            if name not in self.fields:
                raise PositionError(f"field {name} is missing; both attacks are shown in phase="
                                    f"{PHASES[record['phase']]}, with what they count")
        codes = [moves.read_attack(self.fields[f"attack{seat}"]) for seat in (1, 2)]
        for seat, code in enumerate(codes, start=1):
            record["attack"][seat - 1] = self.attack(seat, code)
        values = [self.number(f"value{seat}", 2, 14) for seat in (1, 2)]
        record["value"] = values
        self.check_values(record["attack"].tolist(), values, drawn)
        return [card for code in record["attack"].tolist() for card in moves.ATTACKS[code]]

    def attack(self, seat: int, code: int | None) -> int:
        if code is None or (self.jokers == 0 and cards.JOKER in moves.ATTACKS[code]):
            text = quote(self.fields[f"attack{seat}"])
            raise PositionError(f"field attack{seat}={text}: an attack is one card, 33, 333, 44 or 55"
                                + (", or 3*, 33*, 3**, 4*, 5*" if self.jokers else ""))
        return code

    def read_choice(self, names: Sequence[str], hands: Sequence[Sequence[int]]) -> None:
        """A choice made while the other seat's is open."""
        for seat in (1, 2):
            if f"value{seat}" in self.fields:
                raise PositionError(f"field value{seat}: attacks count only when both are shown, not in phase=attack")
        if not names:
            return
        if len(names) == 2:
            raise PositionError("fields attack1 and attack2: when both have chosen, phase=attack is past")
        seat = int(names[0][-1])
        text, leads = self.fields[names[0]], int(self.record["lead"])
        if leads == 3 - seat:
            raise PositionError(f"field {names[0]}: seat {leads} places first")
        hidden = moves.read_hidden(text, counted=leads > 0)
        if self.seat == 3 - seat:
            if hidden is None:
                raise PositionError(f"field {names[0]}={quote(text)}: the view of seat {self.seat} shows ? there"
                                    + (", one for each card placed, at most three" if leads else ""))
            self.record["attack"][seat - 1] = hidden
            return
        code = self.attack(seat, moves.read_attack(text))
        if not Counter(moves.ATTACKS[code]) <= Counter(map(cards.plain, hands[seat - 1])):
            raise PositionError(f"field {names[0]}={quote(text)}: these cards are not in hand{seat}")
        self.record["attack"][seat - 1] = code

    def check_values(self, codes: Sequence[int], values: Sequence[int], drawn: Sequence[int]) -> None:
        shown = Counter(_value(card) for card in drawn)
        for seat, (code, value) in enumerate(zip(codes, values, strict=True), start=1):
            attack = moves.ATTACKS[code]
            wild = attack[0] in _WILD
            counts = _value(attack[0]) if len(attack) == 1 else attack[0] * len(attack)
            if (wild and (value < 3 or not shown[value])) or (not wild and value != counts):
                right = "what the last card drawn for it counts" if wild else str(counts)
                raise PositionError(f"field value{seat}={value}: attack{seat} counts {right}")
            shown[value] -= wild
        if self.record["phase"] in (RING, SUMO) and values[0] == values[1]:
            raise PositionError(f"fields value1 and value2 are equal: nobody is pushed, so the phase is not "
                                f"{PHASES[self.record['phase']]}")

    def read_pool(self, hands: Sequence[Sequence[int]], deck: Sequence[int], unseen: Sequence[int]) -> None:
        """Whether the deck has been reshuffled, and the recycled cards that a view has not seen since."""
        pool = cards.in_order(self.cards("pool", unknown=False)) if "pool" in self.fields else []
        marked = any(card & (cards.SHOWN | cards.DRAWN) for hand in hands for card in hand)
        self.record["recycled"] = bool(deck) and (bool(pool) or marked)
        if self.seat is None:
            if pool and pool != cards.in_order(deck):
                raise PositionError("field pool: in a state it lists, after a reshuffle, exactly the cards of the deck")
            return
        hidden = [*hands[2 - self.seat]].count(cards.UNKNOWN)
        if (pool or self.record["recycled"]) and not len(deck) <= len(pool) <= len(deck) + hidden:
            raise PositionError(f"field pool has {len(pool)} cards; after a reshuffle those of the deck are in it, "
                                f"{len(deck)} cards, and at most the {hidden} unknown ones of hand{3 - self.seat}")
        for card in Counter(pool) - Counter(unseen):
            raise PositionError(f"field pool has {cards.write_card(card)} more often than it can be unseen")
        for card in pool:
            self.record["pool"][card] += 1

    def read_shuffle(self) -> None:
        text = self.fields.get("shuffle", "0")
        if self.seat is not None and "shuffle" in self.fields:
            raise PositionError("field shuffle: a view never shows the seed of later shuffles")
        if not _HEX.fullmatch(text.lower()):
            raise PositionError(f"field shuffle: expected 1 to 16 hexadecimal digits, got {quote(text)}")
        self.record["shuffle"] = int(text, 16)


def _value(card: int) -> int:
    """What a single card counts."""
    return 14 if card == 1 else card


def write(buffer: Buffer, seat: int | None) -> str:
    """See `Notation.format`."""
    record = buffer.record[0]
    options = {"jokers": str(record["jokers"])}
    for option in OPTIONS[1:]:
        text = option.write(int(record[option.name]))
        if text != option.default:
            options[option.name] = text
    ring, deck = record["ring"].tolist(), record["deck"][: record["decksize"]].tolist()[::-1]
    values = {
        **options,
        "x": str(record["x"]),
        "ring1": cards.write(ring[:COLUMNS]),
        "ring2": cards.write(ring[COLUMNS:]),
        "up": f"{record['up']:07b}"[::-1],
        "sumo1": cards.write_card(int(record["sumo"][0])),
        "sumo2": cards.write_card(int(record["sumo"][1])),
        "sumoup": str(record["sumoup"]),
        "hand1": cards.write(card for card in record["hand"][0].tolist() if card),
        "hand2": cards.write(card for card in record["hand"][1].tolist() if card),
        "deck": cards.write_pile(deck),
        "gone": cards.write(ranks(record["gone"].tolist())),
        "round": str(record["round"]),
        "phase": PHASES[record["phase"]],
        "lead": str(record["lead"]) if record["lead"] else "",
    }
    for name, as_text in (("attack", moves.name), ("value", str)):
        for number, value in enumerate(record[name].tolist(), start=1):
            values[f"{name}{number}"] = as_text(value) if value else ""
    drawn = [card for card in record["drawn"].tolist() if card]
    pool = ranks(record["pool"].tolist()) if seat else cards.in_order(deck) if record["recycled"] else []
    values["drawn"] = cards.write(drawn) if drawn else ""
    values["pool"] = cards.write(pool) if pool else ""
    values["shuffle"] = f"{record['shuffle']:016x}" if record["shuffle"] else ""
    values["seat"] = str(seat or "")
    return " ".join(f"{name}={value}" for name, value in values.items() if value)
