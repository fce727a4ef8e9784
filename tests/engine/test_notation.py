"""Positions and moves as text: whatever is reached or drawn up round-trips, and no text raises outside the tree."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from models.rush_stones import RushStones
from refusals import refused

from dohyo import engine

SIZES = st.sampled_from([3, 5, 7, 9, 19])
#: A value that stays one word of the line.
WORD = st.text(st.characters(exclude_categories=["Z", "C"]), max_size=30)


@st.composite
def reached(draw: st.DrawFn) -> engine.State:
    """A position some random moves from the start."""
    size = draw(SIZES)
    chance = draw(st.randoms(use_true_random=False))
    state = engine.game("rush-stones").deal(size=size)
    for _ in range(draw(st.integers(0, min(size * size, 60)))):
        state = state.play(chance.choice(state.moves()))
    return state


@st.composite
def boards(draw: st.DrawFn) -> str:
    """The text of a random board, from almost empty to full, on which the seat to move has a legal point."""
    model = RushStones(draw(SIZES))
    chance = draw(st.randoms(use_true_random=False))
    share = draw(st.sampled_from([0.05, 0.5, 0.9, 1.0]))
    model.board = {point: chance.choice("bw") for point in model.points() if chance.random() < share}
    model.turn = draw(st.sampled_from("bw"))
    assume(model.over or model.legal(model.turn))
    return model.text()


@given(reached())
def test_reached_positions_round_trip(state: engine.State) -> None:
    again = engine.parse(str(state))
    assert str(again) == str(state)
    assert again.buffer == state.buffer


@given(boards())
def test_drawn_up_positions_round_trip(text: str) -> None:
    state = engine.parse(text)
    assert str(state) == text
    assert state.buffer.check() == 0
    assert [state.text(state.code(move)) for move in state.moves()] == state.moves()


@given(boards())
@settings(max_examples=30)
def test_fields_may_stand_in_any_order(text: str) -> None:
    name, *fields = text.split()
    for order in permutations(fields):
        assert str(engine.parse(" ".join([name, *order]))) == text


@given(boards())
def test_a_turn_without_a_legal_point_is_refused(text: str) -> None:
    other = text[:-1] + {"b": "w", "w": "b"}[text[-1]]
    sentence = refused(engine.parse, other)
    if sentence:
        assert sentence.startswith(f"field turn={other[-1]}: every empty point is forbidden")
    else:
        state = engine.parse(other)
        assert state.over or state.moves()


FAULTS = [
    ("", "the position is empty"),
    ("chess", "unknown game 'chess'; expected one of"),
    ("rush-stones size", "'size' is not a field of the form name=value"),
    ("rush-stones =5", "'=5' is not a field"),
    ("rush-stones size=5 size=5", "field 'size' is given twice"),
    ("rush-stones colour=b", "rush-stones has no field 'colour'; its fields are size, board, turn"),
    ("rush-stones seat=1", "no field 'seat'"),
    ("rush-stones size=4", "size: expected an odd number from 3 to 19"),
    ("rush-stones size=1", "size: expected an odd number from 3 to 19"),
    ("rush-stones size=21", "size: expected an odd number from 3 to 19"),
    ("rush-stones size=", "size: expected an odd number from 3 to 19"),
    ("rush-stones size=٣", "size: expected an odd number from 3 to 19"),
    ("rush-stones size=5 board=5/5/5/5", "field board has 4 rows; size=5 needs 5"),
    ("rush-stones size=3 board=3/4/3", "field board, row 2 has 4 points; size=3 needs 3"),
    ("rush-stones size=3 board=3/1x1/3", "field board, row 2: expected b, w or a count of empty points, got 'x'"),
    ("rush-stones size=3 board=3/03/3", "field board, row 2: invalid count of empty points '03'"),
    ("rush-stones size=3 board=3/3/", "field board, row 1 has 0 points"),
    ("rush-stones board=3/3/3", "field board has 3 rows; size=19 needs 19"),
    ("rush-stones size=3 turn=black", "field turn: expected b or w, got 'black'"),
    ("rush-stones size=3 board=1b1/bbb/bbb turn=b", "every empty point is forbidden to b, so w is to move"),
    ("rush-stones " + 70000 * "x", "at most 65536 are read"),
]


@pytest.mark.parametrize(("text", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_a_bad_position_is_told_where_and_why(text: str, sentence: str) -> None:
    with pytest.raises(engine.DohyoError) as told:
        engine.parse(text)
    assert sentence in str(told.value)
    assert len(str(told.value)) < 250


@given(boards(), st.sampled_from(["size", "board", "turn"]), WORD)
@example("rush-stones size=3 board=3/3/3 turn=b", "size", "0" * 5000)
@example("rush-stones size=3 board=3/3/3 turn=b", "board", "9" * 5000)
def test_a_mangled_field_is_named(text: str, field: str, value: str) -> None:
    mangled = re.sub(rf"{field}=\S+", lambda _: f"{field}={value}", text)
    sentence = refused(engine.parse, mangled)
    assert not sentence or field in sentence


@given(boards(), st.data())
def test_mutated_positions_stay_inside_the_tree(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 6)))
        text = text[:start] + data.draw(st.text(max_size=4) | st.sampled_from(["/", "=", " ", "b", "9"])) + text[end:]
    if not refused(engine.parse, text):
        printed = str(engine.parse(text))
        assert str(engine.parse(printed)) == printed


@given(st.text())
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    refused(engine.parse, text)


@given(reached(), st.text(max_size=8) | st.from_regex(r"[a-t]-?[0-9]{1,3}", fullmatch=True))
def test_any_text_is_a_move_or_an_error(state: engine.State, text: str) -> None:
    before = str(state)
    sentence = refused(state.play, text)
    assert (text in state.moves()) == (not sentence)
    assert not sentence or sentence.startswith("move ")
    assert str(state) == before


@pytest.mark.parametrize(("move", "sentence"), [
    ("i1", "a move is a point from a1 to e5"),
    ("f1", "a move is a point from a1 to e5"),
    ("a6", "a move is a point from a1 to e5"),
    ("a01", "a move is a point from a1 to e5"),
    ("pass", "a move is a point from a1 to e5"),
    ("", "a move is a point from a1 to e5"),
    ("c3", "'c3' is not legal: a stone stands there"),
    ("b3", "'b3' is not legal: two or more of its neighbours are white and none is of the other colour"),
])
def test_a_bad_move_is_told_why(move: str, sentence: str) -> None:
    state = engine.parse("rush-stones size=5 board=5/5/2w2/1w3/5 turn=w")
    with pytest.raises(engine.MoveError) as told:
        state.play(move)
    assert sentence in str(told.value)


def test_a_seat_that_is_not_to_move_is_told_so() -> None:
    with pytest.raises(engine.MoveError, match="seat 2 is not to move"):
        engine.parse("rush-stones size=3").play("a1", 2)


def test_defaults_on_input_are_printed() -> None:
    assert str(engine.parse("rush-stones size=3")) == "rush-stones size=3 board=3/3/3 turn=b"
    assert str(engine.parse("rush-stones")).startswith("rush-stones size=19 board=19/19/")
