"""Builds the extension modules; everything else stands in pyproject.toml.

Two environment variables choose the build, and a change of either rebuilds:

DOHYO_PROFILE  release (default), checked (invariants asserted) or asan (checked, under AddressSanitizer and UBSan)
DOHYO_NATIVE   1 compiles for this machine's processor; default: portable flags
DOHYO_STRICT   1 makes compiler warnings, Cython warnings and Cython performance hints of this code errors
"""

import contextlib
import io
import os
import shutil
import sys
from pathlib import Path

import numpy
from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent
#: Where each floor of the package `dohyo` stands. What tests of games from outside need is installed too.
FLOORS = {"cext": "cext", "engine": "engine", "search": "search", "protocol": "protocol", "tournaments": "tournaments",
          "testing": "tests/testing"}
PROFILES = {
    "release": (["-O3"], []),
    "checked": (["-O2", "-g", "-DDOHYO_CHECKED"], []),
    "asan": (
        ["-O1", "-g", "-DDOHYO_CHECKED", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
         "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
}


def flag(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


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


def copy_pxd(target: Path) -> None:
    """Copy the .pxd files to where `cimport dohyo.<floor>.<...>.<module>` looks for them; remove what moved away."""
    wanted = {target / "dohyo" / "__init__.pxd": b""}
    for name, path in below("*.pxd").items():
        *folders, module = name.split(".")
        for depth in range(2, len(folders) + 1):
            wanted.setdefault(target.joinpath(*folders[:depth], "__init__.pxd"), b"")
        copy = target.joinpath(*folders, module + ".pxd")
        if path.name == "__init__.pxd":
            copy = target.joinpath(*folders, module, "__init__.pxd")
        wanted[copy] = (ROOT / path).read_bytes()
    for old in target.rglob("*.pxd"):
        if old not in wanted:
            old.unlink()
    for copy, text in wanted.items():
        if not copy.exists() or copy.read_bytes() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text)


def extensions(profile: str) -> list[Extension]:
    compile_args, link_args = PROFILES[profile]
    # No contraction to fused multiply-adds: equal searches must be equal on every machine.
    compile_args = [*compile_args, "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
    compile_args += ["-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-sign-compare",
                     "-Wno-missing-field-initializers", "-Wno-cast-function-type"]
    if flag("DOHYO_STRICT"):
        compile_args.append("-Werror")
    if flag("DOHYO_NATIVE"):
        compile_args.append("-march=native")
    macros = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("DOHYO_NATIVE", str(int(flag("DOHYO_NATIVE"))))]
    return [
        Extension(
            name,
            [str(source)],
            include_dirs=[numpy.get_include()],
            define_macros=macros,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for name, source in below("*.pyx").items()
    ]


def translate(profile: str) -> list[Extension]:
    """Cython to C, with hints and warnings of this project's code as errors where DOHYO_STRICT is set."""
    work = ROOT / "build" / "cython" / (profile + ("-native" if flag("DOHYO_NATIVE") else ""))
    copy_pxd(ROOT / "build" / "cimport")
    Options.warning_errors = flag("DOHYO_STRICT")
    # Without strictness the work folder keeps what strictness would refuse, so the two never share one.
    work = work.with_name(work.name + ("-strict" if flag("DOHYO_STRICT") else ""))
    directives = {
        "language_level": 3,
        "boundscheck": profile != "release",
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": profile != "release",
        "embedsignature": True,
        "show_performance_hints": True,
    }
    heard = io.StringIO()
    try:
        with contextlib.redirect_stderr(heard):
            modules = cythonize(
                extensions(profile),
                build_dir=str(work.relative_to(ROOT)),
                include_path=[str(ROOT / "build" / "cimport")],
                compiler_directives=directives,
            )
    finally:
        sys.stderr.write(heard.getvalue())
    if flag("DOHYO_STRICT") and "performance hint: " in heard.getvalue():
        shutil.rmtree(work)
        raise SystemExit("setup.py: Cython performance hints stand above; they count as errors here")
    return list(modules)


def main() -> None:
    profile = os.environ.get("DOHYO_PROFILE", "release")
    if profile not in PROFILES:
        raise SystemExit(f"setup.py: DOHYO_PROFILE={profile!r} is not one of {', '.join(PROFILES)}")
    os.chdir(ROOT)
    setup(
        packages=list(packages()),
        package_dir={name: str(folder) for name, folder in packages().items()},
        ext_modules=translate(profile),
    )


main()
