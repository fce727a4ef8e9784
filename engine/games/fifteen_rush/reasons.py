"""What a move of fifteen-rush does, in words: the cards that pair, what they uncover, and the pairs that stay."""

from __future__ import annotations

from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import UNKNOWN, write_card
from dohyo.engine.games.fifteen_rush.tableau import DEAL, PACKET, PAIRS, PLACES, TURN, WASTE, Tableau


def reason(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.reason`."""
    del seat
    table = Tableau(buffer)
    return "; ".join(_pair(table, move) if move < DEAL else _deal(table, move))


def _pair(table: Tableau, move: int) -> list[str]:
    """Of a pair."""
    places = PAIRS[move]
    said = ["pairs " + " and ".join(write_card(table.tops[place]) for place in places)]
    emptied = [place for place in places if place != WASTE and len(table.piles[place]) == 1]
    said += [_uncovered(table, place) for place in places if place != WASTE and place not in emptied]
    waste = table.waste[:-1] if WASTE in places else table.waste
    if emptied:
        said.append(_filled(table.stock, waste, emptied))
    elif WASTE in places and waste:
        said.append(f"shows the {write_card(waste[-1])} of the waste")
    others = [pair for number, pair in enumerate(PAIRS) if number != move and _fit(table.tops, pair)]
    if len(emptied) > len(table.stock) and WASTE not in places:
        # The card of the waste comes to lie on a pile, and may pair there.
        others = [pair for pair in others if WASTE not in pair]
    lost = ["+".join(PLACES[place] for place in pair) for pair in others if set(pair) & set(places)]
    if lost:
        said.append(f"gives up {' '.join(lost)}")
    if len(lost) < len(others):
        said.append(f"leaves {_many(len(others) - len(lost), 'other pair')}")
    return said


def _uncovered(table: Tableau, place: int) -> str:
    """What lies under the last card of a pile of two cards or more."""
    pile = table.piles[place]
    under = "a card" if pile[-2] == UNKNOWN else f"the {write_card(pile[-2])}"
    if len(pile) == 2:
        return f"uncovers the last card of pile {place + 1}" + ("" if pile[-2] == UNKNOWN else f", {under}")
    return f"uncovers {under} of pile {place + 1}, {_many(len(pile) - 2, 'more card')} under it"


def _filled(stock: Sequence[int], waste: Sequence[int], emptied: Sequence[int]) -> str:
    """What comes into piles that a pair empties."""
    said = []
    for number, place in enumerate(emptied):
        if number < len(stock):
            card = "a card" if stock[number] == UNKNOWN else f"the {write_card(stock[number])}"
            said.append(f"pile {place + 1} gets {card} of the stock")
        elif number - len(stock) < len(waste):
            said.append(f"pile {place + 1} gets the {write_card(waste[len(stock) - number - 1])} of the waste")
        else:
            said.append(f"empties pile {place + 1} for good")
    return "; ".join(said)


def _deal(table: Tableau, move: int) -> list[str]:
    """Of dealing, and of turning the waste over."""
    stock = table.stock or table.waste
    shown = [pair for pair in PAIRS if _fit(table.tops, pair)]
    said = [f"leaves {_many(len(shown), 'pair')} unplayed" if shown else "no pair shows"]
    said += [] if table.stock else ["turns the waste over"]
    if move == TURN:
        return said
    count = min(PACKET, len(stock))
    last = stock[count - 1]
    if last == UNKNOWN:
        return [*said, f"deals {_many(count, 'card')}"]
    partners = [str(place + 1) for place in range(WASTE) if _pairs(last, table.tops[place])]
    fits = f", which pairs with pile {' '.join(partners)}" if partners else ", which pairs with no pile"
    return [*said, f"brings up the {write_card(last)}{fits}"]


def _fit(tops: Sequence[int], pair: tuple[int, int]) -> bool:
    """Whether the cards that show at two places are a pair."""
    return _pairs(tops[pair[0]], tops[pair[1]])


def _pairs(one: int, other: int) -> bool:
    """Two aces, or two other cards that add up to 15; 0 stands for no card."""
    return one == other == 1 or (min(one, other) > 1 and one + other == 15)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count > 1)}"
