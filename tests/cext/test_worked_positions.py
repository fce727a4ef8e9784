"""The worked positions of the rules, read from a table (tests/data/rush_stones_positions.txt says how)."""

from __future__ import annotations

import re

import places
import pytest
from models.rush_stones import RushStones, name

from dohyo import engine

DATA = places.DATA / "rush_stones_positions.txt"


def cases() -> list[tuple[str, str, list[list[str]]]]:
    """(title, position, checks): each check is a word of the table and what follows it."""
    text = re.sub(r"^#.*\n", "", DATA.read_text(), flags=re.MULTILINE)
    found = []
    for paragraph in text.strip().split("\n\n"):
        title, position, *checks = paragraph.splitlines()
        found.append((title, position.removeprefix("position "), [check.split() for check in checks]))
    return found


@pytest.mark.parametrize(("title", "position", "checks"), cases(), ids=[case[0] for case in cases()])
def test_worked_position(title: str, position: str, checks: list[list[str]]) -> None:
    for verb, *words in checks:
        if verb == "error":
            with pytest.raises(engine.OptionError, match=" ".join(words)):
                engine.parse(position)
        else:
            CHECKS[verb](engine.parse(position), words)


def check_legal(state: engine.Position, moves: list[str]) -> None:
    assert state.moves() == moves


def check_forbidden(state: engine.Position, points: list[str]) -> None:
    assert set(empty_points(state)) - set(state.moves()) == set(points)


def check_includes(state: engine.Position, moves: list[str]) -> None:
    assert set(moves) <= set(state.moves())


def check_excludes(state: engine.Position, moves: list[str]) -> None:
    for move in moves:
        with pytest.raises(engine.MoveError, match=r"two or more of its neighbours are (black|white) and none is"):
            state.play(move)


def check_after(state: engine.Position, words: list[str]) -> None:
    after = state.play(words[0])
    assert after.to_move == {"b": (1,), "w": (2,), "over": ()}[words[1]]
    if len(words) > 2:
        assert len(after.moves()) == int(words[2])


def check_game(state: engine.Position, words: list[str]) -> None:
    *moves, black, white = words
    for move, following in zip(moves, [*moves[1:], None], strict=True):
        assert state.to_move == ({"B": 1, "W": 2}[move[0]],)
        state = state.play(move[1:].rstrip("+"))
        if following and not move.endswith("+"):
            assert following[0] != move[0]
    assert state.returns == (int(black), int(white))


CHECKS = {
    "legal": check_legal,
    "forbidden": check_forbidden,
    "includes": check_includes,
    "excludes": check_excludes,
    "after": check_after,
    "game": check_game,
}


def empty_points(state: engine.Position) -> list[str]:
    """The empty points, read from the position text."""
    rows = re.search(r"board=(\S+)", str(state))
    assert rows is not None
    found = []
    for number, row in enumerate(reversed(rows[1].split("/")), start=1):
        spread = re.sub(r"\d+", lambda run: "." * int(run[0]), row)
        found += [name((number, column)) for column, symbol in enumerate(spread, start=1) if symbol == "."]
    return found


def test_game_of_the_table_earns_the_extra_turns_it_says() -> None:
    """Rule example 9, in the model: + exactly where `play` says so."""
    line = next(words for _, _, checks in cases() for verb, *words in checks if verb == "game")
    model = RushStones(3)
    for move in line[:-2]:
        assert model.turn == move[0].lower()
        assert model.play(move[1:].rstrip("+")) == move.endswith("+")
    assert model.margin == 1
