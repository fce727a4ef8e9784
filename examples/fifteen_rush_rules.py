"""Fifteen Rush for `fifteen_rush_engine.py`: positions as text, moves, and worlds that fit what the player has seen.

A position is one of the whole truth, or the view of the player, in which `?` stands for a card never seen.
"""

import re
from collections import Counter
from itertools import chain

RANKS = "A23456789TJQK"
VALUES = {rank: value for value, rank in enumerate(RANKS, 1)}
OPTIONS = {"deal": ("stuck", "anytime"), "redeal": ("combined", "separate")}
FIELDS = (*OPTIONS, "piles", "stock", "waste", "gone", "passes", "since")


class PositionError(ValueError):
    """A text is no position, or no move is possible as it stands."""


def pairs_off(first, second):
    """Whether two cards are a pair; of a card never seen nothing is said."""
    if "?" in (first, second):
        return False
    return first == second == "A" or VALUES[first] + VALUES[second] == 15


def cards_of(field, text):
    """The cards of a list: `-`, ranks and `?`, or `?xN`."""
    if re.fullmatch(r"\?x[1-9][0-9]?", text):
        return ["?"] * int(text[2:])
    cards = [] if text == "-" else list(text.replace("10", "T"))
    if any(card != "?" and card not in RANKS for card in cards) or not text:
        raise PositionError(f"field {field}={text[:40]} is no list of cards")
    return cards


def written(cards):
    return "".join(cards) or "-"


