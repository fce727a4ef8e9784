"""The game Rush by Kymani, as the registry lists it."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_cards import KERNEL
from dohyo.engine.game import Game
from dohyo.engine.games.rush_cards import drawing, follow, moves, reasons, text
from dohyo.engine.games.rush_cards.board import NAMES, in_setup
from dohyo.engine.games.rush_cards.figures import FIGURES
from dohyo.engine.games.rush_cards.tuning import BENCHMARK, POLICIES, TUNING
from dohyo.engine.notation import Notation


def _decisions_left(buffer: Buffer, seat: int) -> float:
    """The cards that it has to place yet, and turns in play: of a race fewer, of a siege far more."""
    return 20.0 + (int(buffer.record["held"][0, seat - 1]) if in_setup(buffer) else 0)


def _cut_short(buffer: Buffer) -> bool:
    record = buffer.record[0]
    late = record["ply"] >= record["maxplies"] or record["quiet"] >= record["maxquiet"]
    return bool(late) and buffer.result()[0] == 0.5


GAME = Game(
    id="rush-cards",
    title="Rush (Kymani)",
    seats=2,
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
    benchmark=BENCHMARK,
    note=(
        "A seat with a unit on its far row at the start of its turn has won, before anything else is looked at. Both "
        "cards of a defeated pair go; an attacker may choose its top card alone. An ace counts 14, in pairs too. "
        "Cards are placed face up, also next to enemies. A seat without any card on board, in hand or in the chamber "
        "loses; if neither has any, the game is drawn. Suits are not kept: at a table they could show a little more."
    ),
)
