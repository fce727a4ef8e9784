"""The actions of Club Fight and the cells that they clear, for both modes: docs/notation.md, section club-fight.

A grid is given as its nine cells: cards as bytes, 0 for an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dohyo.engine.cards import JOKER, rank, write_card
from dohyo.engine.errors import MoveError
from dohyo.engine.grammar import quote

#: A move code is the club << SHIFT | a bit for each cell cleared.
SHIFT = 9
_RANKS = "A23456789TJQK"
_LINES = {"r1": (0, 1, 2), "r2": (3, 4, 5), "r3": (6, 7, 8), "c1": (0, 3, 6), "c2": (1, 4, 7), "c3": (2, 5, 8)}
#: Suit: what three of it are called, and the actions that they block.
BLOCKS = {0: ("diamonds", "Line"), 1: ("spades", "Up/Down"), 2: ("hearts", "Run")}
_BLOCKERS = {"line": 0, "up": 1, "down": 1, "run": 2}
#: What follows the action in a move text.
_DETAILS = {
    "match": "", "sum": "cells such as 345", "any": "a cell such as 3", "line": "a line from r1 to r3 or c1 to c3",
    "up": "", "down": "", "run": "cells such as 13",
}


def club_name(club: int) -> str:
    """A club as moves write it."""
    return _RANKS[club - 1]


def read_club(text: str) -> int | None:
    """The rank that a text names, or None."""
    symbol = "T" if text == "10" else text
    return _RANKS.index(symbol) + 1 if len(symbol) == 1 and symbol in _RANKS else None


def format_action(cells: Sequence[int], runmin: int, move: int) -> str:
    """The text of a move: the first action that it can be; the code itself if no action clears these cells."""
    club, mask = move >> SHIFT, move & 511
    for action, detail in _spellings(mask) if 1 <= club <= 13 else ():
        if _target(cells, runmin, club, action, detail) == mask:
            return f"{club_name(club)}:{action}" + (f":{detail}" if detail else "")
    return str(move)


def parse_action(cells: Sequence[int], runmin: int, text: str) -> int:
    """The code of a move of the form club:action; MoveError says why it is none or why the action is not allowed.
    Whether the club can be played is not looked at."""
    name, _, rest = text.partition(":")
    action, colon, detail = rest.partition(":")
    club = read_club(name)
    if club is None or action not in _DETAILS or bool(colon) != bool(_DETAILS[action]):
        forms = ", ".join(f"{key}:{detail}" if detail else key for key, detail in _DETAILS.items())
        raise MoveError(f"move {quote(text)}: a move is a club from A to K, a colon and one of {forms}")
    found = _target(cells, runmin, club, action, detail)
    if isinstance(found, str):
        raise MoveError(f"move {quote(text)} is not legal: {found}")
    return club << SHIFT | found


def most_cleared(cells: Sequence[int], runmin: int, club: int) -> int:
    """How many cards an action of a club clears at most; the grid is not empty."""
    spellings = ["match", "up", "down", *(f"line:{name}" for name in _LINES)]
    masks = [_target(cells, runmin, club, *_split(spelling)) for spelling in spellings]
    most = max([1, *(mask.bit_count() for mask in masks if isinstance(mask, int))])
    ranks = [rank(card) for card in cards_in(cells) if rank(card) != JOKER]
    return max(most, _longest_sum(ranks, club), 0 if 2 in blocked(cells) else _longest_run(ranks, club, runmin))


def _split(spelling: str) -> tuple[str, str]:
    action, _, detail = spelling.partition(":")
    return action, detail


def _longest_sum(ranks: Sequence[int], club: int) -> int:
    """The most cards that add up to a club."""
    most = {0: 0}
    for number in ranks:
        for total, count in sorted(most.items(), reverse=True):
            most[total + number] = max(most.get(total + number, 0), count + 1)
    return most.get(club, 0)


def _longest_run(ranks: Sequence[int], club: int, runmin: int) -> int:
    """The cards of the longest run with a club, 0 where it is shorter than the least one."""
    low = high = club
    while low - 1 in ranks:
        low -= 1
    while high + 1 in ranks:
        high += 1
    return high - low if high - low >= runmin else 0


def blocked(cells: Sequence[int]) -> Iterator[int]:
    """The suits of which the grid holds three or more."""
    suits = [card >> 4 for card in cards_in(cells) if rank(card) != JOKER]
    return (suit for suit in BLOCKS if suits.count(suit) >= 3)


def cards_in(cells: Sequence[int]) -> list[int]:
    """The cards of the grid, row by row."""
    return [card for card in cells if card]


def _spellings(mask: int) -> Iterator[tuple[str, str]]:
    """Every action that could clear these cells, with what follows it, in the order of precedence."""
    digits = "".join(str(cell + 1) for cell in range(9) if mask >> cell & 1)
    yield from (("match", ""), ("sum", digits), ("any", digits))
    yield from (("line", line) for line in _LINES)
    yield from (("up", ""), ("down", ""), ("run", digits))


def _target(cells: Sequence[int], runmin: int, club: int, action: str, detail: str) -> int | str:
    """The mask of the cells that an action clears, or why it is not allowed: the end of a sentence."""
    suit = _BLOCKERS.get(action)
    if suit is not None and suit in blocked(cells):
        kind, name = BLOCKS[suit]
        return f"{name} is blocked while the grid holds three or more {kind}"
    if action == "match":
        return _all_of(cells, [club]) or f"the grid holds no {club_name(club)}"
    if action == "line":
        return _line(cells, club, detail)
    if action == "up":
        if not 7 <= club <= 12:
            return "Up takes a club from 7 to Q"
        return _all_of(cells, range(club + 1, JOKER)) or f"the grid holds no card above {club_name(club)}"
    if action == "down":
        if not 2 <= club <= 7:
            return "Down takes a club from 2 to 7"
        return _all_of(cells, range(1, club)) or f"the grid holds no card below {club_name(club)}"
    chosen = _chosen(cells, detail)
    if isinstance(chosen, str):
        return chosen
    fault = {"sum": _sum_fault, "any": _any_fault, "run": _run_fault}[action](
        [rank(cells[cell]) for cell in chosen], club, runmin)
    return fault or sum(1 << cell for cell in chosen)


def _all_of(cells: Sequence[int], ranks: Sequence[int]) -> int:
    return sum(1 << cell for cell, card in enumerate(cells) if card and rank(card) in ranks)


def _line(cells: Sequence[int], club: int, name: str) -> int | str:
    if name not in _LINES:
        return f"{quote(name)} is not a line; lines are {' '.join(_LINES)}"
    line = _LINES[name]
    if club not in (rank(cells[cell]) for cell in line):
        return f"{'row' if name[0] == 'r' else 'column'} {name[1]} holds no {club_name(club)}"
    return sum(1 << cell for cell in line if cells[cell])


def _chosen(cells: Sequence[int], digits: str) -> list[int] | str:
    """The cells that the digits name, each with a card."""
    if not digits or digits.strip("123456789") or len(set(digits)) != len(digits):
        return f"{quote(digits)} names no cells; cells are digits from 1 to 9, each once"
    for digit in sorted(digits):
        if not cells[int(digit) - 1]:
            return f"cell {digit} is empty"
    return [int(digit) - 1 for digit in digits]


def _any_fault(ranks: Sequence[int], club: int, runmin: int) -> str:
    del club, runmin
    return "" if len(ranks) == 1 else f"Any clears one card, not {len(ranks)}"


def _sum_fault(ranks: Sequence[int], club: int, runmin: int) -> str:
    del runmin
    if JOKER in ranks:
        return "a Joker has no value to add"
    return "" if sum(ranks) == club else f"the cards add up to {sum(ranks)}, not to {club}"


def _run_fault(ranks: Sequence[int], club: int, runmin: int) -> str:
    if JOKER in ranks:
        return "a Joker is not part of a run"
    if club in ranks:
        return f"a run takes no card of the club's own rank {club_name(club)}"
    for twice in ranks:
        if ranks.count(twice) > 1:
            return f"a run takes one card of a rank, not {ranks.count(twice)} of rank {write_card(twice)}"
    if len(ranks) < runmin:
        return f"with runmin={runmin} a run takes at least {runmin} cards"
    for between in range(min(*ranks, club), max(*ranks, club)):
        if between not in ranks and between != club:
            return f"the run has a gap: there is no card of rank {club_name(between)} in it"
    return ""
