"""How soon `dohyo engine` hears: from `isready` in a running search to readyok, and from `stop` to bestmove, in every
game, by several searchers, with 1 and 2 threads: `make bench-protocol`.

Each try stops a `go infinite` after 0 to 10 ms, in positions from the start, the middle and the end of games and in the
one with the most moves. Times are those of a client: from the flush of a line to the arrival of the answer, in
milliseconds. The exit code is 1 if a 99th percentile misses the bound.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random

from conversation import Conversation

from dohyo import engine
from dohyo.protocol.check.cases import cases, huge

#: Milliseconds that 99 of 100 tries keep to (protocol.md, "Search").
BOUND = 50.0
#: Milliseconds after which a search is stopped at the latest.
LONGEST = 10.0
SEARCHERS = ("mcts", "alphabeta")
THREADS = (1, 2)


@dataclass(frozen=True)
class Times:
    """Of one kind of answer, in milliseconds."""

    p50: float
    p99: float
    max: float

    @classmethod
    def of(cls, times: list[float]) -> Times:
        ranked = sorted(times)
        return cls(*(round(ranked[min(len(ranked) - 1, int(len(ranked) * part))], 2) for part in (0.5, 0.99, 1)))

    def __str__(self) -> str:
        return f"{self.p50:8.2f} {self.p99:8.2f} {self.max:8.2f}"


@dataclass(frozen=True)
class Row:
    """What was measured of one searcher in one game."""

    game: str
    searcher: str
    threads: int
    tries: int
    ready: Times
    stop: Times

    @property
    def kept(self) -> bool:
        return max(self.ready.p99, self.stop.p99) <= BOUND

    def __str__(self) -> str:
        verdict = "kept" if self.kept else "MISSED"
        return f"{self.game:16} {self.searcher:10} {self.threads} {self.tries:6} {self.ready} {self.stop} {verdict:>7}"


HEAD = f"{'':36}{'isready to readyok, ms':>26} {'stop to bestmove, ms':>26} {BOUND:4.0f} ms\n" + " ".join(
    [f"{'game':16} {'searcher':10} t {'tries':>6}", *[f"{'median':>8} {'99 %':>8} {'most':>8}"] * 2, "at 99 %"])


def measure(game: str, searcher: str, threads: int, tries: int) -> Row:
    """Try so often, in one process."""
    known = cases(game)
    places = [huge(game).text, *(case.text for case in known.spread)]
    draw = Random(f"{game} {searcher} {threads}")
    ready, stop = [], []
    with Conversation("--searcher", searcher, "--option", f"Threads={threads}") as talk:
        talk.send("isready")  # the process has to have started
        talk.until("readyok")
        for number in range(tries):
            talk.send(f"position {places[number % len(places)]}\ngo infinite")
            time.sleep(draw.uniform(0, LONGEST / 1000))
            ready.append(_answered(talk, "isready", "readyok"))
            stop.append(_answered(talk, "stop", "bestmove "))
    return Row(game, searcher, threads, tries, Times.of(ready), Times.of(stop))


def _answered(talk: Conversation, line: str, answer: str) -> float:
    """Milliseconds from a line to its answer."""
    talk.send(line)
    begin = time.perf_counter()
    lines = talk.until(answer)
    took = 1000 * (time.perf_counter() - begin)
    moves = [line for line in lines if line.startswith("bestmove ")]
    if "bestmove (none)" in moves or len(moves) != answer.startswith("bestmove "):
        raise SystemExit(f"there was no search: {lines}")
    return took


def rows(games: list[str], searchers: list[str], threads: list[int], tries: int) -> Iterator[Row]:
    for game in games:
        for searcher in searchers:
            for number in threads:
                yield measure(game, searcher, number, tries)


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--tries", type=int, default=1000, help="of each row")
    reader.add_argument("--game", action="append", choices=[game.id for game in engine.games()])
    reader.add_argument("--searcher", action="append")
    reader.add_argument("--threads", action="append", type=int)
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args()
    games = given.game or [game.id for game in engine.games()]
    found = []
    if not given.json:
        print(HEAD)
    for row in rows(games, given.searcher or list(SEARCHERS), given.threads or list(THREADS), given.tries):
        found.append(row)
        if not given.json:
            print(row, flush=True)
    if given.json:
        print(json.dumps({"bound_ms": BOUND, "rows": [{**asdict(row), "kept": row.kept} for row in found]}, indent=1))
    return 0 if all(row.kept for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
