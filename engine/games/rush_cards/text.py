"""Positions of rush-cards as text: docs/notation.md, section rush-cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_cards import KERNEL
from dohyo.engine import cards
from dohyo.engine.errors import PositionError
from dohyo.engine.games.rush_cards.board import (
    COLUMNS,
    DEALT,
    DECK,
    MARKS,
    ORDER,
    PHASES,
    ROWS,
    SEATS,
    cell_of,
    cells_of,
    chamber_of,
    deck_of,
    hand_of,
    in_setup,
    listed,
    name_of,
    set_of,
    unit_at,
)
from dohyo.engine.grammar import quote, whole_number
from dohyo.engine.option import Option

_MOST_PLIES = 10000

OPTIONS = (
    Option("first", "1", "the seat that moves first once the cards are set up", choices=("1", "2")),
    Option("setup", "secret", "whether each seat arranges its ten cards unseen, or they lie at random",
           choices=("secret", "random")),
    Option("advance", "0", "1: an attacker that survives moves onto the cell it has emptied; 0: it stays",
           choices=("0", "1")),
    Option("noaction", "loss", "whether a seat without any card in play loses or is passed over",
           choices=("loss", "pass")),
    Option("maxplies", "1000", "the game is drawn after so many plies, set-up included", low=21, high=_MOST_PLIES),
    Option("maxquiet", "200", "the game is drawn after so many plies without an attack", low=1, high=_MOST_PLIES),
)
FIELDS = (
    *(option.name for option in OPTIONS), "board", "hand1", "hand2", "chamber1", "chamber2", "deck1", "deck2", "gone1",
    "gone2", "turn", "phase", "ply", "quiet", "deal1", "deal2", "seat",
)


def parse(options: Sequence[int], fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
    """See `Notation.parse`."""
    buffer = KERNEL.new()
    record = buffer.record
    for option, value in zip(OPTIONS, options, strict=True):
        record[option.name] = value
    for name in ("board", "hand1", "hand2", "deck1", "deck2"):
        if name not in fields:
            raise PositionError(f"field {name} is missing; it has no default")
    viewer = None if "seat" not in fields else _choice(fields, "seat", ("1", "2"))
    record["turn"] = _choice(fields, "turn", ("1", "2"))
    record["phase"] = _choice(fields, "phase", PHASES)
    setup = in_setup(buffer)
    for name, most in (("ply", _MOST_PLIES - 2 * DEALT * setup), ("quiet", _MOST_PLIES)):
        record[name] = _number(fields, name, most)
    _read_board(buffer, fields["board"], viewer)
    for seat in SEATS:
        _read_seat(buffer, fields, seat, viewer)
    if setup:
        _check_setup(buffer)
    buffer.refresh()
    if buffer.check() == 8:
        raise PositionError(f"field board: seat {int(record['turn'][0]) + 1} is to move and has no unit on the "
                            "board, and every cell of its two rows holds a unit of the other seat; at least one "
                            "of them must be empty")
    return buffer, None if viewer is None else viewer + 1


def _read_board(buffer: Buffer, text: str, viewer: int | None) -> None:
    record = buffer.record
    setup = in_setup(buffer)
    rows = text.split("/")
    if len(rows) != ROWS:
        raise PositionError(f"field board has {len(rows)} rows; it needs {ROWS}, the top row first")
    own = [0, 0]
    for number, row in zip(range(ROWS, 0, -1), rows, strict=True):
        units = row.split(",")
        if len(units) != len(COLUMNS):
            raise PositionError(f"field board, row {number} has {len(units)} cells; it needs {len(COLUMNS)}, "
                                "with commas between them")
        for column, unit in zip(COLUMNS, units, strict=True):
            if unit == ".":
                continue
            cell = cell_of(f"{column}{number}")
            seat = MARKS.find(unit[:1])
            if not unit or seat < 0 or len(unit) == 1:
                raise PositionError(f"field board, cell {column}{number}: {quote(unit)} is not . for an empty "
                                    "cell, nor ^ (seat 1) or v (seat 2) and one or two cards")
            ranks = cards.read(f"board, cell {column}{number}", unit[1:], jokers=False, unknown=setup)
            if len(ranks) > 2 or "-" in unit:
                raise PositionError(f"field board, cell {column}{number}: {quote(unit)} does not have one or two "
                                    "cards after its mark")
            if setup:
                _check_placed(column, number, ranks, seat, viewer)
            own[seat] |= 1 << cell
            record["bottom"][0, cell] = ranks[0]
            if len(ranks) == 2:
                record["top"][0, cell] = ranks[1]
                record["pairs"] |= 1 << cell
    record["own"] = own


def _read_seat(buffer: Buffer, fields: Mapping[str, str], seat: int, viewer: int | None) -> None:
    """The hand, chamber, deck, discards and dealt cards of a seat, against its deck of 52."""
    record, number, setup = buffer.record, seat + 1, in_setup(buffer)
    hand = cards.read(f"hand{number}", fields[f"hand{number}"], jokers=False, marks="!")
    chamber = cards.read(f"chamber{number}", fields.get(f"chamber{number}", "-"), jokers=False, unknown=False)
    deck = cards.read(f"deck{number}", fields[f"deck{number}"], jokers=False)
    dealt = cards.read(f"deal{number}", fields.get(f"deal{number}", "-"), jokers=False)
    gone = fields.get(f"gone{number}")
    out = None if gone is None else cards.read(f"gone{number}", gone, jokers=False, unknown=False)
    if len(chamber) not in (0, 2):
        raise PositionError(f"field chamber{number}={quote(fields[f'chamber{number}'])}: a chamber holds a pair, "
                            "bottom card first, or is -")
    if setup and hand:
        raise PositionError(f"field hand{number}: in phase=setup hands are not drawn yet; it must be -")
    if dealt and not setup:
        raise PositionError(f"field deal{number}: only phase=setup has dealt cards to place")
    _check_known(f"deck{number}", deck, viewer, hidden=True)
    _check_known(f"deal{number}", dealt, viewer, hidden=viewer != seat)
    _check_known(f"hand{number}", hand, viewer, hidden=viewer != seat)
    board = [card for cell in cells_of(buffer, seat) for card in unit_at(buffer, cell)]
    listed = [*board, *hand, *chamber, *deck, *dealt]
    gone_cards = cards.settle(f"gone{number}", out, DECK, listed, f"seat {number}")
    held = dealt if setup else hand
    record["hand"][0, seat] = set_of(held)
    record["shown"][0, seat] = set_of([card for card in hand if card & cards.SHOWN])
    record["held"][0, seat] = len(held)
    record["gone"][0, seat] = set_of(gone_cards)
    record["left"][0, seat] = len(deck)
    record["deck"][0, seat, :len(deck)] = deck[::-1]
    if chamber:
        record["chamber_bottom"][0, seat], record["chamber_top"][0, seat] = chamber


def _check_setup(buffer: Buffer) -> None:
    held = [int(count) for count in buffer.record["held"][0]]
    for seat in SEATS:
        placed = cells_of(buffer, seat)
        if len(placed) + held[seat] != DEALT:
            raise PositionError(f"field deal{seat + 1}: seat {seat + 1} has placed {len(placed)} cards and has "
                                f"{held[seat]} to place; in phase=setup the two add up to {DEALT}")
        if placed != sorted(ORDER[seat][:len(placed)]):
            names = " ".join(map(name_of, ORDER[seat][:len(placed)]))
            raise PositionError(f"field board: in phase=setup the {len(placed)} cards that seat {seat + 1} has "
                                f"placed stand on {names or 'no cell'}")
    turn = int(buffer.record["turn"][0])
    if not any(held):
        raise PositionError("field phase=setup: every dealt card is placed, so it must be play")
    if turn != (held[0] == 0):
        raise PositionError(f"field turn={turn + 1}: in the set-up seat 1 places all of its cards, then seat 2, "
                            f"so it must be {2 - turn}")


def _choice(fields: Mapping[str, str], name: str, words: Sequence[str]) -> int:
    """The index of the word that a field has; the first by default."""
    text = fields.get(name, words[0])
    if text not in words:
        raise PositionError(f"field {name}: expected {' or '.join(words)}, got {quote(text)}")
    return words.index(text)


def _number(fields: Mapping[str, str], name: str, most: int) -> int:
    value = whole_number(fields.get(name, "0"))
    if value is None or not 0 <= value <= most:
        raise PositionError(f"field {name}: expected a number from 0 to {most}, got {quote(fields[name])}")
    return value


def _check_placed(column: str, number: int, ranks: Sequence[int], seat: int, viewer: int | None) -> None:
    """A cell of the set-up: a single card, unknown exactly to the other seat."""
    cell = f"field board, cell {column}{number}"
    if len(ranks) == 2:
        raise PositionError(f"{cell}: there are no pairs in phase=setup")
    if (ranks[0] == cards.UNKNOWN) != (viewer is not None and viewer != seat):
        if viewer is None:
            raise PositionError(f"{cell}: a position with ? needs seat=1 or seat=2, whose view it is")
        knows = "knows its own cards" if viewer == seat else "does not know the cards that the other seat has placed"
        raise PositionError(f"{cell}: in phase=setup seat {viewer + 1} {knows}")


def _check_known(field: str, listed: Sequence[int], viewer: int | None, *, hidden: bool) -> None:
    """A list has ? exactly for what the viewer does not know; hidden: unless it has seen them, it knows none."""
    for card in listed:
        unknown = card == cards.UNKNOWN
        if unknown and viewer is None:
            raise PositionError(f"field {field}: a position with ? needs seat=1 or seat=2, whose view it is")
        if unknown and not hidden and viewer is not None:
            raise PositionError(f"field {field}: seat {viewer + 1} knows these cards; there is no ? among them")
        if not unknown and hidden and viewer is not None and not card & cards.SHOWN:
            raise PositionError(f"field {field}: seat {viewer + 1} does not know {cards.write_card(card)} there; it "
                                "must be ?" + (", or have been seen, with !" if field.startswith("hand") else ""))


def write(buffer: Buffer, seat: int | None) -> str:
    """See `Notation.format`."""
    record = buffer.record
    values = ((option, int(record[option.name][0])) for option in OPTIONS)
    words = [f"{option.name}={option.write(value)}" for option, value in values
             if option.write(value) != option.default]
    setup = in_setup(buffer)
    hands = [cards.in_order(hand_of(buffer, each)) for each in SEATS]
    lists = [
        ("hand", ["-", "-"] if setup else [cards.write(hand) for hand in hands]),
        ("chamber", [cards.write(chamber_of(buffer, each)) for each in SEATS]),
        ("deck", [cards.write_pile(deck_of(buffer, each)) for each in SEATS]),
        ("gone", [cards.write(listed(buffer, "gone", each)) for each in SEATS]),
    ]
    words.append(f"board={_write_board(buffer)}")
    words += [f"{name}{each + 1}={texts[each]}" for name, texts in lists for each in SEATS]
    words.append(f"turn={record['turn'][0] + 1} phase={PHASES[record['phase'][0]]}")
    words.append(f"ply={record['ply'][0]} quiet={record['quiet'][0]}")
    words += [f"deal{each + 1}={cards.write_pile(hands[each])}" for each in SEATS if setup and hands[each]]
    return " ".join(words if seat is None else [*words, f"seat={seat}"])


def _write_board(buffer: Buffer) -> str:
    owners = {cell: seat for seat in SEATS for cell in cells_of(buffer, seat)}
    units = [
        MARKS[owners[cell]] + cards.write(unit_at(buffer, cell)) if cell in owners else "." for cell in range(30)
    ]
    return "/".join(",".join(units[start:start + 5]) for start in range(25, -1, -5))
