"""The rooms of search: what each may import, no circles, and no game by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from test_architecture import imports_of

from dohyo import engine

ROOT = Path(__file__).parents[2]
SEARCH = ROOT / "search"
FILES = sorted(path for ending in ("py", "pyi", "pyx", "pxd") for path in SEARCH.rglob(f"*.{ending}"))
IDS = [str(path.relative_to(SEARCH)) for path in FILES]

#: By room: the rooms that it may import besides itself.
MAY_IMPORT = {
    "core": set(),
    "mcts": {"core"},
    "simultaneous": {"core"},
    "ismcts": {"core", "simultaneous"},
    "alphabeta": {"core"},
    "pimc": {"core", "simultaneous"},
    "solve": {"core"},
    "players": {"core", "mcts", "ismcts", "alphabeta", "pimc"},
    "measure": {"core", "players", "solve"},
}


def rooms_of(path: Path) -> Iterator[str]:
    """The rooms of search that a file imports; '' for what stands beside them."""
    for module in imports_of(path):
        names = module.split(".")
        if names[:2] == ["dohyo", "search"]:
            yield names[2] if names[2:3] and names[2] in MAY_IMPORT else ""


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_each_room_imports_what_it_may(path: Path) -> None:
    room, *inside = path.relative_to(SEARCH).parts
    if inside:
        allowed = {room, *MAY_IMPORT[room]}
        # Measuring stands on top of the list of searchers.
        assert set(rooms_of(path)) - {""} <= allowed
        assert "" not in rooms_of(path) or room == "measure"


def test_no_modules_import_each_other() -> None:
    """A .pyx, its .pxd and its .pyi are one module here."""
    graph: dict[str, set[str]] = {}
    for path in FILES:
        name = ".".join(("dohyo", "search", *path.relative_to(SEARCH).with_suffix("").parts)).removesuffix(".__init__")
        graph.setdefault(name, set()).update(imports_of(path) - {name})
    assert set(TopologicalSorter(graph).static_order()) > set(graph)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_no_game_is_named(path: Path) -> None:
    """What belongs to a game stands with the game. Examples of docstrings excepted."""
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.lstrip().startswith(">>>")]
    ids = [game.id for game in engine.games()]
    names = re.compile(rf"\b({'|'.join([*ids, *(name.replace('-', '_') for name in ids)])})\b")
    assert [line for line in lines if names.search(line)] == []
