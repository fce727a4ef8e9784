"""The cooperative game Club Fight for two, as the registry lists it."""

from __future__ import annotations

from dohyo.cext.club_fight_coop import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.engine.game import Game
from dohyo.engine.games.club_fight import grid
from dohyo.engine.games.club_fight.figures import FIGURES
from dohyo.engine.games.club_fight_coop import drawing, follow, moves, reasons, text
from dohyo.engine.games.club_fight_coop.tuning import TUNING
from dohyo.engine.notation import Notation


def _decisions_left(buffer: Buffer, seat: int) -> float:
    """Of each club left, playing it or giving one away falls to the seat; the last of them are forced."""
    del seat
    return max(1.0, grid.CLUBS - 1.0 - len(grid.clubs_of(int(buffer.record["spent"][0]))))


GAME = Game(
    id="club-fight-coop",
    title="Club Fight for two",
    seats=2,
    hidden=True,
    chance=True,
    simultaneous=False,
    cooperative=True,
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
        seat_names=("Player 1", "Player 2"),
        suppose=follow.suppose,
        turn_up=follow.turn_up,
        reason=reasons.reason,
        decisions_left=_decisions_left,
    ),
    figures=FIGURES,
    tuning=TUNING,
    note=(
        f"{grid.RULES} The grid is refilled before a club is given to the display; the club that lay there may be "
        "given again. A club taken from the display is known to be in the hand, until both clubs decks are empty and "
        "both hands are open."
    ),
)
