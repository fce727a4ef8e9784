"""Who imports whom: every import and cimport of the floors, read from the sources. `python tests/imports.py` writes the
table [rooms] of tests/data/rooms.toml anew, as it is true now: the difference is the thing to review.

A module is its `.py`, or its `.pyx`, `.pxd` and `.pyi` together. A room is a folder, named by its path from the floor
on, such as `engine/games/sumo`; the installed tests, tests/testing, are the room `testing`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FLOORS = ("cext", "engine", "search", "protocol", "tournaments")
#: Where each floor stands, and the installed tests.
FOLDERS = {**{floor: ROOT / floor for floor in FLOORS}, "testing": ROOT / "tests" / "testing"}
#: The rules that imports are held to.
RULES = ROOT / "tests" / "data" / "rooms.toml"
ENDINGS = (".py", ".pyi", ".pyx", ".pxd")
_CYTHON = re.compile(
    r"^\s*(?:from\s+(?P<source>[\w.]+)\s+c?import\b\s*(?P<names>[\w, ]*)|c?import\s+(?P<plain>[\w., ]+))"
)


def python_imports(text: str) -> Iterator[str]:
    """The modules that a Python file imports, and the names that it imports from them; a relative import as its dots.
    Imports inside functions count too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def cython_imports(text: str) -> Iterator[str]:
    """As `python_imports`, of a Cython file: imports and cimports."""
    joined = re.sub(r"import\s*\(([^)]*)\)", lambda found: "import " + " ".join(found[1].split()), text)
    for line in joined.splitlines():
        found = _CYTHON.match(line)
        if found is None:
            continue
        if found["plain"]:
            yield from (word for word in re.findall(r"[\w.]+", found["plain"]) if word != "as")
        else:
            yield found["source"]
            yield from (f"{found['source']}.{word}" for word in re.findall(r"\w+", found["names"]))


@cache
def sources() -> list[Path]:
    """Every source file of the floors and of the installed tests."""
    return sorted(path for folder in FOLDERS.values() for path in folder.rglob("*") if path.suffix in ENDINGS)


def home(path: Path) -> tuple[str, ...]:
    """The parts of a path from its floor on."""
    floor = next(name for name, folder in FOLDERS.items() if path.is_relative_to(folder))
    return floor, *path.relative_to(FOLDERS[floor]).parts


def module_of(path: Path) -> str:
    """The dotted name under which a file is imported."""
    parts = [*home(path)[:-1], path.stem]
    return ".".join(["dohyo", *(part for part in parts if part != "__init__")])


def room_of(path: Path) -> str:
    """The room that a file stands in."""
    return "/".join(home(path)[:-1])


@cache
def imports_of(path: Path) -> set[str]:
    """What one file imports, modules and names."""
    read = python_imports if path.suffix in {".py", ".pyi"} else cython_imports
    return set(read(path.read_text()))


@cache
def graph() -> dict[str, set[str]]:
    """By module, the modules of the floors that it imports. `from package import module` imports the module; the
    package's own `__init__` counts only where a name is taken from it."""
    modules = {module_of(path) for path in sources()}
    # The package `engine` has a function of this name, and the folder is imported only through its games.
    modules.discard("dohyo.engine.games")
    found: dict[str, set[str]] = {module: set() for module in modules}
    for path in sources():
        named = imports_of(path)
        for name in named & modules:
            inner = {other for other in named if other.rpartition(".")[0] == name}
            if not inner or not inner <= modules:
                found.setdefault(module_of(path), set()).add(name)
    return {module: others - {module} for module, others in found.items()}


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, directly or not (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for other in sorted(edges[module]):
            if other not in order:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], order[other])
        if low[module] == order[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for module in sorted(edges):
        if module not in order:
            visit(module)
    return sorted(groups)


@cache
def rooms() -> dict[str, set[str]]:
    """By room, the other rooms that its files import."""
    room = {module_of(path): room_of(path) for path in sources()}
    found: dict[str, set[str]] = {name: set() for name in room.values()}
    for module, others in graph().items():
        found[room[module]] |= {room[other] for other in others} - {room[module]}
    return found


def write_rooms() -> None:
    """Write the table [rooms] anew."""
    kept = RULES.read_text().split("\n[rooms]\n")[0]
    lines = (f"{json.dumps(room)} = {json.dumps(sorted(others))}" for room, others in sorted(rooms().items()))
    RULES.write_text("\n".join([kept, "[rooms]", *lines, ""]))


if __name__ == "__main__":
    write_rooms()
