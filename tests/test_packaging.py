"""The build compiles what changed and leaves nothing behind; an sdist builds alone and what it installs works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
FLOORS = ("cext", "engine", "search", "protocol", "tournaments", "tests/testing")


def run(*command: str | Path, folder: Path, code: int = 0, **settings: str) -> str:
    """Run a command in a folder without this build on its path; what it printed. settings: environment variables."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH" and "DOHYO" not in name}
    done = subprocess.run(command, cwd=folder, env=environment | settings, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr if code else done.stdout


# --- the build ------------------------------------------------------------------------------------------------------

#: Two modules in a room of `cext`, one of which uses the other's declarations, and a Python file.
SMALL = {
    "cext/__init__.py": "",
    "cext/room/__init__.py": "",
    "cext/room/table.py": "LEGS = 4\n",
    "cext/room/lamp.pxd": "cdef int light() noexcept nogil\n",
    "cext/room/lamp.pyx": "cdef int light() noexcept nogil:\n    return 1\n",
    "cext/room/wall.pyx": "from dohyo.cext.room.lamp cimport light\n\ndef lit():\n    return light()\n",
}
#: A command that starts a process, as a tournament does.
COMMAND = """
import multiprocessing

def main():
    child = multiprocessing.get_context("spawn").Process(target=print, args=("child",))
    child.start()
    child.join()
    print("parent")
"""
LAMP, WALL = "dohyo.cext.room.lamp", "dohyo.cext.room.wall"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project, built once."""
    folder = tmp_path_factory.mktemp("small")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name, text in SMALL.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    assert build(folder) == "compiling 2 of 2 modules (checked)\n"
    return folder


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Path:
    """A copy of the small project and of its build."""
    return Path(shutil.copytree(built, tmp_path / "project", symlinks=True))


def build(folder: Path, code: int = 0, **settings: str) -> str:
    return run(sys.executable, "setup.py", "-q", "build", folder=folder, code=code,
               **{"DOHYO_PROFILE": "checked", "DOHYO_STRICT": "1"} | settings)


def seen(folder: Path, expression: str) -> str:
    """The value of an expression for a Python that finds the build."""
    module, _, name = expression.rpartition(".")
    return run(sys.executable, "-c", f"import {module} as module; print(module.{name})", folder=folder,
               PYTHONPATH=str(folder / "build/checked/lib")).strip()


def compiled(folder: Path) -> dict[str, int]:
    """The compiled modules of a build and when each was made."""
    library = folder / "build/checked/lib"
    return {".".join(path.relative_to(library).with_name(path.name.partition(".")[0]).parts): path.stat().st_mtime_ns
            for path in library.rglob("*.so")}


def test_modules_in_rooms_are_found_and_what_has_not_changed_is_not_compiled(project: Path) -> None:
    before = compiled(project)
    assert set(before) == {LAMP, WALL}
    assert seen(project, f"{WALL}.lit()") == "1"
    (project / "cext/room/lamp.pyx").touch()
    assert build(project) == ""
    assert compiled(project) == before


def test_an_edited_python_file_is_seen_without_a_build(project: Path) -> None:
    (project / "cext/room/table.py").write_text("LEGS = 30\n")
    assert seen(project, "dohyo.cext.room.table.LEGS") == "30"
    assert build(project) == ""


def test_an_edited_module_is_compiled_alone(project: Path) -> None:
    before = compiled(project)
    path = project / "cext/room/wall.pyx"
    path.write_text(path.read_text().replace("return light()", "return 2 * light()"))
    assert build(project) == "compiling 1 of 2 modules (checked)\n"
    assert seen(project, f"{WALL}.lit()") == "2"
    assert compiled(project)[LAMP] == before[LAMP]


@pytest.mark.parametrize("name", ["lamp", "wall"])
def test_edited_and_added_declarations_compile_those_that_use_them(name: str, project: Path) -> None:
    """Even where the file is older than what was made: only what stands in it counts."""
    path = project / f"cext/room/{name}.pxd"
    path.write_text(SMALL["cext/room/lamp.pxd"] + "# A word.\n" if name == "lamp" else "")
    os.utime(path, (1, 1))
    assert build(project) == f"compiling {2 if name == 'lamp' else 1} of 2 modules (checked)\n"


def test_nothing_of_a_file_stays_where_it_moved_away_from(project: Path) -> None:
    (project / "cext/room").rename(project / "cext/hall")
    wall = project / "cext/hall/wall.pyx"
    wall.write_text(wall.read_text().replace("room", "hall"))
    (project / "cext/hall/table.py").rename(project / "cext/table.py")
    assert build(project) == "compiling 2 of 2 modules (checked)\n"
    library = project / "build/checked/lib/dohyo/cext"
    assert sorted(str(path.relative_to(library)).partition(".cp")[0] for path in library.rglob("*")
                  if not path.is_dir() and "__pycache__" not in path.parts) == [
        "__init__.py", "hall/__init__.py", "hall/lamp", "hall/lamp.pxd", "hall/lamp.pyx", "hall/wall", "hall/wall.pyx",
        "table.py"]
    assert seen(project, "dohyo.cext.hall.wall.lit()") == "1"
    assert seen(project, "dohyo.cext.table.LEGS") == "4"


def test_another_profile_is_another_build(project: Path) -> None:
    before = compiled(project)
    assert build(project, DOHYO_PROFILE="release") == "compiling 2 of 2 modules (release)\n"
    assert compiled(project) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def lit(:\n", "wall.pyx:1:8"),
        ('cdef extern from *:\n    """\n    #error "no light"\n    """\n', "no light"),
        ("cdef void dim() nogil:\n    pass\n\ndef lit():\n    with nogil:\n        dim()\n", "performance hint"),
    ],
    ids=["no Cython", "no C", "slow"],
)
def test_what_does_not_compile_fails_the_build_every_time(text: str, message: str, project: Path) -> None:
    """As does what compiles with a hint that it is slow."""
    (project / "cext/room/wall.pyx").write_text(text)
    if "hint" in message:
        assert build(project, DOHYO_STRICT="0") == "compiling 1 of 2 modules (checked)\n"
    for _ in range(2):
        found = build(project, code=1)
        assert message in found
        assert found.endswith(f"setup.py: not compiled, for the reasons above: {WALL}\n")


