"""Which code this is: two installations with equal fingerprints play equal games."""

from __future__ import annotations

import hashlib
import importlib
from functools import cache
from pathlib import Path

from dohyo.protocol.language.identity import version

#: Packages whose text decides the games.
PACKAGES = ("cext", "engine", "search", "protocol", "tournaments")
ENDINGS = (".py", ".pyx", ".pxd", ".toml")


@cache
def fingerprint() -> str:
    """The installed version, and a digest of the sources that are installed: `0.1.0 (sources 3f2a91c04d5e)`."""
    return f"{version() or 'unreleased'} (sources {digest(PACKAGES)[:12]})"


def digest(packages: tuple[str, ...]) -> str:
    """A digest of all installed source texts of these packages, those of kernels and searchers included. Compiled code
    is not looked at: it differs between machines that play alike."""
    found = hashlib.sha256()
    for package in packages:
        (folder,) = map(Path, importlib.import_module(f"dohyo.{package}").__path__)
        for file in sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS):
            text = file.read_bytes()
            found.update(f"{package}/{file.relative_to(folder)} {len(text)}\n".encode() + text)
    return found.hexdigest()
