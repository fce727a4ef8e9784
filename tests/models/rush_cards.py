"""Rush (Kymani) as a reader of the rules would write it: slow, plain, and without a look at the kernel.

Every card is one object that knows which seats know where it is. The comments sum up the rules as ruled in
docs/rules/rush-cards.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

RANKS = "A23456789TJQK"
FUSABLE = "A23456789T"
COLUMNS = "abcde"
CELLS = [column + row for row in "654321" for column in COLUMNS]
OPTIONS = {"first": "1", "setup": "secret", "advance": "0", "noaction": "loss", "maxplies": "1000", "maxquiet": "200"}
#: "Rows 1..6, columns 1..5; row 1,2 = player 0's home, 5,6 = player 1's", in the order of the set-up: "home front row
#: left->right, then back row".
HOME = {seat: [column + row for row in rows for column in COLUMNS] for seat, rows in ((1, "21"), (2, "56"))}
FAR_ROW = {1: "6", 2: "1"}
ARROW = {1: "^", 2: "v"}


@dataclass(eq=False)
class Card:
    """One card of a seat's deck; known: the seats that know where it is."""

    rank: str
    owner: int
    known: set[int] = field(default_factory=set)

    @property
    def value(self) -> int:
        """ "A=14"."""
        return 14 if self.rank == "A" else RANKS.index(self.rank) + 1


def other(seat: int) -> int:
    return 3 - seat


def beside(cell: str) -> list[str]:
    """The cells one step away orthogonally."""
    column, row = COLUMNS.index(cell[0]), int(cell[1])
    steps = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [COLUMNS[column] + str(row) for column, row in steps if 0 <= column < 5 and 1 <= row <= 6]


def total(cards: Iterable[Card]) -> int:
    return sum(card.value for card in cards)