def test_a_module_outside_a_package_is_refused(project: Path) -> None:
    (project / "cext/room/__init__.py").unlink()
    assert "setup.py: cext/room: expected an __init__.py beside lamp.pyx, got none" in build(project, code=1)


def environment(folder: Path) -> Path:
    """A new environment that sees the dependencies of this one, but not the project installed in it."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, folder=folder.parent)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(str(Path(numpy.__file__).parent.parent))
    return folder


def test_a_linked_build_has_a_command_and_a_version_which_pip_removes(project: Path, tmp_path: Path) -> None:
    venv = environment(tmp_path / "venv")
    before = set(venv.rglob("*"))
    (project / "tournaments").mkdir()
    (project / "tournaments/__init__.py").touch()
    (project / "tournaments/cli.py").write_text(COMMAND)
    assert build(project) == ""
    run(venv / "bin/python", "setup.py", "-q", "link", folder=project, DOHYO_PROFILE="checked")
    assert run(venv / "bin/dohyo", folder=tmp_path) == "child\nparent\n"
    program = "import dohyo.cext.room.wall as wall; from importlib.metadata import version; print(version('dohyo'))"
    assert run(venv / "bin/python", "-c", program, folder=tmp_path) == f"{VERSION}\n"
    run(sys.executable, "-m", "pip", "--python", venv, "uninstall", "-q", "-y", "dohyo", folder=tmp_path)
    assert {path for path in venv.rglob("*") if "__pycache__" not in path.parts} == before


def test_an_unknown_profile_is_refused(project: Path) -> None:
    assert "expected one of release, checked, asan, got 'fast'" in build(project, code=1, DOHYO_PROFILE="fast")


# --- what is distributed --------------------------------------------------------------------------------------------

def tracked_sources() -> set[str]:
    """What a build needs: the sources of all packages, as paths from the root."""
    return {
        str(path.relative_to(ROOT))
        for folder in FLOORS
        for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi", "*.sql", "*.toml", "*.html", "py.typed")
        for path in (ROOT / folder).rglob(pattern)
    }


def installed_sources() -> set[str]:
    """Those that stand in packages, as paths in site-packages."""
    return {f"dohyo/{name.removeprefix('tests/')}" for name in tracked_sources()
            if (ROOT / name).with_name("__init__.py").exists()}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A freshly made source archive."""
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, "sdist", "--dist-dir", folder, folder=ROOT)
    (archive,) = folder.glob("dohyo-*.tar.gz")
    return archive


def test_the_sdist_has_every_source_and_nothing_built(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked_sources() <= names
    assert {"LICENSE", "README.md", "pyproject.toml", "setup.py"} <= names
    assert not [name for name in names if name.endswith((".c", ".so"))]


@pytest.mark.slow
def test_a_wheel_from_the_sdist_works_alone(sdist: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", tmp_path, sdist,
        folder=tmp_path)
    (wheel,) = tmp_path.glob("dohyo-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert not [name for name in names if not name.startswith("dohyo")]
    assert "dohyo/__init__.py" not in names
    assert installed_sources() <= names
    modules = {name.removesuffix(".pyx") for name in installed_sources() if name.endswith(".pyx")}
    assert {name.partition(".")[0] for name in names if name.endswith(".so")} == modules

    environment(tmp_path / "venv")
    run(sys.executable, "-m", "pip", "--python", tmp_path / "venv", "install", "-q", "--no-deps", wheel,
        folder=tmp_path)
    dohyo = tmp_path / "venv" / "bin" / "dohyo"
    assert run(dohyo, "perft", "rush-stones size=5", "4", folder=tmp_path).strip() == "303600"
    where = run(tmp_path / "venv" / "bin" / "python", "-c", "import dohyo.search as s; print(s.__file__)",
                folder=tmp_path)
    assert where.startswith(str(tmp_path))
