"""How an entrant is written on the command line: `[NAME=]WHAT[:OPTION=VALUE,…]`."""

import os
import re
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.client.client import BUILTIN, engine_command, searcher_names
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.limits import LIMITS, from_words, whole
from dohyo.tournaments.plan.spec import START_TIMEOUT, Engine

#: For the help text.
GRAMMAR = """\b
ENGINE is [NAME=]WHAT[:OPTION=VALUE,OPTION=VALUE…]
  WHAT    a searcher of this project, or builtin:SEARCHER, which needs no process,
          or the command of any UGI engine, quoted for the shell when it has
          blanks; it is started without a shell
  NAME    name in the tables, different for every engine
  OPTION  an option of the engine; movetime, nodes, depth and tc are limits for
          this engine alone, instead of those for all; cwd is its working folder,
          env.NAME an environment variable, restart=on starts it for every game,
          and start_timeout is the number of seconds it may take to start
\b
Examples: mcts   plain=mcts:Solver=false,Threads=1   quick=mcts:nodes=1000
          "other=./engine --quiet"   "other=./engine --quiet:Hash=64"
"""

#: Before the name of a variable of an engine's environment.
ENV = "env."
#: When an engine is started again: for every game, or after a fault alone.
RESTARTS = ("on", "off")
#: Older names of what an engine is started with.
_ALIASES = {"patience": "start_timeout"}
_NAME = re.compile(r"([\w.+-]+)=(?=.)")
#: A quoted part, or the colon after which options stand.
_PARTS = re.compile(r"""'[^']*'|"[^"]*"|:(?=[A-Za-z][\w .-]*=)""")


def read_engine(text: str, limits: Limits | None) -> Engine:
    """The entrant that a text describes. limits: for an engine that names none of its own; UsageError for a text that
    describes none."""
    found = engine_table(text)
    own = found.get("limits", {})
    check_program(found["command"], found.get("cwd", ""), text)
    return Engine(
        name=found.get("name") or program_name(found["command"]),
        program=found["command"],
        limits=from_words(own, text) if own or limits is None else limits,
        options=tuple(found.get("options", {}).items()),
        cwd=found.get("cwd", ""),
        env=tuple(found.get("env", {}).items()),
        restart=found.get("restart") == "on",
        start_timeout=_start_timeout(found.get("start_timeout", START_TIMEOUT), text),
    )


def engine_table(text: str) -> dict[str, Any]:
    """What stands in a text, as it would in a file: name, command, options, limits, cwd, env, restart and
    start_timeout."""
    named = _NAME.match(text)
    rest = text[named.end():] if named else text
    colon = next((part.start() for part in _PARTS.finditer(rest) if part.group() == ":"), len(rest))
    named_so = {"name": named.group(1)} if named else {}
    words = rest[colon + 1:].split(",") if colon < len(rest) else ()
    return {"command": rest[:colon].strip(), **named_so, **_start(words, f"engine {quote(text)}")}


def start_table(text: str) -> dict[str, Any]:
    """What stands in a text OPTION=VALUE,… for all engines, as it would in a file."""
    found = _start(text.split(","), f"--each {quote(text)}")
    if "limits" in found:
        raise UsageError(f"--each {quote(text)}: limits for all engines are flags of their own, such as --nodes")
    return found


def _start(words: Iterable[str], what: str) -> dict[str, Any]:
    """Options, limits, cwd, env, restart and start_timeout. what: whose they are, for sentences."""
    found: dict[str, Any] = {}
    for word in words:
        name, value = _pair(word, what)
        if name == "restart" and value not in RESTARTS:
            raise UsageError(f"{what}: restart: expected {' or '.join(RESTARTS)}, got {quote(value)}")
        name = _ALIASES.get(name, name)
        if name in ("cwd", "restart", "start_timeout"):
            number = whole(value) if name == "start_timeout" else None
            found[name] = value if number is None else number
            continue
        table = "limits" if name in LIMITS else "env" if name.startswith(ENV) else "options"
        inside = found.setdefault(table, {})
        key = name.removeprefix(ENV)
        if key.lower() in map(str.lower, inside):
            raise UsageError(f"{what}: {quote(name)} is given twice")
        if not key:
            raise UsageError(f"{what}: expected {ENV}NAME=VALUE, got {quote(word)}")
        number = whole(value) if table == "limits" and name != "tc" else None
        inside[key] = value if number is None else number
    return found


def _start_timeout(value: Any, text: str) -> int:
    if not isinstance(value, int):
        raise UsageError(f"engine {quote(text)}: start_timeout: expected seconds, got {quote(str(value))}")
    return value


def game_table(text: str) -> dict[str, Any]:
    """What stands in the text of a game, GAME[:OPTION=VALUE,…], as it would in a file."""
    name, _, rest = text.partition(":")
    rules = [_pair(word, f"game {quote(text)}") for word in rest.split(",") if word]
    for option, _ in rules:
        if [other for other, _ in rules].count(option) > 1:
            raise UsageError(f"game {quote(text)}: {quote(option)} is given twice")
    return {"game": name, "rules": dict(rules)}


def _pair(word: str, what: str) -> tuple[str, str]:
    name, sign, value = (part.strip() for part in word.partition("="))
    if not sign or not name:
        raise UsageError(f"{what}: expected OPTION=VALUE, got {quote(word)}")
    return name, value


def program_name(program: str) -> str:
    """What an engine is called that has no name."""
    return Path(shlex.split(program)[0]).name


def check_program(program: str, cwd: str = "", text: str = "") -> None:
    """UsageError unless the program can take part. text: what the sentence quotes, by default the program."""
    problem = program_problem(program, cwd)
    if problem is not None:
        raise UsageError(f"engine {quote(text or program)}: {problem}")


def program_problem(program: str, cwd: str = "", *, elsewhere: bool = False) -> str | None:
    """Why a program cannot be started; None if it is a searcher, or a command whose first word can be. cwd: the folder
    from which a word with a slash counts; elsewhere: on another machine, so that any word may be."""
    try:
        word = engine_command(program)[0]
    except UsageError as error:
        return str(error)
    if elsewhere or program.startswith(BUILTIN):
        return None
    if "/" not in word:
        if shutil.which(word) is not None:
            return None
        return (f"no searcher or program {quote(word)}; the searchers are "
                f"{', '.join(searcher_names())}")
    file = Path(cwd, word)
    if not file.is_file():
        return f"{word} is a folder" if file.is_dir() else f"no such file: {file.absolute()}"
    return None if os.access(file, os.X_OK) else f"{word} is not executable"