class RushCards:
    """One game. board: the unit in each cell that has one, bottom card first; decks: top first.

    The seat on turn starts its turn in `start_turn`, which settles whether the game is over.
    """

    def __init__(self, options: dict[str, str]) -> None:
        self.options = OPTIONS | options
        self.board: dict[str, list[Card]] = {}
        self.hand: dict[int, list[Card]] = {1: [], 2: []}
        self.chamber: dict[int, list[Card]] = {1: [], 2: []}
        self.deck: dict[int, list[Card]] = {1: [], 2: []}
        self.gone: dict[int, list[Card]] = {1: [], 2: []}
        self.dealt: dict[int, list[Card]] = {1: [], 2: []}
        self.turn = 1
        self.phase = "play"
        self.ply = 0
        self.quiet = 0
        self.result: tuple[float, float] | None = None

    @classmethod
    def from_text(cls, text: str) -> Self:
        fields = dict(word.split("=", 1) for word in text.split()[1:])
        game = cls({name: fields[name] for name in OPTIONS if name in fields})
        game.turn, game.phase = int(fields.get("turn", 1)), fields.get("phase", "play")
        game.ply, game.quiet = int(fields.get("ply", 0)), int(fields.get("quiet", 0))
        units = fields["board"].replace("/", ",").split(",")
        for cell, unit in zip(CELLS, units, strict=True):
            if unit != ".":
                owner = 1 if unit[0] == "^" else 2
                game.board[cell] = [Card(rank, owner) for rank in unit[1:]]
                game.show(game.board[cell], {owner} if game.phase == "setup" else {1, 2})
        for seat in (1, 2):
            game.deck[seat] = [Card(rank, seat) for rank in fields[f"deck{seat}"].strip("-")]
            game.dealt[seat] = [Card(rank, seat, {seat}) for rank in fields.get(f"deal{seat}", "-").strip("-")]
            game.chamber[seat] = [Card(rank, seat, {1, 2}) for rank in fields.get(f"chamber{seat}", "-").strip("-")]
            for symbol in fields[f"hand{seat}"].strip("-"):
                if symbol == "!":
                    game.hand[seat][-1].known.add(other(seat))
                else:
                    game.hand[seat].append(Card(symbol, seat, {seat}))
            rest = Counter(RANKS * 4)
            rest.subtract(card.rank for card in game.cards(seat))
            assert min(rest.values()) >= 0, "more cards than the deck has"
            game.gone[seat] = [Card(rank, seat, {1, 2}) for rank in rest.elements()]
        if game.phase == "play":
            game.start_turn()
        return game

    def cards(self, seat: int) -> list[Card]:
        """All cards of a seat's deck that are not discarded."""
        placed = [card for unit in self.board.values() for card in unit if card.owner == seat]
        return placed + self.hand[seat] + self.chamber[seat] + self.deck[seat] + self.dealt[seat]

    @staticmethod
    def show(cards: Iterable[Card], seats: set[int]) -> None:
        for card in cards:
            card.known |= seats

    def units(self, seat: int) -> list[str]:
        """The cells where a seat has a card or a pair."""
        return [cell for cell, unit in self.board.items() if unit[0].owner == seat]

    def owns_nothing(self, seat: int) -> bool:
        """ "owns nothing outside deck/discard"."""
        return not (self.units(seat) or self.hand[seat] or self.chamber[seat])

    def start_turn(self) -> None:
        """ "Order of checks at the start of a turn: far row, then owns nothing, then the caps"."""
        seat = self.turn
        if any(cell[1] == FAR_ROW[seat] for cell in self.units(seat)):
            self.result = (1, 0) if seat == 1 else (0, 1)
        elif self.owns_nothing(seat) and self.owns_nothing(other(seat)):
            self.result = (0.5, 0.5)
        elif self.owns_nothing(seat) and self.options["noaction"] == "loss":
            self.result = (0, 1) if seat == 1 else (1, 0)
        elif self.owns_nothing(seat):
            self.turn = other(seat)
            self.start_turn()
        elif self.ply >= int(self.options["maxplies"]) or self.quiet >= int(self.options["maxquiet"]):
            self.result = (0.5, 0.5)

    def to_move(self) -> tuple[int, ...]:
        return () if self.result else (self.turn,)

    def returns(self) -> tuple[float, ...] | None:
        return self.result

    def moves(self, seat: int) -> list[str]:
        if self.phase == "setup":
            cell = next(cell for cell in HOME[seat] if cell not in self.board)
            return [f"{rank}@{cell}" for rank in {card.rank for card in self.dealt[seat]}]
        hand, units = self.hand[seat], self.units(seat)
        found = set[str]()
        for cell in units:
            for target in beside(cell):
                if target not in self.board:
                    found.add(cell + target)
                elif self.board[target][0].owner != seat:
                    found.add(f"{cell}x{target}")
                    # "attacker chooses whole (sum) or top"
                    if len(self.board[target]) == 2:
                        found.add(f"{cell}x{target}t")
        if not self.chamber[seat]:
            found |= {
                f"{bottom.rank}+{top.rank}"
                for bottom in hand
                for top in hand
                if bottom is not top and bottom.rank in FUSABLE and top.rank in FUSABLE
            }
        for cell in HOME[seat]:
            if cell in units:
                found.add(f"{cell}-")
            elif cell not in self.board:
                found |= {f"{card.rank}@{cell}" for card in hand}
                if self.chamber[seat]:
                    found.add(f"+@{cell}")
        return list(found)

    def play(self, seat: int, move: str) -> None:
        assert seat == self.turn
        self.ply += 1
        if self.phase == "setup":
            rank, cell = move.split("@")
            card = next(card for card in self.dealt[seat] if card.rank == rank)
            self.dealt[seat].remove(card)
            self.board[cell] = [card]
            self.after_placing()
            return
        self.quiet = 0 if "x" in move else self.quiet + 1
        self.act(seat, move)
        # "draw up to five if below five; only the mover draws"
        self.draw(seat)
        self.turn = other(seat)
        self.start_turn()

    def after_placing(self) -> None:
        """ "hidden from the opponent until both finish", "Hand of five is drawn AFTER the flip"."""
        if self.dealt[self.turn]:
            return
        if self.turn == 1:
            self.turn = 2
            return
        for unit in self.board.values():
            self.show(unit, {1, 2})
        self.draw(1)
        self.draw(2)
        self.phase, self.turn = "play", int(self.options["first"])
        self.start_turn()

    def draw(self, seat: int) -> None:
        """ "Deck short -> draw what is left"."""
        while self.deck[seat] and len(self.hand[seat]) < 5:
            card = self.deck[seat].pop(0)
            self.show([card], {seat})
            self.hand[seat].append(card)

    def act(self, seat: int, move: str) -> None:
        """One of "Five actions, exactly one per turn"."""
        if "x" in move:
            self.attack(move[:2], move[3:5], top_only=move.endswith("t"))
        elif "@" in move:
            what, cell = move.split("@")
            if what == "+":
                self.board[cell], self.chamber[seat] = self.chamber[seat], []
            else:
                self.board[cell] = [self.take(seat, what)]
        elif "+" in move:
            bottom, top = move.split("+")
            self.chamber[seat] = [self.take(seat, bottom), self.take(seat, top)]
        elif move.endswith("-"):
            self.hand[seat] += self.board.pop(move[:2])
        else:
            self.board[move[2:]] = self.board.pop(move[:2])

    def take(self, seat: int, rank: str) -> Card:
        """Take a card out of a hand, to lie face up: "the one known to the other seat leaves first"."""
        fitting = [card for card in self.hand[seat] if card.rank == rank]
        card = max(fitting, key=lambda card: len(card.known))
        self.hand[seat].remove(card)
        self.show([card], {1, 2})
        return card

    def attack(self, cell: str, target: str, *, top_only: bool) -> None:
        attacker, defender = self.board[cell], self.board[target]
        attacked = defender[-1:] if top_only else list(defender)
        difference = total(attacker) - total(attacked)
        if difference >= 0:
            for card in attacked:
                defender.remove(card)
                self.gone[card.owner].append(card)
        if difference <= 0:
            self.gone[attacker[0].owner] += self.board.pop(cell)
        if not defender:
            del self.board[target]
            if difference > 0 and self.options["advance"] == "1":
                self.board[target] = self.board.pop(cell)

    def text(self) -> str:
        return self.write(None)

    def view(self, seat: int) -> str:
        return self.write(seat) + f" seat={seat}"

    def write(self, viewer: int | None) -> str:
        """The fields of notation.md; cards whose place the viewer does not know are `?`."""

        def hidden(card: Card) -> bool:
            return viewer is not None and viewer not in card.known

        def ranks(cards: Iterable[Card]) -> str:
            return "".join("?" if hidden(card) else card.rank for card in cards)

        def place(card: Card) -> tuple[int, bool]:
            """Unordered lists: "`?` first, then A to K, of equal ranks `!` first"."""
            return -1 if hidden(card) else RANKS.index(card.rank), other(card.owner) not in card.known

        def hand(cards: list[Card]) -> str:
            shown = [ranks([card]) + "!" * (other(card.owner) in card.known) for card in sorted(cards, key=place)]
            return "".join(shown) or "-"

        def pile(cards: list[Card]) -> str:
            text = ranks(cards)
            return f"?x{len(text)}" if set(text) == {"?"} else text or "-"

        def unit(cell: str) -> str:
            return ARROW[self.board[cell][0].owner] + ranks(self.board[cell]) if cell in self.board else "."

        words = ["rush-cards"]
        words += [f"{name}={value}" for name, value in self.options.items() if value != OPTIONS[name]]
        rows = [",".join(unit(cell) for cell in CELLS[start:start + 5]) for start in range(0, 30, 5)]
        words.append("board=" + "/".join(rows))
        words += [f"hand{seat}={hand(self.hand[seat])}" for seat in (1, 2)]
        words += [f"chamber{seat}={ranks(self.chamber[seat]) or '-'}" for seat in (1, 2)]
        words += [f"deck{seat}={pile(self.deck[seat])}" for seat in (1, 2)]
        words += [f"gone{seat}={ranks(sorted(self.gone[seat], key=place)) or '-'}" for seat in (1, 2)]
        words += [f"turn={self.turn}", f"phase={self.phase}", f"ply={self.ply}", f"quiet={self.quiet}"]
        words += [f"deal{seat}={pile(sorted(self.dealt[seat], key=place))}" for seat in (1, 2) if self.dealt[seat]]
        return " ".join(words)
