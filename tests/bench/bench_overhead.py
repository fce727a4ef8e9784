"""What the runner adds to the engines' own time: engines that answer at once, one game at a time.

Prints milliseconds a ply and, for the first and the last tenth of the games, games a second, the processor time that
the runner took for one and the memory of its process after it. Run by `make bench-tournament`.
"""

from __future__ import annotations

import argparse
import random
import resource
import shlex
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from places import TOURNAMENTS

from dohyo.engine import GameRecord, game
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.schedule.units import Pairing
from dohyo.tournaments.store.games import Store

ENGINE = TOURNAMENTS / "instant_engine.py"


def script(size: int) -> list[str]:
    """The moves of one random game."""
    state, stream = game("rush-stones").deal(size=size), random.Random(1)
    moves = []
    while not state.over:
        moves.append(stream.choice(state.moves()))
        state = state.play(moves[-1])
    return moves


def memory() -> float:
    """Megabytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def bench(games: int, size: int, out: Path | None) -> None:
    moves = script(size)
    command = shlex.join([sys.executable, "-S", str(ENGINE), *moves])
    engines = tuple(Engine(name, command, Limits(nodes=1)) for name in ("one", "two"))
    match = Match("rush-stones", engines, rules=(("size", str(size)),), rounds=games // 2)
    # Filled before the games, so that the bench itself takes no memory while they are played.
    times, spent, held = (np.ones(games + 1) for _ in range(3))
    count = 0

    def look() -> None:
        nonlocal count
        times[count], spent[count], held[count] = time.perf_counter(), time.process_time(), memory()
        count += 1

    def told(pairing: Pairing, record: GameRecord) -> None:
        assert record.fault is None, record.fault_text
        look()

    look()
    with Store(out, match.plan) as store:
        Executor(match, store, maker(Tournament.of(match)), told).run()
    part = max(1, games // 10)
    where = "memory" if out is None else "a file"
    ply = 1000 * (times[-1] - times[1]) / ((games - 1) * len(moves))
    print(f"{games} games of {len(moves)} plies, kept in {where}: {ply:.3f} ms a ply", flush=True)
    for name, start, end in (("first", 1, part + 1), ("last", games - part, games)):
        rate = (end - start) / (times[end] - times[start])
        cost = 1000 * (spent[end] - spent[start]) / (end - start)
        print(f"{name} tenth: {rate:.1f} games/s, {cost:.2f} ms of the runner a game, {held[end]:.1f} MB", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--size", type=int, default=9, help="of the board")
    parser.add_argument("--kept", choices=("memory", "file", "both"), default="both", help="where the games go")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kept, out in (("memory", None), ("file", Path(folder) / "games.db")):
            if chosen.kept in (kept, "both"):
                bench(chosen.games, chosen.size, out)
