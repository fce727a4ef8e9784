"""Rush (Kymani) as text: notation.md, section rush-cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_cards import KERNEL
from dohyo.engine import cards
from dohyo.engine.errors import MoveError, PositionError
from dohyo.engine.game import Game, Notation, Option
from dohyo.engine.games.rush_cards.board import (
    ATTACK,
    ATTACK_TOP,
    COLUMNS,
    DEALT,
    DECK,
    FUSE,
    HAND,
    HOMES,
    JACK,
    MARKS,
    MOVE,
    ORDER,
    PHASES,
    PLACE,
    PLACE_PAIR,
    ROWS,
    SEATS,
    WITHDRAW,
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
    unseen_of,
)
from dohyo.engine.games.rush_cards.reasons import reason
from dohyo.engine.grammar import quote, whole_number
from dohyo.engine.paint import paint

_MOST_PLIES = 10000
_CELL = "[a-e][1-6]"
_CARD = "[A2-9TJQK]"
_FORMS = (
    (MOVE, re.compile(f"({_CELL})({_CELL})")),
    (ATTACK, re.compile(f"({_CELL})x({_CELL})")),
    (ATTACK_TOP, re.compile(f"({_CELL})x({_CELL})t")),
    (FUSE, re.compile(rf"({_CARD})\+({_CARD})")),
    (PLACE, re.compile(rf"({_CARD}|\?)@({_CELL})")),
    (PLACE_PAIR, re.compile(rf"(\+)@({_CELL})")),
    (WITHDRAW, re.compile(f"({_CELL})(-)")),
)
_HELP = ("a move is c2c3, an attack c3xc4 or c3xc4t, a fusion 7+A, a placement 7@c1 or +@c1, a withdrawal c1-, "
         "with cells from a1 to e6")


class RushCards(Notation):
    """See `Notation` for what each method promises."""

    fields = (
        "first", "setup", "advance", "noaction", "maxplies", "maxquiet", "board", "hand1", "hand2", "chamber1",
        "chamber2", "deck1", "deck2", "gone1", "gone2", "turn", "phase", "ply", "quiet", "deal1", "deal2", "seat",
    )

    # --- positions ---

    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        buffer = game.kernel.new()
        record = buffer.record
        names = [option.name for option in game.options]
        given = {name: fields[name] for name in names if name in fields}
        for name, value in zip(names, game.option_values(given), strict=True):
            record[name] = value
        for name in ("board", "hand1", "hand2", "deck1", "deck2"):
            if name not in fields:
                raise PositionError(f"field {name} is missing; it has no default")
        viewer = None if "seat" not in fields else _choice(fields, "seat", ("1", "2"))
        record["turn"] = _choice(fields, "turn", ("1", "2"))
        record["phase"] = _choice(fields, "phase", PHASES)
        setup = in_setup(buffer)
        for name, most in (("ply", _MOST_PLIES - 2 * DEALT * setup), ("quiet", _MOST_PLIES)):
            record[name] = _number(fields, name, most)
        self._read_board(buffer, fields["board"], viewer)
        for seat in SEATS:
            self._read_seat(buffer, fields, seat, viewer)
        if setup:
            self._check_setup(buffer)
        buffer.refresh()
        if buffer.check() == 8:
            raise PositionError(f"field board: seat {int(record['turn'][0]) + 1} is to move and has no unit on the "
                                "board, and every cell of its two rows holds a unit of the other seat; at least one "
                                "of them must be empty")
        return buffer, None if viewer is None else viewer + 1

    @staticmethod
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

    @staticmethod
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

    @staticmethod
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

    def format(self, buffer: Buffer, seat: int | None) -> str:
        record = buffer.record
        values = ((option, int(record[option.name][0])) for option in GAME.options)
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

    # --- moves ---

    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        del buffer, seat
        kind, a, b = move >> 10, move >> 5 & 31, move & 31
        if kind == FUSE:
            return f"{cards.write_card(a)}+{cards.write_card(b)}"
        if kind == PLACE:
            return f"{cards.write_card(a)}@{name_of(b)}"
        if kind == PLACE_PAIR:
            return f"+@{name_of(b)}"
        if kind == WITHDRAW:
            return f"{name_of(b)}-"
        return name_of(a) + "x" * (kind != MOVE) + name_of(b) + "t" * (kind == ATTACK_TOP)

    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        del buffer, seat
        for kind, form in _FORMS:
            if found := form.fullmatch(text.replace("10", "T")):
                a, b = (
                    cell_of(part) if len(part) == 2 else 0 if part in "+-" else cards.read("card", part)[0]
                    for part in found.groups()
                )
                return kind << 10 | (b << 5 | a if kind == WITHDRAW else a << 5 | b)
        raise MoveError(f"move {quote(text)}: {_HELP}")

    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        kind, a, b = move >> 10, move >> 5 & 31, move & 31
        own, other = cells_of(buffer, seat - 1), cells_of(buffer, 2 - seat)
        if in_setup(buffer):
            cell = ORDER[seat - 1][DEALT - int(buffer.record["held"][0, seat - 1])]
            if kind != PLACE or b != cell:
                return f"in the set-up seat {seat} now places a card on {name_of(cell)}"
            return f"seat {seat} has no such card to place"
        if kind <= ATTACK_TOP:
            return _explain_step(buffer, seat - 1, move)
        if kind == FUSE:
            if chamber_of(buffer, seat - 1):
                return "the chamber is occupied"
            if max(a, b) >= JACK:
                return "only aces and 2 to 10 can be fused"
            return f"the hand does not have both {cards.write_card(a)} and {cards.write_card(b)}"
        if kind == WITHDRAW and b not in own:
            return f"seat {seat} has no unit on {name_of(b)}"
        if b not in HOMES[seat - 1]:
            return f"{name_of(b)} is not in the two rows nearest to seat {seat}"
        if b in own or b in other:
            return f"{name_of(b)} is occupied"
        return "the chamber is empty" if kind == PLACE_PAIR else f"the hand does not have {cards.write_card(a)}"

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        return reason(buffer, seat - 1, move)

    def suppose(self, buffer: Buffer, seat: int, move: int) -> None:
        kind, record = move >> 10, buffer.record
        if kind not in (FUSE, PLACE):
            return
        named = [move >> 5 & 31, move & 31] if kind == FUSE else [move >> 5 & 31]
        rest, hand = unseen_of(buffer, seat - 1), Counter(listed(buffer, "hand", seat - 1))
        for card in (Counter(named) - hand).elements():
            if rest[card] > 0 and hand.total() < int(record["held"][0, seat - 1]):
                rest[card] -= 1
                hand[card] += 1
        record["hand"][0, seat - 1] = set_of(list(hand.elements()))

    def turn_up(self, buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
        needs = _turned_up(buffer, seat, mover, move)
        for field in cards:
            if field not in needs:
                shown = " and ".join(f"{name}={_cards(needs[name])}" for name in needs) or "nothing"
                raise MoveError(f"--reveal {quote(field)}: this move turns up {shown} that the view does not know")
        for field, count in needs.items():
            if field not in cards:
                raise MoveError(f"field {field}: the move turns up {_cards(count)} that the view does not know; give "
                                f"them in order, as in --reveal {field}={'7KA29TJQ35'[:count]}")
            found = _read_revealed(field, cards[field], count)
            if field == "board":
                _reveal_board(buffer, 2 - seat, move if mover != seat else None, found)
            else:
                _reveal_deck(buffer, seat - 1, field, found)

    # --- for people ---

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """The cards that it has to place yet, and turns in play: of a race fewer, of a siege far more."""
        return 20.0 + (int(buffer.record["held"][0, seat - 1]) if in_setup(buffer) else 0)

    def cut_short(self, buffer: Buffer) -> bool:
        record = buffer.record[0]
        late = record["ply"] >= record["maxplies"] or record["quiet"] >= record["maxquiet"]
        return bool(late) and buffer.result()[0] == 0.5

    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        del seat  # the buffer of a view holds only what its seat knows
        record = buffer.record
        styles = ("blue", "yellow")
        owners = {cell: each for each in SEATS for cell in cells_of(buffer, each)}
        header = paint("   " + "".join(f" {column}  " for column in COLUMNS), "dim", colour).rstrip()
        lines = [header]
        for row in range(ROWS, 0, -1):
            line = [paint(f"{row} ", "dim", colour)]
            for cell in range(5 * row - 5, 5 * row):
                if cell in owners:
                    text = f"{MARKS[owners[cell]]}{cards.write(unit_at(buffer, cell))}".ljust(4)
                    line.append(paint(text, styles[owners[cell]], colour))
                else:
                    line.append(paint(" ·  ", "dim", colour))
            lines.append(" ".join([line[0], "".join(line[1:])]).rstrip())
        lines.append(header)
        setup = in_setup(buffer)
        for each in SEATS:
            name = paint(f"{MARKS[each]} {self.seat_name(each + 1)}", styles[each], colour)
            hand = cards.write(cards.in_order(hand_of(buffer, each)))
            lines.append(f"{name}: {'to place' if setup else 'hand'} {hand}, chamber "
                         f"{cards.write(chamber_of(buffer, each))}, deck {record['left'][0, each]}, discarded "
                         f"{cards.write(listed(buffer, 'gone', each))}")
        lines.append(f"ply {record['ply'][0]} of {record['maxplies'][0]}, {record['quiet'][0]} of "
                     f"{record['maxquiet'][0]} without an attack")
        return "\n".join(lines)

    def seat_name(self, seat: int) -> str:
        return f"Player {seat}"


# --- reading ---


def _choice(fields: Mapping[str, str], name: str, words: Sequence[str]) -> int:
    """The index of the word that a field has; the first by default."""
    text = fields.get(name, words[0])
    if text not in words:
        raise PositionError(f"field {name}={quote(text)}: {name} is {' or '.join(words)}")
    return words.index(text)


def _number(fields: Mapping[str, str], name: str, most: int) -> int:
    value = whole_number(fields.get(name, "0"))
    if value is None or not 0 <= value <= most:
        raise PositionError(f"field {name}={quote(fields[name])}: {name} is a number from 0 to {most} here")
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


def _write_board(buffer: Buffer) -> str:
    owners = {cell: seat for seat in SEATS for cell in cells_of(buffer, seat)}
    units = [
        MARKS[owners[cell]] + cards.write(unit_at(buffer, cell)) if cell in owners else "." for cell in range(30)
    ]
    return "/".join(",".join(units[start:start + 5]) for start in range(25, -1, -5))


# --- explaining and revealing ---


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _explain_step(buffer: Buffer, seat: int, move: int) -> str:
    """Why a move or attack of a seat (0 or 1) is not legal."""
    kind, start, end = move >> 10, move >> 5 & 31, move & 31
    own, other = cells_of(buffer, seat), cells_of(buffer, 1 - seat)
    if start not in own:
        return f"{name_of(start)} holds no unit of the seat to move"
    if abs(start // 5 - end // 5) + abs(start % 5 - end % 5) != 1:
        return f"{name_of(end)} is not next to {name_of(start)}"
    if kind == MOVE:
        attack = f"; an attack is {name_of(start)}x{name_of(end)}" if end in other else ""
        return f"{name_of(end)} is occupied{attack}"
    if end not in other:
        return f"{name_of(end)} holds no unit of the other seat"
    return f"the unit on {name_of(end)} is no pair"


def _turned_up(buffer: Buffer, seat: int, mover: int, move: int) -> dict[str, int]:
    """The fields that a legal move turns up cards of for a view of `seat`, and how many."""
    record, kind = buffer.record, move >> 10
    held = [int(count) for count in record["held"][0]]
    left = int(record["left"][0, seat - 1])
    if in_setup(buffer):
        if sum(held) > 1:
            return {}
        needs = {"board": DEALT, f"deck{seat}": min(HAND, left)}
    elif mover != seat:
        return {}
    else:
        after = held[seat - 1] - {FUSE: 2, PLACE: 1}.get(kind, 0)
        if kind == WITHDRAW:
            after += len(unit_at(buffer, move & 31))
        needs = {f"deck{seat}": min(max(HAND - after, 0), left)}
    return {field: count for field, count in needs.items() if count}


def _read_revealed(field: str, text: str, count: int) -> list[int]:
    found = cards.read(field, text, jokers=False, unknown=False, error=MoveError)
    if len(found) != count:
        raise MoveError(f"field {field}: the move turns up {_cards(count)}, and {_cards(len(found))} "
                        f"{'is' if len(found) == 1 else 'are'} given")
    return found


def _reveal_board(buffer: Buffer, seat: int, move: int | None, found: Sequence[int]) -> None:
    """Turn up the ten cards of a seat (0 or 1) at the end of the set-up; `move`, if it is the seat's, places the last
    of them."""
    record = buffer.record
    named = None if move is None or move >> 5 & 31 == cards.UNKNOWN else move >> 5 & 31
    if named not in (None, found[-1]):
        raise MoveError(f"field board: its last card is {cards.write_card(found[-1])}, and the move places "
                        f"{cards.write_card(named or 0)}")
    _refuse_too_many("board", buffer, seat, found if named is None else found[:-1])
    for cell, card in zip(ORDER[seat], found, strict=True):
        record["bottom"][0, cell] = card


def _reveal_deck(buffer: Buffer, seat: int, field: str, found: Sequence[int]) -> None:
    """Put the cards on top of a deck, the first on top."""
    _refuse_too_many(field, buffer, seat, found)
    left = int(buffer.record["left"][0, seat])
    buffer.record["deck"][0, seat, left - len(found):left] = list(found)[::-1]


def _refuse_too_many(field: str, buffer: Buffer, seat: int, found: Sequence[int]) -> None:
    rest = unseen_of(buffer, seat)
    for card, count in Counter(found).items():
        if count > rest[card]:
            raise MoveError(f"field {field}: {cards.write_card(card)} cannot turn up so often; seat {seat + 1} has "
                            f"{_cards(rest[card])} of this rank that the view does not know")


GAME = Game(
    id="rush-cards",
    title="Rush (Kymani)",
    seats=2,
    hidden=True,
    chance=True,
    simultaneous=False,
    common=False,
    options=(
        Option("first", "1", "the seat that moves first once the cards are set up", choices=("1", "2")),
        Option("setup", "secret", "whether each seat arranges its ten cards unseen, or they lie at random",
               choices=("secret", "random")),
        Option("advance", "0", "1: an attacker that survives moves onto the cell it has emptied; 0: it stays",
               choices=("0", "1")),
        Option("noaction", "loss", "whether a seat without any card in play loses or is passed over",
               choices=("loss", "pass")),
        Option("maxplies", "1000", "the game is drawn after so many plies, set-up included", low=21, high=_MOST_PLIES),
        Option("maxquiet", "200", "the game is drawn after so many plies without an attack", low=1, high=_MOST_PLIES),
    ),
    kernel=KERNEL,
    notation=RushCards(),
    note=(
        "A seat with a unit on its far row at the start of its turn has won, before anything else is looked at. Both "
        "cards of a defeated pair go; an attacker may choose its top card alone. An ace counts 14, in pairs too. "
        "Cards are placed face up, also next to enemies. A seat without any card on board, in hand or in the chamber "
        "loses; if neither has any, the game is drawn. Suits are not kept: at a table they could show a little more."
    ),
)
