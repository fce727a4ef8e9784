"""fifteen-rush as text: positions, moves, what a view is told, drawings."""

from __future__ import annotations

import random

import pytest
from command import dohyo, refusal
from refusals import refused

from dohyo import engine
from dohyo.testing import battery

GAME = engine.game("fifteen-rush")
VARIANTS = list(battery.variants(GAME))
REST = "stock=- waste=- passes=0"
#: No pair shows.
OPEN = "fifteen-rush piles=A,?2,??7,???9,????T,?????3,??????J stock=?x24 waste=- gone=- passes=0"
VIEW = "fifteen-rush piles=A,?2,??7,???9,????K,?????3,??????J stock=?x24 waste=- gone=- passes=0"
KNOWN = "fifteen-rush piles=2,J9,5Q2,A676,T4J7A,TJ7345,4939QT8 stock=873KJ236Q6T4A8A859KQ5K2K waste=- gone=- passes=0"


def fields(position: engine.Position) -> dict[str, str]:
    return dict(word.split("=") for word in str(position).split()[1:])


# --- positions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "sentence"), [
    ("stock=- waste=-", "field piles is missing"),
    ("piles=A,A,-,-,-,-,- waste=-", "field stock is missing"),
    ("piles=A,A,-,-,-,-,- stock=-", "field waste is missing"),
    (f"piles=A,A {REST}", "field piles has 2 piles; there are 7"),
    (f"piles=A,A,,-,-,-,- {REST}", "field piles is empty; - is the empty list"),
    (f"piles=A2345678,-,-,-,-,-,- {REST}", "field piles: pile 1 has 8 cards; a pile has at most 7"),
    (f"piles=A,*,-,-,-,-,- {REST}", "field piles: '*' is not a card here"),
    (f"piles=A,2?,-,-,-,-,- {REST}", "field piles: the last card of pile 2 lies face up"),
    (f"piles=A,?x3,-,-,-,-,- {REST}", "field piles: the last card of pile 2 lies face up"),
    (f"piles=A,?3?4,-,-,-,-,- {REST}", "field piles: in a view only the last card of pile 2 is known"),
    (f"piles=AAA,AA,-,-,-,-,- {REST}", "the position has A more often than its deck, 1 too many"),
    ("piles=A,-,-,-,-,-,- stock=2x waste=-", "field stock: 'x' is not a card here"),
    ("piles=A,-,-,-,-,-,- stock=222233334444 waste=5555666677778", "fields stock and waste list 25 cards"),
    ("piles=A,-,-,-,-,-,- stock=- waste=2?", "field waste: '?' is not a card here"),
    ("piles=A,-,-,-,-,-,- stock=?x3 waste=- passes=1", "field stock: with passes=1 its order is known"),
    ("piles=?A,-,-,-,-,-,- stock=- waste=- gone=-", "the position does not add up to its deck of 52"),
    ("piles=A,-,-,-,-,-,- stock=?x3 waste=-", "field gone is missing: in a view"),
    (f"piles=A,-,-,-,-,-,- {REST} gone=A?", "field gone: '?' is not a card here"),
    (f"piles=A,-,-,-,-,-,- {REST} gone=AA", "the position does not add up to its deck of 52"),
    (f"piles=A,-,-,-,-,-,- {REST} gone=AAAA", "the position has A more often than its deck, 1 too many"),
    ("piles=A,-,-,-,-,-,- stock=- waste=- passes=-1", "field passes: expected a number from 0 to 9999, got '-1'"),
    (f"piles=A,-,-,-,-,-,- {REST} since=x", "field since: expected a number from 0 to 9999, got 'x'"),
    (f"piles=A,-,-,-,-,-,- {REST} deal=never", "deal: expected one of stuck, anytime, got 'never'"),
    (f"piles=A,-,-,-,-,-,- {REST} seat=1", "fifteen-rush has no field 'seat'"),
])
def test_what_is_wrong_with_a_position(text: str, sentence: str) -> None:
    assert sentence in refused(engine.parse, f"fifteen-rush {text}")


def test_a_half_known_stock_is_refused() -> None:
    text = VIEW.replace("stock=?x24", "stock=A?x23")
    assert "field stock: 'x' is not a card here" in refused(engine.parse, text)
    text = VIEW.replace("stock=?x24", "stock=A" + 23 * "?")
    assert "field stock: in a view with passes=0 it is unknown, ?x24" in refused(engine.parse, text)


