"""Two installations have equal fingerprints if their sources are equal, and else not."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dohyo import cext
from dohyo.tournaments.play import fingerprint

PACKAGE = "fingerprint_of_test"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of the kernels in a folder of their own."""
    folder, source = tmp_path / "copy", Path(cext.__path__[0])
    for file in source.rglob("*"):
        if file.suffix in fingerprint.ENDINGS:
            made = folder / file.relative_to(source)
            made.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, made)
    module = ModuleType(f"dohyo.{PACKAGE}")
    module.__path__ = [str(folder)]
    monkeypatch.setitem(sys.modules, f"dohyo.{PACKAGE}", module)
    return folder


@pytest.mark.parametrize("name", ["__init__.py", "sumo/kernel.pyx", "ops.pxd"])
def test_a_change_of_any_source_changes_it(name: str, copy: Path) -> None:
    """Of a kernel, whose moves the games are made of, not least."""
    before = fingerprint.digest((PACKAGE,))
    assert fingerprint.digest((PACKAGE,)) == before
    file = copy / name
    file.write_bytes(file.read_bytes() + b"\n")
    changed = fingerprint.digest((PACKAGE,))
    file.rename(file.parent / f"other{file.suffix}")
    assert len({before, changed, fingerprint.digest((PACKAGE,))}) == 3


def test_what_is_built_changes_nothing(copy: Path) -> None:
    before = fingerprint.digest((PACKAGE,))
    (copy / "sumo.cpython-399-somewhere.so").write_bytes(b"machine code")
    assert fingerprint.digest((PACKAGE,)) == before
