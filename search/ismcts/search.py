"""The half of `mcts` that plays games in which something is hidden, left to chance, chosen at once, or in common."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass

from dohyo.cext.streams import Random, derive
from dohyo.engine import Game, MoveError, View
from dohyo.engine.policy import draw_weighted
from dohyo.search.core.budget import Meter
from dohyo.search.core.limits import Limits
from dohyo.search.core.lines import spell
from dohyo.search.core.params import Parameter, Value, left_to_game
from dohyo.search.core.results import Info, Listener, Ranked, Result
from dohyo.search.core.threads import work_all
from dohyo.search.ismcts.infosets import InfosetTrees

REGRET, DECOUPLED = "regret", "decoupled"
OPEN, CLOSED = "open", "closed"
THOUSANDTHS = "thousandths"
#: Streams of random numbers: the one that a move is drawn by, and the worlds of each thread after the first.
DRAW = 1 << 63
THREAD = 1 << 62

PARAMETERS = (
    left_to_game(
        "Widen", 0, "moves that a new node considers, the best by the game's move order; 0 for all", "moves", high=512
    ),
    left_to_game("WidenGrowth", 0, "moves added each time the visits of a node double", "moves", high=512),
    left_to_game("PlayoutPlies", 10_000, "moves of a playout before it is evaluated", "plies", high=10_000),
    left_to_game(
        "PolicyShare", 1000, "share of playout moves chosen by the game's simple policy; the others are random",
        THOUSANDTHS, high=1000, aliases=("Guided",),
    ),
    left_to_game(
        "Nodes", OPEN, "what identifies a node: the moves seen so far (open), or all that the seat knows (closed)",
        choices=(OPEN, CLOSED),
    ),
    left_to_game(
        "OpponentSampling", 0, "share of iterations that train the other seat, in worlds sampled from what it knows",
        THOUSANDTHS, high=900, aliases=("Beliefs",),
    ),
    Parameter(
        "Simultaneous", "combo", REGRET, "how simultaneous choices are made: by regret matching, or each by UCB1",
        choices=(REGRET, DECOUPLED),
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
    policy_share: int
    closed: bool
    opponent_sampling: int
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
    iteration, and each iteration imagines a world; nothing is kept from one search to the next.

    Threads have trees of their own and an equal share of the nodes, so that a search with a limit of nodes can be
    repeated with any number of threads."""

    def __init__(self) -> None:
        self._trees = [InfosetTrees()]

    def run(self, meter: Meter, task: Task, listener: Listener | None) -> Result:
        """Search now. MemoryError if there is no room."""
        threads = task.settings.threads
        self._prepare(task)
        work_all(
            lambda number: self._trees[number].work(meter, share_of(task.limits, threads, number)),
            threads,
            None if listener is None else lambda: listener(self._info(meter, task)),
        )
        return Result(**vars(self._info(meter, task)), move=self._choice(task))

    def rate(self, task: Task, seconds: float) -> tuple[int, float]:
        """Search again and again for that many CPU-seconds of this thread. Returns (iterations, CPU-seconds)."""
        meter, iterations, begin = Meter(), 0, time.thread_time()
        while iterations == 0 or time.thread_time() - begin < seconds:
            self._prepare(task)
            meter.begin_search(None, task.limits.nodes)
            self._trees[0].work(meter)
            iterations += meter.nodes
        return iterations, time.thread_time() - begin

    def _prepare(self, task: Task) -> None:
        view, settings, buffer = task.view, task.settings, task.view.buffer
        self._trees = [*self._trees, *(InfosetTrees() for _ in range(len(self._trees), settings.threads))]
        del self._trees[settings.threads:]
        for number, trees in enumerate(self._trees):
            trees.prepare(
                buffer,
                view.seat - 1,
                task.moves,
                max(1, settings.megabytes // settings.threads),
                seed=derive(settings.seed, buffer.hash(), *([THREAD + number] if number else [])),
                exploration=settings.exploration,
                widen=settings.widen,
                growth=settings.growth,
                opponent_sampling=settings.opponent_sampling,
                closed=settings.closed,
                regret=settings.regret,
                plies=settings.plies,
                policy_share=settings.policy_share,
                cooperative=view.game.cooperative,
                depth=task.limits.depth,
            )

    def _choice(self, task: Task) -> str:
        """The move to play: the first in the ranking, but one that is drawn where seats choose at once."""
        view, found = task.view, self._found()
        if not self._trees[0].together:
            return view.text(found[0].move, view.seat)
        # Drawn among moves in a fixed order, so that equal strategies give equal draws.
        found.sort(key=lambda each: each.move)
        stream = Random(derive(task.settings.seed, view.buffer.hash(), DRAW))
        return view.text(found[draw_weighted([each.share for each in found], stream)].move, view.seat)

    def _found(self) -> list[_Found]:
        """The root moves, the best first."""
        # Every thread tells of the same moves in the same order.
        raw = [_added_up(each) for each in zip(*(trees.ranked() for trees in self._trees), strict=True)]
        together = self._trees[0].together
        weights = [average if together else visits for _, visits, _, _, average, _ in raw]
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
            hashfull=sum(trees.fill for trees in self._trees) // len(self._trees),
            worlds=sum(trees.iterations for trees in self._trees),
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
            path, tried = [(seat, each) for each in line], Counter[int]()
            for trees in self._trees:
                tried.update({move: visits for move, visits, _ in trees.tried(view.buffer, seat, path)})
            if len(moves) > 1 and not tried:
                return line
            line.append(moves[0] if len(moves) == 1 else tried.most_common(1)[0][0])


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
        """At most a win: while a thread works, its sums are read a moment after its visits."""
        return min(1.0, self.values / self.visits) if self.visits else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        if self.visits < 2:
            return None
        variance = max(0.0, self.squares / self.visits - self.mean**2)
        return math.sqrt(variance / (self.visits - 1))


def share_of(limits: Limits, threads: int, number: int) -> int | None:
    """How many iterations a thread may make; None for any number."""
    return None if limits.nodes is None else (limits.nodes + threads - 1 - number) // threads


#: What trees tell of a root move: see `InfosetTrees.ranked`.
_Raw = tuple[int, int, float, float, float, int]


def _added_up(observed: tuple[_Raw, ...]) -> _Raw:
    """What several trees tell of the same move, as one."""
    moves, visits, values, squares, averages, deepest = zip(*observed, strict=True)
    return moves[0], sum(visits), sum(values), sum(squares), sum(averages), max(deepest)


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
        policy_share=int(value["PolicyShare"]),
        closed=value["Nodes"] == CLOSED,
        # Of a choice made at once with the own one, a world cannot be imagined anew after the own.
        opponent_sampling=int(value["OpponentSampling"]) if regret or not game.simultaneous else 0,
        regret=regret,
    )
