"""Steps: what holds for every line of the whole check, judged by the ledger."""

from __future__ import annotations

import time

from dohyo.protocol.check.context import Check, CheckSteps
from dohyo.protocol.check.ledger import MOST_A_SECOND, Rule
from dohyo.protocol.check.probe import BrokenError, SkipError

steps = CheckSteps()

#: Seconds of the search that provokes: infinite, with many moves ranked, asked for readyok all the time.
PROVOKE = 1.3
#: Seconds that an engine is listened to after it, with the margin.
LISTEN = 0.3


@steps.add("whole lines", "each line is a whole one of the protocol, in UTF-8, written in one piece")
def form(check: Check) -> str:
    _judge(check, Rule.FORM)
    return f"{check.ledger.lines} lines were"


@steps.add("one bestmove", "each `go` is answered by exactly one bestmove, whatever is asked during the search")
def one(check: Check) -> str:
    _judge(check, Rule.ONE_BESTMOVE)
    if check.provoked:
        raise BrokenError(f"in a search with many isready {check.provoked}")
    return f"{check.ledger.bestmoves} answers were each of one"


@steps.add("two tokens", "a bestmove line has exactly two tokens")
def two(check: Check) -> str:
    _judge(check, Rule.TWO_TOKENS)
    return f"{check.ledger.bestmoves} lines had two"


@steps.add("scored", "before each bestmove stands at least one info line with a score")
def scored(check: Check) -> str:
    _judge(check, Rule.SCORED)
    return f"before {check.ledger.bestmoves} bestmoves it did"


@steps.add("silent after bestmove", "no info line comes when no search runs")
def silent(check: Check) -> str:
    _judge(check, Rule.SILENT)
    return f"{check.ledger.infos} info lines came during searches"


@steps.add("rate of info", f"at most {MOST_A_SECOND} info lines come in any second")
def rate(check: Check) -> str:
    _judge(check, Rule.RATE)
    check.figures["most_a_second"] = check.ledger.fastest
    return f"at most {check.ledger.fastest} came"


def _judge(check: Check, rule: Rule) -> None:
    """Read the ledger, after at least one search that provokes. SkipError if no search was ever answered."""
    if check.provoked is None:
        try:
            _provoke(check)
            check.provoked = ""
        except BrokenError as error:
            check.provoked = str(error)
    count = check.ledger.broken[rule]
    if count:
        raise BrokenError(check.ledger.first[rule] + (f", and {count - 1} more were wrong" if count > 1 else ""))
    if not check.ledger.bestmoves:
        raise SkipError("no search was answered")


def _provoke(check: Check) -> None:
    probe, case = check.fresh(), check.case
    option = check.greeting.option("MultiPV")
    if option is not None and option.high is not None:
        probe.say(f"setoption name {option.name} value {option.high}")
    probe.say(f"position {case.text}", "go infinite", searches=1)
    end = time.monotonic() + check.tries(3, 1) * PROVOKE
    while time.monotonic() < end:
        probe.ready()
        probe.quiet(0.01)
    probe.say("stop")
    probe.best()
    probe.quiet(LISTEN + check.settings.margin)
    check.close()
