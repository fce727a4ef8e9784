"""Counts of move sequences against published and independently computed ones (tests/data/perft_*.txt)."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import Any

import pytest
from models.rush_stones import RushStones
from places import DATA

from dohyo import engine
from dohyo.engine.perft import divide


def rows() -> list[tuple[str, int, int]]:
    """(position, depth, count)"""
    lines = [line for path in sorted(DATA.glob("perft_*.txt")) for line in path.read_text().splitlines()]
    tables = [line.split(" : ") for line in lines if not line.startswith("#")]
    return [
        (position, depth, int(count))
        for position, counts in tables
        for depth, count in enumerate(counts.split(), start=1)
    ]


@pytest.mark.parametrize(("position", "depth", "count"), rows())
def test_perft(position: str, depth: int, count: int) -> None:
    assert engine.perft(engine.parse(position), depth) == count


def test_a_whole_game_and_no_more() -> None:
    start = engine.parse("rush-stones size=3")
    assert engine.perft(start, 0) == 1
    assert engine.perft(start, 10) == 0


def test_divide_counts_by_first_move() -> None:
    start = engine.parse("rush-stones size=5 board=5/5/2w2/1w3/5 turn=w")
    counts = divide(start, 3)
    assert list(counts) == start.moves()
    assert sum(counts.values()) == engine.perft(start, 3)
    assert all(engine.perft(start.play(move), 2) == count for move, count in counts.items())


@pytest.mark.parametrize("depth", [-1, 65, 10**30])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(engine.UsageError, match=rf"^DEPTH: expected .*, got {depth}$"):
        engine.perft(engine.parse("rush-stones size=3"), depth)


def test_nothing_follows_a_finished_game() -> None:
    end = engine.parse("rush-stones size=3 board=bbb/bbb/www")
    assert divide(end, 1) == {}
    assert engine.perft(end, 1) == 0
    assert engine.perft(end, 0) == 1


def test_a_view_with_unknown_cards_is_refused() -> None:
    for game in engine.games():
        view = game.deal(1).view()
        if game.hidden:
            with pytest.raises(engine.UsageError, match=f"the view of seat {view.seat} does not know what turns up"):
                engine.perft(view, 1)
        else:
            assert engine.perft(view, 1) == len(view.moves())


def count_in_model(moves: list[str], size: int, depth: int) -> int:
    model = RushStones(size)
    for move in moves:
        model.play(move)
    if depth == 0 or model.over:
        return int(depth == 0)
    return sum(count_in_model([*moves, move], size, depth - 1) for move in model.moves())


def test_the_model_counts_the_same() -> None:
    assert count_in_model([], 3, 4) == 3024


DEALT = [(position, depth, count) for position, depth, count in rows() if engine.parse(position).game.chance]


def count_in_card_model(model: Any, depth: int) -> int:
    seats = model.to_move()
    if depth == 0 or not seats:
        return int(depth == 0)
    moves = model.moves(seats[0])
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(model)
        after.play(seats[0], move)
        total += count_in_card_model(after, depth - 1)
    return total


@pytest.mark.parametrize(("position", "depth", "count"), [row for row in DEALT if row[2] < 400])
def test_the_models_of_the_other_games_count_the_same(position: str, depth: int, count: int) -> None:
    name = engine.parse(position).game.id.replace("-", "_")
    model = getattr(import_module(f"models.{name}"), name.title().replace("_", ""))
    assert count_in_card_model(model.from_text(position), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("position", "depth", "count"), [row for row in DEALT if row[2] >= 400])
def test_the_models_count_the_same_deeper(position: str, depth: int, count: int) -> None:
    test_the_models_of_the_other_games_count_the_same(position, depth, count)
