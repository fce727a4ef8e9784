"""The kernel of rush-stones in step with the naive model over random games."""

import random

import pytest
from models.rush_stones import RushStones, other

from dohyo import engine
from dohyo.cext.rush_stones import KERNEL

#: size: games
GAMES = {3: 1200, 5: 600, 7: 200, 9: 60, 13: 3, 19: 2}
WIN = 1_000_000


def play_in_step(size: int, seed: int) -> RushStones:
    """Play one random game with both and compare them at every ply; the model at the end."""
    chance = random.Random(f"{size} {seed}")
    model, state = RushStones(size), engine.game("rush-stones").deal(size=size)
    promised = []
    while not model.over:
        assert state.to_move == ({"b": 1, "w": 2}[model.turn],)
        legal = model.moves()
        assert state.moves() == legal
        assert [state.code(move) for move in legal] == sorted(state.buffer.moves(state.to_move[0] - 1))
        promised.append((state.buffer.result_bounds(), state.buffer.value_bounds(0), state.buffer.value_bounds(1)))
        move = chance.choice(legal)
        mover = model.turn
        extra = model.play(move)
        state = state.play(move)
        assert state.buffer.check() == 0
        # A stone that earns no extra turn always passes the turn on; one that does only where it is forfeited.
        assert extra or model.turn == other(mover)
    assert state.over
    assert state.moves() == []
    assert str(state) == model.text()
    assert state.returns == ((1, 0) if model.margin > 0 else (0, 1))
    ends = [model.margin + (WIN if model.margin > 0 else -WIN)]
    ends.append(-ends[0])
    assert [state.buffer.evaluate(seat) for seat in (0, 1)] == ends
    for (low, high), *margins in promised:
        assert low <= (model.margin > 0) <= high
        for end, (least, most) in zip(ends, margins, strict=True):
            assert least <= end <= most
    return model


@pytest.mark.parametrize("size", GAMES)
def test_kernel_follows_the_rules(size: int) -> None:
    for seed in range(GAMES[size]):
        play_in_step(size, seed)


@pytest.mark.parametrize("size", [3, 5])
def test_every_board_of_a_game_is_text(size: int) -> None:
    chance = random.Random(size)
    model, state = RushStones(size), engine.game("rush-stones").deal(size=size)
    while not model.over:
        assert str(state) == model.text()
        move = chance.choice(model.moves())
        model.play(move)
        state = state.play(move)


def test_forfeited_extra_turns_are_as_frequent_as_expected() -> None:
    """docs/rules/rush-stones.md, T5: 0.30, 0.64 and 0.85 in a random game."""
    for size, games, expected in ((3, 1000, 0.30), (5, 400, 0.64), (9, 60, 0.85)):
        chance = random.Random(size)
        counts = []
        for _ in range(games):
            model = RushStones(size)
            while not model.over:
                model.play(chance.choice(model.moves()))
            counts.append(model.forfeits)
        mean = sum(counts) / games
        error = (sum((count - mean) ** 2 for count in counts) / games / games) ** 0.5
        assert abs(mean - expected) < 4 * error + 0.01


def test_bounds_close_when_the_open_points_cannot_change_the_winner() -> None:
    state = engine.parse("rush-stones size=3 board=bbb/bb1/1ww turn=w")
    assert state.buffer.result_bounds() == (1, 1)
    state = engine.parse("rush-stones size=3 board=www/ww1/1bb turn=b")
    assert state.buffer.result_bounds() == (0, 0)


def test_no_point_of_any_3x3_board_is_forbidden_to_both() -> None:
    """docs/rules/rush-stones.md, T1, on all 3^9 boards; and on each the kernel forbids what the model forbids."""
    buffer = KERNEL.deal([3], 0)
    codes = buffer.moves(0)
    record, model = buffer.record, RushStones(3)
    places = list(model.points())
    for number in range(3**9):
        stones = [number // 3**place % 3 for place in range(9)]
        model.board = {point: "_bw"[stone] for point, stone in zip(places, stones, strict=True) if stone}
        for code, stone in zip(codes, stones, strict=True):
            record["point"][0, code] = (0, 1, 8)[stone]
        allowed = []
        for turn, colour in enumerate("bw"):
            record["turn"] = turn
            buffer.refresh()
            found = [buffer.legal(turn, code) for code in codes]
            assert found == [model.is_legal(point, colour) for point in places]
            allowed.append(found)
        assert all(stone or black or white for stone, black, white in zip(stones, *allowed, strict=True))
