"""club-fight-coop as text: positions and their faults, moves and gifts, views that a person follows."""

from __future__ import annotations

import pytest
from command import dohyo, refusal

from dohyo import engine
from dohyo.cext.streams import Random

GRID = "club-fight-coop jokers=1 grid=7d7sAh/2d4sKh/*QsTd deck=?x31"
VIEW = f"{GRID} hand1=25T hand2=??? display=7 clubs1=?x3 clubs2=?x3 spent=- cleared=- turn=1 phase=play seat=1"
STATE = ("club-fight-coop jokers=1 grid=7d7sAh/2d4sKh/*QsTd deck=3d3h hand1=25T hand2=89K display=7 clubs1=346 "
         "clubs2=AJQ")


def position(**fields: str) -> str:
    """VIEW with other fields; an empty value leaves the field out."""
    given = dict(word.split("=") for word in VIEW.split()[1:]) | fields
    return " ".join(["club-fight-coop", *(f"{name}={value}" for name, value in given.items() if value)])


def parsed(text: str) -> engine.View:
    view = engine.parse(text)
    assert isinstance(view, engine.View)
    return view


def test_the_example_of_the_notation_round_trips() -> None:
    view = parsed(VIEW)
    assert view.seat == 1
    assert str(view) == VIEW
    assert str(parsed(position(jokers="", spent="", cleared="", turn="", phase="", hand1="T52"))) == VIEW


def test_options_are_printed_unless_default() -> None:
    text = VIEW.replace("jokers=1", "jokers=2 runmin=2 first=2").replace("?x31", "?x32")
    assert str(engine.parse(text)) == text
    assert parsed(position(first="2")).to_move == (1,)
    assert engine.game("club-fight-coop").deal(1, first=2).to_move == (2,)


def test_marks_are_kept_and_sorted() -> None:
    view = parsed(position(hand1="T5!2", hand2="8!?3!"))
    assert "hand1=25!T hand2=?3!8!" in str(view)
    assert view.buffer == parsed(str(view)).buffer


