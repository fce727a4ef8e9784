"""A table of club-fight-coop, drawn: the grid, both hands, the display and what comes next."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight.drawing import draw_grid
from dohyo.engine.games.club_fight_coop.hands import SEATS, display_of, giving, hand_of, undrawn_of


def draw(buffer: Buffer, seat: int | None, colour: bool) -> str:
    """See `Notation.draw`."""
    del seat
    lines = draw_grid(buffer.record["grid"], colour)
    for owner in SEATS:
        hand = " ".join(cards.write_card(card) for card in hand_of(buffer, owner)) or "-"
        lines.append(f"hand{owner} {hand}  clubs{owner} {undrawn_of(buffer, owner)}")
    spent = cards.write(shared.clubs_of(int(buffer.record["spent"][0])))
    display = cards.write(shared.clubs_of(display_of(buffer)))
    what = "a club to give" if giving(buffer) else "a club to play"
    return "\n".join([*lines, f"display {display}  spent {spent}  next: {what}"])
