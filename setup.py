"""Finds the packages and builds the extension modules; everything else stands in pyproject.toml.

Three environment variables choose the build:

DOHYO_PROFILE  release (default), checked (invariants asserted) or asan (checked, under AddressSanitizer and UBSan)
DOHYO_NATIVE   1 compiles for this machine's processor; default: portable flags
DOHYO_STRICT   1 makes compiler warnings, Cython warnings and Cython performance hints of this code errors

and DOHYO_JOBS says how many modules are compiled at once; default: as many as there are processors.

Each profile has a folder of its own that is kept: build/<profile>/lib holds links to the Python files and the compiled
modules, so that an edited Python file needs no build. A module is compiled again when a digest of all it is made from
changes: its source, the .pxd files it depends on, the flags and the tools. What moved away is removed from there.
"""

from __future__ import annotations

import contextlib
import copy
import fcntl
import hashlib
import io
import multiprocessing
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import ClassVar

import Cython
import numpy
from Cython.Build import cythonize
from Cython.Compiler import Options
from Cython.Compiler.Errors import CompileError as CythonError
from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

ROOT = Path(__file__).resolve().parent
#: Where each floor of the package `dohyo` stands. What tests of games from outside need is installed too.
FLOORS = {"cext": "cext", "engine": "engine", "search": "search", "protocol": "protocol", "tournaments": "tournaments",
          "testing": "tests/testing"}
