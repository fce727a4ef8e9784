"""The commands that start this project's own engine, as a process or in this one."""

from __future__ import annotations

import shlex
import sys

from dohyo import search
from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.server.options import AUTO
from dohyo.search import current_name, current_word

#: The last two give the present spelling of an option and of its value that were renamed.
__all__ = ["BUILTIN", "current_name", "current_word", "engine_command", "own_engine_command", "searcher_names"]

#: Before the name of a searcher: it searches in this process.
BUILTIN = "builtin:"


def searcher_names() -> tuple[str, ...]:
    """The searchers of this project's own engine."""
    return tuple(kind.name for kind in search.searchers())


def own_engine_command(searcher: str = AUTO) -> list[str]:
    """The command of this project's own engine with a searcher; UsageError for an unknown searcher."""
    if searcher != AUTO:
        search.searcher(searcher)
    return [sys.executable, "-m", "dohyo.protocol.server", "--searcher", searcher]


def engine_command(text: str) -> list[str]:
    """The command that a text stands for: a searcher's name is this project's engine with that searcher, BUILTIN and a
    name the same in this process; any other text is split as a shell would. UsageError for a text that cannot be
    split."""
    if text.startswith(BUILTIN):
        own_engine_command(text.removeprefix(BUILTIN))
        return [text]
    if text in searcher_names() or text in search.searcher_aliases():
        return own_engine_command(text)
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"cannot parse engine command {quote(text)}: {error}") from error
    if not command:
        raise UsageError("the command of the engine is empty")
    return command
