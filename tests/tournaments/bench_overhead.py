"""What the runner adds to the engines' own time: engines that answer at once, one game at a time.

Prints milliseconds a ply, games a second of the first and the last tenth, and the memory of the process after each.
Run by `make bench-tournament`.
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

from dohyo.engine import GameRecord, game
from dohyo.tournaments.executor import Executor
from dohyo.tournaments.player import maker
from dohyo.tournaments.schedule import Pairing
from dohyo.tournaments.spec import Engine, Limits, Match
from dohyo.tournaments.store import Store
from dohyo.tournaments.tournament import Tournament

ENGINE = Path(__file__).with_name("instant_engine.py")


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
    times, held = [time.perf_counter()], [memory()]

    def told(pairing: Pairing, record: GameRecord) -> None:
        assert record.fault is None, record.fault_text
        times.append(time.perf_counter())
        held.append(memory())

    with Store(out, match.plan) as store:
        Executor(match, store, maker(Tournament.of(match)), told).run()
    part = max(1, games // 10)
    first, last = part / (times[part + 1] - times[1]), part / (times[-1] - times[-1 - part])
    plies = (games - 1) * len(moves)
    where = "memory" if out is None else "a file"
    print(f"{games} games of {len(moves)} plies, kept in {where}: {1000 * (times[-1] - times[1]) / plies:.3f} ms a ply")
    print(f"first tenth: {first:.1f} games/s, {held[part]:.0f} MB; last tenth: {last:.1f} games/s, {held[-1]:.0f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--size", type=int, default=9, help="of the board")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench(chosen.games, chosen.size, None)
        bench(chosen.games, chosen.size, Path(folder) / "games.db")
