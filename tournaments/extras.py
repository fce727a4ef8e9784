"""Libraries that only some commands need: they are installed with an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from dohyo.engine import UsageError


@contextmanager
def needed(extra: str, what: str) -> Iterator[None]:
    """Around imports: UsageError says how to install what is missing. what: who needs it, for the sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("dohyo"):
            raise
        raise _missing(extra, what, error.name) from error


def require(extra: str, what: str, *libraries: str) -> None:
    """The same UsageError, before the time comes, if one of some libraries is not there. Nothing is imported."""
    for name in libraries:
        if find_spec(name) is None:
            raise _missing(extra, what, name)


def _missing(extra: str, what: str, library: str) -> UsageError:
    return UsageError(f"{what} needs the library {library}, which is not installed; `pip install 'dohyo[{extra}]'` "
                      "installs it")
