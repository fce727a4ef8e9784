"""Club Fight for two as text: notation.md, section club-fight-coop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dohyo.cext.club_fight_coop import KERNEL
from dohyo.cext.decks import deck as whole_deck
from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.cards import SHOWN, UNKNOWN
from dohyo.engine.errors import MoveError, PositionError
from dohyo.engine.game import Game, Notation, Option
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight import reasons
from dohyo.engine.games.club_fight.moves import SHIFT, club_name, format_action, parse_action, read_club
from dohyo.engine.grammar import quote

_HAND = 3
_SEATS = (1, 2)
_PHASES = ("play", "give")
_GIVING = 1
#: The code of a gift is the club more than this.
_GIVE = 8192


def _giving(buffer: Buffer) -> bool:
    return int(buffer.record["phase"][0]) == _GIVING


def _hand_mask(buffer: Buffer, seat: int) -> int:
    return int(buffer.record["hand"][0, seat - 1])


def _hidden(buffer: Buffer, seat: int) -> int:
    """How many clubs in a hand are unknown."""
    return int(buffer.record["hidden"][0, seat - 1])


def _undrawn(buffer: Buffer, seat: int) -> int:
    return int(buffer.record["undrawn"][0, seat - 1])


def _display(buffer: Buffer) -> int:
    return int(buffer.record["display"][0])


def _hand(buffer: Buffer, seat: int) -> list[int]:
    """The clubs of a hand with their marks, as they are printed."""
    shown = int(buffer.record["shown"][0, seat - 1])
    clubs = [club | SHOWN if shown >> club & 1 else club for club in shared.clubs_of(_hand_mask(buffer, seat))]
    return cards.in_order([UNKNOWN] * _hidden(buffer, seat) + clubs)


def _clubs(buffer: Buffer, seat: int) -> list[int]:
    return shared.deck_of(buffer.record["clubs"][0, seat - 1], _undrawn(buffer, seat))


def _unseen(buffer: Buffer) -> list[int]:
    """The clubs that are in unknown places."""
    record = buffer.record
    seen = _hand_mask(buffer, 1) | _hand_mask(buffer, 2) | _display(buffer) | int(record["spent"][0])
    return [club for club in range(1, 14) if not seen >> club & 1]


def _club(buffer: Buffer, move: int) -> int:
    """The club that a move plays or gives."""
    return move - _GIVE if move >= _GIVE else move >> SHIFT


def _choice(fields: Mapping[str, str], name: str, values: Sequence[str]) -> int:
    """Which of the values a field has, the first by default."""
    text = fields.get(name, values[0])
    if text not in values:
        raise PositionError(f"field {name}={quote(text)}: it is {' or '.join(values)}")
    return values.index(text)


class ClubFightCoop(Notation):
    """See `Notation` for what each method promises."""

    fields = ("jokers", "runmin", "first", "grid", "deck", "hand1", "hand2", "display", "clubs1", "clubs2", "spent",
              "cleared", "turn", "phase", "seat")

    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        options = game.option_values({name: fields[name] for name in self.fields[:3] if name in fields})
        shared.require(fields, self.fields[3:10])
        seat = _choice(fields, "seat", ("1", "2")) + 1 if "seat" in fields else None
        decks = {"deck": shared.read_deck("deck", fields["deck"], suited=True),
                 "clubs1": shared.read_deck("clubs1", fields["clubs1"], suited=False),
                 "clubs2": shared.read_deck("clubs2", fields["clubs2"], suited=False)}
        hands = {f"hand{owner}": self._read_hand(fields, owner) for owner in _SEATS}
        self._check_knowledge(decks, hands, seat)
        buffer = game.kernel.new()
        record = buffer.record
        shared.read_grid(record["grid"], options, fields, decks["deck"])
        self._read_clubs(buffer, fields, decks, hands)
        record["first"] = options[2]
        record["turn"] = _choice(fields, "turn", ("1", "2"))
        record["phase"] = _choice(fields, "phase", _PHASES)
        buffer.refresh()
        if _giving(buffer) and not buffer.to_move:
            raise PositionError("field phase=give: there is nothing to give, for the game is over or the seat on turn "
                                "has no club; it is phase=play")
        return buffer, seat

    @staticmethod
    def _read_hand(fields: Mapping[str, str], owner: int) -> list[int]:
        name = f"hand{owner}"
        hand = cards.read(name, fields[name], jokers=False, marks="!")
        if len(hand) > _HAND:
            raise PositionError(f"field {name} has {len(hand)} clubs; a hand has at most {_HAND}")
        return hand

    @staticmethod
    def _check_knowledge(decks: Mapping[str, list[int]], hands: Mapping[str, list[int]], seat: int | None) -> None:
        """PositionError if the position knows what its seat cannot, or does not know what it must."""
        if seat is None:
            for field, listed in {**decks, **hands}.items():
                if UNKNOWN in listed:
                    raise PositionError(f"field {field} has unknown cards, so the position is a view: seat=1 or seat=2 "
                                        "is missing")
        else:
            shared.refuse_known(decks, f"seat {seat}")
        opened = not decks["clubs1"] and not decks["clubs2"]
        for field, hand in hands.items():
            if opened and any(card == UNKNOWN or card & SHOWN for card in hand):
                raise PositionError(f"field {field}: hands are open once both clubs decks are empty, without ? and !")
            if seat is not None and field == f"hand{seat}" and UNKNOWN in hand:
                raise PositionError(f"field {field}: seat {seat} knows its own hand")
            if seat is not None and field != f"hand{seat}" and not opened:
                for card in hand:
                    if card != UNKNOWN and not card & SHOWN:
                        name = cards.write_card(card)
                        raise PositionError(f"field {field}: seat {seat} knows the {name} only if it has seen it, then "
                                            f"it is {name}!, else ?")

    @staticmethod
    def _read_clubs(buffer: Buffer, fields: Mapping[str, str], decks: Mapping[str, list[int]],
                    hands: Mapping[str, list[int]]) -> None:
        record = buffer.record
        display = cards.read("display", fields["display"], jokers=False, unknown=False)
        if len(display) > 1:
            raise PositionError(f"field display has {len(display)} clubs; it has one, or - when it was played")
        given = cards.read("spent", fields["spent"], jokers=False, unknown=False) if "spent" in fields else None
        listed = [*hands["hand1"], *hands["hand2"], *display, *decks["clubs1"], *decks["clubs2"]]
        spent = cards.settle("spent", given, list(whole_deck(1)), listed, "the side of the clubs")
        record["display"], record["spent"] = shared.mask_of(display), shared.mask_of(spent)
        for owner in _SEATS:
            hand, clubs = hands[f"hand{owner}"], decks[f"clubs{owner}"]
            known = [card for card in hand if card != UNKNOWN]
            record["hand"][0, owner - 1] = shared.mask_of(known)
            record["shown"][0, owner - 1] = shared.mask_of(card for card in known if card & SHOWN)
            record["hidden"][0, owner - 1] = len(hand) - len(known)
            record["undrawn"][0, owner - 1] = len(clubs)
            record["clubs"][0, owner - 1, : len(clubs)] = clubs[::-1]

    def format(self, buffer: Buffer, seat: int | None) -> str:
        record = buffer.record
        first = int(record["first"][0])
        return " ".join([
            *shared.options_text(record["grid"]), *(["first=2"] if first else []), *shared.grid_text(record["grid"]),
            *(f"hand{owner}={cards.write(_hand(buffer, owner))}" for owner in _SEATS),
            f"display={cards.write(shared.clubs_of(_display(buffer)))}",
            *(f"clubs{owner}={cards.write_pile(_clubs(buffer, owner))}" for owner in _SEATS),
            f"spent={cards.write(shared.clubs_of(int(record['spent'][0])))}",
            f"cleared={cards.write(shared.cleared_cards(record['grid']), suited=True)}",
            f"turn={record['turn'][0] + 1}", f"phase={_PHASES[_giving(buffer)]}",
            *([] if seat is None else [f"seat={seat}"]),
        ])

    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        del seat
        if move > _GIVE:
            return f"give:{club_name(move - _GIVE)}" if move <= _GIVE + 13 else str(move)
        return format_action(shared.cells_of(buffer.record["grid"]), shared.runmin_of(buffer.record["grid"]), move)

    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        grid = buffer.record["grid"]
        gift, _, name = text.partition(":")
        if gift != "give":
            if _giving(buffer):
                raise MoveError(f"move {quote(text)}: a club is to be given to the display now, such as "
                                f"give:{club_name(self._example(buffer, seat))}")
            move = parse_action(shared.cells_of(grid), shared.runmin_of(grid), text)
        else:
            club = read_club(name)
            if club is None:
                raise MoveError(f"move {quote(text)}: a gift is give: and a club from A to K")
            move = _GIVE + club
        if not _hidden(buffer, seat) and not self._has(buffer, seat, _club(buffer, move)):
            raise MoveError(f"move {quote(text)} is not legal: {self.explain(buffer, seat, move)}")
        return move

    @staticmethod
    def _example(buffer: Buffer, seat: int) -> int:
        """A club that the seat may have to give."""
        return shared.clubs_of(_hand_mask(buffer, seat) | _display(buffer) or shared.mask_of(_unseen(buffer)))[0]

    @staticmethod
    def _has(buffer: Buffer, seat: int, club: int) -> bool:
        """Whether a seat is known to have a club to play or give."""
        return bool((_hand_mask(buffer, seat) | _display(buffer)) >> club & 1)

    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        club = _club(buffer, move)
        if not 1 <= club <= 13:
            return "there is no such club"
        if (move >= _GIVE) != _giving(buffer):
            return "a club is given to the display now" if _giving(buffer) else "a club is played before one is given"
        if not self._has(buffer, seat, club):
            return f"neither hand{seat} nor the display has the {club_name(club)}"
        return f"no action of the {club_name(club)} clears these cells"

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        grid = buffer.record["grid"]
        if move >= _GIVE:
            kept = shared.clubs_of((_hand_mask(buffer, seat) | _display(buffer)) & ~(1 << move - _GIVE))
            return "; ".join(reasons.given(grid, shared.runmin_of(grid), move - _GIVE, kept))
        clubs = sum(len(_hand(buffer, owner)) + _undrawn(buffer, owner) for owner in _SEATS)
        clubs += (_display(buffer) > 0) - 1
        display = ["plays the display"] if _display(buffer) >> (move >> SHIFT) & 1 else []
        return "; ".join([*display, *reasons.played(grid, move & 511, clubs)])

    def suppose(self, buffer: Buffer, seat: int, move: int) -> None:
        club = _club(buffer, move)
        if _hidden(buffer, seat) and club in _unseen(buffer):
            buffer.record["hidden"][0, seat - 1] -= 1
            buffer.record["hand"][0, seat - 1] |= 1 << club

    def turn_up(self, buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
        grid, reveals = buffer.record["grid"], shared.Reveals(cards)
        kept = len(_hand(buffer, mover)) + (_display(buffer) > 0) - 1
        if move < _GIVE:
            shared.reveal_deck(grid, move & 511, reveals)
        # An action ends the turn only with the last club; then nothing is given.
        if move >= _GIVE or (kept == 0 and not shared.clears_all(grid, move & 511)):
            self._reveal_clubs(buffer, seat, mover, kept, reveals)
        reveals.finish()

    @staticmethod
    def _reveal_clubs(buffer: Buffer, seat: int, mover: int, kept: int, reveals: shared.Reveals) -> None:
        """What `seat` learns when `mover`, who keeps so many clubs, draws: its own clubs, and the hand of its partner
        when both decks are empty now."""
        record, partner, undrawn = buffer.record, 3 - seat, _undrawn(buffer, mover)
        drawn = min(max(_HAND - kept, 0), undrawn)
        top = slice(undrawn - drawn, undrawn)
        if mover == seat:
            found = reveals.take(f"clubs{seat}", drawn, _unseen(buffer))
            record["clubs"][0, seat - 1, top] = found[::-1]
        else:
            found = []
        if undrawn == drawn and _undrawn(buffer, 3 - mover) == 0:
            hidden = _hidden(buffer, partner)
            unseen = [club for club in _unseen(buffer) if club not in found]
            opened = reveals.take(f"hand{partner}", hidden + (drawn if mover == partner else 0), unseen)
            # They come to lie in one hand; which of them were drawn only now does not matter.
            record["hand"][0, partner - 1] |= shared.mask_of(opened[:hidden])
            record["hidden"][0, partner - 1] = 0
            if mover == partner:
                record["clubs"][0, partner - 1, top] = opened[hidden:]

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """Of each club left, playing it or giving one away falls to the seat; the last of them are forced."""
        del seat
        return max(1.0, shared.CLUBS - 1.0 - len(shared.clubs_of(int(buffer.record["spent"][0]))))

    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        del seat
        lines = shared.draw_grid(buffer.record["grid"], colour)
        for owner in _SEATS:
            hand = " ".join(cards.write_card(card) for card in _hand(buffer, owner)) or "-"
            lines.append(f"hand{owner} {hand}  clubs{owner} {_undrawn(buffer, owner)}")
        spent = cards.write(shared.clubs_of(int(buffer.record["spent"][0])))
        display = cards.write(shared.clubs_of(_display(buffer)))
        what = "a club to give" if _giving(buffer) else "a club to play"
        return "\n".join([*lines, f"display {display}  spent {spent}  next: {what}"])

    def seat_name(self, seat: int) -> str:
        return f"Player {seat}"


GAME = Game(
    id="club-fight-coop",
    title="Club Fight for two",
    seats=2,
    hidden=True,
    chance=True,
    simultaneous=False,
    common=True,
    options=(
        shared.JOKERS,
        shared.RUNMIN,
        Option("first", "1", "the seat that plays first", choices=("1", "2")),
    ),
    kernel=KERNEL,
    notation=ClubFightCoop(),
    note=(
        f"{shared.RULES} The grid is refilled before a club is given to the display; the club that lay there may be "
        "given again. A club taken from the display is known to be in the hand, until both clubs decks are empty and "
        "both hands are open."
    ),
)
