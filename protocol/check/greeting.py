"""Steps: how an engine introduces itself."""

from __future__ import annotations

import time
from collections import Counter

from dohyo.engine import games
from dohyo.engine.grammar import quote
from dohyo.protocol.check.context import Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError, Greeting, Probe, SkipError
from dohyo.protocol.language import replies
from dohyo.protocol.language.messages import Dialect
from dohyo.protocol.language.replies import GameLine, HandshakeOk, Id, OptionLine

steps = CheckSteps()

#: Seconds that an engine is listened to before it is spoken to.
LISTEN = 0.5
#: Options that every engine has.
NEEDED = ("Game", "Rules", "Searcher", "Seed", "Threads", "Hash", "MultiPV", "MoveOverhead")
#: Seconds for what was held back to come after the end of input.
HELD_BACK = 2.0


@steps.add("silent at the start", "an engine says nothing before it is spoken to")
def silent(check: Check) -> str:
    dialect = check.greeting.dialect
    probe = check.raw()
    lines = probe.quiet(LISTEN)
    probe.say(dialect)
    # One that starts slowly says it only now.
    lines += probe.until(lambda reply: isinstance(reply, HandshakeOk), f"{dialect}ok", check.settings.start)
    if not isinstance(replies.read(lines[0].line), Id | OptionLine | GameLine | HandshakeOk):
        raise BrokenError(f"it said {quote(lines[0].line)} before it was asked")
    return f"nothing came in {LISTEN:g} s, nor before its greeting"


@steps.add("ugi", "`ugi` is answered by id name, id author, its options, its games and ugiok, each a flushed line")
def ugi(check: Check) -> str:
    return _greet(check, Dialect.UGI)


@steps.add("uci", "`uci` is answered by id name, id author, its options and uciok, without game lines")
def uci(check: Check) -> str:
    return _greet(check, Dialect.UCI)


def _greet(check: Check, dialect: Dialect) -> str:
    probe = check.raw()
    begin = time.monotonic()
    try:
        greeting = probe.greet(dialect, check.settings.start)
    except BrokenError as error:
        raise BrokenError(f"{error}{_held_back(probe, f'{dialect}ok')}") from error
    except SkipError as error:
        if dialect is Dialect.UGI and _knows_uci(check):
            raise
        raise BrokenError(str(error)) from error
    if problem := _problem(greeting):
        raise BrokenError(problem)
    check.figures["greeting_ms"] = 1000 * (time.monotonic() - begin)
    count = f"{len(greeting.options)} options"
    count += f" and {len(greeting.games)} games" if dialect is Dialect.UGI else ""
    return f"{greeting.names['name']} offered {count}"


def _knows_uci(check: Check) -> bool:
    try:
        return check.greeting.dialect is Dialect.UCI
    except SkipError:
        return False


def _problem(greeting: Greeting) -> str:
    """What is missing or does not belong there."""
    for kind in ("name", "author"):
        if not greeting.names.get(kind):
            return f"there is no line `id {kind} …`"
    if greeting.dialect is Dialect.UCI and greeting.games:
        return f"it told {greeting.games[0]} after `uci`"
    return "it named no game" if greeting.dialect is Dialect.UGI and not greeting.games else ""


def _held_back(probe: Probe, word: str) -> str:
    """Whether the answer comes once the input ends, as that of a program with a buffered output."""
    probe.transport.close_input()
    lines = [arrival.line.strip() for arrival in probe.rest(HELD_BACK)]
    return f"; {word} came when its input ended, so its output is buffered" if word in lines else ""


@steps.add("isready", "each `isready` is answered by exactly one readyok")
def isready(check: Check) -> str:
    probe = check.fresh()
    for _ in range(3):
        probe.ready()
    probe.say("isready", "isready")
    count = [str(replies.read(arrival.line)) for arrival in probe.quiet(LISTEN)].count("readyok")
    if count != 2:
        raise BrokenError(f"two isready in one write were answered by {count} readyok")
    return "each of five was answered by one readyok"


@steps.add("options are well formed",
           "an option has a name of its own, a known type, a default that it accepts, and min and max or its words")
def options(check: Check) -> str:
    found = check.greeting.options
    names = Counter(option.name.lower() for option in found)
    for option in found:
        problem = "is offered twice" if names[option.name.lower()] > 1 else _option_problem(option)
        if problem:
            raise BrokenError(f"option {option.name} {problem}")
    return f"all {len(found)} options are"


def _option_problem(option: OptionLine) -> str:
    if option.kind == "button":
        return "" if option.default is None else "is a button with a default"
    if option.kind == "spin" and (option.low is None or option.high is None or option.low > option.high):
        return f"is a spin from {option.low} to {option.high}"
    if option.kind == "combo" and not option.choices:
        return "is a combo without a var"
    if option.default is None:
        return "has no default"
    return "" if option.takes(option.default) else f"has the default {quote(option.default)}; it is {option.accepts}"


@steps.add("options that every engine has", f"every engine offers {', '.join(NEEDED)}")
def needed(check: Check) -> str:
    check.need_ugi()
    missing = [name for name in NEEDED if check.greeting.option(name) is None]
    if missing:
        raise BrokenError(f"it does not offer {', '.join(missing)}")
    return f"all {len(NEEDED)} are offered"


@steps.add("games are told", "a game stands once, with seats 1 or 2 and the traits that it has by its rules")
def told(check: Check) -> str:
    check.need_ugi()
    lines = check.greeting.games
    for game_id, count in Counter(line.id for line in lines).items():
        if count > 1:
            raise BrokenError(f"{game_id} is told {count} times")
    known = {game.id: GameLine(game.id, game.seats, game.hidden, game.chance, game.simultaneous, game.common)
             for game in games()}
    for line in lines:
        if line.seats not in (1, 2):
            raise BrokenError(f"{line.id} has {line.seats} seats")
        if line.id in known and line != known[line.id]:
            raise BrokenError(f"it told `{line}`, which is `{known[line.id]}`")
    unknown = [line.id for line in lines if line.id not in known]
    rest = f"; the rules of {', '.join(unknown)} are not known here" if unknown else ""
    return f"{', '.join(line.id for line in lines)} were{rest}"
