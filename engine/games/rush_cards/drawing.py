"""A position of rush-cards, drawn: the board, then what each seat holds."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.games.rush_cards.board import (
    COLUMNS,
    MARKS,
    NAMES,
    ROWS,
    SEATS,
    cells_of,
    chamber_of,
    hand_of,
    in_setup,
    listed,
    unit_at,
)
from dohyo.engine.paint import paint

_STYLES = ("blue", "yellow")


def draw(buffer: Buffer, seat: int | None, colour: bool) -> str:
    """See `Notation.draw`."""
    del seat  # the buffer of a view holds only what its seat knows
    record = buffer.record
    owners = {cell: each for each in SEATS for cell in cells_of(buffer, each)}
    header = paint("   " + "".join(f" {column}  " for column in COLUMNS), "dim", colour).rstrip()
    lines = [header]
    for row in range(ROWS, 0, -1):
        line = [paint(f"{row} ", "dim", colour)]
        for cell in range(5 * row - 5, 5 * row):
            if cell in owners:
                text = f"{MARKS[owners[cell]]}{cards.write(unit_at(buffer, cell))}".ljust(4)
                line.append(paint(text, _STYLES[owners[cell]], colour))
            else:
                line.append(paint(" ·  ", "dim", colour))
        lines.append(" ".join([line[0], "".join(line[1:])]).rstrip())
    lines.append(header)
    setup = in_setup(buffer)
    for each in SEATS:
        name = paint(f"{MARKS[each]} {NAMES[each]}", _STYLES[each], colour)
        hand = cards.write(cards.in_order(hand_of(buffer, each)))
        lines.append(f"{name}: {'to place' if setup else 'hand'} {hand}, chamber "
                     f"{cards.write(chamber_of(buffer, each))}, deck {record['left'][0, each]}, discarded "
                     f"{cards.write(listed(buffer, 'gone', each))}")
    lines.append(f"ply {record['ply'][0]} of {record['maxplies'][0]}, {record['quiet'][0]} of "
                 f"{record['maxquiet'][0]} without an attack")
    return "\n".join(lines)
