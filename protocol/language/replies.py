"""What an engine says to a client: line to value by `read`, value to line by `str`.

`read` never raises, and takes what foreign engines write: unknown fields are passed over, bad numbers too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Literal, cast, get_args

from dohyo.protocol.language.go_line import number
from dohyo.protocol.language.messages import Dialect, Malformed, Unknown
from dohyo.protocol.language.scores import Score

OptionKind = Literal["check", "spin", "combo", "button", "string"]
#: How a line writes a default that is an empty text.
EMPTY = "<empty>"


@dataclass(frozen=True)
class Id:
    """kind: 'name' or 'author'."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"id {self.kind} {self.text}"


@dataclass(frozen=True)
class OptionLine:
    """An option that an engine offers. low, high: the range of a spin; choices: the words of a combo."""

    name: str
    kind: OptionKind
    default: str | None = None
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [f"option name {self.name} type {self.kind}"]
        words += [] if self.default is None else [f"default {self.default or EMPTY}"]
        words += [] if self.low is None else [f"min {self.low}"]
        words += [] if self.high is None else [f"max {self.high}"]
        return " ".join([*words, *(f"var {choice}" for choice in self.choices)])

    @property
    def accepts(self) -> str:
        """What is accepted, for a sentence."""
        if self.kind == "check":
            return "true or false"
        if self.kind == "combo":
            return "one of " + ", ".join(self.choices)
        if self.kind == "spin":
            return f"an integer from {self.low} to {self.high}"
        return "pressed without a value" if self.kind == "button" else "any text"

    def takes(self, value: str | None) -> bool:
        """Whether an engine that offers this must accept the value."""
        if self.kind == "button" or value is None:
            return self.kind == "button" and not value
        if self.kind == "check":
            return value.lower() in ("true", "false")
        if self.kind == "combo":
            return value.lower() in (choice.lower() for choice in self.choices)
        if self.kind == "spin":
            found = number(value)
            low, high = self.low, self.high
            return found is not None and (low is None or low <= found) and (high is None or found <= high)
        return True


@dataclass(frozen=True)
class GameLine:
    """A game that an engine plays."""

    id: str
    seats: int
    hidden: bool = False
    chance: bool = False
    simultaneous: bool = False
    common: bool = False

    def __str__(self) -> str:
        return " ".join([f"game {self.id} seats {self.seats}", *(name for name in _TRAITS if getattr(self, name))])


@dataclass(frozen=True)
class HandshakeOk:
    dialect: Dialect

    def __str__(self) -> str:
        return f"{self.dialect}ok"


@dataclass(frozen=True)
class ReadyOk:
    def __str__(self) -> str:
        return "readyok"


@dataclass(frozen=True)
class InfoLine:
    """Progress of a search; times in ms, hashfull in thousandths. text: the rest of the line after `string`."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    score: Score | None = None
    nodes: int | None = None
    nps: int | None = None
    time: int | None = None
    hashfull: int | None = None
    worlds: int | None = None
    pv: tuple[str, ...] = ()
    text: str | None = None

    def __str__(self) -> str:
        words = ["info"]
        for field in fields(self)[:-2]:
            value = getattr(self, field.name)
            words += [] if value is None else [f"{field.name} {value}"]
        words += ["pv", *self.pv] if self.pv else []
        return " ".join([*words, *([] if self.text is None else [f"string {self.text}".rstrip()])])


def error_line(problem: str) -> str:
    """The info line that reports a problem, as text."""
    return str(InfoLine(text=f"error {problem}"))


@dataclass(frozen=True)
class BestMove:
    """ponder: the expected reply, which UCI engines may add; this project's never do."""

    move: str
    ponder: str | None = None

    def __str__(self) -> str:
        return f"bestmove {self.move}" + ("" if self.ponder is None else f" ponder {self.ponder}")


@dataclass(frozen=True)
class Response:
    text: str

    def __str__(self) -> str:
        return f"response {self.text}"


