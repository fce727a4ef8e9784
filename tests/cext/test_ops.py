"""The ops table: a kernel that lacks what is required is refused by name, and optional entries are filled in for.

The kernel under test, tiny_kernel.pyx, is compiled here against the installed .pxd files, as a game from outside is.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dohyo.cext
from dohyo.cext.kernel import Kernel
from dohyo.cext.streams import Random

REQUIRED = ["deal", "to_move", "moves", "legal", "play", "result", "hash", "random_move", "refresh", "check",
            "evaluate"]
OPTIONAL = ["to_view", "determinize", "observed_move", "take_back", "canonical", "reflect"]
#: An entry, and the one that must stand beside it.
BESIDE = [("to_view", "determinize"), ("determinize", "to_view"), ("observed_move", "to_view"),
          ("take_back", "observed_move"), ("canonical", "reflect"), ("reflect", "canonical")]

BUILD = """
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(name="tiny", script_args=["-q", "build_ext", "--inplace"], ext_modules=cythonize(
    [Extension("tiny_kernel", ["tiny_kernel.pyx"], extra_compile_args=["-O0"])], include_path=["."],
    compiler_directives={"language_level": 3}))
"""


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Kernel]:
    """Compiles the tiny kernel and returns the function that makes one."""
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "dohyo" / "cext").mkdir(parents=True)
    for name in ("dohyo", "dohyo/cext"):
        (folder / name / "__init__.pxd").touch()
    for header in Path(dohyo.cext.__path__[0]).glob("*.pxd"):
        shutil.copy(header, folder / "dohyo" / "cext")
    shutil.copy(Path(__file__).with_name("tiny_kernel.pyx"), folder)
    done = subprocess.run([sys.executable, "-c", BUILD], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    spec = importlib.util.spec_from_file_location("tiny_kernel", next(folder.glob("tiny_kernel*.so")))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Callable[..., Kernel] = module.kernel
    return made



@pytest.mark.parametrize("entry", REQUIRED)
def test_a_required_entry_is_missed_by_name(make: Callable[..., Kernel], entry: str) -> None:
    with pytest.raises(ValueError, match=f"^kernel of tiny: expected {entry} in the ops table, got NULL$"):
        make(missing=(entry, *OPTIONAL))


@pytest.mark.parametrize(("entry", "needed"), BESIDE)
def test_an_entry_needs_the_one_it_is_given_with(make: Callable[..., Kernel], entry: str, needed: str) -> None:
    missing = {needed} if entry != "determinize" else {needed, "observed_move", "take_back"}
    if (entry, needed) == ("observed_move", "to_view"):
        missing |= {"determinize"}
    problem = f"kernel of tiny: expected {needed} beside {entry} in the ops table, got NULL"
    with pytest.raises(ValueError, match=f"^{problem}$"):
        make(missing=missing)


@pytest.mark.parametrize(("field", "value", "problem"), [
    ("version", 0, "version 1 in the ops table, got 0"),
    ("version", 2, "version 1 in the ops table, got 2"),
    ("size", 0, "size > 0 in the ops table, got 0"),
    ("seats", 0, "1 to 2 seats in the ops table, got 0"),
    ("seats", 3, "1 to 2 seats in the ops table, got 3"),
    ("num_actions", 513, "num_actions of at most 512 in the ops table, got 513"),
    ("logit", 0.0, "logit > 0 in the ops table, got 0.0"),
])
def test_numbers_are_in_range(make: Callable[..., Kernel], field: str, value: float, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"kernel of tiny: expected {problem}")):
        make(missing=OPTIONAL, **{field: value})


def test_optional_entries_are_filled_in_for(make: Callable[..., Kernel]) -> None:
    """What dispatch.pxd promises of a table with required entries alone."""
    buffer = make(missing=OPTIONAL).deal([], 0)
    assert buffer.moves(0) == [1, 2]
    assert not buffer.kernel.hides
    assert buffer.result_bounds() == (0, 1)
    assert buffer.value_bounds(0) == (-2_000_000, 2_000_000)
    assert buffer.canonical() == buffer.hash() == buffer.infoset(0)
    assert buffer.reflect(2) == 2
    assert buffer.observed_move(0, 2, 0) == 2
    assert buffer.take_back(0) is None
    before = bytes(buffer)
    buffer.to_view(0)
    buffer.determinize(0, Random(1))
    assert bytes(buffer) == before
    for ask in (buffer.policy_move, buffer.playout_move):
        with pytest.raises(ValueError, match="tiny has no "):
            ask(0, Random(1))
    with pytest.raises(ValueError, match="tiny does not order moves"):
        buffer.order(0, [1, 2])
    owners = buffer.random_playout(Random(1))
    assert buffer.to_move == ()
    assert set(owners[1:]) == {0}
    assert owners[0] == 255, "no move has code 0"


def test_given_together_they_are_taken(make: Callable[..., Kernel]) -> None:
    assert make().hides
