"""A game at the terminal, typed through a pipe, and the table behind it."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from places import CHECK

from dohyo import engine
from dohyo.engine import DohyoError, GameRecord, Ply, UsageError
from dohyo.protocol import EngineFault
from dohyo.protocol.console.command import play
from dohyo.protocol.console.play import ConsoleGame, nodes_of

MOCK = f"{sys.executable} {CHECK / 'mock_engine.py'}"


def table(*moves: str, person: int = 1) -> ConsoleGame:
    table = ConsoleGame(engine.game("rush-stones").deal(size=3), person)
    for move in moves:
        assert table.seat is not None
        table.play(Ply(table.seat, move))
    return table


def typed(*lines: str, arguments: str = "--set size=3", opponent: str = "greedy") -> str:
    """The output of a game in which these lines are typed."""
    command = ["rush-stones", *arguments.split(), "--engine", opponent]
    result = CliRunner().invoke(play, command, input="\n".join(lines))
    if result.exception is not None:
        raise result.exception
    return result.output


def test_undo_goes_back_to_the_person_s_own_decision() -> None:
    game = table("b2", "a1", "a3", "c3")
    assert game.undo().move == "a3"
    assert str(game.state) == str(table("b2", "a1").state)
    assert game.undo().move == "b2"
    with pytest.raises(UsageError, match="no move of yours"):
        game.undo()


def test_extra_turns_are_taken_back_one_by_one() -> None:
    game = table("a2", "c2", "a1", "c3", "a3", "b3")
    assert game.seat == 2
    game.play(Ply(2, "b1"))
    game.play(Ply(1, "c1"))
    assert game.seat == 1
    game.play(Ply(1, "b2"))
    assert game.over
    assert game.ending() == "You win."
    assert game.undo().move == "b2"
    assert game.undo().move == "c1"
    assert game.seat == 1


def test_position_for_an_engine() -> None:
    assert table().position_for(1) == "fen rush-stones size=3 board=3/3/3 turn=b"
    assert table("b2", "a1").position_for(2) == "fen rush-stones size=3 board=3/3/3 turn=b moves b2 a1"


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table("b2", "a1", person=2).save(path, "greedy")
    loaded = ConsoleGame.load(path)
    assert (loaded.person, [ply.move for ply in loaded.plies]) == (2, ["b2", "a1"])
    assert str(loaded.state) == str(table("b2", "a1").state)
    record = GameRecord.from_json(json.loads(path.read_text()))
    assert (record.players, record.returns) == (("greedy", "you"), ())


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"start": "rush-stones size=4"}'])
def test_load_refuses_what_is_no_game(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(DohyoError):
        ConsoleGame.load(path)


def test_levels() -> None:
    assert [nodes_of(level) for level in (1, 2, 10)] == [25, 75, 492075]


def test_whole_game() -> None:
    """The first legal move, again and again, until someone has won."""
    output = typed("moves", *[f"{column}{row}" for row in (1, 2, 3) for column in "abc"] * 9)
    assert "a1 b1 c1 a2 b2 c2 a3 b3 c3" in output
    assert output.splitlines()[-1] in ("You win.", "You lose.")


def test_commands_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    output = typed("help", "hint", "b2", "undo", "c3", f"save {path}", "save", "zz", "c3", "", "resign")
    assert "hint        the move that the engine would play" in output
    assert re.search(r"would play \w+ \(\d+ % to win\): [a-z]", output)
    assert "b2 is taken back" in output
    assert f"saved to {path}" in output
    assert "save: expected the name of a file." in output
    assert "move 'zz': a move is a point from a1 to c3." in output
    assert "move 'c3' is not legal: a stone stands there." in output
    assert output.splitlines()[-1] == "You resigned."
    again = typed("moves", f"load {path}", "quit", arguments=f"--load {path}")
    moves = again.splitlines()[next(i for i, line in enumerate(again.splitlines()) if line.endswith(": moves")) + 1]
    assert len(moves.split()) == 7
    assert "c3" not in moves


def test_engine_moves_first_when_asked() -> None:
    output = typed("quit", arguments="--set size=3 --seat 2 --time 0.05")
    assert output.index("Black (Dohyo") < output.index("White to move")


def test_end_of_input_leaves() -> None:
    assert typed().endswith("Black to move, `help` for help: \n")


def test_foreign_engines() -> None:
    assert "White (mock) plays a1 (70 % to win)" in typed("b2", "quit", opponent=f"{MOCK} none")
    with pytest.raises(DohyoError, match="mock played an illegal move: move 'z99'"):
        typed("b2", opponent=f"{MOCK} illegal")
    with pytest.raises(EngineFault, match="mock ended with code 3"):
        typed("b2", opponent=f"{MOCK} crash-go")


def test_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no seat 3"):
        typed(arguments="--seat 3")
    with pytest.raises(UsageError, match="'size' is not of the form name=value"):
        typed(arguments="--set size")
    with pytest.raises(UsageError, match="cannot be read"):
        typed(arguments=f"--load {tmp_path}/none.json")
