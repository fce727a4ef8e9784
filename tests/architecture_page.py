"""The parts of docs/architecture.md that follow from the sources: the table of rooms, and the graph of their imports.

`python tests/architecture_page.py` writes them anew between their marks; a test holds the page to them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import imports

PAGE = imports.ROOT / "docs" / "architecture.md"


def folder_of(room: str) -> Path:
    """Where a room stands."""
    floor, _, rest = room.partition("/")
    return imports.FOLDERS[floor] / rest


def line_of(room: str) -> str:
    """What a room says that it is: the first paragraph of its `__init__`, as one sentence."""
    docstring = ast.get_docstring(ast.parse((folder_of(room) / "__init__.py").read_text("utf-8")))
    assert docstring, f"{room}: expected an __init__.py with a docstring, got none"
    return " ".join(docstring.partition("\n\n")[0].split())


def table() -> Iterator[str]:
    """A line for each folder."""
    yield "| folder | files | what it is |"
    yield "|---|---|---|"
    for room in sorted(imports.rooms(), key=_order):
        files = sum(path.is_file() and not path.name.endswith(".so") for path in folder_of(room).iterdir())
        place = folder_of(room).relative_to(imports.ROOT)
        yield f"| `{place}/` | {files} | {line_of(room)} |"


def graph() -> Iterator[str]:
    """The rooms of each floor and their imports within the floor, as a Mermaid flowchart: data flows with the "
      "arrows."""
    yield "```mermaid"
    yield "flowchart LR"
    found = imports.rooms()
    for floor in imports.FOLDERS:
        names = sorted(room for room in found if room.split("/")[0] == floor)
        yield f"  subgraph {floor}"
        yield from (f'    {_node(room)}["{room.partition("/")[2] or floor}"]' for room in names)
        yield from (f"    {_node(other)} --> {_node(room)}"
                    for room in names for other in sorted(found[room]) if other in names)
        yield "  end"
    for left, right in zip(imports.FLOORS, imports.FLOORS[1:], strict=False):
        yield f"  {left} ==> {right}"
    yield "```"


def _node(room: str) -> str:
    return re.sub(r"\W", "_", room) + "_"


def _order(room: str) -> tuple[int, str]:
    return list(imports.FOLDERS).index(room.split("/", maxsplit=1)[0]), room


def with_parts(page: str) -> str:
    """The page with its parts as they are now."""
    for mark, lines in (("rooms", table()), ("graph", graph())):
        begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
        assert page.count(begin) == page.count(end) == 1, f"{PAGE.name}: expected one {begin!r} and one {end!r}"
        before, rest = page.split(begin)
        page = "\n".join([before + begin.rstrip("\n"), *lines, end + rest.split(end)[1]])
    return page


if __name__ == "__main__":
    PAGE.write_text(with_parts(PAGE.read_text("utf-8")), "utf-8")
