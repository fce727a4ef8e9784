"""What a client says to an engine: line to value by `read`, value to line by `str`.

`read` never raises: any other line gives `Unknown`, one that starts like a message and goes wrong gives
`Malformed` with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from dohyo.engine import UsageError
from dohyo.protocol.language import go_line
from dohyo.protocol.language.go_line import Limits, number


class Dialect(StrEnum):
    """The two greetings; they differ in how a score is written."""

    UGI = "ugi"
    UCI = "uci"


class Word(StrEnum):
    """The messages that are a single word."""

    ISREADY = "isready"
    STOP = "stop"
    QUIT = "quit"
    DRAW = "d"
    EVAL = "eval"
    BENCH = "bench"
    HELP = "help"


@dataclass(frozen=True)
class Handshake:
    dialect: Dialect

    def __str__(self) -> str:
        return str(self.dialect)


@dataclass(frozen=True)
class NewGame:
    dialect: Dialect = Dialect.UGI

    def __str__(self) -> str:
        return f"{self.dialect}newgame"


@dataclass(frozen=True)
class SetOption:
    """value: None where the word `value` does not stand; may be empty."""

    name: str
    value: str | None

    def __str__(self) -> str:
        return f"setoption name {self.name}" + ("" if self.value is None else f" value {self.value}".rstrip())


@dataclass(frozen=True)
class SetPosition:
    """text: a position text, None for startpos; history: what the seat saw so far, for engines that infer from it."""

    text: str | None
    moves: tuple[str, ...] = ()
    history: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = ["position", "startpos" if self.text is None else f"fen {self.text}"]
        for name, part in (("moves", self.moves), ("history", self.history)):
            words += [name, *part] if part else []
        return " ".join(words)


@dataclass(frozen=True)
class Go:
    """Search within these limits."""

    limits: Limits = field(default_factory=Limits)

    def __str__(self) -> str:
        return go_line.write(self.limits)


@dataclass(frozen=True)
class Query:
    what: str

    def __str__(self) -> str:
        return f"query {self.what}"


@dataclass(frozen=True)
class Perft:
    depth: int

    def __str__(self) -> str:
        return f"perft {self.depth}"


@dataclass(frozen=True)
class Malformed:
    """verb: the message that it starts like; problem: what is wrong, as a sentence."""

    verb: str
    problem: str


@dataclass(frozen=True)
class Unknown:
    text: str


Message = Handshake | NewGame | Word | SetOption | SetPosition | Go | Query | Perft | Malformed | Unknown
#: A message, and the tokens of its line that mean nothing and are ignored.
Reading = tuple[Message, tuple[str, ...]]


def read(line: str) -> Reading:
    """The message of a line; `Unknown('')` for a blank one."""
    words = line.split()
    if not words:
        return Unknown(""), ()
    verb, rest = words[0], words[1:]
    if verb in _READERS:
        return _READERS[verb](rest)
    if verb in _FIXED:
        return _FIXED[verb], tuple(rest)
    if verb == "setoption":
        return _read_option(line), ()
    return Unknown(line.strip()), ()


def _read_option(line: str) -> Message:
    """Splits at the words `name` and `value`; the value keeps its inner blanks."""
    words = line.split()
    if len(words) < 3 or words[1] != "name" or words[2] == "value":
        return Malformed("setoption", "expected `setoption name NAME value VALUE`")
    until = words.index("value", 3) if "value" in words[3:] else len(words)
    name = " ".join(words[2:until])
    if until == len(words):
        return SetOption(name, None)
    # Cutting off one word more than precedes the value leaves it as it was written.
    after = line.split(maxsplit=until + 1)
    return SetOption(name, after[until + 1].strip() if len(after) > until + 1 else "")


def _read_position(words: Sequence[str]) -> Reading:
    if not words or words[0] not in ("startpos", "fen"):
        return Malformed("position", "expected `startpos`, or `fen` and a position"), ()
    parts: dict[str, list[str]] = {"text": [], "moves": [], "history": []}
    part = "text"
    for word in words[1:]:
        if word in ("moves", "history"):
            part = word
        else:
            parts[part].append(word)
    moves, history = tuple(parts["moves"]), tuple(parts["history"])
    if words[0] == "startpos":
        return SetPosition(None, moves, history), tuple(parts["text"])
    if not parts["text"]:
        return Malformed("position", "expected a position after `fen`"), ()
    return SetPosition(" ".join(parts["text"]), moves, history), ()


def _read_go(words: Sequence[str]) -> Reading:
    try:
        limits, unknown = go_line.read(words)
    except UsageError as error:
        return Malformed("go", str(error)), ()
    return Go(limits), unknown


def _read_query(words: Sequence[str]) -> Reading:
    if not words:
        return Malformed("query", "expected a query, such as `query gameover`"), ()
    return Query(words[0]), tuple(words[1:])


def _read_perft(words: Sequence[str]) -> Reading:
    depth = number(words[0]) if words else None
    if depth is None or depth < 0:
        return Malformed("perft", "expected a number of plies"), ()
    return Perft(depth), tuple(words[1:])


_READERS: dict[str, Callable[[Sequence[str]], Reading]] = {
    "position": _read_position,
    "go": _read_go,
    "query": _read_query,
    "perft": _read_perft,
}
_FIXED: dict[str, Message] = {
    **{str(word): word for word in Word},
    **{str(dialect): Handshake(dialect) for dialect in Dialect},
    **{f"{dialect}newgame": NewGame(dialect) for dialect in Dialect},
}
