"""Libraries that only some commands need: they are installed with an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dohyo.engine import UsageError


@contextmanager
def needed(extra: str, what: str) -> Iterator[None]:
    """Around imports: UsageError says how to install what is missing. what: who needs it, for the sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("dohyo"):
            raise
        raise UsageError(f"{what} needs the library {error.name}, which is not installed; "
                         f"`pip install 'dohyo[{extra}]'` installs it") from error
