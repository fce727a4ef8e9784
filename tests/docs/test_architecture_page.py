"""The map of the house is true: its tables are those of the sources, and the files that it names are there."""

from __future__ import annotations

import re

import architecture_page
import imports
import pytest

PAGE = architecture_page.PAGE.read_text("utf-8")


def test_the_tables_are_those_of_the_sources() -> None:
    assert architecture_page.with_parts(PAGE) == PAGE, "run `python tests/architecture_page.py`"


def test_every_room_has_a_line() -> None:
    lines = re.findall(r"^\| `([\w/]+)/` \|", PAGE, re.MULTILINE)
    assert len(lines) == len(set(lines)) == len(imports.rooms())


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w./]+/[\w.]+\.(?:py|pyx|pxd|toml))`", PAGE))))
def test_every_file_that_is_named_is_there(path: str) -> None:
    assert (imports.ROOT / path).is_file()
