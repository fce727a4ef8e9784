"""Grid, deck and cleared cards of Club Fight in records and as text: what both modes read and print alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dohyo.cext.decks import deck as whole_deck
from dohyo.engine import cards
from dohyo.engine.cards import JOKER, UNKNOWN
from dohyo.engine.errors import PositionError
from dohyo.engine.games.club_fight.actions import cards_in
from dohyo.engine.grammar import quote
from dohyo.engine.option import Option

JOKERS = Option("jokers", "1", "Jokers in the grid's deck; two are harder", choices=("1", "2"))
RUNMIN = Option("runmin", "1", "the fewest cards that a Run clears", choices=("1", "2"))
RULES = (
    "A Sum may be a single card. Match, Up/Down and Line clear all that they say; only Any and Line clear a Joker, and "
    "a Joker makes no line. Empty cells of a line do not matter. A Run takes any unbroken part on either side of the "
    "club. Blocks count as the grid is before the action. The 13th club may still win. "
    "Two actions of one club that clear the same cells are one move."
)
_CELL = re.compile(r"\.|\*|[A23456789TJQK][dsh]")
_SUITED = 39
#: The tools: one suit.
CLUBS = 13

#: The field `grid` of a kernel's record: an array of one.
GridRecord = Any


def clubs_of(mask: int) -> list[int]:
    """The clubs of a mask: bit r for rank r."""
    return [club for club in range(1, 14) if mask >> club & 1]


def mask_of(clubs: Iterable[int]) -> int:
    """The mask of clubs, marks left out."""
    return sum(1 << cards.rank(club) for club in clubs)


def require(fields: Mapping[str, str], names: Iterable[str]) -> None:
    """PositionError if one of these fields is missing."""
    for name in names:
        if name not in fields:
            raise PositionError(f"field {name} is missing; it has no default")


def read_deck(field: str, text: str, *, suited: bool) -> list[int]:
    """A deck, top first: known to the last card, or wholly unknown."""
    deck = cards.read(field, text, suited=suited, jokers=suited)
    if UNKNOWN in deck and set(deck) != {UNKNOWN}:
        raise PositionError(f"field {field}: nobody knows a part of this deck; in a view it is ?x{len(deck)}")
    return deck


def refuse_known(decks: Mapping[str, Sequence[int]], who: str) -> None:
    """PositionError if one of the decks is known, in a view."""
    for field, deck in decks.items():
        if deck and UNKNOWN not in deck:
            raise PositionError(f"field {field}: {who} does not know the order of this deck; in a view it is "
                                f"?x{len(deck)}")


def read_grid(grid: GridRecord, options: Sequence[int], fields: Mapping[str, str], deck: Sequence[int]) -> None:
    """Fill the defining fields of the kernel's grid from the text. options: of jokers and runmin, as indices."""
    cells = _read_cells(fields["grid"])
    full = whole_deck(3, options[0] + 1, suited=True)
    given = cards.read("cleared", fields["cleared"], suited=True, unknown=False) if "cleared" in fields else None
    cleared = cards.settle("cleared", given, list(full), [*cards_in(cells), *deck], "the side of the grid")
    if deck and not any(cells):
        raise PositionError("field grid has no card, though the deck has: empty cells are filled from it")
    grid["jokers"], grid["runmin"] = options[0] + 1, options[1] + 1
    grid["cell"] = cells
    grid["left"] = len(deck)
    grid["deck"][0, : len(deck)] = deck[::-1]
    jokers = cleared.count(JOKER)
    grid["cleared"] = sum(1 << _bit(card) for card in cleared if card != JOKER) | ((1 << jokers) - 1) << _SUITED


def _bit(card: int) -> int:
    return 13 * (card >> 4) + cards.rank(card) - 1


def _read_cells(text: str) -> list[int]:
    rows = text.replace("10", "T").split("/")
    if len(rows) != 3:
        raise PositionError(f"field grid has {len(rows)} rows; it has 3, with / between them")
    cells: list[int] = []
    for number, row in enumerate(rows, start=1):
        found = _CELL.findall(row)
        if "".join(found) != row:
            fault = quote(_CELL.sub("", row))
            raise PositionError(f"field grid, row {number}: expected a rank and a suit d, s or h, a Joker *, "
                                f"or . for an empty cell, got {fault}")
        if len(found) != 3:
            raise PositionError(f"field grid, row {number} has {len(found)} cells; it has 3")
        cells += [0 if cell == "." else cards.read("grid", cell, suited=True)[0] for cell in found]
    return cells


def cells_of(grid: GridRecord) -> list[int]:
    """The nine cells."""
    cells: list[int] = grid["cell"][0].tolist()
    return cells


def cleared_cards(grid: GridRecord) -> list[int]:
    """The cards cleared, as they are printed."""
    bits = int(grid["cleared"][0])
    known = [suit << 4 | rank for suit in range(3) for rank in range(1, 14)]
    found = [card for card in known if bits >> _bit(card) & 1]
    return cards.in_order(found + [JOKER] * (bits >> _SUITED).bit_count())


def deck_of(field: Any, count: int) -> list[int]:
    """A deck of the kernel as text lists it, top first."""
    deck: list[int] = field.tolist()
    return deck[:count][::-1]


def runmin_of(grid: GridRecord) -> int:
    """The option runmin."""
    return int(grid["runmin"][0])


def options_text(grid: GridRecord) -> list[str]:
    """The fields of the options that both modes have."""
    runmin = runmin_of(grid)
    return [f"jokers={grid['jokers'][0]}", *([f"runmin={runmin}"] if runmin != 1 else [])]


def grid_text(grid: GridRecord) -> list[str]:
    """The fields grid and deck."""
    symbols = [cards.write_card(card, suited=True) if card else "." for card in cells_of(grid)]
    rows = "/".join("".join(symbols[row : row + 3]) for row in (0, 3, 6))
    deck = deck_of(grid["deck"][0], int(grid["left"][0]))
    return [f"grid={rows}", f"deck={cards.write_pile(deck, suited=True)}"]


def refills(grid: GridRecord, mask: int) -> int:
    """How many cards the deck gives after the cells of a mask are cleared."""
    free = 9 - len(cards_in(cells_of(grid))) + mask.bit_count()
    return min(free, int(grid["left"][0]))


def clears_all(grid: GridRecord, mask: int) -> bool:
    """Whether clearing the cells of a mask wins."""
    return int(grid["filled"][0]) == mask and int(grid["left"][0]) == 0


def unseen_cards(grid: GridRecord) -> list[int]:
    """The cards that are neither in the grid nor cleared."""
    full = whole_deck(3, int(grid["jokers"][0]), suited=True)
    return cards.left_over(list(full), [*cards_in(cells_of(grid)), *cleared_cards(grid)], "the grid")
