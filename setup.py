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
FOLDERS = ("cext", "engine", "search")
LAYERS = (*FOLDERS, "protocol", "tournaments")
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


def collect_pxd(target: Path) -> None:
    """Copy the .pxd files to where `cimport dohyo.<folder>.<module>` looks for them."""
    for folder in FOLDERS:
        for source in sorted((ROOT / folder).rglob("*.pxd")):
            copy = target / "dohyo" / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            for package in copy.relative_to(target).parents[:-1]:
                (target / package / "__init__.pxd").touch()
            if not copy.exists() or copy.read_bytes() != source.read_bytes():
                shutil.copy2(source, copy)
    (target / "dohyo" / "__init__.pxd").touch()


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
    sources = sorted(path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*.pyx"))
    return [
        Extension(
            "dohyo." + ".".join(source.with_suffix("").parts),
            [str(source)],
            include_dirs=[numpy.get_include()],
            define_macros=macros,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for source in sources
    ]


def translate(profile: str) -> list[Extension]:
    """Cython to C, with hints and warnings of this project's code as errors where DOHYO_STRICT is set."""
    work = ROOT / "build" / "cython" / (profile + ("-native" if flag("DOHYO_NATIVE") else ""))
    collect_pxd(ROOT / "build" / "cimport")
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


def packages() -> dict[str, str]:
    """Every folder of Python code, as the package that it installs as."""
    folders = sorted(path.parent.relative_to(ROOT) for layer in LAYERS for path in (ROOT / layer).rglob("__init__.py"))
    return {"dohyo." + ".".join(folder.parts): str(folder) for folder in folders}


def main() -> None:
    profile = os.environ.get("DOHYO_PROFILE", "release")
    if profile not in PROFILES:
        raise SystemExit(f"setup.py: DOHYO_PROFILE={profile!r} is not one of {', '.join(PROFILES)}")
    os.chdir(ROOT)
    setup(packages=list(packages()), package_dir=packages(), ext_modules=translate(profile))


main()