class Position:
    """One position. piles: bottom first; stock: top first; waste: bottom first; gone: in any order."""

    def __init__(self, text):
        name, *words = text.split()
        fields = {}
        for word in words:
            field, sign, value = word.partition("=")
            if not sign or field not in FIELDS or field in fields:
                raise PositionError(f"{word[:40]} is no field of fifteen-rush, or stands there twice")
            fields[field] = value
        if name != "fifteen-rush" or not {"piles", "stock", "waste"} <= fields.keys():
            raise PositionError("a position is: fifteen-rush piles=… stock=… waste=… and what else is known")
        self.options = {option: fields.get(option, words[0]) for option, words in OPTIONS.items()}
        if any(value not in OPTIONS[option] for option, value in self.options.items()):
            raise PositionError(f"the options are {OPTIONS}")
        self.piles = [cards_of("piles", pile) for pile in fields["piles"].split(",")]
        self.stock, self.waste = cards_of("stock", fields["stock"]), cards_of("waste", fields["waste"])
        self.passes, self.since = (self._count(fields.get(field, "0")) for field in ("passes", "since"))
        self._check(cards_of("gone", fields["gone"]) if "gone" in fields else None)

    @staticmethod
    def _count(text):
        if not (text.isascii() and text.isdigit() and len(text) < 5):
            raise PositionError(f"{text[:40]} is no number from 0 to 9999")
        return int(text)

    def _check(self, gone):
        if len(self.piles) != 7:
            raise PositionError(f"there are {len(self.piles)} piles, and not seven")
        if "?" in [*(pile[-1] for pile in self.piles if pile), *self.waste, *(gone or [])]:
            raise PositionError("the last cards of the piles, the waste and what is gone are known")
        listed = self._covered() + Counter(self.waste) + Counter(pile[-1] for pile in self.piles if pile)
        unseen = listed.pop("?", 0)
        deck = Counter(RANKS * 4)
        if gone is None:
            gone = [] if unseen else list((deck - listed).elements())
        self.gone = gone
        known = listed + Counter(gone)
        #: The cards that lie where a `?` stands, by rank.
        self.unseen = sorted((deck - known).elements(), key=RANKS.index)
        if known - deck or len(self.unseen) != unseen:
            raise PositionError("the cards do not add up to four of each rank")

    def __str__(self):
        words = [f"{option}={value}" for option, value in self.options.items() if value != OPTIONS[option][0]]
        unknown = self.stock and self.stock[0] == "?"
        words += ["piles=" + ",".join(map(written, self.piles)),
                  f"stock=?x{len(self.stock)}" if unknown else f"stock={written(self.stock)}",
                  f"waste={written(self.waste)}", f"gone={written(sorted(self.gone, key=RANKS.index))}",
                  f"passes={self.passes}"]
        return " ".join(["fifteen-rush", *words, *([f"since={self.since}"] if self.since else [])])

    def copy(self):
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.piles = [pile.copy() for pile in self.piles]
        other.stock, other.waste, other.gone = self.stock.copy(), self.waste.copy(), self.gone.copy()
        return other

    # --- what the rules say ----------------------------------------------------------------------------------------

    def tops(self):
        """The cards that can be paired, by their places `1` to `7` and `w`."""
        places = {str(number): pile[-1] for number, pile in enumerate(self.piles, 1) if pile}
        return {**places, "w": self.waste[-1]} if self.waste else places

    def moves(self):
        """The legal moves; none when the game is over, as far as the player can know."""
        tops = list(self.tops().items())
        pairs = [f"{one}+{other}" for number, (one, card) in enumerate(tops) for other, second in tops[number + 1 :]
                 if pairs_off(card, second)]
        size = len(self.stock) + len(self.waste)
        if not size or (pairs and (self.options["deal"] == "stuck" or self.since >= 2 * -(-size // 3))):
            return pairs
        if not pairs and self._is_dead():
            return []
        return [*pairs, "turn" if self.options["redeal"] == "separate" and not self.stock else "deal"]

    def _is_dead(self):
        """Whether no card that dealing can bring to the top of the waste makes a pair with a pile."""
        queue, size = self.waste + self.stock, len(self.waste) + len(self.stock)
        first = [min(place, size) for place in range(len(self.waste) + 3, size + 3, 3)]
        again = [min(place, size) for place in range(3, size + 3, 3)]
        reached = [queue[place - 1] for place in (first if self.stock else []) + again]
        return not any(card == "?" or pairs_off(card, pile[-1]) for card in reached for pile in self.piles if pile)

    @property
    def won(self):
        return not (any(self.piles) or self.stock or self.waste)

    def play(self, move):
        """Play a legal move here. PositionError where it would turn up a card that is not known."""
        if move in ("deal", "turn"):
            if not self.stock:
                self.stock, self.waste, self.passes = self.waste, [], self.passes + 1
            if move == "deal":
                self.waste += self.stock[:3]
                self.stock = self.stock[3:]
                self.since += 1
        else:
            self._pair_off(move.split("+"))
        if "?" in [*(pile[-1] for pile in self.piles if pile), *self.waste]:
            raise PositionError(f"move {move} turns up a card that is not known")

    def _pair_off(self, places):
        """Both cards go before a pile is filled, and the left pile is filled first."""
        piles = [self.piles[int(place) - 1] for place in places if place != "w"]
        for cards in [*piles, *([self.waste] if "w" in places else [])]:
            self.gone.append(cards.pop())
        for pile in piles:
            if not pile and (self.stock or self.waste):
                pile.append(self.stock.pop(0) if self.stock else self.waste.pop())
        self.since = 0

    # --- what the player knows -------------------------------------------------------------------------------------

    def view(self):
        """What the player has seen of it: the order of the stock is seen once the waste was turned over."""
        seen = self.copy()
        for pile in seen.piles:
            pile[:-1] = ["?"] * (len(pile) - 1)
        if not seen.passes:
            seen.stock = ["?"] * len(seen.stock)
        hidden = (self._covered() - seen._covered()).elements()
        seen.unseen = sorted([*self.unseen, *(card for card in hidden if card != "?")], key=RANKS.index)
        return seen

    def _covered(self):
        """How many of each lie under the last cards of the piles, and in the stock."""
        return Counter([*chain.from_iterable(pile[:-1] for pile in self.piles), *self.stock])

    def world(self, draw):
        """A position that fits a view, every order of the unseen cards alike likely. draw: a random.Random."""
        world, cards = self.copy(), self.unseen.copy()
        draw.shuffle(cards)
        for place in (*world.piles, world.stock):
            place[:] = [cards.pop() if card == "?" else card for card in place]
        world.unseen = []
        return world


def spelled(move):
    """A move as it is printed: `3+1` and `w+3` are read too."""
    return "+".join(sorted(move.split("+"), key="1234567w".find)) if "+" in move else move