Reply = Id | OptionLine | GameLine | HandshakeOk | ReadyOk | InfoLine | BestMove | Response | Malformed | Unknown

_TRAITS = ("hidden", "chance", "simultaneous", "common")
_INFO_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "worlds")
_INFO_WORDS = {*_INFO_NUMBERS, "score", "pv", "string"}


def read(line: str) -> Reply:
    """The reply of a line; `Unknown` for one that is none."""
    words = line.split()
    found = _READERS[words[0]](words[1:]) if words and words[0] in _READERS else None
    return Unknown(line.strip()) if found is None else found


def is_bestmove(reply: Reply) -> bool:
    """Whether a reply is a bestmove, well formed or not."""
    return isinstance(reply, BestMove) or (isinstance(reply, Malformed) and reply.verb == "bestmove")


def _read_id(words: Sequence[str]) -> Reply | None:
    return Id(words[0], " ".join(words[1:])) if len(words) > 1 and words[0] in ("name", "author") else None


def _read_option(words: Sequence[str]) -> Reply | None:
    """Each keyword opens a part that runs to the next; `type` must come before the parts of a value."""
    parts: list[tuple[str, list[str]]] = []
    for word in words:
        keywords = ("default", "min", "max", "var") if any(name == "type" for name, _ in parts) else ("name", "type")
        if word in keywords and not (word == "name" and parts):
            parts.append((word, []))
        elif parts:
            parts[-1][1].append(word)
    found = {name: " ".join(text) for name, text in parts}
    if not found.get("name") or found.get("type") not in get_args(OptionKind):
        return None
    default = found.get("default")
    return OptionLine(
        name=found["name"],
        kind=cast(OptionKind, found["type"]),
        default="" if default == EMPTY else default,
        low=number(found.get("min", "")),
        high=number(found.get("max", "")),
        choices=tuple(" ".join(text) for name, text in parts if name == "var"),
    )


def _read_game(words: Sequence[str]) -> Reply | None:
    seats = number(words[2]) if len(words) > 2 and words[1] == "seats" else None
    return None if seats is None else GameLine(words[0], seats, *(trait in words[3:] for trait in _TRAITS))


def _read_info(words: Sequence[str]) -> Reply:
    """Each word that is a field takes the words up to the next one."""
    numbers: dict[str, int] = {}
    score: Score | None = None
    pv: tuple[str, ...] = ()
    text: str | None = None
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word == "string":
            text = " ".join(words[place:])
            break
        until = next((i for i in range(place, len(words)) if words[i] in _INFO_WORDS), len(words))
        values, place = words[place:until], until
        if word == "pv":
            pv = tuple(values)
        elif word == "score":
            score = _read_score(values) or score
        elif word in _INFO_NUMBERS and values and (value := number(values[0])) is not None:
            numbers[word] = value
    return InfoLine(**numbers, score=score, pv=pv, text=text)


def _read_score(words: Sequence[str]) -> Score | None:
    for kind, text in pairwise(words):
        value = number(text)
        if kind in ("win", "cp", "mate") and value is not None:
            return Score(cast(Literal["win", "cp", "mate"], kind), value)
    return None


def _read_best(words: Sequence[str]) -> Reply:
    if len(words) == 1:
        return BestMove(words[0])
    if len(words) == 3 and words[1] == "ponder":
        return BestMove(words[0], words[2])
    return Malformed("bestmove", "expected `bestmove MOVE`")


def _read_response(words: Sequence[str]) -> Reply:
    return Response(words[0]) if len(words) == 1 else Malformed("response", "expected `response TOKEN`")


_READERS: dict[str, Callable[[Sequence[str]], Reply | None]] = {
    "id": _read_id,
    "option": _read_option,
    "game": _read_game,
    "info": _read_info,
    "bestmove": _read_best,
    "response": _read_response,
    "readyok": lambda words: ReadyOk(),
    "ugiok": lambda words: HandshakeOk(Dialect.UGI),
    "uciok": lambda words: HandshakeOk(Dialect.UCI),
}
