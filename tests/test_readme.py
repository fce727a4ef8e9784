"""The sessions of README.md, run as they stand (see `pages`)."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from pages import ROOT, blocks, pattern, printed, sessions

README = (ROOT / "README.md").read_text()


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bin")


@pytest.mark.parametrize(("command", "expected"), sessions(README), ids=[command for command, _ in sessions(README)])
def test_session(command: str, expected: str, tools: Path, tmp_path: Path) -> None:
    output = printed(command, tmp_path, tools)
    assert pattern(expected).fullmatch(output), output


@pytest.mark.parametrize("block", blocks(README, "pycon"))
def test_python(block: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_there_is_something_to_run() -> None:
    assert len(sessions(README)) > 5
    assert blocks(README, "pycon")


def test_the_table_names_every_command() -> None:
    from dohyo.tournaments.cli import COMMANDS

    assert set(re.findall(r"^\| `dohyo ([\w-]+)", README, re.MULTILINE)) == set(COMMANDS)
