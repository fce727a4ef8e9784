"""Rush (Kymani) as text: fields and their errors, moves, views that follow a table, the drawing."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from command import dohyo, refusal

from dohyo import engine
from dohyo.cext.streams import Random

GAME = engine.game("rush-cards")
#: The view of docs/notation.md.
EXAMPLE = (
    "rush-cards board=vA,vK,v7,v2,v9/v3,v3,v4,vQ,vT/.,.,.,.,./.,.,.,.,./^5,^6,^J,^A,^2/^K,^K,^8,^9,^4 hand1=2357Q "
    "hand2=????? chamber1=- chamber2=- deck1=?x37 deck2=?x37 gone1=- gone2=- turn=1 phase=play ply=20 quiet=0 seat=1"
)
MIDDLE = {
    "board": ".,.,v9,.,./.,.,.,v64,./.,.,.,.,./.,.,^7,.,./.,.,.,.,./^K,.,.,.,.", "hand1": "55!A", "hand2": "2QQ!",
    "chamber1": "9T", "deck1": "3K", "deck2": "-", "turn": "2", "ply": "61", "quiet": "4",
}
#: What seat 1 has discarded there.
GONE = "AAA222233344445566667778888999TTTJJJJQQQQKK"
SETUP = {
    "board": ".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./^7,^2,.,.,./.,.,.,.,.", "hand1": "-", "hand2": "-",
    "phase": "setup", "ply": "2", "deal1": "A3456789", "deal2": "2345678999", "deck1": "-", "deck2": "-",
}


def position(fields: Mapping[str, str | None], **changes: str | None) -> str:
    """The text of the fields, some of them changed or (None) left out."""
    return " ".join(["rush-cards", *(f"{name}={value}" for name, value in {**fields, **changes}.items() if value)])


def shown(position: engine.Position) -> dict[str, str]:
    return dict(word.split("=", 1) for word in str(position).split()[1:])


def test_the_view_of_the_notation_round_trips() -> None:
    view = engine.parse(EXAMPLE)
    assert isinstance(view, engine.View)
    assert str(view) == EXAMPLE
    assert len(view.moves()) == 5 + 10 + 12


def test_defaults_and_order() -> None:
    state = engine.parse("rush-cards deck2=- hand2=T1010 deck1=K3 hand1=A5!5 board=.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,"
                         ".,./.,.,.,.,./^2,.,.,.,.")
    fields = shown(state)
    assert fields["hand1"] == "A5!5"
    assert fields["hand2"] == "TTT"
    assert list(fields) == ["board", "hand1", "hand2", "chamber1", "chamber2", "deck1", "deck2", "gone1", "gone2",
                            "turn", "phase", "ply", "quiet"]
    assert [fields[name] for name in ("chamber1", "chamber2", "turn", "phase", "ply", "quiet")] == [
        "-", "-", "1", "play", "0", "0"]
    assert fields["gone2"] == "AAAA22223333444455556666777788889999TJJJJQQQQKKKK"


def test_options_print_where_they_are_not_default() -> None:
    given = {"quiet": "0", "maxquiet": "30", "advance": "1", "noaction": "loss", "first": "2", "maxplies": "1000"}
    text = str(engine.parse(position(MIDDLE, **given)))
    assert text.startswith("rush-cards first=2 advance=1 maxquiet=30 board=")


REFUSALS: list[tuple[dict[str, str], dict[str, str | None], str]] = [
    (MIDDLE, {"hand1": None}, "field hand1 is missing"),
    (MIDDLE, {"board": None}, "field board is missing"),
    (MIDDLE, {"deck2": None}, "field deck2 is missing"),
    (MIDDLE, {"colour": "red"}, "no field 'colour'"),
    (MIDDLE, {"first": "3"}, "first: expected one of 1, 2, got '3'"),
    (MIDDLE, {"maxplies": "20"}, "maxplies: expected a number from 21 to 10000, got '20'"),
    (MIDDLE, {"turn": "3"}, "field turn: expected 1 or 2, got '3'"),
    (MIDDLE, {"seat": "0"}, "field seat: expected 1 or 2, got '0'"),
    (MIDDLE, {"phase": "end"}, "field phase: expected play or setup, got 'end'"),
    (MIDDLE, {"ply": "-1"}, "field ply: expected a number from 0 to 10000, got '-1'"),
    (MIDDLE, {"quiet": "10001"}, "field quiet: expected a number from 0 to 10000, got '10001'"),
    (MIDDLE, {"board": "./."}, "field board has 2 rows; it needs 6"),
    (MIDDLE, {"board": MIDDLE["board"].replace(".,.,v9", ".,v9")}, "field board, row 6 has 4 cells; it needs 5"),
    (MIDDLE, {"board": MIDDLE["board"].replace("v9", "x9")}, "field board, cell c6: 'x9' is not"),
    (MIDDLE, {"board": MIDDLE["board"].replace("v9", "v")}, "field board, cell c6: 'v' is not"),
    (MIDDLE, {"board": MIDDLE["board"].replace("v9", "v999")}, "field board, cell c6: 'v999' does not have one or two"),
    (MIDDLE, {"board": MIDDLE["board"].replace("v9", "v-")}, "field board, cell c6: 'v-' does not have one or two"),
    (MIDDLE, {"board": MIDDLE["board"].replace("v9", "v*")}, r"field board, cell c6: '\*' is not a card here"),
    (MIDDLE, {"board": MIDDLE["board"].replace("v9", "v?"), "seat": "1"}, r"cell c6: '\?' is not a card here"),
    (MIDDLE, {"hand1": "5x"}, "field hand1: 'x' is not a card here"),
    (MIDDLE, {"hand1": "5?"}, r"field hand1: a position with \? needs seat"),
    (MIDDLE, {"hand1": "55555"}, "seat 1 has 5 more often than its deck, 1 too many"),
    (MIDDLE, {"chamber2": "4"}, "field chamber2='4': a chamber holds a pair"),
    (MIDDLE, {"chamber2": "444"}, "field chamber2='444': a chamber holds a pair"),
    (MIDDLE, {"gone2": "-"}, "seat 2 does not add up to its deck of 52"),
    (MIDDLE, {"deal1": "4"}, "field deal1: only phase=setup has dealt cards"),
    (MIDDLE, {"seat": "1"}, "field deck1: seat 1 does not know 3 there"),
    (MIDDLE, {"seat": "1", "deck1": "??", "gone1": GONE}, r"field hand2: seat 1 does not know 2 there; it must be"),
    (MIDDLE, {"seat": "1", "hand1": "?"}, "field deck1: seat 1 does not know 3"),
    (MIDDLE, {"seat": "1", "hand1": "5?", "deck1": "?x2"}, r"field hand1: seat 1 knows these cards; there is no \?"),
    (MIDDLE, {"seat": "1", "hand2": "??Q!", "deck1": "?x2"}, "field gone1 is missing: in a view"),
    ({**MIDDLE, "turn": "1", "board": "v2,v2,v3,v3,v4/" + ".,.,.,.,./" * 3 + "v5,v5,v6,v6,v7/v8,v8,v9,v9,vT"}, {},
     "field board: seat 1 is to move and has no unit on the board"),
    (SETUP, {"hand1": "5"}, "field hand1: in phase=setup hands are not drawn yet"),
    (SETUP, {"ply": "9981"}, "field ply: expected a number from 0 to 9980, got '9981'"),
    (SETUP, {"turn": "2"}, "field turn=2: in the set-up seat 1 places all of its cards, then seat 2, so it must be 1"),
    (SETUP, {"deal1": "A345678"}, "field deal1: seat 1 has placed 2 cards and has 7 to place"),
    (SETUP, {"board": SETUP["board"].replace("^7,^2", "^7,.,^2")[:-2]}, "row 2 has 6 cells|row 1 has 4 cells"),
    (SETUP, {"board": SETUP["board"].replace("^7,^2,.", "^7,.,^2")}, "2 cards that seat 1 has placed stand on a2 b2"),
    (SETUP, {"board": SETUP["board"].replace("^7", "^77")}, "cell a2: there are no pairs in phase=setup"),
    (SETUP, {"board": SETUP["board"].replace("^7", "^?")}, r"cell a2: a position with \? needs seat"),
    (SETUP, {"seat": "1", "board": SETUP["board"].replace("^7", "^?")}, "cell a2: in phase=setup seat 1 knows its own"),
    (SETUP, {"seat": "2"}, "cell a2: in phase=setup seat 2 does not know the cards that the other seat has placed"),
    (SETUP, {"seat": "1"}, "field deal2: seat 1 does not know 2 there"),
]


@pytest.mark.parametrize(("fields", "changes", "sentence"), REFUSALS)
def test_refusals(fields: dict[str, str], changes: dict[str, str | None], sentence: str) -> None:
    with pytest.raises((engine.PositionError, engine.OptionError), match=sentence):
        engine.parse(position(fields, **changes))


def test_the_end_of_the_set_up_is_no_set_up() -> None:
    full = ("v2,v2,v3,v3,v4/v4,v5,v5,v6,v6/.,.,.,.,./.,.,.,.,./^2,^2,^3,^3,^4/^4,^5,^5,^6,^6")
    with pytest.raises(engine.PositionError, match="field phase=setup: every dealt card is placed"):
        engine.parse(position(SETUP, board=full, deal1=None, deal2=None))


def test_a_position_that_cannot_be_reached_is_fine() -> None:
    text = position(MIDDLE, board=MIDDLE["board"].replace("v9", "vKK"), hand1="A5!5", hand2="-")
    assert engine.parse(text).over is False


EXPLAINED = [
    ("c3c5", "c5 is not next to c3"),
    ("c3b4", "b4 is not next to c3"),
    ("a3a4", "a3 holds no unit of the seat to move"),
    ("c3d3", "d3 is occupied; an attack is c3xd3"),
    ("a1a2", "a2 is occupied"),
    ("a1xa2", "a2 holds no unit of the other seat"),
    ("c3xd3t", "the unit on d3 is not a pair"),
    ("5+5", "the chamber is occupied"),
    ("4@a3", "a3 is not in the two rows nearest to seat 1"),
    ("4@b1", "the hand does not have 4"),
    ("5@a1", "a1 is occupied"),
    ("c3-", "c3 is not in the two rows nearest to seat 1"),
    ("b1-", "seat 1 has no unit on b1"),
    ("?@b1", r"the hand does not have \?"),
]


@pytest.mark.parametrize(("move", "reason"), EXPLAINED)
def test_illegal_moves_are_explained(move: str, reason: str) -> None:
    board = ".,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,^7,v9,./^4,.,.,.,./^K,.,.,.,."
    with pytest.raises(engine.MoveError, match=f"is not legal: {reason}$"):
        engine.parse(position(MIDDLE, board=board, turn="1")).play(move)


def test_more_moves_are_explained() -> None:
    state = engine.parse(position(MIDDLE))
    for move, reason in (("Q+2", "only aces and 2 to 10 can be fused"), ("2+2", "does not have both 2 and 2"),
                         ("+@a6", "the chamber is empty")):
        with pytest.raises(engine.MoveError, match=reason):
            state.play(move)
    for move, reason in (("7@b2", "seat 1 now places a card on c2"), ("a2a3", "seat 1 now places a card on c2"),
                         ("K@c2", "seat 1 has no such card to place")):
        with pytest.raises(engine.MoveError, match=reason):
            engine.parse(position(SETUP)).play(move)


@pytest.mark.parametrize("move", ["", "c2", "c2c7", "f1f2", "c3xc4tt", "7+", "*@a1", "++@a1", "c1--", "7@c1 "])
def test_texts_that_are_no_moves(move: str) -> None:
    with pytest.raises(engine.MoveError, match="a move is c2c3, an attack c3xc4"):
        engine.parse(EXAMPLE).code(move)


def test_ten_may_be_written_as_a_number() -> None:
    state = engine.parse(position(MIDDLE, hand2="2TQ"))
    assert state.play("10@a6") == state.play("T@a6")
    assert state.play("10+2") == state.play("T+2")


def test_a_person_follows_the_set_up_of_a_table() -> None:
    """Seat 2 arranges its cards, knows the other's only after the flip, and its hand from then on."""
    line = str(GAME.deal(1).view(2))
    cells = [column + row for row in "21" for column in "abcde"]
    line = dohyo("apply", line, *(f"?@{cell}" for cell in cells)).stdout
    assert "/^?,^?,^?,^?,^?/^?,^?,^?,^?,^? " in line
    own = sorted(shown(engine.parse(line))["deal2"])
    moves = [f"{rank}@{column}{row}" for rank, (row, column) in
             zip(own, ((row, column) for row in "56" for column in "abcde"), strict=True)]
    line = dohyo("apply", line, *moves[:-1]).stdout.strip()
    assert ("field board: the move turns up 10 cards that the view does not know; give them in order, as in "
            "--reveal board=7KA29TJQ35") in refusal("apply", line, moves[-1])
    assert "field deck2: the move turns up 5 cards" in refusal("apply", line, moves[-1], "--reveal", "board=A23456789T")
    assert "turns up board=10 cards and deck2=5 cards" in refusal("apply", line, moves[-1], "--reveal", "deck1=2")
    assert "field board: the move turns up 10 cards, and 2 cards are given" in refusal(
        "apply", line, moves[-1], "--reveal", "board=A2", "--reveal", "deck2=23456")
    assert "field board: A cannot turn up so often; seat 1 has 4 cards of this rank" in refusal(
        "apply", line, moves[-1], "--reveal", "board=AAAAA56789", "--reveal", "deck2=23456")
    after = dohyo("apply", line, moves[-1], "--reveal", "board=A23456789T", "--reveal", "deck2=96J22").stdout
    assert "/^A,^2,^3,^4,^5/^6,^7,^8,^9,^T hand1=????? hand2=2269J " in after
    assert " turn=1 phase=play ply=20 quiet=0 seat=2" in after


