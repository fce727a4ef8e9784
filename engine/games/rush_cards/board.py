"""What a record of rush-cards holds: cells, units, and sets of cards; and what its move codes mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards

SEATS = (0, 1)
ROWS, COLUMNS = 6, "abcde"
MARKS = "^v"
NAMES = ("Player 1", "Player 2")
PHASES = ("play", "setup")
DECK = [rank for rank in range(1, 14) for _ in range(4)]
DEALT, HAND = 10, 5
JACK = 11
#: Where a seat's ten cards go in the set-up, in order.
ORDER = ((*range(5, 10), *range(5)), tuple(range(20, 30)))
HOMES = (range(10), range(20, 30))
FAR = (range(25, 30), range(5))
#: What a card counts, by rank; 0 stands for no card.
COUNTS = (0, 14, *range(2, 14))
#: Kinds of moves; a code is kind << 10 | a << 5 | b (cext/rush_cards/state.pxd).
MOVE, ATTACK, ATTACK_TOP, FUSE, PLACE, PLACE_PAIR, WITHDRAW = range(7)


def cell_of(name: str) -> int:
    return 5 * (int(name[1]) - 1) + COLUMNS.index(name[0])


def name_of(cell: int) -> str:
    return f"{COLUMNS[cell % 5]}{cell // 5 + 1}"


def parts(move: int) -> tuple[int, int, int]:
    """The kind of a move, and the two numbers that follow it."""
    return move >> 10, move >> 5 & 31, move & 31


def in_setup(buffer: Buffer) -> bool:
    return PHASES[buffer.record["phase"][0]] == "setup"


def cells_of(buffer: Buffer, seat: int) -> list[int]:
    """The cells with units of a seat."""
    own = int(buffer.record["own"][0, seat])
    return [cell for cell in range(30) if own >> cell & 1]


def copies(word: int, rank: int) -> int:
    """How many cards of a rank a set has."""
    return (word >> 4 * rank & 15).bit_count()


def set_of(hand: Sequence[int]) -> int:
    """The set of these cards, the unknown ones left out."""
    counts = Counter(map(cards.rank, hand))
    return sum((1 << count) - 1 << 4 * rank for rank, count in counts.items() if rank != cards.UNKNOWN)


def listed(buffer: Buffer, field: str, seat: int) -> list[int]:
    """The cards of a set of the record, by rank."""
    word = int(buffer.record[field][0, seat])
    return [rank for rank in range(1, 14) for _ in range(copies(word, rank))]


def hand_of(buffer: Buffer, seat: int) -> list[int]:
    """A hand (in the set-up, the dealt cards left) as it prints: unknown cards, then the known with their marks."""
    known, shown = listed(buffer, "hand", seat), Counter(listed(buffer, "shown", seat))
    hand = [cards.UNKNOWN] * (int(buffer.record["held"][0, seat]) - len(known))
    for rank in known:
        hand.append(rank | cards.SHOWN if shown[rank] > 0 else rank)
        shown[rank] -= 1
    return hand


def deck_of(buffer: Buffer, seat: int) -> list[int]:
    """A deck, its top card first."""
    left = int(buffer.record["left"][0, seat])
    return [int(card) for card in reversed(buffer.record["deck"][0, seat, :left])]


def unit_at(buffer: Buffer, cell: int) -> list[int]:
    """Bottom and top card of a cell, or the single card, or nothing."""
    return [int(card) for card in (buffer.record["bottom"][0, cell], buffer.record["top"][0, cell]) if card]


def chamber_of(buffer: Buffer, seat: int) -> list[int]:
    record = buffer.record
    return [int(card) for card in (record["chamber_bottom"][0, seat], record["chamber_top"][0, seat]) if card]


def unseen_of(buffer: Buffer, seat: int) -> Counter[int]:
    """The cards of a seat's deck that stand nowhere known."""
    rest = Counter(DECK)
    known = [*listed(buffer, "hand", seat), *listed(buffer, "gone", seat), *deck_of(buffer, seat)]
    known += chamber_of(buffer, seat)
    for cell in cells_of(buffer, seat):
        known += unit_at(buffer, cell)
    rest.subtract(card for card in known if card != cards.UNKNOWN)
    return rest


def _beside(cell: int) -> list[int]:
    row, column = divmod(cell, len(COLUMNS))
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [len(COLUMNS) * r + c for r, c in steps if 0 <= r < ROWS and 0 <= c < len(COLUMNS)]


#: By cell, the cells one step away.
BESIDE = tuple(_beside(cell) for cell in range(ROWS * len(COLUMNS)))


class Units:
    """The units of a position, by cell: the seat (0, 1) that owns each, what it counts, and what its top card alone
    counts, 0 where there is none."""

    def __init__(self, buffer: Buffer) -> None:
        record = buffer.record[0]
        own, bottom, top = record["own"].tolist(), record["bottom"].tolist(), record["top"].tolist()
        self.owner = {cell: seat for seat in SEATS for cell in range(len(bottom)) if own[seat] >> cell & 1}
        self.count = {cell: COUNTS[bottom[cell]] + COUNTS[top[cell]] for cell in self.owner}
        self.top = {cell: COUNTS[top[cell]] for cell in self.owner}

    def removers(self, seat: int, cell: int, count: int) -> list[int]:
        """The cells of the units of a seat beside a cell that defeat, or tie with, a unit there that counts so much."""
        return [start for start in BESIDE[cell] if self.owner.get(start) == seat and self.count[start] >= count]

    def winning(self, seat: int) -> set[int]:
        """The cells of the units of a seat that win at the start of its turn."""
        return {cell for cell, owner in self.owner.items() if owner == seat and cell in FAR[seat]}
