"""Club Fight, the solitaire, as text: notation.md, section club-fight."""

from collections.abc import Mapping, Sequence

from dohyo.cext.club_fight import KERNEL
from dohyo.cext.decks import deck as whole_deck
from dohyo.cext.kernel import Buffer
from dohyo.engine import cards
from dohyo.engine.cards import UNKNOWN
from dohyo.engine.errors import MoveError, PositionError
from dohyo.engine.game import Game, Notation
from dohyo.engine.games.club_fight import grid as shared
from dohyo.engine.games.club_fight import reasons
from dohyo.engine.games.club_fight.moves import SHIFT, club_name, format_action, parse_action
from dohyo.engine.grammar import quote

_HAND = 4


def _hand(buffer: Buffer) -> list[int]:
    return shared.clubs_of(int(buffer.record["hand"][0]))


def _spent(buffer: Buffer) -> list[int]:
    return shared.clubs_of(int(buffer.record["spent"][0]))


def _clubs(buffer: Buffer) -> list[int]:
    return shared.deck_of(buffer.record["clubs"][0], int(buffer.record["undrawn"][0]))


class ClubFight(Notation):
    """See `Notation` for what each method promises."""

    fields = ("jokers", "runmin", "grid", "deck", "hand", "clubs", "spent", "cleared")

    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        options = game.option_values({name: fields[name] for name in ("jokers", "runmin") if name in fields})
        shared.require(fields, ("grid", "deck", "hand", "clubs"))
        decks = {"deck": shared.read_deck("deck", fields["deck"], suited=True),
                 "clubs": shared.read_deck("clubs", fields["clubs"], suited=False)}
        seat = 1 if any(UNKNOWN in deck for deck in decks.values()) else None
        if seat is not None:
            shared.refuse_known(decks, "the player")
        buffer = game.kernel.new()
        shared.read_grid(buffer.record["grid"], options, fields, decks["deck"])
        self._read_clubs(buffer, fields, decks["clubs"])
        buffer.refresh()
        return buffer, seat

    @staticmethod
    def _read_clubs(buffer: Buffer, fields: Mapping[str, str], clubs: Sequence[int]) -> None:
        record = buffer.record
        hand = cards.read("hand", fields["hand"], jokers=False, unknown=False)
        given = cards.read("spent", fields["spent"], jokers=False, unknown=False) if "spent" in fields else None
        spent = cards.settle("spent", given, list(whole_deck(1)), [*hand, *clubs], "the side of the clubs")
        if len(hand) > _HAND:
            raise PositionError(f"field hand has {len(hand)} clubs; it has at most {_HAND}")
        if clubs and not hand and record["grid"]["cell"].any():
            raise PositionError("field hand is empty, though the clubs deck is not: the hand is drawn up from it")
        record["hand"], record["spent"] = shared.mask_of(hand), shared.mask_of(spent)
        record["undrawn"] = len(clubs)
        record["clubs"][0, : len(clubs)] = clubs[::-1]

    def format(self, buffer: Buffer, seat: int | None) -> str:
        del seat  # a solitaire's view shows by its `?` that it is one
        grid = buffer.record["grid"]
        return " ".join([
            *shared.options_text(grid), *shared.grid_text(grid),
            f"hand={cards.write(_hand(buffer))}", f"clubs={cards.write_pile(_clubs(buffer))}",
            f"spent={cards.write(_spent(buffer))}", f"cleared={cards.write(shared.cleared_cards(grid), suited=True)}",
        ])

    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        del seat
        grid = buffer.record["grid"]
        return format_action(shared.cells_of(grid), shared.runmin_of(grid), move)

    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        grid = buffer.record["grid"]
        move = parse_action(shared.cells_of(grid), shared.runmin_of(grid), text)
        if move >> SHIFT not in _hand(buffer):
            raise MoveError(f"move {quote(text)} is not legal: {self.explain(buffer, seat, move)}")
        return move

    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        del seat
        club = move >> SHIFT
        if not 1 <= club <= 13:
            return "there is no such club"
        if club not in _hand(buffer):
            return f"the hand has no {club_name(club)}, only {cards.write(_hand(buffer))}"
        return f"no action of the {club_name(club)} clears these cells"

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        del seat
        clubs = len(_hand(buffer)) + len(_clubs(buffer)) - 1
        return "; ".join(reasons.played(buffer.record["grid"], move & 511, clubs))

    def turn_up(self, buffer: Buffer, seat: int, mover: int, move: int, cards: Mapping[str, str]) -> None:
        del seat, mover
        record, reveals = buffer.record, shared.Reveals(cards)
        shared.reveal_deck(record["grid"], move & 511, reveals)
        if not shared.clears_all(record["grid"], move & 511):
            undrawn = int(record["undrawn"][0])
            count = min(_HAND + 1 - len(_hand(buffer)), undrawn)
            seen = {*_hand(buffer), *_spent(buffer)}
            found = reveals.take("clubs", count, [club for club in range(1, 14) if club not in seen])
            record["clubs"][0, undrawn - count : undrawn] = found[::-1]
        reveals.finish()

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """One for each club left."""
        del seat
        return max(1.0, float(shared.CLUBS - len(_spent(buffer))))

    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        del seat
        hand = " ".join(club_name(club) for club in _hand(buffer)) or "-"
        return "\n".join([
            *shared.draw_grid(buffer.record["grid"], colour),
            f"hand {hand}  clubs {len(_clubs(buffer))}  spent {cards.write(_spent(buffer))}",
        ])

    def seat_name(self, seat: int) -> str:
        del seat
        return "Player"


GAME = Game(
    id="club-fight",
    title="Club Fight",
    seats=1,
    hidden=True,
    chance=True,
    simultaneous=False,
    common=False,
    options=(shared.JOKERS, shared.RUNMIN),
    kernel=KERNEL,
    notation=ClubFight(),
    note=shared.RULES,
)
