"""Steps: searches that run, are stopped, and follow each other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from dohyo.engine.grammar import quote
from dohyo.protocol.check.cases import Case, cases, huge
from dohyo.protocol.check.context import Check, CheckSteps, Latencies
from dohyo.protocol.check.probe import BrokenError, errors_of
from dohyo.protocol.client.transport import Arrival
from dohyo.protocol.language import replies
from dohyo.protocol.language.replies import ReadyOk, is_bestmove

steps = CheckSteps()

#: Seconds that a search is watched that is not to end by itself.
WATCH = 0.2


def expect_running(lines: Sequence[Arrival], why: str) -> None:
    """BrokenError if a bestmove is among the lines, with the error that explains it if there is one."""
    for arrival in lines:
        if is_bestmove(replies.read(arrival.line)):
            reason = "".join(f" after {error}" for error in errors_of(lines)[:1])
            raise BrokenError(f"{quote(arrival.line)} came before `stop`{reason}{why}")


@steps.add("isready during a search", "it is answered by readyok within 50 ms and does not end the search")
def isready(check: Check) -> str:
    places = _places(check)
    times = Latencies(check, max(len(places), check.tries(1000, 60)))
    each = -(-check.tries(1000, 60) // len(places))
    for case in places:
        probe = check.engine()
        probe.say(f"position {case.text}", "go infinite", searches=1)
        for number in range(each):
            time.sleep(number % 5 / 1000)
            lines = probe.ready()
            times.add(max(0.0, lines[-1].time - probe.flushed), case)
            expect_running(lines, f", at `{case.text}`")
        probe.say("stop")
        check.legal(probe.best(), case)
        if times.done:
            break
    return times.judge("readyok")


def _places(check: Check) -> list[Case]:
    """Small, trivial and large positions of each game."""
    return [case for game in check.games for case in (cases(game.id).middle, cases(game.id).last, huge(game.id))]


@steps.add("stop", "it is answered by a bestmove within 50 ms, in trivial and in large positions")
def stop(check: Check) -> str:
    places = _places(check)
    times = Latencies(check, max(len(places), check.tries(1000, 40)))
    while not times.done:
        case = places[len(times.times) % len(places)]
        probe = check.engine()
        probe.say(f"position {case.text}", "go infinite", searches=1)
        time.sleep(len(times.times) % 7 * 0.005)
        probe.say("stop")
        times.add(check.legal(probe.best(), case).time, case)
    return times.judge("a bestmove")


@steps.add("go infinite and stop in one write", "each pair is answered by one bestmove within 50 ms, a thousand times")
def pairs(check: Check) -> str:
    probe, case = check.engine(), check.case
    probe.say(f"position {case.text}")
    times = Latencies(check, check.tries(1000, 50))
    while not times.done:
        probe.say("go infinite", "stop", searches=1)
        times.add(check.legal(probe.best(), case).time, case)
    probe.ready()
    return times.judge("a bestmove")


@steps.add("go nodes 1 back to back", "each of ten thousand, sent as soon as the last was answered, is answered by one "
                                      "bestmove")
def back_to_back(check: Check) -> str:
    probe, case = check.engine(), check.case
    probe.say(f"position {case.text}")
    wanted = check.tries(10_000, 300)
    times = Latencies(check, wanted, check.settings.timeout)
    while not times.done:
        times.add(check.legal(probe.go("nodes 1"), case).time, case)
    probe.ready()
    return times.judge(f"each of {wanted}")


@steps.add("go at once after a bestmove", "a position and a `go` sent as soon as a search has ended are not lost")
def at_once(check: Check) -> str:
    probe = check.engine()
    spread = cases(check.games[0].id).spread
    count = check.tries(100, 15)
    for number in range(count):
        case = spread[number % len(spread)]
        for words in ("movetime 10", "nodes 20", "infinite"):
            probe.say(f"position {case.text}", f"go {words}", searches=1)
            if words == "infinite":
                probe.say("stop")
            check.legal(probe.best(), case)
    return f"{3 * count} searches one after another were answered"


@steps.add("stop when idle", "a `stop` without a search is passed over and ends no search after it")
def idle(check: Check) -> str:
    probe, case = check.engine(), check.case
    probe.say("stop")
    if lines := probe.ready()[:-1]:
        raise BrokenError(f"`stop` was answered by {quote(lines[0].line)}")
    check.legal(probe.go("nodes 5", case.text), case)
    probe.say("stop", "stop", "isready", "go infinite", searches=1)
    expect_running(probe.quiet(WATCH), ", after one that came when nothing ran")
    probe.say("stop")
    check.legal(probe.best(), case)
    return "it was"


@steps.add("stale stop", "a `stop` that comes when its search has just ended does not end the next one")
def stale(check: Check) -> str:
    probe, case = check.engine(), check.case
    probe.say(f"position {case.text}")
    count = check.tries(30, 8)
    for number in range(count):
        probe.say("go movetime 20", searches=1)
        # Before the end, about when it comes, and after the bestmove was read.
        if number % 4 == 3:
            check.legal(probe.best(), case)
            probe.say("stop", "go infinite", searches=1)
        else:
            time.sleep((10 + 5 * (number % 4)) / 1000)
            probe.say("stop")
            check.legal(probe.best(), case)
            probe.say("go infinite", searches=1)
        expect_running(probe.quiet(WATCH / 2), ", after one that came at the end of the search before")
        probe.say("stop")
        check.legal(probe.best(), case)
    return f"after {count} of them an infinite search went on"


@steps.add("infinite in a solved position", "`go infinite` gives no bestmove before `stop`, even when there is nothing "
                                            "left to search")
def solved(check: Check) -> str:
    for case, words in _solved(check):
        probe = check.engine()
        probe.say(f"position {case.text}", f"go {words}", searches=1)
        expect_running(probe.quiet(WATCH), f", at `{case.text}`")
        probe.say("stop")
        check.legal(probe.best(), case)
    return f"in {check.named()} none came"


def _solved(check: Check) -> Iterator[tuple[Case, str]]:
    """The last decision of each game, and a position with a single move to search."""
    for game in check.games:
        yield cases(game.id).last, "infinite"
    yield check.case, f"infinite searchmoves {check.case.moves[0]}"


@steps.add("setoption during a search", "it waits for the end of the search and does not end it")
def queued(check: Check) -> str:
    probe, case = check.fresh(), check.case
    probe.say(f"position {case.text}", "go infinite", searches=1)
    for option in check.greeting.options[:20]:
        if option.kind != "button" and option.default is not None:
            probe.say(f"setoption name {option.name} value {option.default}")
    probe.say("isready")
    lines = probe.until(lambda reply: isinstance(reply, ReadyOk), "readyok")
    expect_running([*lines, *probe.quiet(WATCH)], ", at a setoption")
    probe.say("stop")
    check.legal(probe.best(), case)
    probe.ready()
    return "the search went on"
