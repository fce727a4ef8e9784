"""Fifteen Rush as a reader of the rules would write it: slow, plain, and without a look at the kernel.

The comments sum up the rules as ruled in docs/rules/fifteen-rush.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Self

RANKS = "A23456789TJQK"
OPTIONS = {"deal": "stuck", "redeal": "combined"}


@dataclass(eq=False)
class Card:
    """One card of the deck; seen: whether it has ever lain face up."""

    rank: str
    seen: bool = False


def fit(one: Card, other: Card) -> bool:
    """ "A-A, 2-K, 3-Q, 4-J, 5-10, 6-9, 7-8; suit irrelevant; A never pairs with anything but A"."""
    values = sorted(RANKS.index(card.rank) + 1 for card in (one, other))
    return values == [1, 1] or (values[0] > 1 and sum(values) == 15)


class FifteenRush:
    """One game. stock: top first; piles and waste: bottom first; since: deals since the last pair."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = OPTIONS | options
        self.piles: list[list[Card]] = [[] for _ in range(7)]
        self.stock: list[Card] = []
        self.waste: list[Card] = []
        self.gone: list[Card] = []
        self.passes = 0
        self.since = 0

    @classmethod
    def from_text(cls, text: str) -> Self:
        fields = dict(word.split("=", 1) for word in text.split()[1:])
        game = cls({name: fields[name] for name in OPTIONS if name in fields})
        game.passes, game.since = int(fields.get("passes", 0)), int(fields.get("since", 0))
        game.piles = [[Card(rank) for rank in pile.strip("-")] for pile in fields["piles"].split(",")]
        # "passes counts turn-overs (after the first, the order of the stock is known)"
        game.stock = [Card(rank, seen=game.passes > 0) for rank in fields["stock"].strip("-")]
        game.waste = [Card(rank, seen=True) for rank in fields["waste"].strip("-")]
        rest = Counter(RANKS * 4)
        rest.subtract(card.rank for card in game.in_play())
        assert min(rest.values()) >= 0, "more cards than the deck has"
        game.gone = [Card(rank, seen=True) for rank in rest.elements()]
        game.show_tops()
        return game

    def in_play(self) -> list[Card]:
        return [card for pile in [*self.piles, self.stock, self.waste] for card in pile]

    def show_tops(self) -> None:
        """ "when a pile's top is removed and cards remain, new top is turned face up at once"."""
        for pile in self.piles:
            if pile:
                pile[-1].seen = True

    def pairs(self) -> dict[str, tuple[list[Card], list[Card]]]:
        """ "Available cards: 7 tableau tops + waste top only": each pair's text and its two piles."""
        places = {**{str(number): pile for number, pile in enumerate(self.piles, start=1)}, "w": self.waste}
        names = list(places)
        return {
            f"{one}+{other}": (places[one], places[other])
            for index, one in enumerate(names)
            for other in names[index + 1:]
            if places[one] and places[other] and fit(places[one][-1], places[other][-1])
        }

    def dead(self) -> bool:
        """ "no pair is available now nor at any exposure reachable by dealing", tried by dealing until it repeats."""
        trial = FifteenRush(self.options)
        trial.piles, trial.stock, trial.waste = self.piles, list(self.stock), list(self.waste)
        met = set[int]()
        while not trial.pairs():
            if len(trial.waste) in met or not trial.stock + trial.waste:
                return True
            met.add(len(trial.waste))
            if not trial.stock:
                trial.turn_over()
            trial.deal(shown=False)
        return False

    def over(self) -> bool:
        return not self.in_play() or self.dead()

    def to_move(self) -> tuple[int, ...]:
        return () if self.over() else (1,)

    def returns(self) -> tuple[float, ...] | None:
        """ "win: all 52 discarded"."""
        if not self.over():
            return None
        return (0.0,) if self.in_play() else (1.0,)

    def moves(self, seat: int) -> list[str]:
        assert seat == 1
        pairs = list(self.pairs())
        left = len(self.stock) + len(self.waste)
        if pairs and self.options["deal"] == "stuck":
            return pairs
        # "with a pair on show, Deal is illegal once since >= 2 * ceil(m / 3)"
        if left == 0 or (pairs and self.since >= 2 * -(-left // 3)):
            return pairs
        separate = self.options["redeal"] == "separate"
        return [*pairs, "turn" if separate and not self.stock else "deal"]

    def play(self, seat: int, move: str) -> None:
        assert seat == 1
        if move == "turn":
            self.turn_over()
        elif move == "deal":
            if not self.stock:
                self.turn_over()
            self.deal()
            self.since += 1
        else:
            for pile in self.pairs()[move]:
                self.gone.append(pile.pop())
            self.since = 0
            self.fill()
            self.show_tops()

    def turn_over(self) -> None:
        """ "turned as a block, not shuffled: first dealt card becomes stock top again"."""
        self.stock, self.waste = self.waste, []
        self.passes += 1

    def deal(self, *, shown: bool = True) -> None:
        """ "one by one"; "fewer than three in stock: deal what is left"."""
        for _ in range(3):
            if self.stock:
                card = self.stock.pop(0)
                card.seen = card.seen or shown
                self.waste.append(card)

    def fill(self) -> None:
        """ "top of stock (face up), else top of waste, else stays empty", "left to right"."""
        for pile in self.piles:
            if not pile and self.stock:
                pile.append(self.stock.pop(0))
            elif not pile and self.waste:
                pile.append(self.waste.pop())

    def text(self) -> str:
        return self.write(hidden=False)

    def view(self, seat: int) -> str:
        assert seat == 1
        return self.write(hidden=True)

    def write(self, *, hidden: bool) -> str:
        """The fields of notation.md; hidden: cards that were never seen are `?`."""

        def ranks(cards: list[Card]) -> str:
            return "".join("?" if hidden and not card.seen else card.rank for card in cards) or "-"

        stock = ranks(self.stock)
        if set(stock) == {"?"}:
            stock = f"?x{len(stock)}"
        words = ["fifteen-rush"]
        words += [f"{name}={value}" for name, value in self.options.items() if value != OPTIONS[name]]
        words.append("piles=" + ",".join(map(ranks, self.piles)))
        words += [f"stock={stock}", f"waste={ranks(self.waste)}"]
        words.append("gone=" + ranks(sorted(self.gone, key=lambda card: RANKS.index(card.rank))))
        words.append(f"passes={self.passes}")
        if self.since:
            words.append(f"since={self.since}")
        return " ".join(words)
