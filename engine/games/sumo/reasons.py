"""What a move of sumo does, in words: what an attack counts and keeps, what an answer risks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.engine.cards import plain, write_card
from dohyo.engine.games.sumo.moves import ATTACKS, CHALLENGE, WILD, counts, distance
from dohyo.engine.games.sumo.ring import ATTACK, EDGE, RING


def reason(buffer: Buffer, seat: int, move: int) -> str:
    """See `Notation.reason`."""
    record = buffer.record[0]
    if record["phase"] == ATTACK:
        return "; ".join(_attack(record, seat, move))
    return "; ".join(_challenge(record) if move == CHALLENGE else _accept(record))


def _attack(record: Any, seat: int, move: int) -> list[str]:
    attack, value = ATTACKS[move], counts(ATTACKS[move])
    said = ["wild: draws a card" if value == WILD else f"counts {value}"]
    said += [f"plays {len(attack)} cards"] if len(attack) > 1 else []
    kept = Counter(plain(card) for card in record["hand"][seat - 1].tolist() if card)
    kept.subtract(attack)
    # From the ace down, wild ones last.
    best = sorted(kept.elements(), key=lambda card: counts((card,)), reverse=True)
    return [*said, f"keeps {' '.join(map(write_card, best))}"] if best else said


def _challenge(record: Any) -> list[str]:
    x, push = int(record["x"]), distance(*record["value"].tolist())
    said = ["forced, for the push goes out of the ring"] if abs(x + push) > EDGE else []
    said.append(f"cancels the push of {abs(push)} unless its card is lower")
    more = record["phase"] == RING and not record["sumoup"]
    return [*said, "leaves the sumo cards for a second try" if more else "the last challenge"]


def _accept(record: Any) -> list[str]:
    push = distance(*record["value"].tolist())
    to = int(record["x"]) + push
    said = [f"goes to column {to}"]
    if to * push > 0:
        edge = EDGE - abs(to)
        said.append(f"{edge} column{'s' * (edge > 1)} from the edge" if edge else "at the edge")
    return [*said, f"spares the {'ring' if record['phase'] == RING else 'sumo'} cards"]
