"""The limits of a search as a `go` line, and back: the one place that knows both."""

from __future__ import annotations

from collections.abc import Sequence

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.search.core.limits import Clock, Limits

__all__ = ["DIGITS", "Clock", "Limits", "number", "read", "write"]

#: Decimal digits of the largest number that is read.
DIGITS = 18
#: The numbers of a line, each with the least that is read. A clock may have run over: it is read as 0 then.
_NUMBERS = {
    "p1time": 0, "p2time": 0, "p1inc": 0, "p2inc": 0, "movestogo": 1, "movetime": 0, "nodes": 1, "depth": 1,
}
#: What UCI calls the clocks.
_UCI = {"p1time": "wtime", "p2time": "btime", "p1inc": "winc", "p2inc": "binc"}
_ALIASES = {uci: ugi for ugi, uci in _UCI.items()}


def number(text: str) -> int | None:
    """The value of plain decimal digits with an optional minus, or None."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else None


def write(limits: Limits, *, uci: bool = False) -> str:
    """The line for these limits. uci: with UCI's names of the clocks."""
    words = ["go"]
    for name, value in _numbers(limits).items():
        words += [] if value is None else [_UCI.get(name, name) if uci else name, str(round(value))]
    words += ["infinite"] if limits.infinite else []
    words += ["searchmoves", *limits.searchmoves] if limits.searchmoves else []
    return " ".join(words)


def _numbers(limits: Limits) -> dict[str, float | None]:
    """The value of each of _NUMBERS."""
    first, second = limits.clocks
    return {
        "p1time": first.remaining if first else None, "p2time": second.remaining if second else None,
        "p1inc": first.increment if first else None, "p2inc": second.increment if second else None,
        "movestogo": limits.movestogo, "movetime": limits.movetime, "nodes": limits.nodes, "depth": limits.depth,
    }


def read(words: Sequence[str]) -> tuple[Limits, tuple[str, ...]]:
    """The limits of the words after `go`, and the words that mean nothing and are ignored. An increment without a time
    is ignored too. UsageError says what is wrong."""
    numbers: dict[str, int] = {}
    infinite = False
    moves: tuple[str, ...] = ()
    unknown = []
    place = 0
    while place < len(words):
        word = words[place]
        name = _ALIASES.get(word, word)
        place += 1
        if name in _NUMBERS:
            numbers[name] = _value(name, word, words[place: place + 1])
            place += 1
        elif name == "infinite":
            infinite = True
        elif name == "searchmoves":
            moves, place = tuple(words[place:]), len(words)
            if not moves:
                raise UsageError("searchmoves: expected at least one move")
        else:
            unknown.append(word)
    clocks = (_clock(numbers, 1), _clock(numbers, 2))
    found = Limits(
        movetime=numbers.get("movetime"), nodes=numbers.get("nodes"), depth=numbers.get("depth"), clocks=clocks,
        movestogo=numbers.get("movestogo"), infinite=infinite, searchmoves=moves,
    )
    return found, tuple(unknown)


def _value(name: str, word: str, given: Sequence[str]) -> int:
    """The number that follows a word of the line."""
    value = number(given[0]) if given else None
    if value is None or value < _NUMBERS[name] == 1:
        shown = quote(given[0]) if given else "nothing"
        raise UsageError(f"{word}: expected an integer, got {shown}")
    return max(0, value)


def _clock(numbers: dict[str, int], seat: int) -> Clock | None:
    time = numbers.get(f"p{seat}time")
    return None if time is None else Clock(time, numbers.get(f"p{seat}inc", 0))