PROFILES = {
    "release": (["-O3", "-g0"], []),
    "checked": (["-O1", "-g1", "-DDOHYO_CHECKED"], []),
    "asan": (
        ["-O1", "-g", "-DDOHYO_CHECKED", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
         "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
}
PROFILE = os.environ.get("DOHYO_PROFILE", "release")
STRICT, NATIVE = (os.environ.get(name, "0") not in ("", "0") for name in ("DOHYO_STRICT", "DOHYO_NATIVE"))
JOBS = int(os.environ.get("DOHYO_JOBS") or len(os.sched_getaffinity(0)))
#: The folder of this build.
BASE = Path("build", PROFILE + ("-native" if NATIVE else ""))


def below(pattern: str) -> dict[str, Path]:
    """The files of all floors that match, however deep they lie: dotted name without the ending -> path from the root.

    The name of a package is that of its folder, so `__init__` is left out.
    """
    found = {}
    for floor, folder in FLOORS.items():
        for path in sorted((ROOT / folder).rglob(pattern)):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            found[".".join(("dohyo", floor, *(part for part in parts if part != "__init__")))] = path.relative_to(ROOT)
    return found


def packages() -> dict[str, Path]:
    """Every folder with an `__init__.py` is a package: dotted name -> folder."""
    return {name: path.parent for name, path in below("__init__.py").items()}


def extensions() -> list[Extension]:
    """Every .pyx is a module; it stands in a package, or what is installed would lack it."""
    compile_args, link_args = PROFILES[PROFILE]
    # No contraction to fused multiply-adds: equal searches must be equal on every machine.
    compile_args = [*compile_args, "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
    compile_args += ["-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-sign-compare",
                     "-Wno-missing-field-initializers", "-Wno-cast-function-type"]
    if NATIVE:
        compile_args.append("-march=native")
    modules, homes = below("*.pyx"), packages().values()
    for path in modules.values():
        if path.parent not in homes:
            raise SystemExit(f"setup.py: {path.parent}: expected an __init__.py beside {path.name}, got none")
    return [
        Extension(
            name,
            [str(path)],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("DOHYO_NATIVE", str(int(NATIVE)))],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for name, path in modules.items()
    ]


DIRECTIVES = {
    "language_level": 3,
    "boundscheck": PROFILE != "release",
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": PROFILE != "release",
    "embedsignature": True,
    "show_performance_hints": True,
}


def copy_pxd(target: Path) -> None:
    """Copy the .pxd files to where `cimport dohyo.<floor>.<...>.<module>` looks for them; remove what moved away."""
    wanted = {target / "dohyo" / "__init__.pxd": b""}
    for name, path in below("*.pxd").items():
        *folders, module = name.split(".")
        for depth in range(2, len(folders) + 1):
            wanted.setdefault(target.joinpath(*folders[:depth], "__init__.pxd"), b"")
        wanted[target.joinpath(*folders, module + ".pxd")] = (ROOT / path).read_bytes()
    for path, text in wanted.items():
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    prune(target, wanted)


def prune(folder: Path, wanted: Iterable[Path]) -> None:
    """Remove from a folder, at every depth, what is not wanted; the bytecode of what stays may stay."""
    kept = {part for path in wanted for part in (path, *path.parents)}

    def visit(folder: Path) -> None:
        for path in folder.iterdir():
            if path.name != "__pycache__" and path not in kept:
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()
            elif path.is_dir():
                visit(path)

    if folder.exists():
        visit(folder)


class Build(build):
    """Removes first what earlier builds left of modules that moved away."""

    def run(self) -> None:
        Path(self.build_base).mkdir(parents=True, exist_ok=True)
        # Two builds at once in one folder would write over each other.
        with Path(self.build_base, "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            steps = [self.get_finalized_command(name) for name in self.get_sub_commands()]
            prune(Path(self.build_lib), [Path(path) for step in steps for path in step.get_outputs()])
            super().run()


class LinkPython(build_py):
    """Links files where the original copies them; a wheel gets what the links lead to."""

    def copy_file(self, infile: str, outfile: str, *_: object, **__: object) -> tuple[str, bool]:
        link = Path(outfile)
        aim = os.path.relpath(Path(infile).resolve(), link.parent.resolve())
        if not link.is_symlink() or str(link.readlink()) != aim:
            link.unlink(missing_ok=True)
            link.symlink_to(aim)
        return outfile, True

    def byte_compile(self, files: list[str]) -> None:
        """Python does so when it imports them."""


class BuildModules(build_ext):
    """Compiles the modules that are out of date, several at once."""

    def build_extensions(self) -> None:
        self.check_extensions_list(self.extensions)
        self.work = Path(self.build_temp)
        copy_pxd(self.work / "cimport")
        waiting = [module for module in self.extensions if not self.up_to_date(module)]
        waiting.sort(key=lambda module: -Path(module.sources[0]).stat().st_size)
        if waiting:
            print(f"compiling {len(waiting)} of {len(self.extensions)} modules ({BASE.name})", flush=True)
        # Few processes for many modules, as Cython is faster from its second module on.
        context = multiprocessing.get_context("fork")
        todo, failed = context.SimpleQueue(), context.SimpleQueue()
        workers = [context.Process(target=self.compile_each, args=(waiting, todo, failed))
                   for _ in range(min(JOBS, len(waiting)))]
        for number in [*range(len(waiting)), *(None for _ in workers)]:
            todo.put(number)
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if any(worker.exitcode for worker in workers):
            names = []
            while not failed.empty():
                names.append(failed.get())
            raise SystemExit(f"setup.py: not compiled, for the reasons above: {', '.join(names)}")

    def compile_each(self, modules: list[Extension], todo: SimpleQueue[int | None], failed: SimpleQueue[str]) -> None:
        """What one process does: compile the next module that is left, unless one has failed."""
        for number in iter(todo.get, None):
            if failed.empty():
                try:
                    self.compile(modules[number])
                except BaseException:
                    failed.put(modules[number].name)
                    raise

    def compile(self, module: Extension) -> None:
        """Translate one module to C and compile it."""
        record, source = self.record(module), Path(module.sources[0])
        record.unlink(missing_ok=True)
        before = source.read_bytes()
        built = copy.copy(module)
        if STRICT:
            built.extra_compile_args = [*module.extra_compile_args, "-Werror"]
        self.force = True
        try:
            built.sources = self.translated(module).sources
            self.build_extension(built)
        except (CompileError, CythonError) as error:
            raise SystemExit(f"setup.py: {error}") from None
        # A file that was edited meanwhile is compiled again next time.
        if source.read_bytes() == before:
            record.write_text(self.state(module, STRICT))

    def translated(self, module: Extension) -> Extension:
        """Cython to C, with hints and warnings of this project's code as errors where DOHYO_STRICT is set."""
        Options.warning_errors = STRICT
        heard = io.StringIO()
        try:
            with contextlib.redirect_stderr(heard):
                (found,) = cythonize([module], build_dir=str(self.work), include_path=[str(self.work / "cimport")],
                                     compiler_directives=DIRECTIVES, depfile=True, force=True, quiet=True)
        finally:
            sys.stderr.write(heard.getvalue())
        if STRICT and "performance hint: " in heard.getvalue():
            raise SystemExit("setup.py: Cython performance hints stand above; they count as errors here")
        return found

    def up_to_date(self, module: Extension) -> bool:
        """Whether the module is there and was made from what would make it now, as strictly as is asked for now."""
        record = self.record(module)
        return record.exists() and record.read_text() in (self.state(module, strict=True), self.state(module, STRICT))

    def state(self, module: Extension, strict: bool) -> str:
        """What a module is made from as a digest, and which file that made; '' where there is none."""
        made = Path(self.get_ext_fullpath(module.name))
        source = Path(module.sources[0])
        listed = self.work / source.with_suffix(".c.dep")
        if not made.exists() or not listed.exists():
            return ""
        # The list cannot name a .pxd of this module that came later.
        names = {*listed.read_text().partition(":")[2].replace("\\\n", " ").split(), str(source.with_suffix(".pxd"))}
        tools = (Cython.__version__, numpy.__version__, sys.version, self.compiler.compiler_so, self.compiler.linker_so)
        flags = (DIRECTIVES, module.define_macros, module.extra_compile_args, module.extra_link_args)
        found = hashlib.sha256(repr((tools, flags)).encode())
        for path in filter(Path.is_file, map(Path, sorted(names))):
            text = path.read_bytes()
            found.update(f"{path} {len(text)}\n".encode() + text)
        return f"{found.hexdigest()} {made.stat().st_mtime_ns} {'strict' if strict else 'lenient'}"

    def record(self, module: Extension) -> Path:
        return self.work / (module.name + ".made")


class Link(Command):
    """Makes the Python that runs this see the kept build, where it lies: a path, the command and the version.

    An editable install by pip would build everything in a folder that it throws away.
    """

    description = "make this Python see the build of this profile where it lies"
    user_options: ClassVar[list[tuple[str, str | None, str]]] = []

    def initialize_options(self) -> None:
        """There are none."""

    def finalize_options(self) -> None:
        """There are none."""

    def run(self) -> None:
        libraries, commands = (Path(sysconfig.get_path(name)) for name in ("purelib", "scripts"))
        about = self.distribution.metadata
        home = libraries / f"{about.get_name()}-{about.get_version()}.dist-info"
        home.mkdir(exist_ok=True)
        with (home / "METADATA").open("w") as file:
            about.write_pkg_file(file)
        made = [libraries / f"{about.get_name()}.pth", home / "METADATA", home / "RECORD"]
        made[0].write_text(f"{ROOT / BASE / 'lib'}\n")
        for line in self.distribution.entry_points["console_scripts"]:
            name, module, function = line.replace("=", " ").replace(":", " ").split()
            made.append(commands / name)
            # Processes that a run starts import this file too.
            made[-1].write_text(f"#!{sys.executable}\nimport sys\n\nfrom {module} import {function}\n\n"
                                f'if __name__ == "__main__":\n    sys.exit({function}())\n')
            made[-1].chmod(0o755)
        # By this list pip can remove it all.
        (home / "RECORD").write_text("".join(f"{os.path.relpath(path, libraries)},,\n" for path in made))


def main() -> None:
    if PROFILE not in PROFILES:
        raise SystemExit(f"setup.py: DOHYO_PROFILE: expected one of {', '.join(PROFILES)}, got {PROFILE!r}")
    os.chdir(ROOT)
    found = packages()
    setup(
        packages=list(found),
        package_dir={name: str(folder) for name, folder in found.items()},
        ext_modules=extensions(),
        cmdclass={"build": Build, "build_ext": BuildModules, "build_py": LinkPython, "link": Link},
        options={"build": {"build_base": str(BASE), "build_lib": str(BASE / "lib")}},
    )


main()