def test_the_last_card_that_the_other_seat_places_may_be_named() -> None:
    state, stream = GAME.deal(4), Random(4)
    while state.buffer.record["ply"][0] < 19:
        state = state.play_code(state.buffer.random_move(state.to_move[0] - 1, stream))
    view, last = state.view(1), state.moves()[0]
    after = state.play(last)
    board = "".join(re.findall(r"v(.)", str(after))[5:] + re.findall(r"v(.)", str(after))[:5])
    reveal = {"board": board, "deck1": shown(state)["deck1"][:5]}
    assert view.play(last, 2, reveal) == view.play("?@e6", 2, reveal) == after.view(1)
    with pytest.raises(engine.MoveError, match=f"field board: its last card is .*, and the move places {last[0]}"):
        view.play(last, 2, {**reveal, "board": board[:9] + ("2" if last[0] != "2" else "3")})


def test_a_person_follows_the_play_of_a_table() -> None:
    assert "field deck1: the move turns up 2 cards" in refusal("apply", EXAMPLE, "2+3")
    assert "turns up 2 cards, and 1 card is given" in refusal("apply", EXAMPLE, "2+3", "--reveal", "deck1=K")
    assert "'deck2': this move turns up deck1=2 cards" in refusal("apply", EXAMPLE, "2+3", "--reveal", "deck2=KK")
    assert "field deck1: '?' is not a card here" in refusal("apply", EXAMPLE, "2+3", "--reveal", "deck1=??")
    shown_too_often = refusal("apply", EXAMPLE.replace("^8,^9", "^8,^K"), "2+3", "--reveal", "deck1=KK")
    assert "K cannot turn up so often; seat 1 has 1 card of this rank" in shown_too_often
    line = dohyo("apply", EXAMPLE, "2+3", "--reveal", "deck1=KJ").stdout.strip()
    assert " hand1=57JQK hand2=????? chamber1=23 chamber2=- deck1=?x35 " in line
    line = dohyo("apply", line, "A+9").stdout.strip()
    assert " hand2=????? chamber1=23 chamber2=A9 deck1=?x35 deck2=?x35 " in line
    assert "--reveal 'deck1': this move turns up nothing" in refusal("apply", line, "a2a3", "--reveal", "deck1=2")
    line = dohyo("apply", line, "a2a3", "a5-").stdout.strip()
    assert " hand2=?????3! " in line
    line = dohyo("apply", line, "b2b3", "3@a5").stdout.strip()
    assert " hand2=????? " in line


