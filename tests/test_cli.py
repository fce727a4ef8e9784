"""The command line as a whole: what it offers, how it fails, and that it imports a layer only when it is used."""

from __future__ import annotations

import os
import subprocess
import sys

import click
import pytest
from command import dohyo

from dohyo.tournaments import cli

PROGRAM = [sys.executable, "-m", "dohyo.tournaments.cli"]
#: What no command may wait for longer; only a hang gets there.
PATIENCE = 60


def test_help_lists_every_command() -> None:
    text = dohyo("--help").stdout
    assert all(name in text for name in cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_is_there_and_explains_itself(name: str) -> None:
    command = cli.main.get_command(click.Context(cli.main), name)
    assert command is not None
    assert command.name == name
    assert dohyo(name, "--help").stdout.startswith(f"Usage: dohyo {name}")


def test_the_overview_imports_no_layer() -> None:
    code = (
        "import sys\n"
        "from dohyo.tournaments.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith(('dohyo.search', 'dohyo.protocol', 'numpy'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    assert dohyo("--version").stdout.startswith("dohyo ")


@pytest.mark.parametrize("arguments", [["nothing"], ["show"], ["show", "--wrong"], ["deal", "x", "--seed", "-1"]])
def test_wrong_usage_exits_2(arguments: list[str]) -> None:
    assert "Error: " in dohyo(*arguments, code=2).stderr


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make `dohyo games` fail."""
    @click.command()
    def games() -> None:
        raise error

    monkeypatch.setattr(cli.main, "get_command", lambda ctx, name: games)


def test_a_fault_of_this_program_exits_1_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOHYO_TRACEBACK", raising=False)
    failing(monkeypatch, KeyError("x"))
    assert dohyo("games", code=1).stderr == (
        "dohyo: internal error, please report it: KeyError: 'x'\n"
    )


def test_a_fault_of_the_system_exits_1_and_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, FileNotFoundError(2, "No such file or directory", "games.db"))
    assert dohyo("games", code=1).stderr == "dohyo: games.db: No such file or directory\n"


def test_an_interrupt_exits_130_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    assert dohyo("games", code=130).output == ""


def test_a_closed_pipe_is_quiet() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([*PROGRAM, "games"], stdout=write_end, stderr=subprocess.PIPE, text=True, check=False,
                          timeout=PATIENCE)
    os.close(write_end)
    assert done.stderr == ""
    assert done.returncode == 1


def test_runs_as_a_module() -> None:
    done = subprocess.run([*PROGRAM, "show", "rush-stones size=4"], capture_output=True, text=True, check=False,
                          timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dohyo: size: expected an odd number from 3 to 19, got '4'\n"
