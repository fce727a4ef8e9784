"""What `dohyo engine` and `dohyo gtp` may answer, checked line by line without their own readers: the grammar of
protocol.md and of GTP 2, and how many answers of each kind a batch of lines must have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from dohyo.protocol.server.texts import HELP

#: Bytes of the longest line that an engine reads.
MAX_LINE = 65536
#: Of an engine's line: the name of what it is, and the whole line.
_GRAMMAR = {
    "id": r"id (name|author) \S.*",
    "option": r"option name \S.* type (check default (true|false)|spin default -?\d+ min -?\d+ max -?\d+|"
              r"combo default \S+( var \S+)+|string default (<empty>|\S.*))",
    "game": r"game [a-z-]+ seats [12]( hidden)?( chance)?( simultaneous)?( common)?",
    "greeted": r"(ugi|uci)ok",
    "readyok": r"readyok",
    "bestmove": r"bestmove \S+",
    "response": r"response \S+",
    "error": r"info string error \S.*",
    "info": r"info depth \d+( seldepth \d+)?( multipv ([1-9]|1\d|20))? score (win (\d{1,3}|1000)|cp -?\d+|mate -?\d+)"
            r"( nodes \d+)?( nps \d+)?( time \d+)?( hashfull (\d{1,3}|1000))?( worlds \d+)?( pv( \S+)+)?",
}
_LINE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _GRAMMAR.items()))
_RESERVED = re.compile(r"(id|option|game|info|response|bestmove)( |$)")
_HELP = set(HELP.splitlines())
#: Verbs whose answers are texts for people.
PEOPLE = {"d", "eval", "help", "perft", "bench"}
#: Of GTP: the first line of an answer.
GTP_FIRST = re.compile(r"[=?](\d*) (.*)")


class WrongError(Exception):
    """The engine broke a promise: what was seen."""


def words_of(line: bytes) -> list[str]:
    """The tokens of a line that was sent; none of one that is too long to be read."""
    line = line.removesuffix(b"\r")
    return [] if len(line) > MAX_LINE else line.decode("utf-8", "replace").split()


class EngineListener:
    """Counts and judges the answers of UGI and UCI."""

    def __init__(self) -> None:
        self._dialects = {"ugi"}

    def judge(self, sent: Sequence[bytes], said: Iterable[str]) -> None:
        """WrongError unless these lines may answer that batch. The searches of a batch end with it."""
        verbs = [words[0] for line in sent if (words := words_of(line))]
        greetings = [verb for verb in verbs if verb in ("ugi", "uci")]
        self._dialects |= set(greetings)
        found = Counter(self._name(line, PEOPLE & set(verbs)) for line in said)
        queries = sum(len(words) > 1 and words[0] == "query" for words in map(words_of, sent))
        wanted = {"bestmove": verbs.count("go"), "readyok": verbs.count("isready"), "greeted": len(greetings),
                  "response": queries}
        for name, count in wanted.items():
            if found[name] != count:
                raise WrongError(f"{found[name]} times {name}, where {count} should be")
        if found["info"] > 0 and not wanted["bestmove"]:
            raise WrongError("an info line where nothing was searched")
        self._dialects = set(greetings[-1:]) or self._dialects

    @classmethod
    def judge_last(cls, sent: Sequence[bytes], said: Iterable[str]) -> None:
        """As `judge`, for the last lines of a process, in either dialect."""
        listener = cls()
        listener._dialects = {"ugi", "uci"}
        listener.judge(sent, said)

    def _name(self, line: str, free: set[str]) -> str:
        """What a line is; free: verbs that were sent whose answers are texts."""
        if not line.isprintable() or (line != line.strip() and not free):
            raise WrongError(f"blanks around or control characters in {line!r}")
        match = _LINE.fullmatch(line)
        if match is None:
            if free and (not _RESERVED.match(line) or line in _HELP):
                return "text"
            raise WrongError(f"no line of the protocol: {line!r}")
        if match.lastgroup == "info":
            kind = line.partition(" score ")[2].split()[0]
            if {"win": "ugi", "cp": "uci"}.get(kind) not in self._dialects:
                raise WrongError(f"a score of the other dialect: {line!r}")
        return str(match.lastgroup)


def gtp_numbers(sent: Iterable[bytes]) -> list[str]:
    """The number, '' without one, of each command that must be answered, in order."""
    numbers = []
    for line in sent:
        if len(line.removesuffix(b"\r")) > MAX_LINE:
            numbers.append("")
            continue
        text = line.decode("utf-8", "replace").removesuffix("\r")
        text = "".join(c for c in text if c == "\t" or (c >= " " and c != "\x7f"))
        words = text.partition("#")[0].split()
        if words:
            numbers.append(words[0] if words[0].isascii() and words[0].isdigit() else "")
    return numbers


def judge_gtp(sent: Iterable[bytes], said: Sequence[str]) -> None:
    """WrongError unless these lines answer those commands, one after the other, each closed by an empty line."""
    rest = list(said)
    for number in gtp_numbers(sent):
        if "" not in rest:
            raise WrongError(f"command {number!r} has no answer that is closed by an empty line")
        end = rest.index("")
        answer, rest = rest[:end], rest[end + 1 :]
        first = GTP_FIRST.fullmatch(answer[0]) if answer else None
        if first is None or first[1] != number:
            raise WrongError(f"command {number!r} was answered by {answer[:1]}")
        if not all(line.isprintable() for line in answer):
            raise WrongError(f"control characters in {answer}")
    if rest:
        raise WrongError(f"lines that answer nothing: {rest[:5]}")
