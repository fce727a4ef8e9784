"""What belongs to a game stands with the game: no file of search names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dohyo import engine

SEARCH = Path(__file__).parents[2] / "search"
FILES = sorted(path for ending in ("py", "pyi", "pyx", "pxd") for path in SEARCH.rglob(f"*.{ending}"))
IDS = [game.id for game in engine.games()]
NAMES = re.compile(rf"\b({'|'.join([*IDS, *(name.replace('-', '_') for name in IDS)])})\b")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SEARCH)))
def test_no_game_is_named(path: Path) -> None:
    """Examples of docstrings excepted."""
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.lstrip().startswith(">>>")]
    assert [line for line in lines if NAMES.search(line)] == []


def test_a_name_is_found() -> None:
    assert NAMES.search('if game.id == "rush-cards"')
    assert NAMES.search("from dohyo.engine.games.sumo import moves")
