"""The features of `evaluate` in rush-cards, in positions where a player can count them, and what the evaluation makes
of them."""

from __future__ import annotations

import pytest

from dohyo import engine
from dohyo.cext import sumo
from dohyo.cext.rush_cards import KERNEL
from dohyo.cext.rush_cards.values import NAMES, WEIGHTS, decided, features
from dohyo.cext.streams import Random

EMPTY = ".,.,.,.,."


def position(rows: dict[int, str], hand1: str, hand2: str, **fields: str) -> str:
    """A state: the rows that are not empty, by number; the cards not named are discarded."""
    board = "/".join(rows.get(row, EMPTY) for row in range(6, 0, -1))
    fields = {"deck1": "-", "deck2": "-"} | fields
    words = [f"{name}={value}" for name, value in fields.items()]
    return " ".join(["rush-cards", f"board={board}", f"hand1={hand1}", f"hand2={hand2}", *words])


#: Positions with seat 1 on move, and all features that are not 0.
COUNTED = [
    # A king ahead of which no enemy unit as high stands, nor could be placed: clear and open. So is the queen that has
    # passed it; the king could remove it now, but not after its step. The 9 that nothing is ahead of is not
    # open, for there is a 9 in the hand.
    (position({5: ".,.,.,v9,.", 3: "^K,.,.,.,.", 2: "vQ,.,.,.,."}, "9", "9"),
     {"units3": 1, "count3": 13, "clear3": 1, "open3": 1, "units2": -1, "count2": -9, "clear2": -1, "units5": -1,
      "count5": -12, "clear5": -1, "open5": -1, "hanging": -1, "hanging_guard": -12, "run": -1, "on_move": 1}),
    # An ace in the other hand, or as high a pair in the other chamber, and it is not open.
    (position({3: "^K,.,.,.,."}, "9", "A", turn="2"),
     {"units3": 1, "count3": 13, "clear3": 1, "cards_count": -5, "on_move": -1}),
    (position({3: "^K,.,.,.,."}, "9", "9", chamber2="67"),
     {"units3": 1, "count3": 13, "clear3": 1, "chamber": -13, "on_move": 1}),
    # A pair guards by its top card: beside an 8 it is loose, and not clear. It counts 17, so the 8 is no better off.
    (position({4: ".,.,v8,.,.", 3: ".,.,^T7,.,."}, "9", "9"),
     {"count3": 9, "loose": 1, "loose_guard": 7, "hanging": -1, "hanging_guard": -8, "on_move": 1}),
    # A step onto the far row that seat 2 threatens, where seat 1 could remove nothing.
    (position({2: "v3,.,.,.,."}, "99", "99"),
     {"units5": -1, "count5": -3, "clear5": -1, "run": -1, "on_move": 1}),
    # Cards that may be part of a pair, but for one; a deck, and an empty one.
    (position({}, "A9QK", "JQK", deck1="555"),
     {"cards": 1, "cards_count": 14 + 9 + 12 + 13 - 11 - 12 - 13, "fusable": 1, "deck": 3, "empty": -1, "on_move": 1}),
]


@pytest.mark.parametrize(("text", "expected"), COUNTED)
def test_features_are_those_a_player_counts(text: str, expected: dict[str, int]) -> None:
    found = dict(zip(NAMES, features(engine.parse(text).buffer), strict=True))
    assert {name: value for name, value in found.items() if value} == expected


def test_evaluate_is_the_features_times_their_weights_where_nothing_is_decided() -> None:
    stream, compared, settled = Random(1), 0, 0
    for seed in range(20):
        buffer = KERNEL.deal([0, 0, 0, 0, 1000, 200], seed)
        while buffer.to_move:
            value = sum(weight * found for weight, found in zip(WEIGHTS, features(buffer), strict=True))
            if decided(buffer):
                assert abs(buffer.evaluate(0) - value) == 8000
                settled += 1
            else:
                assert buffer.evaluate(0) == value
                compared += 1
            seat, = buffer.to_move
            buffer.play(seat, buffer.policy_move(seat, stream))
        assert decided(buffer)
    assert compared > 1000
    assert settled >= 20


def test_features_of_another_game_are_refused() -> None:
    for ask in (features, decided):
        with pytest.raises(ValueError, match="not of sumo"):
            ask(sumo.KERNEL.deal([0, 0, 0, 0, 200], 1))
