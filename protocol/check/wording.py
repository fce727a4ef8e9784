"""The exact form of an engine's lines. A client is lenient; the check is not."""

from __future__ import annotations

from dohyo.engine.grammar import quote
from dohyo.protocol.client.transport import Arrival
from dohyo.protocol.language.go_line import number
from dohyo.protocol.language.messages import Malformed, Unknown
from dohyo.protocol.language.replies import InfoLine, Reply

_NUMBERS = {"depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "worlds",
            "currmovenumber", "tbhits", "sbhits", "cpuload"}
_MANY = {"pv", "refutation", "currline"}
_BOUNDS = ("lowerbound", "upperbound")
_FIELDS = {*_NUMBERS, *_MANY, "score", "currmove", "string"}
_SINGLE = ("readyok", "ugiok", "uciok")


def strange(arrival: Arrival, reply: Reply) -> str:
    """What is wrong with the form of a line, as the end of a sentence; '' if nothing is."""
    line = arrival.line
    if arrival.flaw:
        return f"a line {quote(line) + ' ' if line else ''}is {arrival.flaw}"
    if not line.replace("\t", "").isprintable():
        return f"the line {quote(line)} has control characters"
    if isinstance(reply, Malformed):
        return f"{quote(line)} is malformed; {reply.problem}"
    words = line.split()
    if isinstance(reply, Unknown):
        return f"{quote(line)} is not a line of the protocol" if words else ""
    if words[0] in _SINGLE and len(words) > 1:
        return f"{quote(line)} has more than the one word"
    return _strange_info(words[1:], line) if isinstance(reply, InfoLine) else ""


def _strange_info(words: list[str], line: str) -> str:
    """What is wrong with the fields of an info line."""
    place = 0
    while place < len(words):
        word = words[place]
        until = next((i for i in range(place + 1, len(words)) if words[i] in _FIELDS), len(words))
        values = words[place + 1 : until]
        if word == "string":
            return ""
        if word not in _FIELDS:
            return f"{quote(line)} has the unknown field {quote(word)}"
        if not _fits(word, values):
            return f"{quote(line)} has {quote(' '.join(values))} after {word}"
        place = until
    return ""


def _fits(field: str, values: list[str]) -> bool:
    if field in _NUMBERS:
        return len(values) == 1 and number(values[0]) is not None
    if field == "score":
        bounds = values[2:]
        kind_and_value = len(values) > 1 and values[0] in ("win", "cp", "mate") and number(values[1]) is not None
        return kind_and_value and (not bounds or (len(bounds) == 1 and bounds[0] in _BOUNDS))
    return len(values) == 1 if field == "currmove" else bool(values)
