"""Fifteen Rush as text: notation.md, section fifteen-rush."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from dohyo.cext.fifteen_rush import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import UNKNOWN, read, settle, write, write_card, write_pile
from dohyo.engine.errors import MoveError, PositionError
from dohyo.engine.game import Game, Notation, Option
from dohyo.engine.games.fifteen_rush.reasons import reason
from dohyo.engine.games.fifteen_rush.table import (
    DEAL,
    DECK,
    HIGHEST,
    PACKET,
    PAIRS,
    PILES,
    PLACES,
    TALON,
    TURN,
    WASTE,
    Table,
)
from dohyo.engine.grammar import quote, whole_number
from dohyo.engine.paint import paint

_MOST = 9999
_PAIR = re.compile(r"([1-7w])\+([1-7w])")


class FifteenRush(Notation):
    """See `Notation` for what each method promises."""

    fields = ("deal", "redeal", "piles", "stock", "waste", "gone", "passes", "since")

    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        options = game.option_values({name: fields[name] for name in self.fields[:2] if name in fields})
        for name in ("piles", "stock", "waste"):
            if name not in fields:
                raise PositionError(f"field {name} is missing; it lists cards, and - is the empty list")
        piles = _read_piles(fields["piles"])
        stock = read("stock", fields["stock"], jokers=False)
        waste = read("waste", fields["waste"], jokers=False, unknown=False)
        if len(stock) + len(waste) > TALON:
            raise PositionError(f"fields stock and waste list {len(stock) + len(waste)} cards; there are {TALON}")
        passes, since = (_read_count(name, fields.get(name, "0")) for name in ("passes", "since"))
        view = UNKNOWN in chain(stock, *piles)
        if view:
            _refuse_half_known(piles, stock, passes)
        gone = read("gone", fields["gone"], jokers=False, unknown=False) if "gone" in fields else None
        gone = settle("gone", gone, DECK, [*chain(*piles), *stock, *waste], "the position")
        buffer = game.kernel.new()
        record = buffer.record[0]
        record["anytime"], record["separate"] = options
        for number, pile in enumerate(piles):
            record["pile"][number, : len(pile)] = pile
        record["talon"][: len(waste) + len(stock)] = waste + stock
        record["waste"], record["passes"], record["since"] = len(waste), passes, since
        for rank, count in Counter(gone).items():
            record["gone"][rank] = count
        record["exact"] = not view
        buffer.refresh()
        return buffer, 1 if view else None

    def format(self, buffer: Buffer, seat: int | None) -> str:
        del seat
        table = Table(buffer)
        words = [
            f"{option.name}={option.write(value)}"
            for option, value in zip(OPTIONS, table.options, strict=True)
            if option.write(value) != option.default
        ]
        words += [
            f"piles={','.join(map(write, table.piles))}",
            f"stock={write_pile(table.stock)}",
            f"waste={write(table.waste)}",
            f"gone={write(table.gone)}",
            f"passes={table.passes}",
        ]
        return " ".join(words + [f"since={table.since}"] * (table.since > 0))

    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        del buffer, seat
        if move >= DEAL:
            return "deal" if move == DEAL else "turn"
        first, second = PAIRS[move]
        return f"{PLACES[first]}+{PLACES[second]}"

    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        del buffer, seat
        if text in ("deal", "turn"):
            return DEAL if text == "deal" else TURN
        pair = _PAIR.fullmatch(text)
        if pair is None or pair[1] == pair[2]:
            raise MoveError(f"move {quote(text)}: a move is deal, turn, or two of the piles 1 to 7 and the waste w, "
                            "such as 1+3 or 3+w")
        first, second = sorted(map(PLACES.index, pair.groups()))
        return PAIRS.index((first, second))

    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        table = Table(buffer)
        if move < DEAL:
            first, second = PAIRS[move]
            for place in (first, second):
                if not table.tops[place]:
                    return "the waste is empty" if place == WASTE else f"pile {place + 1} is empty"
            return (f"{write_card(table.tops[first])} and {write_card(table.tops[second])} are no pair; two aces are, "
                    "and two cards that add up to 15")
        anytime, separate = table.options
        if move == TURN and not separate:
            return "turn is a move only with redeal=separate; here deal turns the waste over"
        if not table.stock and not table.waste:
            return "stock and waste are empty"
        if move == TURN and table.stock:
            return "the stock is not empty"
        if move == DEAL and separate and not table.stock:
            return "the stock is empty; turn the waste over first"
        pair = self.format_move(buffer, seat, buffer.moves(seat - 1)[0])
        if anytime:
            return f"{table.since} deals have shown every card since the last pair; play a pair, such as {pair}"
        return f"with deal=stuck no card is dealt while a pair shows, such as {pair}"

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        del seat
        return reason(buffer, move)

    def turn_up(self, buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
        del seat, mover
        table, record = Table(buffer), buffer.record[0]
        piles, talon = _turned_up(table, move)
        for field in cards:
            if field not in ("piles", "stock"):
                raise MoveError(f"--reveal {quote(field)}: cards turn up in the fields piles and stock")
        unseen = table.unseen
        for pile, card in zip(piles, _revealed("piles", len(piles), cards, unseen), strict=True):
            record["pile"][pile, len(table.piles[pile]) - 2] = card
        for at, card in zip(talon, _revealed("stock", len(talon), cards, unseen), strict=True):
            record["talon"][at] = card

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """So many for each pair left: with deal=stuck about a third of the pairs are forced."""
        del seat
        record = buffer.record[0]
        pairs = (len(DECK) - int(record["gone"].sum())) / 2
        return max(1.0, (0.9 if record["anytime"] else 0.66) * pairs)

    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        del seat
        table = Table(buffer)
        lines = ["".join(f"{number:^5}" for number in range(1, PILES + 1))]
        for row in range(max(1, *map(len, table.piles))):
            lines.append("".join(_cell(pile, row, colour) for pile in table.piles))
        stock = f"{write_pile(table.stock)} (top first)" if table.stock else "empty"
        waste = "".join(write_card(card) for card in table.waste[:-1])
        waste += _playable(table.waste[-1], colour) if table.waste else "empty"
        return "\n".join([
            *map(str.rstrip, lines),
            f"stock {stock}, turned over {table.passes} time{'s' * (table.passes != 1)}",
            f"waste {waste}",
            f"gone {len(table.gone)} of {len(DECK)}",
        ])

    def seat_name(self, seat: int) -> str:
        del seat
        return "Player"


def _read_piles(text: str) -> list[list[int]]:
    piles = [read("piles", pile, jokers=False) for pile in text.split(",")]
    if len(piles) != PILES:
        raise PositionError(f"field piles has {len(piles)} piles; there are {PILES}, with commas between them")
    for number, pile in enumerate(piles, start=1):
        if len(pile) > HIGHEST:
            raise PositionError(f"field piles: pile {number} has {len(pile)} cards; a pile has at most {HIGHEST}")
        if pile and pile[-1] == UNKNOWN:
            raise PositionError(f"field piles: the last card of pile {number} lies face up and cannot be ?")
    return piles


def _read_count(field: str, text: str) -> int:
    value = whole_number(text)
    if value is None or not 0 <= value <= _MOST:
        raise PositionError(f"field {field}={quote(text)}: a number from 0 to {_MOST} is expected")
    return value


def _refuse_half_known(piles: Sequence[Sequence[int]], stock: Sequence[int], passes: int) -> None:
    """PositionError unless exactly what the player of a view has not seen is unknown."""
    for number, pile in enumerate(piles, start=1):
        if any(card != UNKNOWN for card in pile[:-1]):
            raise PositionError(f"field piles: in a view only the last card of pile {number} is known; "
                                "the cards under it are ?")
    if passes and UNKNOWN in stock:
        raise PositionError(f"field stock: with passes={passes} its order is known and no card is ?")
    if not passes and any(card != UNKNOWN for card in stock):
        raise PositionError(f"field stock: in a view with passes=0 it is unknown, ?x{len(stock)}")


def _turned_up(table: Table, move: int) -> tuple[list[int], list[int]]:
    """Where a move turns up unknown cards: the piles whose next card it shows, and places of the talon."""
    if move >= DEAL:
        piles, wanted = [], PACKET if move == DEAL else 0
    else:
        pair = [place for place in PAIRS[move] if place != WASTE]
        piles = [place for place in pair if table.piles[place][-2:-1] == [UNKNOWN]]
        wanted = sum(len(table.piles[place]) == 1 for place in pair)
    start = len(table.waste)
    return piles, [start + at for at, card in enumerate(table.stock[:wanted]) if card == UNKNOWN]


def _revealed(field: str, count: int, cards: Mapping[str, str], unseen: list[int]) -> list[int]:
    """The cards that a person saw turn up in a field, taken out of the unseen ones; MoveError unless there are `count`
    and each can be there."""
    given = read(field, cards[field], jokers=False, unknown=False, error=MoveError) if field in cards else []
    if len(given) != count:
        needs = f"{count} unknown card{'s' * (count > 1)}" if count else "no unknown card"
        example = f"; say which, in order, such as --reveal {field}={write(unseen[:count])}" if count else ""
        raise MoveError(f"--reveal {field}: this move turns up {needs} there, and {len(given)} are given{example}")
    for card in given:
        if card not in unseen:
            raise MoveError(f"--reveal {field}: no {write_card(card)} is left among {write(unseen)}")
        unseen.remove(card)
    return given


def _cell(pile: Sequence[int], row: int, colour: bool) -> str:
    """One card of a pile in a drawing, five characters wide."""
    if row >= len(pile):
        return "  -  " if row == 0 else "     "
    if row + 1 == len(pile):
        return f" {_playable(pile[row], colour)} "
    return paint(f"  {write_card(pile[row])}  ", "dim", colour)


def _playable(card: int, colour: bool) -> str:
    """A card that can be paired, in brackets."""
    return paint(f"[{write_card(card)}]", "yellow", colour)


OPTIONS = (
    Option("deal", "stuck", "when cards may be dealt: only while no pair shows, or at any time",
           choices=("stuck", "anytime")),
    Option("redeal", "combined", "whether a deal with an empty stock turns the waste over first, or turn is a move",
           choices=("combined", "separate")),
)

GAME = Game(
    id="fifteen-rush",
    title="Fifteen Rush",
    seats=1,
    hidden=True,
    chance=True,
    simultaneous=False,
    common=False,
    options=OPTIONS,
    kernel=KERNEL,
    notation=FifteenRush(),
    note=(
        "A last packet of fewer than three cards is dealt as it is; the waste is turned over, unshuffled, only when a "
        "card is to be dealt from an empty stock, never to fill a pile. Of two piles emptied at once the left one is "
        "filled first. The game is won when all 52 cards are gone, and lost as soon as no pair shows and dealing can "
        "bring none, even if the player cannot know it yet. With deal=anytime dealing ends, while a pair shows, when "
        "two passes of deals have come since the last pair; turning the waste over is no deal. Suits are not "
        "modelled: on a table they show a little more of which card is which."
    ),
)
