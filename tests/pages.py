"""The sessions of a page, run as they stand.

A ```console block holds commands (`$ …`, for a shell in which `dohyo` is this build) and what they print, both streams
together. `...` stands for any text within a line, a line of it alone for any lines. A ```pycon block is a doctest.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATIENCE = 120


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def sessions(page: str) -> list[tuple[str, str]]:
    """(command, expected output)"""
    found = []
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.strip("\n")))
    return found


def pattern(expected: str) -> re.Pattern[str]:
    """What output is expected."""
    lines = []
    for line in expected.splitlines():
        if line == "...":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(".*".join(map(re.escape, line.split("..."))) + r"\n")
    return re.compile("".join(lines))


def printed(command: str, folder: Path, tools: Path) -> str:
    """What a command prints in a folder, for a shell that finds a `dohyo` of this build, made in `tools`."""
    script = tools / "dohyo"
    if not script.exists():
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m dohyo.tournaments.cli "$@"\n')
        script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=PATIENCE).stdout
