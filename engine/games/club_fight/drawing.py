"""A table of Club Fight, drawn: the grid, in both modes, and the clubs of the solitaire."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.cards import JOKER
from dohyo.engine.games.club_fight.actions import BLOCKS, blocked, club_name
from dohyo.engine.games.club_fight.grid import GridRecord, cells_of, cleared_cards
from dohyo.engine.games.club_fight.hands import clubs_of, hand_of, spent_of
from dohyo.engine.paint import paint

_SUITS = "♦♠♥"
_STYLES = ("yellow", "cyan", "red")


def draw(buffer: Buffer, seat: int | None, colour: bool) -> str:
    """See `Notation.draw`."""
    del seat
    hand = " ".join(club_name(club) for club in hand_of(buffer)) or "-"
    return "\n".join([
        *draw_grid(buffer.record["grid"], colour),
        f"hand {hand}  clubs {len(clubs_of(buffer))}  spent {cards.write(spent_of(buffer))}",
    ])


def draw_grid(grid: GridRecord, colour: bool) -> list[str]:
    """The grid with the numbers of its cells, its deck, and what is blocked."""
    cells = cells_of(grid)
    lines = []
    for row in (0, 3, 6):
        shown = " ".join(_draw_card(card, colour) for card in cells[row : row + 3])
        lines.append(f"{shown}    {row + 1} {row + 2} {row + 3}")
    names = [f"{BLOCKS[suit][1]} ({_SUITS[suit]})" for suit in blocked(cells)]
    counts = f"deck {grid['left'][0]}  cleared {len(cleared_cards(grid))}"
    return [*lines, f"{counts}  blocked: {', '.join(names) or 'nothing'}"]


def _draw_card(card: int, colour: bool) -> str:
    if not card:
        return paint(" ·", "dim", colour)
    if card == JOKER:
        return paint(" *", "bold", colour)
    return paint(cards.write_card(cards.rank(card)) + _SUITS[card >> 4], _STYLES[card >> 4], colour)
