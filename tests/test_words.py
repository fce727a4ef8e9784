"""Plain English: the worst turns of phrase stand nowhere in sources, pages and help texts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from places import ROOT

#: What may follow "no" in a plain sentence.
COMPARED = r"(?:longer|more|other|less|better|worse|fewer|further)\b"
#: Each with what to say instead.
PATTERNS = {
    # "There is no such game" is plain; "this is no game" and "x is no longer there" are told apart.
    rf"(?<!there )\bis no (?!{COMPARED})[a-z]": "is not a ..., or: expected ...",
    rf"(?<!there )\bare no (?!{COMPARED})[a-z]": "are not ...",
    r"would be right": "expected ...",
    r"of (?:which|whom) nobody": "that nobody ...",
    r"is gone on with": "resumes",
    r"are gone on with": "resume",
}
FOLDERS = ("cext", "engine", "search", "protocol", "tournaments", "docs", "tests")
ENDINGS = {".py", ".pyx", ".pxd", ".pyi", ".md", ".toml", ".html", ".sql", ".txt"}
#: This file has to name them.
SELF = Path(__file__)


def files(folder: str) -> list[Path]:
    """The texts of a folder; root: those beside the folders."""
    paths = (ROOT / folder).rglob("*") if folder != "root" else [*ROOT.glob("*"), *(ROOT / ".ci").glob("*")]
    return sorted(path for path in paths if path.is_file() and path != SELF
                  and (path.suffix in ENDINGS or path.name == "Makefile"))


def found(folder: str) -> list[str]:
    """Each line with one of the patterns: its place, itself and what to say instead."""
    told = []
    for path in files(folder):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            for pattern, better in PATTERNS.items():
                if re.search(pattern, line, re.IGNORECASE):
                    told.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}  [{better}]")
                    break
    return told


@pytest.mark.parametrize("folder", [*FOLDERS, "root"])
def test_the_worst_turns_of_phrase_are_gone(folder: str) -> None:
    told = found(folder)
    assert not told, "\n".join(told)


@pytest.mark.parametrize(("line", "wrong"), [
    ("this is no TOML", True), ("these are no cards", True), ("a number would be right", True),
    ("a run of which nobody knows the end", True), ("it is gone on with", True),
    ("there is no game 'x'", False), ("There are no pairs here", False), ("it is no longer there", False),
    ("is not a card", False), ("is none", False),
])
def test_patterns(line: str, wrong: bool) -> None:
    assert any(re.search(pattern, line, re.IGNORECASE) for pattern in PATTERNS) == wrong


def test_every_folder_with_texts_is_read() -> None:
    counts = Counter(folder for folder in FOLDERS for _ in files(folder))
    assert set(counts) == set(FOLDERS)
