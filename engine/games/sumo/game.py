"""The Sumo Card Game, as the registry lists it."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.cext.sumo import KERNEL
from dohyo.engine.game import Game
from dohyo.engine.games.sumo import drawing, follow, moves, reasons, text
from dohyo.engine.games.sumo.figures import FIGURES
from dohyo.engine.games.sumo.ring import NAMES
from dohyo.engine.games.sumo.tuning import POLICIES, TUNING
from dohyo.engine.notation import Notation


def _decisions_left(buffer: Buffer, seat: int) -> float:
    """The same at any time: a push back undoes what was won."""
    del buffer, seat
    return 10.0


def _cut_short(buffer: Buffer) -> bool:
    """Only the last round draws a game."""
    return buffer.result()[0] == 0.5


GAME = Game(
    id="sumo",
    title="Sumo Card Game",
    seats=2,
    hidden=True,
    chance=True,
    simultaneous=True,
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
        seat_names=NAMES,
        suppose=follow.suppose,
        turn_up=follow.turn_up,
        reason=reasons.reason,
        decisions_left=_decisions_left,
        cut_short=_cut_short,
    ),
    figures=FIGURES,
    tuning=TUNING,
    policies=POLICIES,
    note=(
        "Seat 1 pushes towards column 3, seat 2 towards -3. A combination counts as a number. A push out of the ring "
        "must be challenged while it can be. Seat 1 draws up first at the end of a round. After a reshuffle both seats "
        "know which cards went back, and recognise them when they are shown. Suits are not shown."
    ),
)
