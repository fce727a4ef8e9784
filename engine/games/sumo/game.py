"""Sumo as text: notation.md, section sumo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.cext.sumo import KERNEL
from dohyo.engine import cards
from dohyo.engine.game import Game, Notation, Option
from dohyo.engine.games.sumo import follow, moves, reasons
from dohyo.engine.games.sumo import text as sumo_text
from dohyo.engine.games.sumo.moves import ACCEPT, ATTACK, ATTACKS, CHALLENGE, MADE, OVER
from dohyo.engine.games.sumo.text import COLUMNS, EDGE
from dohyo.engine.paint import paint

_STYLES = ("red", "cyan")


class Sumo(Notation):
    """See `Notation` for what each method promises."""

    fields = (
        *sumo_text.OPTIONS, "x", "ring1", "ring2", "up", "sumo1", "sumo2", "sumoup", "hand1", "hand2", "deck", "gone",
        "round", "phase", "lead", "attack1", "attack2", "value1", "value2", "drawn", "pool", "shuffle", "seat",
    )

    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        return sumo_text.parse(game, fields)

    def format(self, buffer: Buffer, seat: int | None) -> str:
        record = buffer.record[0]
        options = {"jokers": str(record["jokers"])}
        for option in GAME.options[1:]:
            text = option.write(int(record[option.name]))
            if text != option.default:
                options[option.name] = text
        return sumo_text.format_(record, options, seat)

    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        return moves.write(move)

    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        return moves.read(buffer.record[0], text)

    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        record = buffer.record[0]
        if record["phase"] != ATTACK:
            if move == ACCEPT:
                return "the push goes out of the ring, so it must be challenged"
            return "attacks are shown already; the seat pushed answers by challenge or accept"
        if move in (CHALLENGE, ACCEPT):
            return "nobody is pushed; attacks are chosen now"
        if move >= MADE:
            return "only in a view may the other seat's choice stay hidden, and only while its own seat has not chosen"
        if int(record["viewer"]) in (0, seat):
            return f"the hand does not have {cards.write(ATTACKS[move])}"
        return f"by what the view shows, hand{seat} cannot hold {cards.write(ATTACKS[move])}"

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        return reasons.reason(buffer.record[0], seat, move)

    def suppose(self, buffer: Buffer, seat: int, move: int) -> None:
        if buffer.record[0]["phase"] == ATTACK and move in ATTACKS:
            follow.suppose(buffer.record[0], seat, ATTACKS[move])

    def turn_up(self, buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
        follow.turn_up(buffer, seat, mover, move, cards)

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """The same at any time: a push back undoes what was won."""
        del buffer, seat
        return 10.0

    def cut_short(self, buffer: Buffer) -> bool:
        """Only the last round draws a game."""
        return buffer.result()[0] == 0.5

    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        record = buffer.record[0]
        x = int(record["x"])
        columns = range(-EDGE, EDGE + 1)
        lines = [
            "            " + " ".join(paint(f"{column:+3}" if column else "  0", "dim", colour) for column in columns),
            self._row(record, 2, colour),
            f"{'wrestlers':10} {_place(x, record, colour)}",
            self._row(record, 1, colour),
        ]
        for number in (1, 2):
            lines.append(self._hand(record, number, colour))
        deck = int(record["decksize"])
        lines.append(f"round {record['round']} of {record['maxrounds']}, {self._phase(record)}; deck {deck}, discards "
                     + cards.write(sumo_text.ranks(record["gone"].tolist())))
        pool = sumo_text.ranks(record["pool"].tolist())
        if pool:
            lines.append("recycled and not seen since: " + cards.write(pool))
        return "\n".join(lines)

    def _row(self, record: Any, seat: int, colour: bool) -> str:
        """The ring cards of a seat, those face down dimmed."""
        row = record["ring"].tolist()[COLUMNS * (seat - 1) : COLUMNS * seat]
        up = int(record["up"])
        shown = (
            f"  {paint(cards.write_card(card), 'bold' if up >> column & 1 else 'dim', colour)}"
            for column, card in enumerate(row)
        )
        return f"{self._name(seat, colour)} ring  " + " ".join(shown)

    def _hand(self, record: Any, seat: int, colour: bool) -> str:
        """The hand of a seat, its attack and what it counts."""
        hand = " ".join(cards.write_card(card) for card in record["hand"][seat - 1].tolist() if card) or "-"
        code, value = int(record["attack"][seat - 1]), int(record["value"][seat - 1])
        played = "" if not code else f"  plays {moves.write(code)}"
        counts = f", counts {value}" if value else ""
        return f"{self._name(seat, colour)} hand  {hand}{played}{counts}"

    def _name(self, seat: int, colour: bool) -> str:
        return paint(self.seat_name(seat), _STYLES[seat - 1], colour)

    def _phase(self, record: Any) -> str:
        phase = sumo_text.PHASES[record["phase"]]
        if record["phase"] == OVER:
            return "over"
        if record["phase"] != ATTACK:
            pushed = 2 if record["value"][0] > record["value"][1] else 1
            return f"{self.seat_name(pushed)} is pushed and may challenge with the {phase} cards"
        if record["lead"]:
            return f"{self.seat_name(int(record['lead']))} places first"
        return "both choose an attack"

    def seat_name(self, seat: int) -> str:
        return ("East", "West")[seat - 1]


def _place(x: int, record: Any, colour: bool) -> str:
    """The wrestlers below their column: seat 2's sumo card over seat 1's, as `2/1`."""
    pair = f"{cards.write_card(int(record['sumo'][1]))}/{cards.write_card(int(record['sumo'][0]))}"
    return " " * (4 * (x + EDGE) + 1) + paint(pair, "yellow", colour)


GAME = Game(
    id="sumo",
    title="Sumo Card Game",
    seats=2,
    hidden=True,
    chance=True,
    simultaneous=True,
    common=False,
    options=(
        Option("jokers", "0", "Jokers in the deck", choices=("0", "2")),
        Option("placement", "simultaneous", "whether a leader places first, so that the other sees of how many cards",
               choices=("simultaneous", "leader")),
        Option("draworder", "fixed", "who draws first when both play wild cards: seat 1, a coin, or the leader",
               choices=("fixed", "random", "leader")),
        Option("reshuffle", "lazy", "discards are shuffled when a card is needed, or at once when the deck is empty",
               choices=("lazy", "eager")),
        Option("maxrounds", "200", "rounds after which the game is a draw", low=1, high=10000),
    ),
    kernel=KERNEL,
    notation=Sumo(),
    note=(
        "Seat 1 pushes towards column 3, seat 2 towards -3. A combination counts as a number. A push out of the ring "
        "must be challenged while it can be. Seat 1 draws up first at the end of a round. After a reshuffle both seats "
        "know which cards went back, and recognise them when they are shown. Suits are not shown."
    ),
)