def test_a_card_that_is_nowhere_left_cannot_be_played() -> None:
    """All four kings of seat 2 lie on the board."""
    line = EXAMPLE.replace("v7,v2,v9/v3,v3,v4", "vK,vK,vK/.,v3,v4").replace("deck2=?x37", "deck2=?x38")
    assert "move 'K@a5' is not legal: the hand does not have K" in refusal("apply", line, "a2a3", "K@a5")


def reveal(before: engine.State, after: engine.State, seat: int) -> dict[str, str]:
    """What a move turned up that the seat did not know: its own cards drawn, and at the flip the other's ten."""
    found = {}
    drawn = len(shown(before)[f"deck{seat}"].strip("-")) - len(shown(after)[f"deck{seat}"].strip("-"))
    if drawn:
        found[f"deck{seat}"] = shown(before)[f"deck{seat}"][:drawn]
    if "phase=setup" in str(before) and "phase=play" in str(after):
        rows = shown(after)["board"].replace("^", "").replace("v", "").replace(",", "").split("/")
        found["board"] = rows[4] + rows[5] if seat == 2 else rows[1] + rows[0]
    return found


@pytest.mark.parametrize("options", [{}, {"first": "2", "setup": "random"}, {"advance": "1", "noaction": "pass"}])
def test_views_follow_a_game_by_what_is_seen(options: dict[str, str]) -> None:
    """A view after each move, and what it turned up, is the view of the true state; for moves of the other seat also
    when they are named."""
    for seed in range(3):
        state, stream = GAME.deal(seed, maxplies=160, **options), Random(seed)
        while not state.over:
            mover, = state.to_move
            move = state.buffer.random_move(mover - 1, stream)
            after = state.play_code(move)
            for seat in (1, 2):
                view, cards = state.view(seat), reveal(state, after, seat)
                seen = view.text(state.buffer.observed_move(mover - 1, move, seat - 1), mover)
                followed = view.play(seen, mover, cards)
                assert followed.buffer == after.view(seat).buffer
                assert engine.parse(str(followed)).buffer == followed.buffer
                assert view.play(state.text(move), mover, cards) == followed
            state = after


