"""Club Fight as a reader of the rules would write it: slow, plain, and without a look at the kernel.

The comments sum up the rules as ruled in docs/rules/club-fight.md. Cards are texts as notation.md writes them: `7d` in
the grid and its deck, `7` among the clubs, `*` a Joker, `.` an empty cell. Cells are the numbers 1 to 9, row by row.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import Self

RANKS = "A23456789TJQK"
SUITS = "dsh"
OPTIONS = {"runmin": "1"}
CELLS = range(1, 10)
LINES = {
    "r1": (1, 2, 3), "r2": (4, 5, 6), "r3": (7, 8, 9),
    "c1": (1, 4, 7), "c2": (2, 5, 8), "c3": (3, 6, 9),
}

Cells = frozenset[int]


def value(rank: str) -> int:
    """ "Ace is worth 1, a number card its number, a Jack 11, a Queen 12, and a King 13"."""
    return RANKS.index(rank) + 1


class Grid:
    """The nine cells and the deck that refills them (top first). jokers, runmin: the rule options."""

    def __init__(self, jokers: int, runmin: int, cells: list[str], deck: list[str], cleared: list[str]) -> None:
        self.jokers = jokers
        self.runmin = runmin
        self.card = dict(zip(CELLS, cells, strict=True))
        self.deck = deck
        self.cleared = cleared

    @classmethod
    def from_fields(cls, fields: dict[str, str]) -> Self:
        cells = re.findall(r"[A2-9TJQK][dsh]|[*.]", fields["grid"])
        deck = re.findall(r"[A2-9TJQK][dsh]|\*", fields["deck"])
        jokers = int(fields.get("jokers", 1))
        whole = Counter([*(rank + suit for rank in RANKS for suit in SUITS), *["*"] * jokers])
        lacking = whole - Counter(cells) - Counter(deck)
        return cls(jokers, int(fields.get("runmin", 1)), cells, deck, list(lacking.elements()))

    def filled(self) -> list[int]:
        return [cell for cell in CELLS if self.card[cell] != "."]

    def valued(self) -> dict[int, int]:
        """The values of the cells that have one: a Joker "has no suit and no value"."""
        return {cell: value(self.card[cell][0]) for cell in self.filled() if self.card[cell] != "*"}

    def empty(self) -> bool:
        """ "grid and grid deck are both empty"."""
        return not self.filled() and not self.deck

    def blocked(self, suit: str) -> bool:
        """ "blocked while the grid holds 3 or more cards of one suit", counted "BEFORE clearing"."""
        return sum(card.endswith(suit) for card in self.card.values()) >= 3

    def ways(self, clubs: str) -> dict[str, Cells]:
        """Every action of these clubs by its spelling, and what it clears; of one club in the order match, sum, any,
        line (rows before columns), up, down, run."""
        sums: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for cell, number in self.valued().items():
            sums += [((*chosen, cell), total + number) for chosen, total in sums if total + number <= 13]
        found = dict[str, Cells]()
        for club in clubs:
            found |= self.match(club)
            exact = [chosen for chosen, total in sums if total == value(club)]
            found |= {f"{club}:sum:{digits(chosen)}": frozenset(chosen) for chosen in exact}
            found |= {f"{club}:any:{cell}": frozenset([cell]) for cell in self.filled()}
            if not self.blocked("d"):
                found |= self.lines(club)
            if not self.blocked("s"):
                found |= self.up_and_down(club)
            if not self.blocked("h"):
                found |= self.runs(club)
        return found

    def match(self, club: str) -> dict[str, Cells]:
        """ "Clear every card in the grid with the club's value: all of them, needs >= 1; Jokers never"."""
        equal = frozenset(cell for cell, number in self.valued().items() if number == value(club))
        return {f"{club}:match": equal} if equal else {}

    def lines(self, club: str) -> dict[str, Cells]:
        """ "one of 6 lines containing >= 1 card with that value; clears everything in it incl. Jokers; gaps allowed;
        a Joker does NOT qualify a line"."""
        return {
            f"{club}:line:{name}": frozenset(line) & frozenset(self.filled())
            for name, line in LINES.items() if any(self.card[cell].startswith(club) for cell in line)
        }

    def up_and_down(self, club: str) -> dict[str, Cells]:
        """ "2-7 Down = clear ALL lower; 7-Q Up = clear ALL higher; 7 chooses; >= 1 card must be cleared"."""
        own, found = value(club), dict[str, Cells]()
        if 7 <= own <= 12:
            found["up"] = frozenset(cell for cell, number in self.valued().items() if number > own)
        if 2 <= own <= 7:
            found["down"] = frozenset(cell for cell, number in self.valued().items() if number < own)
        return {f"{club}:{name}": cells for name, cells in found.items() if cells}

    def runs(self, club: str) -> dict[str, Cells]:
        """ "choose values so that chosen + {club} is a set of consecutive integers, any length >= 1 chosen, below
        and/or above; exactly one card per chosen value; no wrap K-A"; the option runmin is the least length."""
        own, valued, found = value(club), self.valued(), dict[str, Cells]()
        for low in range(1, own + 1):
            for high in range(own, 14):
                wanted = [number for number in range(low, high + 1) if number != own]
                if len(wanted) < self.runmin:
                    continue
                copies = [[cell for cell, number in valued.items() if number == want] for want in wanted]
                for chosen in product(*copies):
                    found[f"{club}:run:{digits(chosen)}"] = frozenset(chosen)
        return found

    def spellings(self, clubs: str) -> dict[str, str]:
        """Every legal spelling and the move it is: "two actions of one club that clear the same cells are one move; it
        prints as the first that applies"."""
        first = dict[tuple[str, Cells], str]()
        return {
            spelling: first.setdefault((spelling[0], cells), spelling)
            for spelling, cells in self.ways(clubs).items()
        }

    def clear(self, move: str) -> None:
        """ "An action must clear at least one card"; KeyError if it is none."""
        for cell in sorted(self.ways(move[0])[move]):
            self.cleared.append(self.card[cell])
            self.card[cell] = "."

    def refill(self) -> None:
        """ "row-major, top row first; remaining cards never slide; when the deck runs out the later cells stay
        empty"."""
        for cell in CELLS:
            if self.card[cell] == "." and self.deck:
                self.card[cell] = self.deck.pop(0)

    def words(self, *, hidden: bool) -> tuple[list[str], str]:
        """The fields grid and deck, and the field cleared; hidden: nobody sees the deck."""
        rows = ("".join(self.card[cell] for cell in LINES[row]) for row in ("r1", "r2", "r3"))
        cleared = sorted(self.cleared, key=lambda card: ((RANKS + "*").index(card[0]), SUITS.find(card[1:])))
        deck = pile(self.deck, hidden=hidden)
        return ["grid=" + "/".join(rows), f"deck={deck}"], f"cleared={pile(cleared, hidden=False)}"