def test_what_may_be_left_out() -> None:
    whole = "fifteen-rush piles=A,A,-,-,-,-,- stock=2 waste=3 gone={} passes=0"
    gone = "AA222333" + "".join(4 * rank for rank in "456789TJQK")
    state = engine.parse(f"fifteen-rush piles=A,A,-,-,-,-,- stock=2 waste=3 gone={gone[::-1]} since=0 deal=stuck")
    assert str(state) == whole.format(gone)
    assert str(engine.parse("fifteen-rush waste=3 stock=2 piles=A,A,-,-,-,-,-")) == whole.format(gone)
    assert str(engine.parse(VIEW.replace(" gone=- passes=0", ""))) == VIEW


@pytest.mark.parametrize("text", [
    VIEW,
    KNOWN,
    KNOWN.replace("piles", "deal=anytime redeal=separate piles") + " since=3",
])
def test_positions_round_trip(text: str) -> None:
    assert str(engine.parse(text)) == text


def test_ten_may_be_written_with_digits_and_unknown_stocks_card_by_card() -> None:
    assert engine.parse(KNOWN.replace("T", "10")) == engine.parse(KNOWN)
    assert engine.parse(VIEW.replace("?x24", 24 * "?")) == engine.parse(VIEW)


def test_counts_stop_at_the_most_that_a_text_may_say() -> None:
    text = "fifteen-rush piles=K,K,-,-,-,-,- stock=- waste=553342466 passes=9999 since=9999"
    after = engine.parse(text).play("deal")
    assert fields(after)["passes"] == fields(after)["since"] == "9999"
    assert engine.parse(str(after)) == after


# --- moves ---------------------------------------------------------------------------------------------------------

SHOWN = "piles=A,7,-,8,A,8,K stock=22 waste=2 passes=1"


def test_both_spellings_of_a_pair_are_read() -> None:
    state = engine.parse(f"fifteen-rush {SHOWN}")
    assert state.moves() == ["1+5", "2+4", "2+6", "7+w"]
    assert state.play("w+7") == state.play("7+w")
    assert state.play("5+1") == state.play("1+5")


@pytest.mark.parametrize("move", ["", "1", "1+1", "w+w", "0+1", "1+8", "1+w+2", "1-2", "DEAL", "1 + 2", "\u0661+2"])
def test_what_is_no_move(move: str) -> None:
    sentence = refused(engine.parse(f"fifteen-rush {SHOWN}").play, move)
    assert sentence.endswith("a move is deal, turn, or two of the piles 1 to 7 and the waste w, such as 1+3 or 3+w")


@pytest.mark.parametrize(("text", "move", "reason"), [
    (SHOWN, "1+3", "pile 3 is empty"),
    (SHOWN, "1+2", "A and 7 do not pair; two aces do, and two cards that add up to 15"),
    (SHOWN, "4+6", "8 and 8 do not pair"),
    (SHOWN, "deal", "with deal=stuck no card is dealt while a pair shows, such as 1+5"),
    (SHOWN, "turn", "turn is a move only with redeal=separate; here deal turns the waste over"),
    (f"redeal=separate {SHOWN}", "turn", "the stock is not empty"),
    ("redeal=separate piles=K,-,-,-,-,-,- stock=- waste=2323", "deal", "the stock is empty; turn the waste over first"),
    ("redeal=separate piles=K,2,-,-,-,-,- stock=- waste=2233", "turn", "with deal=stuck no card is dealt"),
    ("piles=K,2,-,-,-,-,- stock=3 waste=-", "1+w", "the waste is empty"),
    ("piles=K,2,-,-,-,-,- stock=- waste=-", "deal", "stock and waste are empty"),
    ("deal=anytime piles=K,2,-,-,-,-,- stock=33 waste=3 since=2", "deal",
     "2 deals have shown every card since the last pair; play a pair, such as 1+2"),
])
def test_why_a_move_is_not_legal(text: str, move: str, reason: str) -> None:
    assert f"is not legal: {reason}" in refused(engine.parse(f"fifteen-rush {text}").play, move)


# --- following a table ---------------------------------------------------------------------------------------------


