"""Steps: how an engine leaves."""

from __future__ import annotations

import time

from dohyo.engine.grammar import quote
from dohyo.protocol.check.cases import huge
from dohyo.protocol.check.context import AT_ONCE, END_WITHIN, QUIT_WITHIN, Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError, Probe
from dohyo.protocol.client.transport import Arrival
from dohyo.protocol.language import replies
from dohyo.protocol.language.replies import InfoLine, is_bestmove

steps = CheckSteps()

#: Milliseconds of the finite search that is going on when the input ends.
MOVETIME = 300
#: The last line, said once the output of the engine is closed.
CLOSED = "info string closed"
#: Runs a command whose output is closed by its reader after the first readyok.
CLOSING = ("sh", "-c", f'"$@" | {{ sed /^readyok/q; exec <&-; echo {CLOSED}; }}', "sh")


@steps.add("end of input when idle", "the process exits")
def end_idle(check: Check) -> str:
    probe = check.fresh()
    probe.transport.close_input()
    return _expect_exit(check, probe, END_WITHIN)


@steps.add("end of input in a finite search", "the search finishes as without it, prints its bestmove, and the process "
                                              "exits")
def end_finite(check: Check) -> str:
    case = huge(check.games[0].id)
    usual = check.fresh().go(f"movetime {MOVETIME}", case.text).time
    probe = check.fresh()
    probe.say(f"position {case.text}", f"go movetime {MOVETIME}", searches=1)
    probe.transport.close_input()
    found = check.legal(probe.best(), case)
    if found.time < usual / 2 and usual - found.time > AT_ONCE:
        raise BrokenError(f"the search took {1000 * found.time:.0f} ms, and {1000 * usual:.0f} ms without it")
    _expect_exit(check, probe, END_WITHIN)
    probe = check.fresh()
    probe.say(f"position {case.text}", "go nodes 5", "go nodes 5", searches=2)
    probe.transport.close_input()
    for _ in range(2):
        check.legal(probe.best(), case)
    return _expect_exit(check, probe, END_WITHIN)


@steps.add("end of input in an infinite search", "the search ends and the process exits")
def end_infinite(check: Check) -> str:
    probe, _ = _searching(check)
    probe.transport.close_input()
    return _expect_exit(check, probe, END_WITHIN)


@steps.add("quit when idle", f"the process exits within {1000 * QUIT_WITHIN:.0f} ms")
def quit_idle(check: Check) -> str:
    probe = check.fresh()
    probe.say("quit")
    return _expect_exit(check, probe, QUIT_WITHIN)


@steps.add("quit in a search", f"a scored info line and the bestmove come, and the process exits within "
                               f"{1000 * QUIT_WITHIN:.0f} ms")
def quit_searching(check: Check) -> str:
    seen = ""
    for words in ("infinite", "movetime 100000"):
        probe, early = _searching(check, words)
        probe.say("quit")
        begin = probe.flushed
        lines = early + probe.rest(QUIT_WITHIN + check.settings.margin)
        seen = _expect_exit(check, probe, QUIT_WITHIN, begin)
        _expect_last_words(lines, words)
    return seen


def _expect_last_words(lines: list[Arrival], words: str) -> None:
    found = [replies.read(arrival.line) for arrival in lines]
    if not any(is_bestmove(reply) for reply in found):
        raise BrokenError(f"`go {words}` and `quit` were answered by {quote(lines[-1].line)}" if lines
                          else f"`go {words}` and `quit` were not answered")
    if not any(isinstance(reply, InfoLine) and reply.score is not None for reply in found):
        raise BrokenError(f"no scored info line came after `go {words}` and `quit`")


@steps.add("closed output", "a process whose output nobody reads any more exits, also in a search")
def closed(check: Check) -> str:
    dialect, case, seen = check.greeting.dialect, huge(check.games[0].id), ""
    for lines in ((), (f"position {case.text}", "go infinite")):
        probe = check.raw([*CLOSING, *check.settings.command])
        probe.say(*lines, "isready", searches=bool(lines))
        probe.until(lambda reply: str(reply) == "readyok", "readyok", check.settings.start)
        # Its next line must not come while the reader is still leaving: it would be written, and nothing after it.
        probe.until(lambda reply: str(reply) == CLOSED, "end of its reader")
        begin = time.monotonic()
        probe.say(dialect, "isready")
        seen = _expect_exit(check, probe, END_WITHIN, begin)
    return seen


def _searching(check: Check, words: str = "infinite") -> tuple[Probe, list[Arrival]]:
    """A process that searches, and what it has said. An engine that has nothing to search may have answered."""
    probe = check.fresh()
    probe.say(f"position {huge(check.games[0].id).text}", f"go {words}", searches=1)
    return probe, probe.ready()[:-1]


def _expect_exit(check: Check, probe: Probe, within: float, begin: float | None = None) -> str:
    """What was seen of the exit; BrokenError if it does not come in time."""
    begin = time.monotonic() if begin is None else begin
    probe.transport.ignore_output()
    allowed = within + check.settings.margin
    if not probe.transport.wait(begin + allowed - time.monotonic()):
        raise BrokenError(f"it had not exited after {allowed:g} s")
    took = time.monotonic() - begin
    status = probe.transport.exit_status
    check.figures["exit_ms"] = 1000 * took
    check.close()
    return f"it exited {1000 * took:.0f} ms after that, with code {status}"
