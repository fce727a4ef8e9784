"""The sessions of README.md, run as they stand.

A ```console block holds commands (`$ …`, for a shell in which `dohyo` is this build) and what they print, both streams
together. `...` stands for any text within a line, a line of it alone for any lines. A ```pycon block is a doctest.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text()
PATIENCE = 120


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """(command, expected output)"""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.strip("\n")))
    return found


def pattern(expected: str) -> re.Pattern[str]:
    lines = []
    for line in expected.splitlines():
        if line == "...":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(".*".join(map(re.escape, line.split("..."))) + r"\n")
    return re.compile("".join(lines))


@pytest.fixture(scope="module")
def path_to_dohyo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a `dohyo` that runs this build."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "dohyo"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m dohyo.tournaments.cli "$@"\n')
    script.chmod(0o755)
    return folder


@pytest.mark.parametrize(("command", "expected"), sessions(), ids=[command for command, _ in sessions()])
def test_session(command: str, expected: str, path_to_dohyo: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{path_to_dohyo}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=PATIENCE)
    assert pattern(expected).fullmatch(done.stdout), done.stdout


@pytest.mark.parametrize("block", blocks("pycon"))
def test_python(block: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_there_is_something_to_run() -> None:
    assert len(sessions()) > 5
    assert blocks("pycon")


def test_the_table_names_every_command() -> None:
    from dohyo.tournaments.cli import COMMANDS

    assert set(re.findall(r"^\| `dohyo ([\w-]+)", README, re.MULTILINE)) == set(COMMANDS)
