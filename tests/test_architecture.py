"""Data flows one way: cext, engine, search, protocol, tournaments. Every import and cimport is read and held to it."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("cext", "engine", "search", "protocol", "tournaments")
CYTHON_IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<source>[\w.]+)\s+c?import\b\s*(?P<names>[\w, ]*)|c?import\s+(?P<plain>[\w., ]+))"
)


def python_imports(text: str) -> Iterator[str]:
    """The modules that a Python file imports; a relative import as its dots."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            if node.module == "dohyo":
                yield from (f"dohyo.{alias.name}" for alias in node.names)


def cython_imports(text: str) -> Iterator[str]:
    """The modules that a Cython file imports or cimports."""
    for line in text.splitlines():
        found = CYTHON_IMPORT.match(line)
        if found is None:
            continue
        words = re.findall(r"[\w.]+", found["plain"] or found["names"])
        if found["plain"]:
            yield from (word for word in words if word != "as")
        else:
            yield found["source"]
            if found["source"] == "dohyo":
                yield from (f"dohyo.{word}" for word in words)


def sources() -> list[Path]:
    """Every source file of the packages."""
    return sorted(path for layer in LAYERS for ending in ("py", "pyi", "pyx", "pxd")
                  for path in (ROOT / layer).rglob(f"*.{ending}"))


def imports_of(path: Path) -> set[str]:
    read = python_imports if path.suffix in {".py", ".pyi"} else cython_imports
    return set(read(path.read_text()))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_to_the_left(path: Path) -> None:
    layer = path.relative_to(ROOT).parts[0]
    for module in imports_of(path):
        first, *rest = module.split(".")
        assert first, f"{path.name} imports {module}: relative imports hide the layer"
        assert first not in LAYERS, f"{path.name} imports {module} instead of dohyo.{module}"
        if first == "dohyo" and rest:
            assert LAYERS.index(rest[0]) <= LAYERS.index(layer), f"{layer} must not import {module}"
            assert (layer, rest[0]) != ("tournaments", "search"), "tournaments reaches players through protocol alone"


def test_both_readers_see_every_form() -> None:
    assert set(python_imports("from dohyo import a\nimport b.c as d\ndef f():\n    from .e import g\n")) == {
        "dohyo", "dohyo.a", "b.c", ".e"
    }
    lines = ["from dohyo cimport a, b", "cimport c.d, e", "  from f.g cimport (h,", "from k cimport (", "import i as j"]
    assert set(cython_imports("\n".join(lines))) >= {"dohyo", "dohyo.a", "dohyo.b", "c.d", "e", "f.g", "k", "i"}


@pytest.mark.parametrize("layer", LAYERS)
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
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL, *LAYERS], cwd=tmp_path, capture_output=True, text=True,
                          check=False, timeout=120)
    assert done.stderr == ""
    *missing, bare = done.stdout.splitlines()
    assert bare == "[]"
    assert {tuple(line.split()) for line in missing} <= set(EXTRAS.items())


def test_every_public_extension_module_is_typed() -> None:
    for path in sources():
        if path.suffix == ".pyx":
            assert path.with_suffix(".pyi").exists(), f"{path.name} has no .pyi beside it"
