"""Runs `dohyo` in this process, as a shell would."""

from __future__ import annotations

from click.testing import CliRunner, Result

from dohyo.tournaments.cli import main


def dohyo(*arguments: str, given: str | bytes = "", code: int | None = 0) -> Result:
    """The result of a command; `.stdout` and `.stderr` are apart. given: standard input; code: what it exits with, None
    for anything."""
    result = CliRunner().invoke(main, arguments, input=given, prog_name="dohyo")
    assert code is None or result.exit_code == code, result.output
    return result


def refusal(*arguments: str, given: str | bytes = "") -> str:
    """The one sentence with which a command refuses bad input."""
    result = dohyo(*arguments, given=given, code=2)
    assert result.stdout == ""
    line, = result.stderr.splitlines()
    assert line.startswith("dohyo: ")
    return line.removeprefix("dohyo: ")