def test_a_state_masks_to_what_each_seat_knows() -> None:
    state = engine.parse(STATE.replace("hand1=25T", "hand1=25!T"))
    assert isinstance(state, engine.State)
    assert "deck=?x2 hand1=25!T hand2=??? display=7 clubs1=?x3 clubs2=?x3" in str(state.view(1))
    assert "deck=?x2 hand1=??5! hand2=89K display=7 clubs1=?x3 clubs2=?x3" in str(state.view(2))
    assert parsed(str(state.view(2))).buffer == state.view(2).buffer


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"grid": ""}, "field grid is missing; it has no default"),
    ({"hand2": ""}, "field hand2 is missing"),
    ({"display": ""}, "field display is missing"),
    ({"clubs1": ""}, "field clubs1 is missing"),
    ({"first": "3"}, "first: expected one of 1, 2, got '3'"),
    ({"seat": ""}, "field deck has unknown cards, so the position is a view: seat=1 or seat=2 is missing"),
    ({"seat": "", "deck": "3d"}, "field clubs1 has unknown cards, so the position is a view"),
    ({"seat": "3"}, "field seat: expected 1 or 2, got '3'"),
    ({"turn": "b"}, "field turn: expected 1 or 2, got 'b'"),
    ({"phase": "draw"}, "field phase: expected play or give, got 'draw'"),
    ({"deck": "3d3s"}, "field deck: seat 1 does not know the order of this deck; in a view it is ?x2"),
    ({"clubs1": "34?"}, "field clubs1: nobody knows a part of this deck"),
    ({"clubs2": "346"}, "field clubs2: seat 1 does not know the order of this deck"),
    ({"hand1": "25?"}, "field hand1: seat 1 knows its own hand"),
    ({"hand2": "??3"}, "field hand2: seat 1 knows the 3 only if it has seen it, then it is 3!, else ?"),
    ({"hand2": "??!"}, "field hand2: '!' is not a card here"),
    ({"hand2": "????"}, "field hand2 has 4 clubs; a hand has at most 3"),
    ({"hand1": "25*"}, "field hand1: '*' is not a card here"),
    ({"display": "7!"}, "field display: '!' is not a card here"),
    ({"display": "?"}, "field display: '?' is not a card here"),
    ({"display": "78"}, "field display has 2 clubs; it has one, or - when it was played"),
    ({"display": "5"}, "the side of the clubs has 5 more often than its deck"),
    ({"display": "-"}, "the side of the clubs does not add up to its deck of 13"),
    ({"clubs1": "?x4"}, "the side of the clubs does not add up to its deck of 13"),
    ({"clubs1": "?x14"}, "the side of the clubs does not add up to its deck of 13"),
    ({"clubs1": "-", "clubs2": "-", "spent": "34689J"}, "field hand2: hands are open once both clubs decks are empty"),
    ({"clubs1": "-", "clubs2": "-", "spent": "34689J", "hand2": "A!QK"}, "field hand2: hands are open"),
    ({"hand1": "-", "display": "-", "spent": "257T", "phase": "give"}, "field phase=give: there is nothing to give"),
])
def test_a_bad_position_is_told_where_and_why(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(engine.DohyoError) as told:
        engine.parse(position(**fields))
    assert sentence in str(told.value)
    assert len(str(told.value)) < 250


def test_nothing_is_given_once_the_game_is_won() -> None:
    with pytest.raises(engine.PositionError, match="field phase=give: there is nothing to give"):
        engine.parse("club-fight-coop grid=.../.../... deck=- hand1=25T hand2=- display=- clubs1=- clubs2=- phase=give")


def test_turns_and_phases() -> None:
    """docs/rules/club-fight-coop.md, positions 10 and 11, and what follows a win."""
    state = engine.parse(STATE)
    assert isinstance(state, engine.State)
    gift = state.play("7:match")
    assert "grid=3d3hAh" in str(gift)
    assert "hand1=25T hand2=89K display=- clubs1=346 clubs2=AJQ spent=7 " in str(gift)
    assert str(gift).endswith("turn=1 phase=give")
    assert gift.moves() == ["give:2", "give:5", "give:T"]
    after = gift.play("give:5")
    assert "hand1=23T hand2=89K display=5 clubs1=46 clubs2=AJQ spent=7 " in str(after)
    assert str(after).endswith("turn=2 phase=play")
    other = state.play("T:match").play("give:5")
    assert "hand1=237! hand2=89K display=5" in str(other)
    assert "hand1=??7! hand2=89K display=5" in str(other.view(2))
    assert "display=7 " in str(state.play("T:match").play("give:7"))
    last = engine.parse("club-fight-coop grid=7d7s./.../... deck=- hand1=- hand2=- display=7 clubs1=- clubs2=-")
    won, lost = last.play("7:match"), last.play("7:any:1")
    assert (won.returns, lost.returns) == ((1, 1), (0, 0))
    assert str(won).endswith("turn=1 phase=play")
    assert str(lost).endswith("turn=2 phase=play")


@pytest.mark.parametrize(("text", "move", "sentence"), [
    (STATE, "give:5", "a club is played before one is given"),
    (STATE, "8:any:1", "neither hand1 nor the display has the 8"),
    (STATE, "7:match:1", "a move is a club from A to K, a colon"),
    (STATE, "5:match", "the grid holds no 5"),
    (f"{STATE} phase=give", "7:match", "a club is to be given to the display now, such as give:2"),
    (f"{STATE} phase=give", "give:8", "neither hand1 nor the display has the 8"),
    (f"{STATE} phase=give", "give:1", "a gift is give: and a club from A to K"),
    (f"{STATE} phase=give", "give:", "a gift is give: and a club from A to K"),
    (f"{STATE} phase=give", "give", "a gift is give: and a club from A to K"),
])
def test_a_bad_move_is_told_why(text: str, move: str, sentence: str) -> None:
    with pytest.raises(engine.MoveError) as told:
        engine.parse(text).play(move)
    assert str(told.value).startswith(f"move '{move}'")
    assert sentence in str(told.value)


@pytest.mark.parametrize(("phase", "code", "sentence"), [
    ("play", 0, "there is no such club"), ("play", 8192 + 14, "there is no such club"),
    ("play", 8192 + 5, "a club is played before one is given"), ("give", 5 << 9 | 1, "a club is given to the display"),
    ("give", 8192 + 8, "neither hand1 nor the display has the 8"), ("play", 2 << 9 | 7, "no action of the 2"),
])
def test_a_code_that_is_no_move_is_told_why(phase: str, code: int, sentence: str) -> None:
    with pytest.raises(engine.MoveError, match=sentence):
        parsed(position(phase=phase)).play_code(code)


# --- a person at a table -------------------------------------------------------------------------------------------


def test_a_partner_plays_from_a_hand_that_is_not_known() -> None:
    view = position(turn="2")
    after = dohyo("apply", view, "9:any:7", "--reveal", "deck=3h").stdout
    assert "hand1=25T hand2=?? display=7 clubs1=?x3 clubs2=?x3 spent=9 cleared=* turn=2 phase=give seat=1" in after
    given = dohyo("apply", after.strip(), "give:K").stdout
    assert "hand1=25T hand2=??7! display=K clubs1=?x3 clubs2=?x2 spent=9" in given
    shown = dohyo("apply", after.strip(), "give:7").stdout
    assert "hand1=25T hand2=??? display=7 clubs1=?x3 clubs2=?x2 spent=9" in shown
    assert "neither hand2 nor the display has the 5" in refusal("apply", view, "5:any:7", "--reveal", "deck=3h")
    assert "--reveal deck is missing" in refusal("apply", view, "9:any:7")


def test_a_shown_club_leaves_the_hand_first() -> None:
    after = dohyo("apply", position(turn="2", hand2="??9!"), "9:any:7", "--reveal", "deck=3h").stdout
    assert "hand2=?? display=7" in after


def test_own_draws_are_told() -> None:
    gift = position(hand1="25", spent="T", phase="give")
    after = dohyo("apply", gift, "give:5", "--reveal", "clubs1=3").stdout
    assert "hand1=237! hand2=??? display=5 clubs1=?x2 clubs2=?x3 spent=T" in after
    assert "--reveal clubs1 is missing: this move turns up 1 card, such as --reveal clubs1=A" in refusal(
        "apply", gift, "give:5")
    assert "--reveal clubs1='7': 7 cannot turn up, for it has been seen already" in refusal(
        "apply", gift, "give:5", "--reveal", "clubs1=7")
    assert "--reveal clubs2: this move turns up only clubs1" in refusal(
        "apply", gift, "give:5", "--reveal", "clubs1=3", "--reveal", "clubs2=4")


def test_hands_open_with_the_last_draw_of_ones_own() -> None:
    gift = position(hand1="25!", hand2="??8!", clubs1="?x1", clubs2="-", spent="3469TJ", phase="give")
    after = dohyo("apply", gift, "give:2", "--reveal", "clubs1=A", "--reveal", "hand2=QK").stdout
    assert "hand1=A57 hand2=8QK display=2 clubs1=- clubs2=- spent=3469TJ" in after
    assert str(parsed(after)) == after.strip()
    assert "--reveal hand2 is missing: this move turns up 2 cards, such as --reveal hand2=QK" in refusal(
        "apply", gift, "give:2", "--reveal", "clubs1=A")
    assert "--reveal hand2='AK': A cannot turn up" in refusal(
        "apply", gift, "give:2", "--reveal", "clubs1=A", "--reveal", "hand2=AK")


def test_hands_open_with_the_last_draw_of_the_partner() -> None:
    gift = position(hand1="25!T", hand2="?8!", clubs1="-", clubs2="?x1", spent="3469JQ", turn="2", phase="give")
    after = dohyo("apply", gift, "give:8", "--reveal", "hand2=KA").stdout
    assert "hand1=25T hand2=A7K display=8 clubs1=- clubs2=- spent=3469JQ" in after
    after = dohyo("apply", gift, "give:A", "--reveal", "hand2=K").stdout
    assert "hand1=25T hand2=78K display=A clubs1=- clubs2=- spent=3469JQ" in after
    assert "--reveal hand2 is missing: this move turns up 2 cards" in refusal("apply", gift, "give:8")
    assert "--reveal hand2='AK': this move turns up 1 card, not 2" in refusal(
        "apply", gift, "give:A", "--reveal", "hand2=AK")


def test_a_last_club_is_followed_by_no_gift_and_a_draw() -> None:
    """Only in positions that are drawn up: elsewhere the decks are empty by then."""
    view = position(hand1="-", hand2="???", display="7", clubs1="?x2", clubs2="?x3", spent="25TJ")
    after = dohyo("apply", view, "7:any:7", "--reveal", "deck=3h", "--reveal", "clubs1=34").stdout
    assert "hand1=34 hand2=??? display=- clubs1=- clubs2=?x3 spent=257TJ cleared=* turn=2 phase=play seat=1" in after


def revealed(before: engine.State, after: engine.State, seat: int) -> dict[str, str]:
    """What a seat sees turn up between two states, besides the move."""
    old, new = (dict(word.split("=") for word in str(state).split()[1:]) for state in (before, after))
    seen = {
        field: old[field].removesuffix(new[field].strip("-")).strip("-")
        for field in ("deck", f"clubs{seat}")
    }
    if new["clubs1"] == new["clubs2"] == "-" and (old["clubs1"], old["clubs2"]) != ("-", "-"):
        hand, known = f"hand{3 - seat}", str(before.view(seat))
        seen[hand] = "".join(club for club in new[hand] if f"{club}!" not in known and club != old["display"])
    return {field: cards for field, cards in seen.items() if cards}


@pytest.mark.parametrize("options", [{}, {"jokers": "2"}, {"first": "2"}])
def test_views_followed_from_the_table_are_the_views_of_the_truth(options: dict[str, str]) -> None:
    for seed in range(12):
        state, stream = engine.game("club-fight-coop").deal(seed, **options), Random(seed)
        views = [state.view(1), state.view(2)]
        while not state.over:
            (mover,) = state.to_move
            buffer = state.buffer
            draw = buffer.policy_move if seed % 2 else buffer.random_move
            move = state.text(draw(mover - 1, stream))
            after = state.play(move)
            views = [view.play(move, mover, revealed(state, after, view.seat)) for view in views]
            state = after
            assert [str(view) for view in views] == [str(state.view(1)), str(state.view(2))]
            assert [view.buffer for view in views] == [state.view(1).buffer, state.view(2).buffer]


def test_drawing() -> None:
    view = parsed(position(hand2="??8!", phase="give"))
    assert view.draw() == (
        "7♦ 7♠ A♥    1 2 3\n"
        "2♦ 4♠ K♥    4 5 6\n"
        " * Q♠ T♦    7 8 9\n"
        "deck 31  cleared 0  blocked: Line (♦), Up/Down (♠)\n"
        "hand1 2 5 T  clubs1 3\n"
        "hand2 ? ? 8!  clubs2 3\n"
        "display 7  spent -  next: a club to give"
    )
    assert "\x1b[" in view.draw(colour=True)
    assert "Player 1 to move, 4 legal: give:2 give:5 give:7 give:T" in dohyo("show", str(view)).stdout
