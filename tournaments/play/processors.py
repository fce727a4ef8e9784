"""Which processors the games that are played at once have, and whether there are enough of them."""

from __future__ import annotations

import os
import resource
from pathlib import Path

from dohyo.engine import UsageError
from dohyo.tournaments.plan.spec import Engine
from dohyo.tournaments.plan.tournament import Tournament

#: Where the system says which core a processor belongs to.
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/{}"

#: Files that are open for each engine: its three streams, its end, and its log; and all others.
FILES_EACH = 5
OTHER_FILES = 200

Share = tuple[int, ...]


def usable() -> list[int]:
    """The processors that this process may use, those of one core side by side."""
    return sorted(os.sched_getaffinity(0), key=lambda cpu: (*_core(cpu), cpu))


def _core(cpu: int) -> tuple[int, int]:
    """The package and core of a processor; itself where the system does not say."""
    try:
        package, core = (int(Path(TOPOLOGY.format(cpu, name)).read_text("ascii"))
                         for name in ("physical_package_id", "core_id"))
    except (OSError, ValueError):
        return 0, cpu
    return package, core


def shares(cpus: list[int], at_once: int) -> list[Share]:
    """As many processors for each of the games that are played at once, none for two of them; what is left over stays
    free. UsageError if there are too few."""
    each = len(cpus) // at_once
    if not each:
        raise UsageError(f"affinity: expected at least one processor for each of {at_once} concurrent games, got "
                         f"{len(cpus)}")
    return [tuple(cpus[number * each : (number + 1) * each]) for number in range(at_once)]


def searching_at_once(tournament: Tournament) -> int:
    """The most threads that search at once."""
    most = 0
    for match in tournament.events:
        threads = sorted(map(_threads, match.players))
        most = max(most, sum(threads[-2:]) if match.game.simultaneous else threads[-1])
    return most * tournament.concurrency


def _threads(engine: Engine) -> int:
    """The threads that an engine is told to search with; what it does without that is not known."""
    text = next((value for name, value in engine.options if name.lower() == "threads"), "1")
    return int(text) if text.isascii() and text.isdigit() else 1


def make_room_for_files(engines: int) -> None:
    """Let this process have as many files open as so many engines at once need, if the system allows it. What it does
    not allow is told when an engine cannot be started."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = OTHER_FILES + FILES_EACH * engines
    if soft != resource.RLIM_INFINITY and soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def crowded(tournament: Tournament) -> str:
    """A sentence where engines whose time is limited have to wait for processors, else ''. UsageError if each game is
    to have processors of its own, and there are too few."""
    if tournament.affinity:
        shares(usable(), tournament.concurrency)
    timed = any(engine.limits.timed for match in tournament.events for engine in match.engines)
    searching, there = searching_at_once(tournament), len(os.sched_getaffinity(0))
    if tournament.cluster or not timed or searching <= there:
        return ""
    return (f"{searching} threads search at once on {there} processors: engines wait for each other while their time "
            "runs; a lower concurrency would measure them better")
