"""Figures of many games by one policy, with 95 % intervals."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from dohyo.cext.streams import derive
from dohyo.engine import Game, UsageError
from dohyo.engine.figures import Course
from dohyo.engine.intervals import ratio, wilson
from dohyo.search.measure.simulator import Simulator
from dohyo.search.players.baselines import Greedy
from dohyo.search.solve.solitaire import refusal
from dohyo.search.solve.solver import Solver

#: The policy that sees all cards and decides whether a solitaire can be won.
SOLVER = "solver"
#: All policies: what each does.
MEANINGS = {
    "random": "a random move, by the weights of the game's playouts",
    "uniform": "a random move, all distinct legal moves alike",
    "greedy": "the game's simple policy; if it has none, the best evaluation after one move",
    SOLVER: "for solitaires: sees all cards and decides whether the deal can be won",
}
#: The most games that are traced ply by ply, for the figures that need it.
TRACED = 4000
#: Seconds that one batch of games takes at most, so that Ctrl-C is heard.
BATCH_SECONDS = 0.1

#: The means that every game has, by their names in `Simulator.sums`: the figure, and what it means.
MEANS = {
    "plies": ("plies a game", "moves of all seats"),
    "moves": ("legal moves a decision", "distinct ones, of the seat that decides"),
    "choices": ("choices a game", "decisions with two or more legal moves"),
    "margin": ("final margin", "of the game's evaluation, without its sign"),
}


@dataclass(frozen=True)
class Estimate:
    """One figure. share: value, low and high are parts of 1; low, high: its 95 % interval; all None where too few games
    tell; games: how many it was counted in."""

    figure: str
    meaning: str
    share: bool
    value: float | None
    low: float | None
    high: float | None
    games: int


@dataclass
class Sums:
    """What a mean x / y of pairs, one a game, follows from."""

    games: int = 0
    sums: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(5))

    def add(self, x: npt.ArrayLike, y: npt.ArrayLike = 1.0) -> None:
        """Count one game, or one for each number of an array."""
        xs, ys = np.broadcast_arrays(np.atleast_1d(np.asarray(x, dtype=float)), y)
        self.games += len(xs)
        self.sums += [xs.sum(), ys.sum(), (xs * xs).sum(), (xs * ys).sum(), (ys * ys).sum()]


def share(figure: str, meaning: str, hits: int, games: int) -> Estimate:
    """A share, with Wilson's interval."""
    value = hits / games
    return Estimate(figure, meaning, True, value, *wilson(value, games), games)


def mean(figure: str, meaning: str, games: int, sums: Sequence[float]) -> Estimate:
    """A mean, with the interval of a ratio of means. sums: as for `ratio`."""
    value, low, high = ratio(games, sums) or (sums[0] / sums[1] if sums[1] else None, None, None)
    return Estimate(figure, meaning, False, value, low, high, games)


def batches(games: int) -> Iterator[int]:
    """Sizes that add up to so many games, each chosen so that a batch takes about BATCH_SECONDS."""
    size = 1
    while games > 0:
        size = min(size, games)
        begin = time.monotonic()
        yield size
        games -= size
        rate = size / max(time.monotonic() - begin, 1e-9)
        size = max(1, min(2 * size, int(rate * BATCH_SECONDS)))


def simulate(game: Game, options: Mapping[str, str], policy: str, games: int, seed: int) -> list[Estimate]:
    """Play so many games, a deal each, and say what they came to. policy: of MEANINGS, but not SOLVER. UsageError where
    the game has no such policy, OptionError for rule options."""
    reason = Greedy.refusal(game) if policy == Greedy.name else None
    if reason is not None:
        raise UsageError(f"policy {policy} does not play {game.id}: {reason}")
    played = Simulator(game.kernel, game.option_values(options), policy, seed)
    figures = game.figures
    counted = {figure: Sums() for figure in figures}
    for size in batches(games):
        ends = played.play(size)
        for figure in figures:
            if figure.of_ends is not None:
                counted[figure].add(figure.of_ends(ends))
    by_course = [figure for figure in figures if figure.of_course is not None]
    for number in range(min(games, TRACED) if by_course else 0):
        course = Course(*played.trace(number))
        for figure in by_course:
            assert figure.of_course is not None
            counted[figure].add(*figure.of_course(course))
    # A game without margins has none to tell.
    return [
        *_results(game, played),
        *(mean(*MEANS[name], games, sums) for name, sums in played.sums.items() if sums[0]),
        *(mean(figure.name, figure.meaning, found.games, found.sums.tolist()) for figure, found in counted.items()),
    ]


def _results(game: Game, played: Simulator) -> list[Estimate]:
    if game.seats == 1 or game.cooperative:
        return [share("won", "games", played.won[0], played.games)]
    won = [share(f"won by seat {seat}", "games", hits, played.games) for seat, hits in enumerate(played.won, 1)]
    return [*won, share("drawn", "games", played.drawn, played.games)]


def solve(game: Game, options: Mapping[str, str], games: int, seed: int, most_nodes: int) -> list[Estimate]:
    """Of so many deals, those that `simulate` plays, how many can be won when all cards are known. UsageError for a
    game that is not solved."""
    reason = refusal(game)
    if reason is not None:
        raise UsageError(f"policy {SOLVER} does not play {game.id}: {reason}")
    values, solver = game.option_values(options), Solver()
    found: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    nodes = Sums()
    for number in range(games):
        # The seed of game `number` of a Simulator.
        deal = game.kernel.deal(values, derive(seed, 2 * number))
        winnable, visited, _ = solver.solve(deal, most_nodes)
        found[winnable] += 1
        nodes.add(visited)
    # Undecided deals may be either.
    low, _ = wilson(found[True] / games, games)
    _, high = wilson((found[True] + found[None]) / games, games)
    return [
        Estimate("winnable", "deals that can be won with all cards known", True,
                 found[True] / games, low, high, games),
        share("lost", "deals that cannot be won", found[False], games),
        share("undecided", f"deals given up after {most_nodes:,} nodes", found[None], games),
        mean("nodes a deal", "positions visited by playing a move", nodes.games, nodes.sums.tolist()),
    ]