def test_the_drawing() -> None:
    assert dohyo("show", position(MIDDLE)).stdout == (
        "    a   b   c   d   e\n"
        "6   ·   ·  v9   ·   ·\n"
        "5   ·   ·   ·  v64  ·\n"
        "4   ·   ·   ·   ·   ·\n"
        "3   ·   ·  ^7   ·   ·\n"
        "2   ·   ·   ·   ·   ·\n"
        "1  ^K   ·   ·   ·   ·\n"
        "    a   b   c   d   e\n"
        f"^ Player 1: hand A5!5, chamber 9T, deck 2, discarded {GONE}\n"
        "v Player 2: hand 2Q!Q, chamber -, deck 0, discarded AAAA2223333444555566677778888999TTTTJJJJQQKKKK\n"
        "ply 61 of 1000, 4 of 200 without an attack\n"
        "Player 2 to move, 25 legal: d5d4 d5c5 d5e5 d5d6 c6c5 c6b6 c6d6 2@a5 2@b5 2@c5 2@e5 2@a6 2@b6 2@d6 2@e6 Q@a5 "
        "Q@b5 Q@c5 Q@e5 Q@a6 Q@b6 Q@d6 Q@e6 d5- c6-\n"
    )


def test_the_drawing_of_a_view_in_the_set_up_hides_what_the_other_seat_has_placed() -> None:
    drawn = GAME.deal(1).play("A@a2").view(2).draw()
    assert "2  ^?   ·" in drawn
    assert "^ Player 1: to place ?????????, chamber -, deck 42" in drawn