def turned_up(before: engine.State, after: engine.State, move: str) -> dict[str, str]:
    """What a person at the table reads off the cards when a move is played in a game."""
    old, new = fields(before), fields(after)
    cards = {}
    stock = old["stock"].strip("-")
    if move in ("deal", "turn"):
        fresh = stock[:3]
    else:
        numbers = [int(name) - 1 for name in move.split("+") if name != "w"]
        heights = [len(old["piles"].split(",")[number]) for number in numbers]
        shown = [new["piles"].split(",")[number][-1] for number in numbers]
        cards["piles"] = "".join(card for card, height in zip(shown, heights, strict=True) if height > 1)
        fresh = stock[:heights.count(1)]
    if old["passes"] == "0":
        cards["stock"] = fresh
    return {field: text for field, text in cards.items() if text}


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_view_that_is_told_what_turns_up_is_the_view_of_the_game(options: dict[str, str]) -> None:
    chance = random.Random(1)
    for seed in range(40):
        state = GAME.deal(seed, **options)
        view = state.view(1)
        while not state.over:
            move = chance.choice(state.moves())
            after = state.play(move)
            cards = turned_up(state, after, move)
            for field in cards:
                assert f"--reveal {field}: this move turns up {len(cards[field])} unknown" in refused(
                    view.play, move, 1, {name: text for name, text in cards.items() if name != field})
            view = view.play(move, 1, cards)
            assert view.buffer == after.view(1).buffer
            assert str(view) == str(after.view(1))
            state = after


@pytest.mark.parametrize(("view", "move", "reveal", "told"), [
    (VIEW, "5+2", ["piles=TA"],
     "piles=A,T,??7,???9,???A,?????3,??????J stock=?x24 waste=- gone=2K passes=0"),
    ("fifteen-rush piles=A,A,??7,???8,?K,?K,?K stock=?x20 waste=- gone=22223333444466669", "1+2", ["stock=5T"],
     "piles=5,T,??7,???8,?K,?K,?K stock=?x18 waste=- gone=AA22223333444466669 passes=0"),
    ("fifteen-rush piles=A,?A,??7,???8,?K,?K,?K stock=?x19 waste=- gone=22223333444466669", "1+2",
     ["stock=5", "piles=T"],
     "piles=5,T,??7,???8,?K,?K,?K stock=?x18 waste=- gone=AA22223333444466669 passes=0"),
    (OPEN, "deal", ["stock=10AA"],
     "piles=A,?2,??7,???9,????T,?????3,??????J stock=?x21 waste=TAA gone=- passes=0 since=1"),
])
def test_apply_takes_what_turned_up(view: str, move: str, reveal: list[str], told: str) -> None:
    words = [word for card in reveal for word in ("--reveal", card)]
    assert dohyo("apply", view, move, *words).stdout == f"fifteen-rush {told}\n"


@pytest.mark.parametrize(("reveal", "sentence"), [
    ([], "--reveal stock: this move turns up 3 unknown cards there, and 0 are given; say which, in order, such as "
         "--reveal stock=AAA"),
    (["stock=23"], "--reveal stock: this move turns up 3 unknown cards there, and 2 are given"),
    (["stock=23?"], "field stock: '?' is not a card here"),
    (["stock=KKK", "piles=2"], "--reveal piles: this move turns up no unknown card there, and 1 are given"),
    (["stock=AAAA"], "--reveal stock: this move turns up 3 unknown cards there, and 4 are given"),
    (["deck=234"], "--reveal 'deck': cards turn up in the fields piles and stock"),
])
def test_what_is_wrong_with_what_turned_up(reveal: list[str], sentence: str) -> None:
    assert sentence in refusal("apply", OPEN, "deal", *(word for card in reveal for word in ("--reveal", card)))


def test_a_fifth_card_of_a_rank_does_not_turn_up() -> None:
    text = OPEN.replace("A,?2", "3,?2").replace("gone=-", "gone=33").replace("?x24", "?x22")
    sentence = "--reveal stock: no 3 is left among AA2224444555566667778888999TTTJJJQQQQKKKK"
    assert sentence in refusal("apply", text, "deal", "--reveal", "stock=AA3")


# --- drawings ------------------------------------------------------------------------------------------------------


def test_drawing_of_a_view() -> None:
    drawing = engine.parse(VIEW.replace("stock=?x24 waste=-", "stock=?x21 waste=7TA")).draw()
    assert drawing == """\
  1    2    3    4    5    6    7
 [A]   ?    ?    ?    ?    ?    ?
      [2]   ?    ?    ?    ?    ?
           [7]   ?    ?    ?    ?
                [9]   ?    ?    ?
                     [K]   ?    ?
                          [3]   ?
                               [J]
stock ?x21 (top first), turned over 0 times
waste 7T[A]
gone 0 of 52"""


def test_drawing_of_the_end() -> None:
    drawing = engine.parse("fifteen-rush piles=-,Q,-,-,-,-,- stock=- waste=- passes=1").draw()
    assert drawing == """\
  1    2    3    4    5    6    7
  -   [Q]   -    -    -    -    -
stock empty, turned over 1 time
waste empty
gone 51 of 52"""
