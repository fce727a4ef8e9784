"""Positions of club-fight, the solitaire, as text: docs/notation.md, section club-fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dohyo.cext.club_fight import KERNEL
from dohyo.cext.decks import deck as whole_deck
from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.cards import UNKNOWN
from dohyo.engine.errors import PositionError
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.hands import HAND, clubs_of, hand_of, spent_of

OPTIONS = (shared.JOKERS, shared.RUNMIN)
FIELDS = ("jokers", "runmin", "grid", "deck", "hand", "clubs", "spent", "cleared")


def parse(options: Sequence[int], fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
    """See `Notation.parse`."""
    shared.require(fields, ("grid", "deck", "hand", "clubs"))
    decks = {"deck": shared.read_deck("deck", fields["deck"], suited=True),
             "clubs": shared.read_deck("clubs", fields["clubs"], suited=False)}
    seat = 1 if any(UNKNOWN in deck for deck in decks.values()) else None
    if seat is not None:
        shared.refuse_known(decks, "the player")
    buffer = KERNEL.new()
    shared.read_grid(buffer.record["grid"], options, fields, decks["deck"])
    _read_clubs(buffer, fields, decks["clubs"])
    buffer.refresh()
    return buffer, seat


def _read_clubs(buffer: Buffer, fields: Mapping[str, str], clubs: Sequence[int]) -> None:
    record = buffer.record
    hand = cards.read("hand", fields["hand"], jokers=False, unknown=False)
    given = cards.read("spent", fields["spent"], jokers=False, unknown=False) if "spent" in fields else None
    spent = cards.settle("spent", given, list(whole_deck(1)), [*hand, *clubs], "the side of the clubs")
    if len(hand) > HAND:
        raise PositionError(f"field hand has {len(hand)} clubs; it has at most {HAND}")
    if clubs and not hand and record["grid"]["cell"].any():
        raise PositionError("field hand is empty, though the clubs deck is not: the hand is drawn up from it")
    record["hand"], record["spent"] = shared.mask_of(hand), shared.mask_of(spent)
    record["undrawn"] = len(clubs)
    record["clubs"][0, : len(clubs)] = clubs[::-1]


def write(buffer: Buffer, seat: int | None) -> str:
    """See `Notation.format`."""
    del seat  # a solitaire's view shows by its `?` that it is one
    grid = buffer.record["grid"]
    return " ".join([
        *shared.options_text(grid), *shared.grid_text(grid),
        f"hand={cards.write(hand_of(buffer))}", f"clubs={cards.write_pile(clubs_of(buffer))}",
        f"spent={cards.write(spent_of(buffer))}", f"cleared={cards.write(shared.cleared_cards(grid), suited=True)}",
    ])
