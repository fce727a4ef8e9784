"""The limits of an engine as people write them: flags, tables of a file, texts of a stored plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dohyo.engine import UsageError
from dohyo.engine.grammar import quote
from dohyo.protocol.language.go_line import Clock, Limits

#: The names of the limits where people write them, in the order in which a plan has them.
LIMITS = ("movetime", "nodes", "depth", "tc")
#: The largest value of each limit that is a number: what systems can wait for.
MOST = {"movetime": 10**9, "nodes": 10**15, "depth": 10**6}
#: The most milliseconds of a clock.
MOST_TIME = MOST["movetime"]
#: How a clock is written, for sentences.
CLOCKS = f"BASE or BASE+INCREMENT in seconds up to {MOST_TIME // 1000}, such as 10+0.1"
#: Digits of a limit, at most.
DIGITS = 18

_TC = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


def limits_of(values: Mapping[str, Any]) -> Limits:
    """The limits of a table with any of LIMITS, `tc` as a text; both seats have the same clock. UsageError for values
    out of range, or an invalid clock."""
    numbers = {name: value for name, value in values.items() if name != "tc"}
    clock = read_clock(values["tc"]) if "tc" in values else None
    return checked(Limits(**numbers, clocks=(clock, clock)))


def checked(limits: Limits) -> Limits:
    """The same limits, if an engine can play within them; UsageError otherwise."""
    if limits.unlimited:
        raise UsageError(f"a move needs a limit: one of {', '.join(LIMITS)}")
    for name, most in MOST.items():
        value = getattr(limits, name)
        if value is not None and not 0 < value <= most:
            raise UsageError(f"{name}: expected a number from 1 to {most}, got {value}")
    for clock in filter(None, limits.clocks):
        _check_clock(clock)
    return limits


def _check_clock(clock: Clock) -> None:
    if clock.remaining <= 0 or clock.increment < 0:
        raise UsageError(f"tc={clock}: base must be > 0 and increment >= 0")


def from_flags(**flags: Any) -> Limits | None:
    """The limits of the flags for all engines, by their names in LIMITS; None if there are none."""
    given = {name: value for name, value in flags.items() if value is not None}
    return limits_of(given) if given else None


def from_words(values: Mapping[str, Any], what: str) -> Limits:
    """The limits of texts by name. what: whose they are, for sentences."""
    numbers: dict[str, Any] = {}
    for name, value in values.items():
        numbers[name] = value if name == "tc" else whole(str(value))
        if numbers[name] is None:
            raise UsageError(f"engine {quote(what)}: {name}: expected an integer, got {quote(value)}")
    return limits_of(numbers)


def from_text(text: str) -> Limits:
    """The limits of a text that `str` wrote."""
    pairs = (word.partition("=") for word in text.split())
    return from_words({name: value for name, _, value in pairs}, text)


def read_clock(text: str) -> Clock:
    """A clock written in seconds as BASE or BASE+INCREMENT."""
    found = _TC.fullmatch(text)
    times = [1000 * float(seconds) for seconds in found.groups("0")] if found else []
    if not times or max(times) > MOST_TIME:
        raise UsageError(f"tc: expected {CLOCKS}, got {quote(text)}")
    clock = Clock(*map(round, times))
    _check_clock(clock)
    return clock


def whole(text: str) -> int | None:
    """The value of decimal digits; None for what is none, or beyond all limits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None
