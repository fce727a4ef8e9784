"""A table of sumo, drawn: the ring with the wrestlers, then hands, attacks and the round."""

from __future__ import annotations

from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.games.sumo import moves
from dohyo.engine.games.sumo.ring import ATTACK, COLUMNS, EDGE, NAMES, OVER, PHASES, ranks
from dohyo.engine.paint import paint

_STYLES = ("red", "cyan")


def draw(buffer: Buffer, seat: int | None, colour: bool) -> str:
    """See `Notation.draw`."""
    del seat
    record = buffer.record[0]
    x = int(record["x"])
    columns = range(-EDGE, EDGE + 1)
    lines = [
        "            " + " ".join(paint(f"{column:+3}" if column else "  0", "dim", colour) for column in columns),
        _row(record, 2, colour),
        f"{'wrestlers':10} {_place(x, record, colour)}",
        _row(record, 1, colour),
    ]
    for number in (1, 2):
        lines.append(_hand(record, number, colour))
    deck = int(record["decksize"])
    lines.append(f"round {record['round']} of {record['maxrounds']}, {_phase(record)}; deck {deck}, discards "
                 + cards.write(ranks(record["gone"].tolist())))
    pool = ranks(record["pool"].tolist())
    if pool:
        lines.append("recycled and not seen since: " + cards.write(pool))
    return "\n".join(lines)


def _row(record: Any, seat: int, colour: bool) -> str:
    """The ring cards of a seat, those face down dimmed."""
    row = record["ring"].tolist()[COLUMNS * (seat - 1) : COLUMNS * seat]
    up = int(record["up"])
    shown = (
        f"  {paint(cards.write_card(card), 'bold' if up >> column & 1 else 'dim', colour)}"
        for column, card in enumerate(row)
    )
    return f"{_name(seat, colour)} ring  " + " ".join(shown)


def _hand(record: Any, seat: int, colour: bool) -> str:
    """The hand of a seat, its attack and what it counts."""
    hand = " ".join(cards.write_card(card) for card in record["hand"][seat - 1].tolist() if card) or "-"
    code, value = int(record["attack"][seat - 1]), int(record["value"][seat - 1])
    played = "" if not code else f"  plays {moves.name(code)}"
    counts = f", counts {value}" if value else ""
    return f"{_name(seat, colour)} hand  {hand}{played}{counts}"


def _name(seat: int, colour: bool) -> str:
    return paint(NAMES[seat - 1], _STYLES[seat - 1], colour)


def _phase(record: Any) -> str:
    phase = PHASES[record["phase"]]
    if record["phase"] == OVER:
        return "over"
    if record["phase"] != ATTACK:
        pushed = 2 if record["value"][0] > record["value"][1] else 1
        return f"{NAMES[pushed - 1]} is pushed and may challenge with the {phase} cards"
    if record["lead"]:
        return f"{NAMES[record['lead'] - 1]} places first"
    return "both choose an attack"


def _place(x: int, record: Any, colour: bool) -> str:
    """The wrestlers below their column: seat 2's sumo card over seat 1's, as `2/1`."""
    pair = f"{cards.write_card(int(record['sumo'][1]))}/{cards.write_card(int(record['sumo'][0]))}"
    return " " * (4 * (x + EDGE) + 1) + paint(pair, "yellow", colour)
