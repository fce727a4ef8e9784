"""Steps: queries, and what an engine costs when nobody asks it anything."""

from __future__ import annotations

import time
from collections.abc import Iterator

from dohyo.engine import DohyoError, State, View, parse
from dohyo.protocol.check.cases import Case, cases
from dohyo.protocol.check.context import Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError
from dohyo.protocol.server import queries

steps = CheckSteps()

#: Share of one processor that an idle engine may take, and seconds that it may take once.
IDLE_SHARE = 0.05
IDLE_ONCE = 0.02
#: Share of looks at which it may be found running, and seconds between two.
BUSY_SHARE = 0.25
LOOK_EVERY = 0.02
#: Seconds for a process to come to rest after what it did.
REST = 0.1


@steps.add("queries", "each is answered by one token, which says what is so by the rules")
def query(check: Check) -> str:
    check.need_ugi()
    count = 0
    for game in check.games:
        for position in _asked(game.id):
            probe = check.engine()
            probe.say(f"position fen {position}")
            for what in queries.NAMES:
                said, right = probe.query(what), queries.answer(position, what)
                if not _agree(what, said, right):
                    raise BrokenError(f"`query {what}` was answered by {said[:60]}, not {right[:60]}, at `{position}`")
                count += 1
    return f"{count} answers in {check.named()} were right"


def _asked(game_id: str) -> Iterator[State | View]:
    """States and views from the start to the end of a game."""
    found = cases(game_id)
    for case in (*found.spread, found.over):
        yield case.state
        if case.state.game.hidden:
            yield case.position


def _agree(what: str, said: str, right: str) -> bool:
    """Whether two answers mean the same: lists of moves in any order, positions and numbers in any spelling."""
    if what == "legal":
        return sorted(said.split(",")) == sorted(right.split(","))
    if what == "position":
        try:
            return str(parse(said.replace("_", " "))) == right.replace("_", " ")
        except DohyoError:
            return False
    if what == "score" and right != queries.NONE:
        try:
            return [float(value) for value in said.split(",")] == [float(value) for value in right.split(",")]
        except ValueError:
            return False
    return said == right


@steps.add("idle", f"an engine that waits takes at most {100 * IDLE_SHARE:.0f} % of a processor")
def idle(check: Check) -> str:
    check.fresh()
    worst = _spent(check, "after its greeting")
    case: Case = check.case
    check.engine().go("nodes 100", case.text)
    worst = max(worst, _spent(check, "after a search"))
    for game in check.games:
        check.engine().go("nodes 100", cases(game.id).over.text)
        worst = max(worst, _spent(check, f"after the end of {game.id}"))
    check.figures["worst_share"] = worst
    return f"it took {100 * worst:.1f} % at most, after its greeting, a search and the end of each game"


def _spent(check: Check, when: str) -> float:
    """The share of a processor that it takes now. Where others take all, it is told by waiting for one."""
    probe = check.engine()
    probe.quiet(REST)
    seconds = check.tries(10, 4) / 10
    begin, before, looks = time.monotonic(), probe.transport.cpu_seconds, []
    while time.monotonic() - begin < seconds:
        probe.quiet(LOOK_EVERY)
        looks.append(probe.transport.busy)
    spent = probe.transport.cpu_seconds - before
    if spent > IDLE_SHARE * (time.monotonic() - begin) + IDLE_ONCE:
        raise BrokenError(f"it took {1000 * spent:.0f} ms of processor time in {seconds:g} s {when}")
    if sum(looks) > BUSY_SHARE * len(looks):
        raise BrokenError(f"it was running at {sum(looks)} of {len(looks)} looks {when}")
    return spent / seconds
