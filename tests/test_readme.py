"""The sessions of README.md and of the pages that have no test of their own, run as they stand (see `pages`)."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from pages import ROOT, blocks, pattern, printed, sessions

PAGES = {name: (ROOT / name).read_text() for name in ("README.md", "docs/commands.md", "docs/python.md")}
SESSIONS = [(name, *session) for name, page in PAGES.items() for session in sessions(page)]
DOCTESTS = [(name, block) for name, page in PAGES.items() for block in blocks(page, "pycon")]
#: Lines that the page on the front of the house may have.
LONGEST_README = 120


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bin")


@pytest.mark.parametrize(("page", "command", "expected"), SESSIONS,
                         ids=[f"{page}: {command}" for page, command, _ in SESSIONS])
def test_session(page: str, command: str, expected: str, tools: Path, tmp_path: Path) -> None:
    output = printed(command, tmp_path, tools)
    assert pattern(expected).fullmatch(output), output


@pytest.mark.parametrize(("page", "block"), DOCTESTS)
def test_python(page: str, block: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
    assert doctest.DocTestRunner().run(parsed).failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_there_is_something_to_run(page: str) -> None:
    assert sessions(PAGES[page]) or blocks(PAGES[page], "pycon")


def test_the_table_names_every_command() -> None:
    from dohyo.tournaments.cli import COMMANDS

    table = re.findall(r"^\| `dohyo ([\w-]+)", PAGES["docs/commands.md"], re.MULTILINE)
    assert sorted(table) == sorted(COMMANDS)


def test_the_readme_is_short() -> None:
    assert len(PAGES["README.md"].splitlines()) <= LONGEST_README
