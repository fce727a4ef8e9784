"""The installed tests themselves: broken promises are found and told, and nothing but this package is needed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from dohyo import engine
from dohyo.testing import __main__ as program
from dohyo.testing import battery, information, lockstep

SUMO, CLUBS = engine.game("sumo"), engine.game("club-fight")


def broken(game: engine.Game, **members: Any) -> engine.Game:
    """The game with other members of its notation."""
    return replace(game, notation=replace(game.notation, **members))


@pytest.mark.parametrize(("game", "check", "message"), [
    (broken(SUMO, format_move=lambda *_: "K"), battery.check_moves, "two moves have one text"),
    (broken(SUMO, parse_move=lambda *_: 1), battery.check_moves, "a text is read as another move|is not legal"),
    (broken(CLUBS, decisions_left=lambda *_: 0.5), battery.check_views, "0.5 decisions left"),
    (broken(CLUBS, format=lambda buffer, seat: CLUBS.notation.format(buffer, seat).replace("jokers=1", "jokers=2")),
     battery.check_text, "more often|add up|printed again"),
])
def test_a_broken_promise_of_a_position_is_found(
    game: engine.Game, check: Callable[[engine.State], None], message: str
) -> None:
    with pytest.raises((AssertionError, engine.DohyoError), match=message):
        check(game.deal(1))


@pytest.mark.parametrize(("game", "check", "message"), [
    (broken(SUMO, draw=lambda *_: "a ring"), battery.check_drawing, "is drawn as the position after a move"),
    (broken(SUMO, draw=lambda *_: "a ring "), battery.check_drawing, "blanks at line ends"),
    (replace(SUMO, chance=False), battery.check_deals, "chance is False"),
    (replace(SUMO, title=""), battery.check_description, "has no title"),
    (engine.game("rush-cards"), battery.check_random_moves, "chi-square"),
])
def test_a_broken_promise_of_a_game_is_found(
    game: engine.Game, check: Callable[[engine.Game], None], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        check(game)


def test_bounds_that_do_not_hold_are_found() -> None:
    end, other = (engine.parse(f"rush-stones size=3 board={board}") for board in ("bbb/bbb/www", "www/www/bbb"))
    assert isinstance(end, engine.State)
    assert isinstance(other, engine.State)
    with pytest.raises(AssertionError, match="was promised"):
        battery.check_bounds(end, other)


def test_a_world_that_looks_otherwise_is_found() -> None:
    state = SUMO.deal(1)
    with pytest.raises(AssertionError, match="is seen as"):
        information.check_world(state.view(1), state, SUMO.deal(2))


def test_lockstep_tells_where_a_model_differs() -> None:
    class Late(lockstep.Reference):
        """Believes that every game goes on."""

        def returns(self) -> None:
            return None

    with pytest.raises(AssertionError, match="in the model None") as told:
        lockstep.play_in_step(CLUBS.deal(1), Late, "a seed")
    assert "a seed: after" in told.value.__notes__[0]
    assert lockstep.play_in_step(CLUBS.deal(1), lockstep.Reference, "a seed") > 0


def test_the_program_prints_a_line_a_check() -> None:
    done = CliRunner().invoke(program.main, ["club-fight", "--seeds", "1", "--weighted"])
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert {line.split()[0] for line in lines} == {"ok"}
    assert {"ok     drawing", "ok     positions runmin=2", "ok     information"} <= set(lines)


def test_the_program_tells_what_is_broken() -> None:
    done = CliRunner().invoke(program.main, ["rush-cards", "--seeds", "1"])
    assert done.exit_code == 1
    failed = [line for line in done.output.splitlines() if line.startswith("FAILED")]
    assert len(failed) == 1
    assert failed[0].startswith("FAILED random moves: chi-square")


@pytest.mark.parametrize(("name", "message"), [
    ("chess", "unknown game 'chess'"),
    ("no.such.module:GAME", "cannot import no.such.module:GAME"),
    ("dohyo.engine.games.sumo.game:NOTHING", "cannot import"),
    ("dohyo.engine.games.sumo.ring:NAMES", "to be a Game, got tuple"),
])
def test_a_game_that_cannot_be_found_is_refused(name: str, message: str) -> None:
    with pytest.raises(engine.UsageError, match=message):
        program.find(name)


def test_a_game_may_come_from_any_module() -> None:
    assert program.find("dohyo.engine.games.sumo.game:GAME") is SUMO


def test_no_test_runner_is_needed() -> None:
    code = ("import sys; sys.modules.update(pytest=None, hypothesis=None)\n"
            "from dohyo import engine, testing\n"
            "from dohyo.testing import battery, chisquare, information, lockstep, playthrough\n"
            "battery.check_moves(engine.game('sumo').deal(1))\n"
            "print(sorted({name.split('.')[1] for name in sys.modules if name.startswith('dohyo.')}))\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "['cext', 'engine', 'testing']\n"
