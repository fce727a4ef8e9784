"""The solitaire Club Fight, as the registry lists it."""

from __future__ import annotations

from dohyo.cext.club_fight import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.engine.game import Game
from dohyo.engine.games.club_fight import drawing, follow, grid, moves, reasons, text
from dohyo.engine.games.club_fight.figures import FIGURES
from dohyo.engine.games.club_fight.hands import spent_of
from dohyo.engine.games.club_fight.tuning import TUNING
from dohyo.engine.notation import Notation


def _decisions_left(buffer: Buffer, seat: int) -> float:
    """One for each club left."""
    del seat
    return max(1.0, float(grid.CLUBS - len(spent_of(buffer))))


GAME = Game(
    id="club-fight",
    title="Club Fight",
    seats=1,
    hidden=True,
    chance=True,
    simultaneous=False,
    cooperative=False,
    options=text.OPTIONS,
    kernel=KERNEL,
    notation=Notation(
        fields=text.FIELDS,
        parse=text.parse,
        format=text.write,
        format_move=moves.write,
        parse_move=moves.read,
        explain=moves.explain,
        draw=drawing.draw,
        seat_names=("Player",),
        turn_up=follow.turn_up,
        reason=reasons.reason,
        decisions_left=_decisions_left,
    ),
    figures=FIGURES,
    tuning=TUNING,
    note=grid.RULES,
)
