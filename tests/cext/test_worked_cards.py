"""The worked positions of the card games, read from tables: `tests/data/<game>_positions.txt`.

A paragraph of a table is a title (with its source), a position and any number of checks, each on one line and each of
the position as it stands. Both the engine and the naive model must pass them, so that a wrong row is noticed.

legal M…              exactly these moves, in any order, of the seat to move; of seat 2 where two are: legal @2 M…
includes M…           these are legal, among others                (@2 as above)
excludes M…           these are not                                (@2 as above)
count N               so many moves are legal                      (@2 as above)
to_move SEAT…         these seats decide now
over RETURN…          the game is over, with one return a seat
prints FIELD=VALUE…   fields of the position; FIELD= is a field that is not printed
sees SEAT FIELD=VALUE…   fields of the view of a seat
after M… : CHECK      a check of the position after these moves; where both seats choose, seat 1's move comes first;
                      a check that starts with FIELD=VALUE is `prints`
"""

from __future__ import annotations

import re

import pytest
from models.table import MODELS
from places import DATA

from dohyo import engine
from dohyo.testing.lockstep import Model, Reference


def cases(game: str) -> list[tuple[str, str, list[list[str]]]]:
    """(title, position, checks) of a game's table; a check is its words."""
    text = (DATA / f"{game.replace('-', '_')}_positions.txt").read_text()
    found = []
    for paragraph in re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip().split("\n\n"):
        title, position, *checks = paragraph.splitlines()
        assert checks, f"{title} checks nothing"
        assert position.startswith("position "), title
        found.append((title, position.removeprefix("position "), [check.split() for check in checks]))
    return found


PLAYERS: list[tuple[str, str, type[Model]]] = [
    *((game, "model", model) for game, model in MODELS.items()),
    *((game.id, "engine", Reference) for game in engine.games() if game.id in MODELS),
]
CASES = [
    pytest.param(player, position, checks, id=f"{game} {name}: {title}")
    for game, name, player in PLAYERS
    for title, position, checks in cases(game)
]


@pytest.mark.parametrize(("player", "position", "checks"), CASES)
def test_worked_position(player: type[Model], position: str, checks: list[list[str]]) -> None:
    for check in checks:
        run(player.from_text(position), check)


def run(model: Model, check: list[str]) -> None:
    verb, *words = check
    if "=" in verb:
        verb, words = "prints", check
    try:
        CHECKS[verb](model, words)
    except AssertionError as error:
        error.add_note(f"in the check: {' '.join(check)}")
        raise


def asked(model: Model, words: list[str]) -> tuple[set[str], list[str]]:
    """The legal moves that are asked about, and the words without the seat."""
    seat = model.to_move()[0]
    if words and words[0].startswith("@"):
        seat, words = int(words[0].removeprefix("@")), words[1:]
    moves = model.moves(seat)
    assert len(set(moves)) == len(moves)
    return set(moves), words


def check_legal(model: Model, words: list[str]) -> None:
    moves, named = asked(model, words)
    assert moves == set(named)


def check_includes(model: Model, words: list[str]) -> None:
    moves, named = asked(model, words)
    assert moves >= set(named)


def check_excludes(model: Model, words: list[str]) -> None:
    moves, named = asked(model, words)
    assert not moves & set(named)


def check_count(model: Model, words: list[str]) -> None:
    moves, (number,) = asked(model, words)
    assert len(moves) == int(number)


def check_to_move(model: Model, words: list[str]) -> None:
    assert model.to_move() == tuple(map(int, words))


def check_over(model: Model, words: list[str]) -> None:
    assert model.to_move() == ()
    assert model.returns() == tuple(map(float, words))


def check_fields(text: str, words: list[str]) -> None:
    printed = dict(word.split("=", 1) for word in text.split()[1:])
    assert {word: printed.get(word.split("=", 1)[0], "") for word in words} == {
        word: word.split("=", 1)[1] for word in words
    }


def check_prints(model: Model, words: list[str]) -> None:
    check_fields(model.text(), words)


def check_sees(model: Model, words: list[str]) -> None:
    check_fields(model.view(int(words[0])), words[1:])


def check_after(model: Model, words: list[str]) -> None:
    colon = words.index(":")
    for move in words[:colon]:
        seat = model.to_move()[0]
        assert move in model.moves(seat)
        model.play(seat, move)
    run(model, words[colon + 1:])


CHECKS = {
    "legal": check_legal,
    "includes": check_includes,
    "excludes": check_excludes,
    "count": check_count,
    "to_move": check_to_move,
    "over": check_over,
    "prints": check_prints,
    "sees": check_sees,
    "after": check_after,
}
