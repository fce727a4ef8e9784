"""The half of `mcts` that plays games in which something is hidden, left to chance, chosen at once, or in common."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from dohyo.cext.streams import Random, derive
from dohyo.engine import Game, MoveError, View
from dohyo.search.api import Info, Limits, Listener, Ranked, Result
from dohyo.search.budget import Meter
from dohyo.search.infosets import InfosetTrees
from dohyo.search.lines import spell
from dohyo.search.mixed import draw_from
from dohyo.search.params import Parameter, Value, left_to_game
from dohyo.search.threads import work_all

REGRET, DECOUPLED = "regret", "decoupled"
OPEN, CLOSED = "open", "closed"
#: Iterations that a thread makes a second at most, for the size of the table.
FASTEST = 500_000
#: The stream of random numbers that a move is drawn by; the worlds have others.
DRAW = 1 << 63

PARAMETERS = (
    left_to_game(
        "Widen", "moves of a node that are looked at at first, the best at first sight; 0 for all", "moves", 0, 512
    ),
    left_to_game("WidenGrowth", "so many more each time that the visits of the node double", "moves", 0, 512),
    left_to_game(
        "PlayoutPlies", "moves of a playout before the evaluation ends it", "plies", 0, 10_000
    ),
    left_to_game(
        "Guided", "the part of a playout's moves that the game's simple policy chooses; the rest is random",
        "thousandths", 0, 1000,
    ),
    left_to_game(
        "Nodes", "what a node is: the moves seen so far, or everything that the seat knows", choices=(OPEN, CLOSED)
    ),
    left_to_game(
        "Beliefs", "the part of the iterations from which the other seat learns, in worlds that it imagines",
        "thousandths", 0, 900,
    ),
    Parameter(
        "Simultaneous", "combo", REGRET, "how seats that choose at once do it", choices=(REGRET, DECOUPLED)
    ),
)


@dataclass(frozen=True)
class Settings:
    """The parameters of one search."""

    seed: int
    threads: int
    megabytes: int
    exploration: float
    widen: int
    growth: int
    plies: int
    guided: int
    closed: bool
    beliefs: int
    regret: bool


@dataclass(frozen=True)
class Task:
    """One search. moves: the codes of the root moves to choose from, at least one."""

    view: View
    moves: tuple[int, ...]
    limits: Limits
    settings: Settings


class InfosetSearch:
    """Information-set tree search, for one searcher's searches one after the other. A node of `Limits.nodes` is an
    iteration, and each iteration imagines a world; nothing is kept from one search to the next."""

    def __init__(self) -> None:
        self._trees = InfosetTrees()

    def run(self, meter: Meter, task: Task, listener: Listener | None) -> Result:
        """Search now. MemoryError if there is no room."""
        self._prepare(task)
        work_all(
            lambda _: self._trees.work(meter),
            task.settings.threads,
            None if listener is None else lambda: listener(self._info(meter, task)),
        )
        return Result(**vars(self._info(meter, task)), move=self._choice(task))

    def rate(self, task: Task, seconds: float) -> tuple[int, float]:
        """Search again and again for that many CPU-seconds of this thread. Returns (iterations, CPU-seconds)."""
        meter, iterations, begin = Meter(), 0, time.thread_time()
        while iterations == 0 or time.thread_time() - begin < seconds:
            self._prepare(task)
            meter.begin_search(None, task.limits.nodes)
            self._trees.work(meter)
            iterations += meter.nodes
        return iterations, time.thread_time() - begin

    def _prepare(self, task: Task) -> None:
        view, settings, buffer = task.view, task.settings, task.view.buffer
        self._trees.prepare(
            buffer,
            view.seat - 1,
            task.moves,
            settings.megabytes,
            seed=derive(settings.seed, buffer.hash()),
            exploration=settings.exploration,
            widen=settings.widen,
            growth=settings.growth,
            beliefs=settings.beliefs,
            closed=settings.closed,
            regret=settings.regret,
            plies=settings.plies,
            guided=settings.guided,
            common=view.game.common,
            depth=task.limits.depth,
            expected=expected(task.limits, settings.threads),
        )

    def _choice(self, task: Task) -> str:
        """The move to play: the first in the ranking, but one that is drawn where seats choose at once."""
        view, found = task.view, self._found()
        if not self._trees.together:
            return view.text(found[0].move, view.seat)
        # Drawn among moves in a fixed order, so that equal strategies give equal draws.
        found.sort(key=lambda each: each.move)
        stream = Random(derive(task.settings.seed, view.buffer.hash(), DRAW))
        return view.text(found[draw_from([each.share for each in found], stream)].move, view.seat)

    def _found(self) -> list[_Found]:
        """The root moves, the best first."""
        raw = self._trees.ranked()
        weights = [average if self._trees.together else visits for _, visits, _, _, average, _ in raw]
        total = sum(weights) or 1
        found = [
            _Found(move, visits, values, squares, weight / total, deepest)
            for (move, visits, values, squares, _, deepest), weight in zip(raw, weights, strict=True)
        ]
        return sorted(found, key=lambda each: (each.share, each.mean), reverse=True)

    def _info(self, meter: Meter, task: Task) -> Info:
        view, found = task.view, self._found()
        deepest = max(each.deepest for each in found)
        ranked = tuple(
            Ranked(
                move=view.text(each.move, view.seat),
                value=each.mean,
                share=each.share,
                depth=max(1, each.deepest),
                line=spell(view, self._line(view, each.move)),
                estimated=each.visits > 0,
                error=each.error,
            )
            for each in found[: max(1, task.limits.top)]
        )
        return Info(
            nodes=meter.nodes,
            time=meter.elapsed,
            depth=ranked[0].depth,
            seldepth=max(1, deepest),
            hashfull=self._trees.fill,
            worlds=self._trees.iterations,
            ranked=ranked,
        )

    def _line(self, view: View, move: int) -> list[int]:
        """The moves tried most, as far as the seat knows what it would then see."""
        seat, line = view.seat - 1, [move]
        while True:
            try:
                view = view.play_code(line[-1], view.seat)
            except MoveError:
                return line
            if view.seat not in view.to_move:
                return line
            moves = view.buffer.moves(seat)
            tried = self._trees.tried(view.buffer, seat, [(seat, each) for each in line])
            if len(moves) > 1 and not tried:
                return line
            line.append(moves[0] if len(moves) == 1 else max(tried, key=lambda each: each[1])[0])


@dataclass(frozen=True)
class _Found:
    """What is known of one root move."""

    move: int
    visits: int
    values: float
    squares: float
    share: float
    deepest: int

    @property
    def mean(self) -> float:
        return self.values / self.visits if self.visits else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        if self.visits < 2:
            return None
        variance = max(0.0, self.squares / self.visits - self.mean**2)
        return math.sqrt(variance / (self.visits - 1))


def expected(limits: Limits, threads: int) -> int:
    """About how many iterations a search will make, at most."""
    numbers = [limits.nodes] if limits.nodes is not None else []
    if limits.seconds is not None:
        numbers.append(int(min(limits.seconds, 1e6) * FASTEST * threads))
    return min(numbers, default=1 << 40)


def settings_of(game: Game, value: dict[str, Value]) -> Settings:
    """The settings that parameters stand for. value: of every parameter, none left to the game."""
    regret = game.simultaneous and value["Simultaneous"] == REGRET
    return Settings(
        seed=int(value["Seed"]),
        threads=int(value["Threads"]),
        megabytes=int(value["Hash"]),
        exploration=int(value["Exploration"]) / 1000,
        widen=int(value["Widen"]),
        growth=int(value["WidenGrowth"]),
        plies=int(value["PlayoutPlies"]),
        guided=int(value["Guided"]),
        closed=value["Nodes"] == CLOSED,
        # Of a choice made at once with the own one, a world cannot be imagined anew after the own.
        beliefs=int(value["Beliefs"]) if regret or not game.simultaneous else 0,
        regret=regret,
    )
