"""What a game must give when it is made: required members of its notation, and parts that fit each other."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from dohyo import engine
from dohyo.engine.notation import DECISIONS_LEFT, Notation

REQUIRED = ("fields", "parse", "format", "format_move", "parse_move", "explain", "draw", "seat_names")
OPTIONAL = ("turn_up", "suppose", "reason", "decisions_left", "cut_short")


def given(game: engine.Game, *left_out: str) -> dict[str, object]:
    """The members of a game's notation but for some."""
    return {name: getattr(game.notation, name) for name in (*REQUIRED, *OPTIONAL) if name not in left_out}


def test_every_member_is_required_or_optional() -> None:
    assert tuple(member.name for member in fields(Notation)) == (*REQUIRED, *OPTIONAL)


@pytest.mark.parametrize("name", REQUIRED)
def test_a_required_member_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=f"missing 1 required keyword-only argument: '{name}'"):
        Notation(**given(engine.game("sumo"), name))


@pytest.mark.parametrize(("game", "name"), [("sumo", "turn_up"), ("sumo", "suppose"), ("fifteen-rush", "turn_up")])
def test_a_game_that_hides_something_must_follow_a_table(game: str, name: str) -> None:
    found = engine.game(game)
    with pytest.raises(engine.UsageError, match=f"^game '{game}', notation: expected {name} for a game of"):
        replace(found, notation=Notation(**given(found, name)))


def test_optional_members_have_defaults() -> None:
    found = engine.game("rush-stones")
    plain = replace(found, notation=Notation(**given(found, *OPTIONAL)))
    start = plain.deal(size=3)
    assert start.reason("a1") == ""
    assert start.view().decisions_left == DECISIONS_LEFT
    assert not plain.draws
    assert replace(plain, drawn=True).draws
    with pytest.raises(engine.MoveError, match="--reveal deck: this move turns up nothing"):
        start.view().play("a1", None, {"deck": "7"})


@pytest.mark.parametrize(("change", "message"), [
    ({"id": "sumo-2"}, "id: expected sumo as in its kernel, got sumo-2"),
    ({"seats": 1}, "seats: expected 2 as in its kernel, got 1"),
    ({"hidden": False}, "hidden: expected True as in its kernel, got False"),
])
def test_parts_must_fit_the_kernel(change: dict[str, object], message: str) -> None:
    with pytest.raises(engine.UsageError, match=message):
        replace(engine.game("sumo"), **change)


def test_a_seat_without_a_name_is_refused() -> None:
    found = engine.game("sumo")
    with pytest.raises(engine.UsageError, match="expected seat_names for a game of 2 seats"):
        replace(found, notation=replace(found.notation, seat_names=("East",)))


def test_a_game_reads_its_own_positions_only() -> None:
    with pytest.raises(engine.UsageError, match="position of 'sumo': expected rush-stones"):
        engine.game("rush-stones").parse("sumo jokers=0")
