"""The game Rush by Mark Steere, as the registry lists it."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_stones import KERNEL
from dohyo.engine.game import Game
from dohyo.engine.games.rush_stones import drawing, moves, reasons, text
from dohyo.engine.games.rush_stones.board import NAMES
from dohyo.engine.games.rush_stones.figures import FIGURES
from dohyo.engine.games.rush_stones.tuning import BENCHMARK, TUNING
from dohyo.engine.notation import Notation


def _decisions_left(buffer: Buffer, seat: int) -> float:
    """Half of the empty points are the seat's; less is said, because early moves matter more."""
    del seat
    return max(1.0, 0.4 * int(buffer.record["empty"][0]))


GAME = Game(
    id="rush-stones",
    title="Rush (Mark Steere)",
    seats=2,
    hidden=False,
    chance=False,
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
        seat_names=NAMES,
        reason=reasons.reason,
        decisions_left=_decisions_left,
    ),
    figures=FIGURES,
    tuning=TUNING,
    benchmark=BENCHMARK,
    note=(
        "Two enemy neighbours alone earn the extra turn. An extra turn that cannot be used is forfeited; "
        "a seat never lacks a move otherwise. The game ends when the board is full."
    ),
)