def digits(cells: tuple[int, ...]) -> str:
    """ "cells are 1-9, row by row, printed ascending"."""
    return "".join(map(str, sorted(cells)))


def pile(cards: list[str], *, hidden: bool) -> str:
    """A list that is known as a whole or not at all."""
    return ("" if cards else "-") + (f"?x{len(cards)}" if cards and hidden else "".join(cards))


def ranked(clubs: list[str]) -> list[str]:
    """Clubs as unordered lists print them."""
    return sorted(clubs, key=RANKS.index)


class ClubFight:
    """One game for one. clubs: the deck, top first."""

    def __init__(self, grid: Grid, hand: list[str], clubs: list[str]) -> None:
        self.grid = grid
        self.hand = hand
        self.clubs = clubs

    @classmethod
    def from_text(cls, text: str) -> Self:
        fields = dict(word.split("=", 1) for word in text.split()[1:])
        return cls(Grid.from_fields(fields), list(fields["hand"].strip("-")), list(fields["clubs"].strip("-")))

    def over(self) -> bool:
        """Won, or "hand and clubs deck empty with cards left"."""
        return self.grid.empty() or not (self.hand or self.clubs)

    def to_move(self) -> tuple[int, ...]:
        return () if self.over() else (1,)

    def returns(self) -> tuple[float, ...] | None:
        if not self.over():
            return None
        return (1.0,) if self.grid.empty() else (0.0,)

    def spellings(self) -> dict[str, str]:
        """Every legal spelling of every legal move, and the text that is printed for it."""
        return self.grid.spellings("".join(self.hand))

    def moves(self, seat: int) -> list[str]:
        assert seat == 1
        return sorted(set(self.spellings().values()))

    def play(self, seat: int, move: str) -> None:
        """ "discard club + action -> refill -> draw"; a win "stops at once (no draw)"."""
        assert seat == 1
        self.hand.remove(move[0])
        self.grid.clear(move)
        self.grid.refill()
        while not self.over() and self.clubs and len(self.hand) < 4:
            self.hand.append(self.clubs.pop(0))

    def text(self) -> str:
        return self.write(hidden=False)

    def view(self, seat: int) -> str:
        assert seat == 1
        return self.write(hidden=True)

    def write(self, *, hidden: bool) -> str:
        words = ["club-fight", f"jokers={self.grid.jokers}"]
        if self.grid.runmin != 1:
            words.append(f"runmin={self.grid.runmin}")
        table, cleared = self.grid.words(hidden=hidden)
        hand = "".join(ranked(self.hand)) or "-"
        spent = "".join(rank for rank in RANKS if rank not in self.hand + self.clubs) or "-"
        return " ".join([*words, *table, f"hand={hand}", f"clubs={pile(self.clubs, hidden=hidden)}",
                         f"spent={spent}", cleared])
