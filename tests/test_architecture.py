"""The rules of the house, tests/data/rooms.toml: every import and cimport is read and held to them."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import imports
import pytest

RULES = tomllib.loads(imports.RULES.read_text())
LAYERS: list[str] = RULES["floors"]
SOURCES = imports.sources()
ROOMS = sorted({imports.room_of(path) for path in SOURCES})
#: Source files and data of a folder; what is built beside them in an editable tree does not count.
BUILT = {".so", ".c", ".pyc"}


def name_of(path: Path) -> str:
    return str(path.relative_to(imports.ROOT))


def is_below(module: str, other: str) -> bool:
    """Whether a module is another one or stands below it."""
    return f"{module}.".startswith(f"{other}.")


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_point_to_the_left(path: Path) -> None:
    floor = imports.home(path)[0]
    left = LAYERS[: LAYERS.index(floor) + 1] if floor in LAYERS else ["cext", "engine", "testing"]
    for module in imports.imports_of(path):
        first, *rest = module.split(".")
        assert first, f"{path.name} imports {module}: relative imports hide the floor"
        assert first not in LAYERS, f"{path.name} imports {module} instead of dohyo.{module}"
        if first == "dohyo" and rest:
            assert rest[0] in left, f"{floor} must not import {module}"


def test_every_room_has_its_line() -> None:
    assert sorted(RULES["rooms"]) == ROOMS


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_its_line_allows_and_no_line_allows_more(room: str) -> None:
    found, allowed = imports.rooms()[room], set(RULES["rooms"].get(room, ()))
    assert found <= allowed, f"{room} must not import {', '.join(sorted(found - allowed))}: tests/data/rooms.toml"
    assert allowed <= found, f"{room} need not import {', '.join(sorted(allowed - found))}: run python tests/imports.py"


@pytest.mark.parametrize("rule", RULES["never"], ids=lambda rule: rule["room"])
def test_what_a_room_must_never_import(rule: dict[str, str]) -> None:
    paths = [path for path in SOURCES if f"{imports.room_of(path)}/".startswith(f"{rule['room']}/")]
    assert paths, f"no room {rule['room']}"
    own = "dohyo." + rule["room"].replace("/", ".")
    for path in paths:
        for module in imports.imports_of(path):
            for other in rule["modules"]:
                wrong = is_below(module, other) and not is_below(module, own)
                assert not wrong, f"{name_of(path)} imports {module}: {rule['why']}"


def test_no_two_files_import_each_other() -> None:
    """Functions' own imports count. Circles that are known must still be there: their lines go when they do."""
    assert imports.circles(imports.graph()) == sorted(RULES["known"]["circles"])


def test_circles_are_found() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"f", "d"}, "f": {"e"}}
    assert imports.circles(edges) == [["a", "b", "c"], ["e", "f"]]


def test_folders_are_small() -> None:
    """A folder holds one idea and at most 25 files."""
    counts = {
        name_of(folder): sum(path.is_file() and path.suffix not in BUILT for path in folder.iterdir())
        for floor in (*imports.FOLDERS.values(), imports.ROOT / "tests") for folder in (floor, *floor.rglob("*"))
        if folder.is_dir() and folder.name != "__pycache__"
    }
    crowded = {folder: count for folder, count in counts.items() if count > RULES["most_files"]}
    assert crowded == RULES["known"]["folders"]


@pytest.mark.parametrize("path", [path for path in SOURCES if path.name == "__init__.py"], ids=name_of)
def test_every_package_says_what_it_is(path: Path) -> None:
    text = ast.get_docstring(ast.parse(path.read_text()))
    assert text
    assert text.splitlines()[0].endswith((".", ":")) or len(text.splitlines()) > 1


def test_both_readers_see_every_form() -> None:
    text = "from dohyo import a\nimport b.c as d\ndef f():\n    from .e import g\n"
    assert set(imports.python_imports(text)) == {"dohyo", "dohyo.a", "b.c", ".e", ".e.g"}
    lines = ["from dohyo cimport a, b", "cimport c.d, e", "  from f.g cimport (h,", "    l)", "from k cimport (m)",
             "import i as j"]
    assert set(imports.cython_imports("\n".join(lines))) >= {
        "dohyo", "dohyo.a", "dohyo.b", "c.d", "e", "f.g", "f.g.h", "f.g.l", "k", "k.m", "i",
    }


@pytest.mark.parametrize("layer", imports.FOLDERS)
def test_public_names_are_there(layer: str) -> None:
    package = importlib.import_module(f"dohyo.{layer}")
    assert package.__doc__
    for name in getattr(package, "__all__", ()):
        assert hasattr(package, name), f"dohyo.{layer} has no {name}"


#: Modules that need a library of an extra, and that library.
EXTRAS = {"dohyo.engine.openspiel": "pyspiel"}

IMPORT_ALL = """
import importlib, pkgutil, sys
layers = sys.argv[1:]
for layer in layers:
    package = importlib.import_module(f"dohyo.{layer}")
    for module in pkgutil.walk_packages(package.__path__, f"dohyo.{layer}."):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            print(module.name, error.name)
print(sorted(set(layers) & set(sys.modules)))
"""


def test_every_module_imports_and_none_under_a_bare_name(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL, *imports.FOLDERS], cwd=tmp_path, capture_output=True,
                          text=True, check=False, timeout=120)
    assert done.stderr == ""
    *missing, bare = done.stdout.splitlines()
    assert bare == "[]"
    assert {tuple(line.split()) for line in missing} <= set(EXTRAS.items())


def test_every_public_extension_module_is_typed() -> None:
    for path in SOURCES:
        if path.suffix == ".pyx":
            assert path.with_suffix(".pyi").exists(), f"{path.name} has no .pyi beside it"
