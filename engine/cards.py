"""Cards and lists of cards as text (docs/notation.md, Grammar), and the bytes of `cext/cards.pxd` behind them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from dohyo.engine.errors import DohyoError, PositionError
from dohyo.engine.grammar import quote

#: By rank; 0 stands for no card.
_SYMBOLS = " A23456789TJQK*?"
_SUITS = "dsh"
JOKER, UNKNOWN = 14, 15
#: Marks of cards in a hand: the other seat knows that the card is there; drawn since the last reshuffle.
SHOWN, DRAWN = 64, 128
_MARKS = {"!": SHOWN, "~": DRAWN}
_RANK, _FACE = 15, 63
_MANY = re.compile(r"\?x([1-9][0-9]{0,2})")


def rank(card: int) -> int:
    """The rank of a card: 1 to 13, JOKER or UNKNOWN."""
    return card & _RANK


def plain(card: int) -> int:
    """The card without marks."""
    return card & _FACE


def write_card(card: int, *, suited: bool = False) -> str:
    """One card: its rank, its suit where the game has suits, its mark."""
    suit = _SUITS[(card & _FACE) >> 4] if suited and card & _RANK < JOKER else ""
    mark = "!" if card & SHOWN else "~" if card & DRAWN else ""
    return _SYMBOLS[card & _RANK] + suit + mark


def write(cards: Iterable[int], *, suited: bool = False) -> str:
    """A list of cards in its own order."""
    return "".join(write_card(card, suited=suited) for card in cards) or "-"


def write_pile(cards: Sequence[int], *, suited: bool = False) -> str:
    """As `write`, but a list of unknown cards only as `?xN`: for decks, stocks and dealt cards."""
    if cards and all(card == UNKNOWN for card in cards):
        return f"?x{len(cards)}"
    return write(cards, suited=suited)


def in_order(cards: Iterable[int]) -> list[int]:
    """The cards as unordered lists print them: unknown ones, A to K, Jokers; of equal ranks `!`, unmarked, `~`."""

    def place(card: int) -> tuple[int, int, int]:
        mark = 0 if card & SHOWN else 2 if card & DRAWN else 1
        return (card & _RANK) % UNKNOWN, (card & _FACE) >> 4, mark

    return sorted(cards, key=place)


def read(field: str, text: str, *, suited: bool = False, jokers: bool = True, unknown: bool = True,
         marks: str = "", error: type[DohyoError] = PositionError) -> list[int]:
    """The cards of a list, in its order; `error` names the field and what is not a card there.

    suited: ranks carry suits (d, s, h); jokers, unknown: whether `*` and `?` may stand there; marks: of `!~` those
    that may follow a card.
    """
    if text == "-":
        return []
    if unknown and (many := _MANY.fullmatch(text)):
        return [UNKNOWN] * int(many[1])
    symbols = "A23456789TJQK" + "*" * jokers + "?" * unknown
    cards: list[int] = []
    rest = text.replace("10", "T")
    while rest:
        symbol, rest = rest[0], rest[1:]
        card = _SYMBOLS.find(symbol)
        if symbol not in symbols or card < 1:
            raise error(f"field {field}: {quote(symbol)} is not a card here; cards are {' '.join(symbols)}"
                        + (", with a suit d, s or h" if suited else "") + ", and - is the empty list")
        if suited and card < JOKER:
            if rest[:1] not in _SUITS or not rest:
                raise error(f"field {field}: the suit of {quote(symbol + rest[:1])} is missing; suits are d, s and h")
            card |= _SUITS.index(rest[0]) << 4
            rest = rest[1:]
        if rest and rest[0] in marks and card != UNKNOWN:
            card |= _MARKS[rest[0]]
            rest = rest[1:]
        cards.append(card)
    if not cards:
        raise error(f"field {field} is empty; - is the empty list")
    return cards


def left_over(deck: Iterable[int], listed: Iterable[int], whose: str) -> list[int]:
    """The cards of the deck that are not listed (unknown ones count for nothing), as unordered lists print them;
    PositionError names a card listed more often than `whose` deck has it."""
    rest = Counter(deck)
    for card in listed:
        if plain(card) != UNKNOWN:
            rest[plain(card)] -= 1
    for card in in_order(rest):
        if rest[card] < 0:
            name = write_card(card, suited=card > _RANK or any(plain(other) > _RANK for other in rest))
            raise PositionError(f"{whose} has {name} more often than its deck, {-rest[card]} too many")
    return in_order(rest.elements())


def settle(
    field: str, given: Sequence[int] | None, deck: Sequence[int], listed: Sequence[int], whose: str
) -> list[int]:
    """The out-of-play list `field` of a position: `given`, or what docs/notation.md says where it is left out.

    listed: all other cards of the position that belong to the deck, unknown ones included. PositionError if the cards
    do not add up to the deck.
    """
    hidden = sum(plain(card) == UNKNOWN for card in listed)
    rest = left_over(deck, [*listed, *(given or ())], whose)
    if given is None:
        if hidden and len(rest) != hidden:
            raise PositionError(f"field {field} is missing: in a view it may be left out only if the cards listed, "
                                f"unknown ones included, are the whole deck; {whose} lists "
                                f"{len(deck) - len(rest) + hidden} of {len(deck)}")
        return [] if hidden else rest
    if len(rest) != hidden:
        names = write(rest, suited=any(card > _RANK for card in rest))
        raise PositionError(f"{whose} does not add up to its deck of {len(deck)}: not listed are {names}, and "
                            f"{hidden} cards are unknown")
    return in_order(given)
