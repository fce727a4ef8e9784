"""The spellings of moves in both Club Fights: each that the naive model knows is read as its move, and no other is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from models.club_fight import CELLS, LINES, RANKS, ClubFight
from models.club_fight_coop import ClubFightCoop

from dohyo import engine

MODELS: dict[str, type[ClubFight] | type[ClubFightCoop]] = {"club-fight": ClubFight, "club-fight-coop": ClubFightCoop}

CARD = r"[A2-9TJQK][dsh]|[*.]"

#: Worked positions of docs/rules/club-fight.md: options and grid, hand, actions, moves.
COUNTS = [
    ("grid=7d7sAh/2d4sKh/*Qs9d", "7", 13, 11),
    ("grid=5d4h3s/2dAhKs/KhKd*", "7", 14, 14),
    ("grid=AdAhAs/2d2h2s/3d3h3s", "89TJ", 263, 263),
    ("grid=AdAhAs/2d2h2s/3d3h3s", "9", 71, 71),
    ("grid=Ad2d2h/3d3h3s/5d5s6d", "4", 93, 88),
    ("runmin=2 grid=Ad2d2h/3d3h3s/5d5s6d", "4", 88, 88),
    ("grid=8d.*/.../...", "8", 6, 3),
    ("grid=7d2dKd/KhKsQh/QsJhJs", "7", 11, 9),
    ("grid=Ad2s./.../...", "3", 6, 3),
    ("runmin=2 grid=Ad2s./.../...", "3", 5, 3),
]


def positions(game: str, options: dict[str, str]) -> Iterator[engine.State]:
    """Some positions of random games, each also with an empty deck and holes in the grid, where more effects are
    equal."""
    for number in range(5):
        chance, state = random.Random(f"{game} {number}"), engine.game(game).deal(number, **options)
        while not state.over:
            if chance.random() < 0.3:
                yield state
                yield thinned(state)
            moves = state.moves()
            state = state.play(max(chance.sample(moves, min(6, len(moves))), key=len))


def thinned(state: engine.State) -> engine.State:
    """The state with five cards of the grid and none of its deck; the others are cleared."""
    grid, rest = re.split(r" deck=\S+", re.sub(r" cleared=\S+", "", str(state)))
    rows = grid.split("grid=")[1].split("/")
    corners = [re.findall(CARD, row) for row in rows]
    thin = "/".join(f"{left}.{right}" if row % 2 == 0 else f".{middle}."
                    for row, (left, middle, right) in enumerate(corners))
    position = engine.parse(f"{grid.split('grid=')[0]}grid={thin} deck=-{rest}")
    assert isinstance(position, engine.State)
    return position


def texts(clubs: str) -> Iterator[str]:
    """Everything that could be a move of these clubs."""
    sets = ["".join(map(str, chosen)) for size in CELLS for chosen in combinations(CELLS, size)]
    for club in clubs:
        yield from (f"{club}:{kind}" for kind in ("match", "up", "down"))
        yield from (f"{club}:line:{line}" for line in LINES)
        yield from (f"{club}:any:{cell}" for cell in CELLS)
        yield from (f"{club}:{kind}:{cells}" for kind in ("sum", "run") for cells in sets)


def check_spellings(state: engine.State, others: Iterable[str]) -> None:
    """All the spellings of the model are read as their moves, and of the other texts none."""
    spellings = MODELS[state.game.id].from_text(str(state)).spellings()
    for spelling, move in spellings.items():
        code = state.code(spelling)
        assert code == state.code(move)
        assert state.text(code) == move
    for text in set(others) - set(spellings):
        with pytest.raises(engine.MoveError):
            state.code(text)


@pytest.mark.parametrize("options", [{}, {"jokers": "2"}, {"runmin": "2"}], ids=str)
@pytest.mark.parametrize("game", MODELS)
def test_the_spellings_of_random_positions_and_no_others_are_read(game: str, options: dict[str, str]) -> None:
    chance = random.Random(game)
    everything = [*texts(RANKS), *(f"give:{club}" for club in RANKS)]
    for state in positions(game, options):
        if not state.over:
            club = state.moves()[0].removeprefix("give:")[0]
            check_spellings(state, [*chance.sample(everything, 300), *chance.sample(list(texts(club)), 200)])


@pytest.mark.parametrize(("grid", "hand", "actions", "moves"), COUNTS)
def test_equal_effects_are_one_move(grid: str, hand: str, actions: int, moves: int) -> None:
    text = f"club-fight {grid} deck=- hand={hand} clubs=-"
    state, model = engine.parse(text), ClubFight.from_text(text)
    assert isinstance(state, engine.State)
    spellings = model.spellings()
    assert len(spellings) == actions
    assert len(set(spellings.values())) == moves
    assert sorted(state.moves()) == model.moves(1)
    check_spellings(state, texts("7"))
    for spelling, move in spellings.items():
        assert state.play(spelling) == state.play(move)


def test_the_view_of_the_issue_has_its_263_moves() -> None:
    view = engine.parse("club-fight grid=AdAhAs/2d2h2s/3d3h3s deck=?x31 hand=89TJ clubs=?x9")
    moves = view.moves()
    assert len(moves) == 263
    assert [sum(move.startswith(f"{club}:sum:") for move in moves) for club in "89TJ"] == [57, 62, 57, 51]
    assert sum(":any:" in move for move in moves) == 36


def test_cells_are_read_in_any_order_and_printed_ascending() -> None:
    state = engine.parse("club-fight grid=7d7sAh/2d4sKh/*Qs9d deck=- hand=7 clubs=-")
    assert state.text(state.code("7:sum:534")) == "7:sum:345"
    assert state.play("7:sum:543") == state.play("7:sum:345")


@pytest.mark.parametrize("text", [
    "", ":", "7", "7:", "7:match:", "7:match:1", "8:match", "match", "7:any", "7:any:", "7:any:0", "7:any:12",
    "7:any:x", "7:any:1 ", "7:any:1:2", "7:sum", "7:sum:", "7:sum:11", "7:sum:0", "7:sum:1x", "7:sum:1,1", "7:line",
    "7:line:", "7:line:r0", "7:line:r4", "7:line:d1", "7:line:1", "7:up:1", "7:run", "7:run:", "7:Match", "*:any:1",
    "?:any:1", "7d:any:1", "give:7",
])
def test_what_is_no_move_is_refused_in_a_sentence(text: str) -> None:
    state = engine.parse("club-fight grid=7d7sAh/2d4sKh/*Qs9d deck=- hand=7 clubs=-")
    with pytest.raises(engine.MoveError, match="move"):
        state.play(text)
