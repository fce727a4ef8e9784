"""The protocol fuzzer: `python tests/fuzz/protocol.py --lines N` (see `make fuzz-protocol`).

Lines that are right, nearly right and noise go to real processes: most to one `dohyo engine` that lives through all of
them in UGI and UCI, some to one `dohyo gtp`, some to many `dohyo engine` that end in different ways. Every line that
comes back must be one of the protocol; each `go`, `isready`, `query`, greeting and GTP command has its one answer; each
batch is answered in time, and so is `isready` in a running search. Memory, threads and open files of the two long lives
are flat.

Lines come in blocks, each of which follows from the seed and its number alone. A failure prints the last lines and the
arguments that repeat its block.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import quantiles

from fuzz import chatter
from fuzz.chatter import BLOCK, Batch
from fuzz.listener import EngineListener, WrongError, judge_gtp
from fuzz.peer import Peer, SilentError

ENGINE, GTP = "dohyo.protocol.server", "dohyo.protocol.gtp.command"
#: Seconds for a batch to be answered, and for a process to leave: a guard against hanging.
WITHIN = 20.0
#: Blocks that a process has to warm up: caches fill, and the allocator finds its size.
WARM_UP = 200
#: Megabytes that the memory of a process may grow after that, however many lines follow, and what it never takes.
GROWTH, MOST = 10.0, 250.0
#: Blocks between two lines of progress.
SHOWN_EVERY = 100
#: Lines shown of a conversation that went wrong.
SHOWN = 40


@dataclass
class Costs:
    """What a process took after each block."""

    memory: list[float] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    descriptors: set[int] = field(default_factory=set)

    def look(self, peer: Peer) -> None:
        self.memory.append(peer.memory)
        self.threads.add(peer.idle_threads(min(self.threads, default=0)))
        self.descriptors.add(peer.descriptors)

    @property
    def growth(self) -> float:
        """Megabytes from the first tenth after the warm-up to the last tenth, both as lower quartiles: a heap keeps
        holes for a while, so that the median comes and goes, but what leaks lifts everything."""
        rest = self.memory[WARM_UP:]
        tenth = max(2, len(rest) // 10)
        return lower_quartile(rest[-tenth:]) - lower_quartile(rest[:tenth]) if len(rest) > 1 else 0.0

    def judge(self) -> None:
        """WrongError unless memory, threads and open files are flat."""
        if self.growth > GROWTH or max(self.memory) > MOST:
            raise WrongError(f"memory grew by {self.growth:.1f} MB after {WARM_UP} blocks: "
                             f"{' '.join(f'{value:.0f}' for value in self.memory[:: 1 + len(self.memory) // 40])}")
        if len(self.descriptors) > 1:
            raise WrongError(f"open files after a block: {sorted(self.descriptors)}")
        if len(self.threads) > 1:
            raise WrongError(f"threads after a block, when nothing is searched: {sorted(self.threads)}")


def lower_quartile(values: list[float]) -> float:
    """Of at least two values."""
    return quantiles(values, n=4, method="inclusive")[0]


class Talk:
    """Conversations with processes: the last lines, and the longest waits, in seconds."""

    def __init__(self) -> None:
        self.log: deque[str] = deque(maxlen=SHOWN)
        self.longest = {"batch": 0.0, "readyok": 0.0, "leaving": 0.0}
        self._count = 0

    def engine_batch(self, peer: Peer, listener: EngineListener, batch: Batch) -> None:
        """Write a batch, end its searches, and judge all that comes before a word that waits behind them."""
        begin = time.monotonic()
        self._write(peer, batch)
        said = self._end_batch(peer)
        listener.judge(batch.lines, said)
        self._took("batch", begin)

    def ready(self, peer: Peer, listener: EngineListener) -> None:
        """Ask a search whether it hears."""
        self._write(peer, SEARCH)
        begin = time.monotonic()
        self._write(peer, READY)
        said = self._heard(peer.until(lambda line: line == "readyok"))
        self._took("readyok", begin)
        listener.judge((*SEARCH.lines, *READY.lines), said + self._end_batch(peer))

    def gtp_batch(self, peer: Peer, batch: Batch) -> None:
        """As `engine_batch`, in GTP."""
        begin = time.monotonic()
        self._write(peer, batch)
        self._count += 1
        number = f"9{self._count:09}"
        peer.write(f"# interrupt\n{number} name\n".encode())
        *said, _ = self._heard(peer.until(lambda line: line.startswith(f"={number} ")))
        judge_gtp(batch.lines, said)
        assert peer.until(lambda line: not line) == [""]
        self._took("batch", begin)

    def leave(self, peer: Peer, ending: Batch | None) -> None:
        """The last batch, without the end of input if it says `quit`: the process leaves as it should, and has written
        no error. None: its output is closed in the midst of a search."""
        self._write(peer, SEARCH if ending is None else ending)
        begin = time.monotonic()
        if ending is None:
            peer.deafen()
        else:
            said = self._heard(peer.end(close=b"quit" not in ending.lines))
            EngineListener.judge_last(ending.lines, said)
        peer.gone()
        self._took("leaving", begin)
        if peer.process.returncode != 0 or peer.errors:
            raise WrongError(f"it left with code {peer.process.returncode} and {peer.errors!r}")

    def _write(self, peer: Peer, batch: Batch) -> None:
        self.log += [f"> {_shown(line)}" for line in batch.lines]
        for pause, data in batch.pieces:
            time.sleep(pause)
            peer.write(data)
        time.sleep(batch.pause)

    def _end_batch(self, peer: Peer) -> list[str]:
        self._count += 1
        word = f"after-{self._count}"
        peer.write(f"stop\nsetoption name {word} value 1\n".encode())
        start = f"info string error setoption unknown option '{word}'"
        return self._heard(peer.until(lambda line: line.startswith(start)))[:-1]

    def _heard(self, lines: list[str]) -> list[str]:
        self.log += [f"< {_shown(line)}" for line in lines]
        return lines

    def _took(self, what: str, begin: float) -> None:
        self.longest[what] = max(self.longest[what], time.monotonic() - begin)


def _shown(line: bytes | str) -> str:
    text = repr(line)
    return text if len(text) < 300 else f"{text[:300]}… ({len(text)} characters)"


# --- lanes ---------------------------------------------------------------------------------------------------------

SEARCH = chatter.plain("position fen rush-stones size=5", "go infinite")
READY = chatter.plain("isready")
#: Lets go of the block's searcher and its tables, whose size is not what memory is looked at for.
SETTLE = chatter.plain("setoption name Searcher value random", "position fen rush-stones size=3", "go nodes 1")
#: Last lines of a process; None closes its output.
ENDINGS = (
    chatter.plain("position fen rush-stones size=5", "go infinite", "quit"),
    chatter.plain("position fen rush-stones size=5", "go infinite"),
    chatter.plain(*["position fen rush-stones size=5", "go nodes 50"] * 3),
    chatter.plain("quit"),
    chatter.plain("isready"),
    None,
)

Lane = Callable[[int, range, Talk, Costs], Iterator[int]]


def engine_lane(seed: int, blocks: range, talk: Talk, costs: Costs) -> Iterator[int]:
    """One engine for all blocks; after each block a search is asked whether it hears."""
    with Peer(ENGINE, within=WITHIN) as peer:
        listener = EngineListener()
        for number in blocks:
            for batch in chatter.engine_block(seed, number):
                talk.engine_batch(peer, listener, batch)
            talk.ready(peer, listener)
            talk.engine_batch(peer, listener, SETTLE)
            costs.look(peer)
            yield number
        costs.judge()
        talk.leave(peer, ENDINGS[0])


def gtp_lane(seed: int, blocks: range, talk: Talk, costs: Costs) -> Iterator[int]:
    """One GTP process for all blocks."""
    with Peer(GTP, "--size=5", "--nodes=20", f"--option=Hash={chatter.HASH}", within=WITHIN) as peer:
        for number in blocks:
            for batch in chatter.gtp_block(seed, number):
                talk.gtp_batch(peer, batch)
            costs.look(peer)
            yield number
        costs.judge()


def lives_lane(seed: int, blocks: range, talk: Talk, costs: Costs) -> Iterator[int]:
    """An engine for each block; they end in different ways."""
    for number in blocks:
        with Peer(ENGINE, within=WITHIN) as peer:
            listener = EngineListener()
            for batch in chatter.engine_block(seed, number):
                talk.engine_batch(peer, listener, batch)
            talk.leave(peer, ENDINGS[number % len(ENDINGS)])
        yield number


#: Each lane, and its part of all lines.
LANES: dict[str, tuple[Lane, float]] = {
    "engine": (engine_lane, 0.88), "gtp": (gtp_lane, 0.08), "lives": (lives_lane, 0.04),
}


def run(name: str, seed: int, blocks: range) -> bool:
    """Run one lane and say how it went; whether all promises were kept."""
    lane, _ = LANES[name]
    talk, costs, begin, number = Talk(), Costs(), time.monotonic(), blocks.start - 1
    try:
        for number in lane(seed, blocks, talk, costs):
            done = number + 1 - blocks.start
            if done % SHOWN_EVERY == 0:
                print(_progress(name, done, time.monotonic() - begin, talk, costs), flush=True)
    except (WrongError, SilentError, EOFError) as error:
        print("\n".join(talk.log))
        print(f"{name}: {error}")
        print(f"again by: --seed {seed} --lane {name} --from {number + 1} --lines {BLOCK}")
        return False
    print(_progress(name, len(blocks), time.monotonic() - begin, talk, costs) + "; all promises kept", flush=True)
    return True


def _progress(name: str, done: int, seconds: float, talk: Talk, costs: Costs) -> str:
    waits = ", ".join(f"{what} {1000 * wait:.0f} ms" for what, wait in talk.longest.items() if wait)
    text = f"{name}: {done * BLOCK} lines in {seconds:.0f} s; longest {waits}"
    if costs.memory:
        text += f"; {costs.memory[-1]:.0f} MB, at most {max(costs.memory):.0f}, {costs.growth:+.1f} since the warm-up"
    return text


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--lines", type=int, default=1_000_000, help="of all lanes together")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--from", dest="first", type=int, default=0, metavar="BLOCK", help="number of the first block")
    reader.add_argument("--lane", choices=LANES, help="this one alone")
    given = reader.parse_args()
    shares = {name: share for name, (_, share) in LANES.items()} if given.lane is None else {given.lane: 1.0}
    kept = [
        run(name, given.seed, range(given.first, given.first + max(1, round(given.lines * share / BLOCK))))
        for name, share in shares.items()
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
