"""The solitaire Fifteen Rush, as the registry lists it."""

from __future__ import annotations

from dohyo.cext.fifteen_rush import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.engine.game import Game
from dohyo.engine.games.fifteen_rush import drawing, follow, moves, reasons, text
from dohyo.engine.games.fifteen_rush.figures import FIGURES
from dohyo.engine.games.fifteen_rush.tableau import DECK
from dohyo.engine.games.fifteen_rush.tuning import TUNING
from dohyo.engine.notation import Notation


def _decisions_left(buffer: Buffer, seat: int) -> float:
    """So many for each pair left: with deal=stuck about a third of the pairs are forced."""
    del seat
    record = buffer.record[0]
    pairs = (len(DECK) - int(record["gone"].sum())) / 2
    return max(1.0, (0.9 if record["anytime"] else 0.66) * pairs)


GAME = Game(
    id="fifteen-rush",
    title="Fifteen Rush",
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
    note=(
        "A last packet of fewer than three cards is dealt as it is; the waste is turned over, unshuffled, only when a "
        "card is to be dealt from an empty stock, never to fill a pile. Of two piles emptied at once the left one is "
        "filled first. The game is won when all 52 cards are gone, and lost as soon as no pair shows and dealing can "
        "bring none, even if the player cannot know it yet. With deal=anytime dealing ends, while a pair shows, when "
        "two passes of deals have come since the last pair; turning the waste over is not a deal. Suits are not "
        "modelled: on a table they show a little more of which card is which."
    ),
)
