"""An sdist builds from scratch with the source tree absent, and what it installs works."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("cext", "engine", "search", "protocol", "tournaments")


def run(*command: str | Path, folder: Path) -> str:
    """Run a command in a folder without this build on its path; what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tracked_sources() -> set[str]:
    """What a build needs: the sources of all packages, as paths from the root."""
    return {
        str(path.relative_to(ROOT))
        for folder in FOLDERS
        for pattern in ("*.py", "*.pyx", "*.pxd", "*.pyi", "*.sql", "*.toml", "*.html", "py.typed")
        for path in (ROOT / folder).rglob(pattern)
    }


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A freshly made source archive."""
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, "sdist", "--dist-dir", folder, folder=ROOT)
    (archive,) = folder.glob("dohyo-*.tar.gz")
    return archive


@pytest.mark.slow
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
        names = archive.namelist()
    assert not [name for name in names if not name.startswith("dohyo")]
    assert "dohyo/__init__.py" not in names
    assert {"dohyo/cext/ops.pxd", "dohyo/cext/sumo.pyx", "dohyo/search/py.typed", "dohyo/tournaments/store/schema.sql",
            "dohyo/tournaments/report/page.html"} <= set(names)

    # A new environment that sees the dependencies of this one, but not the project installed in it.
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", folder=tmp_path)
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(str(Path(numpy.__file__).parent.parent))
    run(sys.executable, "-m", "pip", "--python", tmp_path / "venv", "install", "-q", "--no-deps", wheel,
        folder=tmp_path)
    dohyo = tmp_path / "venv" / "bin" / "dohyo"
    assert run(dohyo, "perft", "rush-stones size=5", "4", folder=tmp_path).strip() == "303600"
    where = run(tmp_path / "venv" / "bin" / "python", "-c", "import dohyo.search as s; print(s.__file__)",
                folder=tmp_path)
    assert where.startswith(str(tmp_path))
