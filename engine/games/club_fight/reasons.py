"""What a move of Club Fight does, in words, for both modes: what it clears, blocks and leaves."""

from __future__ import annotations

from collections.abc import Sequence

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import JOKER, rank, write, write_card
from dohyo.engine.games.club_fight.actions import BLOCKS, blocked, cards_in, club_name, most_cleared
from dohyo.engine.games.club_fight.grid import GridRecord, cells_of, clears_all, refills, unseen_cards
from dohyo.engine.games.club_fight.hands import clubs_of, hand_of

_BLOCKING = 3


def reason(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.reason`: of the solitaire."""
    del seat
    clubs = len(hand_of(buffer)) + len(clubs_of(buffer)) - 1
    return "; ".join(played(buffer.record["grid"], move & 511, clubs))


def played(grid: GridRecord, mask: int, clubs: int) -> list[str]:
    """Of clearing the cells of a mask; clubs: how many the player, or both players, have left afterwards."""
    cells = cells_of(grid)
    cleared = [card for cell, card in enumerate(cells) if mask >> cell & 1]
    number = "a card" if len(cleared) == 1 else f"{len(cleared)} cards"
    said = [f"clears {number}: {' '.join(write_card(card, suited=True) for card in cleared)}"]
    if clears_all(grid, mask):
        return [*said, "the last ones"]
    said += _blocks(grid, mask)
    left = len(cards_in(cells)) - len(cleared) + int(grid["left"][0])
    rest = f"{left} card{'s' * (left > 1)}"
    return [*said, f"leaves {rest} for {clubs} club{'s' * (clubs > 1)}" if clubs else f"leaves {rest} and no club"]


def _blocks(grid: GridRecord, mask: int) -> list[str]:
    """How the blocks change, as far as that is certain before the grid is refilled."""
    cells = cells_of(grid)
    kept = [card for cell, card in enumerate(cells) if card and not mask >> cell & 1]
    unseen, coming, before = unseen_cards(grid), refills(grid, mask), set(blocked(cells))
    found: dict[str, list[str]] = {"unblocks": [], "may unblock": [], "blocks": []}
    free = True
    for suit, (_, action) in BLOCKS.items():
        least, most = _range(kept, unseen, coming, suit)
        if suit in before and least < _BLOCKING:
            found["unblocks" if most < _BLOCKING else "may unblock"].append(action)
        elif suit not in before and least >= _BLOCKING:
            found["blocks"].append(action)
        free &= most < _BLOCKING
    said = [f"{words} {' and '.join(actions)}" for words, actions in found.items() if actions]
    return [*said, "nothing is blocked then"] if free else said


def _range(kept: Sequence[int], unseen: Sequence[int], coming: int, suit: int) -> tuple[int, int]:
    """The fewest and the most cards of a suit in the grid when so many unseen cards have come."""

    def count(cards: Sequence[int]) -> int:
        return sum(rank(card) != JOKER and card >> 4 == suit for card in cards)

    fitting = count(unseen)
    return count(kept) + max(0, coming - (len(unseen) - fitting)), count(kept) + min(coming, fitting)


def given(grid: GridRecord, runmin: int, club: int, kept: Sequence[int]) -> list[str]:
    """Of giving a club to the display; kept: the hand afterwards."""
    most = most_cleared(cells_of(grid), runmin, club)
    said = [f"shows the {club_name(club)}, which can clear {most} card{'s' * (most > 1)} now"]
    return [*said, f"keeps {write(kept)}"] if kept else said
