"""The Sumo Card Game as a reader of the rules would write it: slow, plain, and without a look at the kernel.

The comments sum up the rules as ruled in docs/rules/sumo.md. Every card is an object of its own that knows which
seats have seen it where it lies; all marks and lists of what a seat knows follow from that.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Self

from dohyo.cext.decks import shuffled
from dohyo.cext.streams import derive

RANKS = "A23456789TJQK*"
SEATS = (1, 2)
BOTH = frozenset(SEATS)
OPTIONS = {"placement": "simultaneous", "draworder": "fixed", "reshuffle": "lazy", "maxrounds": "200"}
#: "4+4=8; 5+5=10; 3+3=6; 3+3+3=9; with Jokers J+3=6, J+3+3=9, J+J+3=9, J+4=8, J+5=10".
COMBINATIONS = {"33": 6, "333": 9, "44": 8, "55": 10, "3*": 6, "33*": 9, "3**": 9, "4*": 8, "5*": 10}
#: Which wild cards are drawn for, as the coins of draworder=random number them; 0 is the coin of who leads.
LEAD, ATTACK, RING, SUMO = range(4)


@dataclass(eq=False)
class Card:
    """One card of the deck; seen_by: the seats that have seen it where it lies now."""

    rank: str
    seen_by: set[int] = field(default_factory=set)


def value(rank: str) -> int:
    """ "Values 2..10, J11 Q12 K13 A14"."""
    return 14 if rank == "A" else RANKS.index(rank) + 1


def distance(high: int, low: int) -> int:
    """ "N>N 1; F>N 2; F>F 1; A>N 3; A>F 2"."""

    def kind(number: int) -> int:
        return 0 if number <= 10 else 1 if number <= 13 else 2

    return {(0, 0): 1, (1, 0): 2, (1, 1): 1, (2, 0): 3, (2, 1): 2}[kind(high), kind(low)]


class Sumo:
    """One game. ring, sumo, hand: by seat; deck: top first; recycled: the cards that went back at the last
    reshuffle; choice: attacks chosen and not yet shown; attack, value, drawn: cards in play this round."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.jokers = fields.get("jokers", "0")
        self.options = {name: fields.get(name, default) for name, default in OPTIONS.items()}
        self.x = int(fields.get("x", 0))
        self.up = [mark == "1" for mark in fields.get("up", "0000000")]
        self.sumo_up = fields.get("sumoup", "0") == "1"
        self.round = int(fields.get("round", 1))
        self.phase = fields.get("phase", "attack")
        self.lead = int(fields.get("lead", 0))
        self.shuffle = int(fields.get("shuffle", "0"), 16)
        self.ring: dict[int, list[Card]] = {}
        self.sumo: dict[int, Card] = {}
        self.hand: dict[int, list[Card]] = {}
        self.deck: list[Card] = []
        self.gone: list[Card] = []
        self.recycled: list[Card] = []
        self.choice: dict[int, str] = {}
        self.attack: dict[int, list[Card]] = {1: [], 2: []}
        self.value: dict[int, int] = {}
        self.drawn: list[Card] = []

    @classmethod
    def from_text(cls, text: str) -> Self:
        fields = dict(word.split("=", 1) for word in text.split()[1:])
        game = cls(fields)
        game.deck = [Card(rank) for rank in fields["deck"].strip("-")]
        for seat in SEATS:
            game.ring[seat] = [
                Card(rank, set(BOTH) if up else set())
                for rank, up in zip(fields[f"ring{seat}"], game.up, strict=True)
            ]
            game.sumo[seat] = Card(fields[f"sumo{seat}"], set(BOTH) if game.sumo_up else set())
            game.read_hand(seat, fields[f"hand{seat}"])
            game.read_attack(seat, fields)
        game.drawn = [Card(rank, set(BOTH)) for rank in fields.get("drawn", "")]
        # Left out, the discards are whatever the deck lacks.
        whole = Counter("A23456789TJQK" * 4 + "*" * int(game.jokers))
        lacking = whole - Counter(card.rank for card in game.in_play())
        game.gone = [Card(rank, set(BOTH)) for rank in lacking.elements()]
        # The deck is a reshuffled one if the text says so, or if a hand holds marks of a reshuffle.
        if "pool" in fields or re.search(r"[!~]", fields["hand1"] + fields["hand2"]):
            game.recycled += game.deck
        return game

    def read_hand(self, seat: int, text: str) -> None:
        """`!`: the other seat knows the card; `~`: drawn since the last reshuffle."""
        self.hand[seat] = []
        for rank, mark in re.findall(r"([A2-9TJQK*])([!~]?)", text):
            card = Card(rank, set(BOTH) if mark == "!" else {seat})
            self.hand[seat].append(card)
            if mark == "~":
                self.recycled.append(card)

    def read_attack(self, seat: int, fields: dict[str, str]) -> None:
        """ "attack1=33 marks a choice already made" until both are shown; then they are the cards played."""
        played = fields.get(f"attack{seat}", "")
        if self.phase == "attack":
            self.choice |= {seat: played} if played else {}
        else:
            self.attack[seat] = [Card(rank, set(BOTH)) for rank in played]
            self.value |= {seat: int(fields[f"value{seat}"])} if f"value{seat}" in fields else {}

    def in_play(self) -> list[Card]:
        """All cards but the discards."""
        piles = [*self.ring.values(), list(self.sumo.values()), *self.hand.values(), self.deck,
                 *self.attack.values(), self.drawn]
        return [card for cards in piles for card in cards]

    # Who may do what.

    def pushed(self) -> int:
        """The seat whose attack is lower."""
        return 1 if self.value[1] < self.value[2] else 2

    def target(self) -> int:
        """The column to which this round's push would move the wrestlers: "P0 -> +, P1 -> -"."""
        low, high = sorted(self.value.values())
        return self.x + distance(high, low) * (1 if self.pushed() == 2 else -1)

    def to_move(self) -> tuple[int, ...]:
        if self.phase == "over":
            return ()
        if self.phase != "attack":
            return (self.pushed(),)
        waiting = tuple(seat for seat in SEATS if seat not in self.choice)
        if self.options["placement"] == "leader" and len(waiting) == 2:
            return (self.lead,)
        return waiting

    def moves(self, seat: int) -> list[str]:
        """ "any single card" and the combinations; then "entirely optional unless not doing so would cause them to lose
        once pushed"."""
        if self.phase != "attack":
            return ["challenge"] if abs(self.target()) > 3 else ["challenge", "accept"]
        held = Counter(card.rank for card in self.hand[seat])
        return [*held, *(combination for combination in COMBINATIONS if Counter(combination) <= held)]

    def returns(self) -> tuple[float, ...] | None:
        """ "|x| > 3 = out, pusher wins"; a draw by the cap."""
        if self.phase != "over":
            return None
        return (1.0, 0.0) if self.x > 3 else (0.0, 1.0) if self.x < -3 else (0.5, 0.5)

    # A round.

    def play(self, seat: int, move: str) -> None:
        assert seat in self.to_move()
        assert move in self.moves(seat)
        if self.phase == "attack":
            self.choice[seat] = move
            if len(self.choice) == 2:
                self.reveal()
        elif move == "accept":
            self.push()
        elif self.phase == "ring":
            column = self.x + 3
            self.up[column] = True
            self.challenge({owner: self.ring[owner][column] for owner in SEATS}, RING)
        else:
            self.sumo_up = True
            self.challenge(self.sumo, SUMO)

    def reveal(self) -> None:
        """The attacks leave the hands and are compared: "equal value = tie = no push, no challenge"."""
        for seat in SEATS:
            for rank in self.choice[seat]:
                self.attack[seat].append(self.take(seat, rank))
        chosen, self.choice = self.choice, {}
        singles = {seat: move for seat, move in chosen.items() if len(move) == 1}
        self.value = {seat: COMBINATIONS[move] for seat, move in chosen.items() if len(move) > 1}
        self.value |= self.after_wilds(singles, ATTACK)
        if self.value[1] == self.value[2]:
            self.end_round()
        elif not self.up[self.x + 3]:
            self.phase = "ring"
        else:
            self.sumo_or_push()

    def take(self, seat: int, rank: str) -> Card:
        """ "Of equal ranks, ! leaves the hand first, then unmarked, then ~"; now all see it."""
        held = [card for card in self.hand[seat] if card.rank == rank]
        card = min(held, key=lambda card: "! ~".index(self.mark(seat, card) or " "))
        self.hand[seat].remove(card)
        card.seen_by = set(BOTH)
        return card

    def after_wilds(self, shown: dict[int, str], which: int) -> dict[int, int]:
        """What single cards count: a 2 or a Joker draws, "if 2/Joker drawn, draw again; value and class = last
        card"."""
        values = {}
        first = self.first_to_draw(which)
        for seat in (first, 3 - first):
            if seat not in shown:
                continue
            rank = shown[seat]
            while rank in "2*":
                rank = self.draw(self.drawn, BOTH).rank
            values[seat] = value(rank)
        return values

    def challenge(self, cards: dict[int, Card], which: int) -> None:
        """ "both are flipped and stay up for ever; pushed >= pusher (ties included) -> push cancelled"."""
        for card in cards.values():
            card.seen_by = set(BOTH)
        values = self.after_wilds({seat: card.rank for seat, card in cards.items()}, which)
        pushed = self.pushed()
        if values[pushed] >= values[3 - pushed]:
            self.end_round()
        elif which == RING:
            self.sumo_or_push()
        else:
            self.push()

    def sumo_or_push(self) -> None:
        """ "available if sumo cards are face down AND the column's ring cards are already used"."""
        if self.sumo_up:
            self.push()
        else:
            self.phase = "sumo"

    def push(self) -> None:
        """Out of the ring "the position stops as it stands"."""
        self.x = self.target()
        if abs(self.x) > 3:
            self.phase = "over"
        else:
            self.end_round()

    def end_round(self) -> None:
        """ "attack cards and all cards drawn for wilds go to the discard together"; then draws, "P0 then P1"."""
        self.gone += [*self.attack[1], *self.attack[2], *self.drawn]
        self.attack, self.value, self.drawn = {1: [], 2: []}, {}, []
        self.reshuffle_early()
        for seat in SEATS:
            while len(self.hand[seat]) < 3 and (self.deck or self.gone):
                self.draw(self.hand[seat], frozenset([seat]))
        if self.round == int(self.options["maxrounds"]):
            self.phase = "over"
            return
        self.round += 1
        self.phase = "attack"
        if self.options["placement"] == "leader":
            self.lead = self.leader()

    # Chance.

    def leader(self) -> int:
        """ "the player whose side the wrestlers are on (x>0 -> P0, x<0 -> P1), x=0 random"."""
        return 1 if self.x > 0 else 2 if self.x < 0 else self.coin(LEAD)

    def coin(self, which: int) -> int:
        return 1 + (derive(self.shuffle, 4 * self.round + which) & 1)

    def first_to_draw(self, which: int) -> int:
        if self.options["draworder"] == "random":
            return self.coin(which)
        if self.options["draworder"] == "leader":
            return self.lead if self.options["placement"] == "leader" else self.leader()
        return 1

    def draw(self, place: list[Card], seen_by: frozenset[int]) -> Card:
        """Move the top card of the deck to a place where these seats see it."""
        if not self.deck:
            self.put_back()
        card = self.deck.pop(0)
        card.seen_by = set(seen_by)
        place.append(card)
        self.reshuffle_early()
        return card

    def reshuffle_early(self) -> None:
        """ "Eager (the moment it becomes empty) is the option"."""
        if self.options["reshuffle"] == "eager" and not self.deck and self.gone:
            self.put_back()

    def put_back(self) -> None:
        """The discards become the deck. "At the next reshuffle the deck is empty, so" a seat knows of every recycled
        card that it has not seen since: the other seat holds it."""
        for seat in SEATS:
            for card in self.pool(seat):
                assert card in self.hand[3 - seat]
                card.seen_by.add(seat)
        self.gone.sort(key=lambda card: RANKS.index(card.rank))
        order = shuffled(bytes(range(len(self.gone))), self.shuffle)
        self.deck = [self.gone[number] for number in order]
        self.shuffle = derive(self.shuffle, 0)
        self.gone = []
        for card in self.deck:
            card.seen_by = set()
        self.recycled = list(self.deck)

    # What is known.

    def pool(self, seat: int) -> list[Card]:
        """ "the multiset of recycled cards it has not seen since"."""
        return [card for card in self.recycled if seat not in card.seen_by]

    def mark(self, seat: int, card: Card) -> str:
        """The mark of a card in the hand of a seat."""
        if 3 - seat in card.seen_by:
            return "!"
        return "~" if card in self.recycled else ""

    def text(self) -> str:
        """A state says that its deck is a reshuffled one by `pool`, the recycled cards that nobody has seen since."""
        pool = [card for card in self.recycled if not card.seen_by]
        words = [*self.words(None), *([f"pool={ordered(pool)}"] if pool else [])]
        return " ".join(words + ([f"shuffle={self.shuffle:016x}"] if self.shuffle else []))

    def view(self, seat: int) -> str:
        pool = self.pool(seat)
        words = [*self.words(seat), *([f"pool={ordered(pool)}"] if pool else [])]
        return " ".join([*words, f"seat={seat}"])

    def words(self, seat: int | None) -> list[str]:
        """The fields up to `drawn` as a seat sees them; None: the whole truth."""

        def shown(cards: list[Card]) -> str:
            return "".join(card.rank if seat in (None, *card.seen_by) else "?" for card in cards)

        deck = shown(self.deck) or "-"
        words = ["sumo", f"jokers={self.jokers}"]
        words += [f"{name}={value}" for name, value in self.options.items() if value != OPTIONS[name]]
        words += [f"x={self.x}", *(f"ring{owner}={shown(self.ring[owner])}" for owner in SEATS)]
        words.append("up=" + "".join("01"[up] for up in self.up))
        words += [f"sumo{owner}={shown([self.sumo[owner]])}" for owner in SEATS]
        words.append(f"sumoup={int(self.sumo_up)}")
        words += [f"hand{owner}={self.hand_of(owner, seat)}" for owner in SEATS]
        words.append(f"deck=?x{len(deck)}" if set(deck) == {"?"} else f"deck={deck}")
        words += [f"gone={ordered(self.gone)}", f"round={self.round}", f"phase={self.phase}"]
        if self.options["placement"] == "leader":
            words.append(f"lead={self.lead}")
        attacks = {owner: self.attack_of(owner, seat) for owner in SEATS}
        words += [f"attack{owner}={attack}" for owner, attack in attacks.items() if attack]
        words += [f"value{owner}={value}" for owner, value in sorted(self.value.items())]
        return words + ([f"drawn={shown(self.drawn)}"] if self.drawn else [])

    def hand_of(self, owner: int, seat: int | None) -> str:
        cards = [card for card in self.hand[owner] if seat in (None, *card.seen_by)]
        known = ordered(cards, [self.mark(owner, card) for card in cards]) if cards else ""
        return "?" * (len(self.hand[owner]) - len(cards)) + known or "-"

    def attack_of(self, owner: int, seat: int | None) -> str:
        """ "attack1=? whatever was chosen; with placement=leader the second to place sees one ? a card"."""
        if owner not in self.choice:
            return "".join(card.rank for card in self.attack[owner])
        if seat in (None, owner):
            return self.choice[owner]
        return "?" * (len(self.choice[owner]) if self.options["placement"] == "leader" else 1)


def ordered(cards: list[Card], marks: list[str] | None = None) -> str:
    """ "A to K, then *, of equal ranks ! first, then unmarked, then ~"."""
    named = zip((card.rank for card in cards), marks or [""] * len(cards), strict=True)
    places = sorted((RANKS.index(rank), "! ~".index(mark or " "), rank + mark) for rank, mark in named)
    return "".join(text for *_, text in places) or "-"
