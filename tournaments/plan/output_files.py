"""The files that a tournament writes: whether they can be written, asked before an hour of play and not after it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from dohyo.engine import UsageError
from dohyo.tournaments.extras import require
from dohyo.tournaments.plan.tournament import Outputs, Tournament

#: What SQLite names the files beside a file of games: its log of what was written of late, and the index of that.
LOG, INDEX = "-wal", "-shm"
#: What follows the name of a file of games in that of the file by which a writer claims it.
LOCK = "-lock"
#: Standard output, among files that an export writes.
STDOUT = Path("-")
#: What stands before the name of an output in its key.
OUTPUTS = "outputs."


def written(out: Path | None, outputs: Outputs) -> Iterator[tuple[str, Path]]:
    """Every file that is written, after the key of a plan that names it."""
    if out is not None:
        yield "out", out
    for name, file in vars(outputs).items():
        if file is not None:
            yield f"{OUTPUTS}{name}", file


def clash(read: Iterable[tuple[str, Path]], written: Iterable[tuple[str, Path]]) -> tuple[str, Path, str] | None:
    """The first file that would be written over another, by whatever name: its key, itself, and the key of the other.
    What belongs to a file of games is that file too."""
    seen: list[tuple[Path, str]] = []
    for key, file in read:
        seen += [(each, key) for each in _with_companions(file)]
    for key, file in written:
        for other, its_key in seen:
            if plain(file) and _same(file, other):
                return key, file, its_key
        seen += [(each, key) for each in (_with_companions(file) if key == "out" else [file])]
    return None


def _with_companions(file: Path) -> list[Path]:
    """A file of games, and those that lie beside it while it is written."""
    target = file.resolve()
    return [target.with_name(target.name + end) for end in ("", LOG, INDEX, LOCK)]


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve() or (_there(one) and _there(other) and one.samefile(other))


def plain(file: Path) -> bool:
    """Whether it is a file like others, or is to become one, and no pipe or device, nor a file that the shell opened
    and that has a name of a device here."""
    special = file == STDOUT or file.absolute().parts[1:2] in (("dev",), ("proc",))
    return not special and (not _there(file) or file.is_file())


def _there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # such as a name that is too long
        return False


def ready(tournament: Tournament) -> None:
    """UsageError if a file of a tournament cannot be written, or a library is missing that it needs."""
    for key, file in written(tournament.out, tournament.outputs):
        problem = unwritable(file)
        if problem is not None:
            raise UsageError(f"{key}: cannot write {str(file)!r}: {problem}")
    if tournament.outputs.html is not None:
        require("report", "a report as one page", "jinja2", "matplotlib")
    if tournament.cluster:
        require("cluster", "a cluster", "distributed")


def unwritable(file: Path) -> str | None:
    """Why a file cannot be written; None if nothing speaks against it. Nothing is made."""
    if file == STDOUT:
        return "standard output is for the result; use `dohyo tournament export`"
    try:
        if file.is_dir():
            return "is a folder"
        if not plain(file):
            return None if os.access(file, os.W_OK) else "permission denied"
        if file.exists():  # another is written beside it
            folder = file.resolve().parent
            if not os.access(file, os.W_OK):
                return "permission denied"
            return None if os.access(folder, os.W_OK | os.X_OK) else f"cannot write in {folder}"
        folder = next(folder for folder in file.absolute().parents if folder.exists())
        if not folder.is_dir():
            return f"{folder} is not a folder"
        file.lstat()
    except FileNotFoundError:
        return None if os.access(folder, os.W_OK | os.X_OK) else f"cannot write in {folder}"
    except OSError as error:  # such as a name that is too long
        return error.strerror or str(error)
    return "broken link"
