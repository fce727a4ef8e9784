"""Search over determinizations: which worlds, how deep, in which order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from dohyo.cext.streams import Random, derive
from dohyo.engine import View
from dohyo.engine.policy import draw_weighted
from dohyo.search.core.budget import Meter
from dohyo.search.core.limits import Limits
from dohyo.search.core.lines import spell
from dohyo.search.core.params import left_to_game
from dohyo.search.core.results import Info, Ranked
from dohyo.search.core.threads import work_all
from dohyo.search.pimc.pimc import Pimc, most_worlds

#: The last iteration begun; the table of positions has no room for depths over 127.
DEEPEST = 100
#: Worlds of the first iteration; it grows by this factor.
FIRST_WORLDS, GROWTH = 4, 4
#: When there is no room for more worlds, one ply more begins with one in so many of them.
PART = 8
#: The most worlds redrawn for a decision.
MOST_REDRAWS = 256
#: Random streams derived from the seed and the view, besides those of the worlds.
DRAW = 1
#: Nodes, megabytes and HistoryShift of one search where speed is measured.
RATE_NODES, RATE_HASH, RATE_HISTORY_SHIFT = 100_000, 16, 5

WORLDS = left_to_game("Worlds", 64, "worlds searched before the search goes deeper", "worlds", low=1, high=most_worlds)
DEPTH = left_to_game(
    "WorldDepth", 0, "depth limit in each world, after which worlds are added; 0 for none", "plies", high=99
)
CANDIDATES = left_to_game(
    "Candidates", 0, "root moves searched, the first by the game's move order; 0 for all", "moves", high=512
)
BEAM_WIDTH = left_to_game(
    "BeamWidth", 8, "moves searched at the last ply, the first by the game's move order; half as many more "
    "for each ply before it; 0 for all", "moves", high=512, aliases=("Width",),
)
EPIMC_DEPTH = left_to_game(
    "EpimcDepth", 1, "decisions after the root made from what their seat knows, over resampled worlds", "decisions",
    high=16, aliases=("Postpone",),
)
REDRAWS = left_to_game("Redraws", 4, "worlds resampled for each such decision", "worlds", low=1, high=MOST_REDRAWS)
LEAF_PLAYOUTS = left_to_game(
    "LeafPlayouts", 0, "playouts by the game's policy that value a leaf; 0 for its evaluation", "games", high=256
)
LEAF_PLIES = left_to_game(
    "LeafPlies", 0, "length limit of such a playout, which is then evaluated; 0 for none", "plies", high=1000
)
RACING_MARGIN = left_to_game(
    "RacingMargin", 0, "standard errors behind the best move at which a move is dropped; 0 for never", "tenths",
    high=1000, aliases=("Drop",),
)
PARAMETERS = (
    WORLDS, DEPTH, CANDIDATES, BEAM_WIDTH, EPIMC_DEPTH, REDRAWS, LEAF_PLAYOUTS, LEAF_PLIES, RACING_MARGIN,
)

Settings = Mapping[str, int]


def begin(core: Pimc, view: View, moves: tuple[int, ...], seed: int, settings: Settings, *, shift: int) -> None:
    """Take a view. settings: the values of PARAMETERS by name; shift: that of HistoryShift."""
    core.begin(
        view.buffer, view.seat - 1, moves, derive(seed, view.buffer.hash()),
        cooperative=view.game.cooperative, candidates=settings["Candidates"], beam_width=settings["BeamWidth"],
        epimc_depth=settings["EpimcDepth"], redraws=settings["Redraws"],
        leaf_playouts=settings["LeafPlayouts"], leaf_plies=settings["LeafPlies"], history_shift=shift,
    )


class Iteration(NamedTuple):
    """An iteration. redraws: for each decision made from what its seat knows; whole: with all moves, whatever was
    dropped or left out before."""

    depth: int
    worlds: int
    redraws: int
    whole: bool = False


def iterations(core: Pimc, settings: Settings, most: int, *, better: bool) -> Iterator[Iteration]:
    """Few worlds first, then as many as set, then deeper, and where that ends, more worlds; then what `afterthoughts`
    has. Where nothing is hidden, deeper only. most: plies; better: see there."""
    enough = 1 if core.known else min(settings["Worlds"], core.room)
    deepest = most if core.known else min(most, settings["WorldDepth"] or most)
    step = Iteration(1, min(FIRST_WORLDS, enough), settings["Redraws"])
    while True:
        yield step
        if step.worlds < enough:
            step = step._replace(worlds=min(GROWTH * step.worlds, enough))
        elif step.depth < deepest and not core.final:
            step = step._replace(depth=step.depth + 1)
        elif step.worlds < core.room and not core.known:
            step = step._replace(worlds=min(2 * step.worlds, core.room))
        else:
            break
    if not core.known:
        yield from afterthoughts(core, step, max(enough, core.room // PART), most, better=better)


def afterthoughts(core: Pimc, step: Iteration, few: int, most: int, *, better: bool) -> Iterator[Iteration]:
    """When there is no room for more worlds, what was left out until now: all moves, and plies beyond the deepest as
    set, with twice as many redrawn worlds for each ply more. Where that ends, decisions by yet more redrawn worlds, if
    they are to be ever better. few: worlds to begin with."""
    while True:
        more = min(2 * step.redraws, MOST_REDRAWS)
        if step.depth < most and not core.final:
            step = Iteration(step.depth + 1, few, more, whole=True)
        elif step.worlds < core.room:
            step = step._replace(worlds=min(2 * step.worlds, core.room), whole=False)
        elif better and core.sampled and step.redraws < more:
            step = Iteration(step.depth, few, more, whole=True)
        elif not core.whole:
            step = step._replace(whole=True)
        else:
            return
        yield step


def search_worlds(
    core: Pimc, settings: Settings, threads: int, limits: Limits, report: Callable[[], None] | None
) -> None:
    """Search until the limits end it or nothing is left to do. `begin` comes first."""
    # A search without a limit is to end by itself.
    limited = limits.infinite or limits.nodes is not None or limits.timed
    for step in iterations(core, settings, min(limits.depth or DEEPEST, DEEPEST), better=limited):
        if step.whole:
            core.bring_back()
        core.plan_iteration(step.depth, step.worlds, step.redraws)
        work_all(core.work, threads, report)
        if not core.finish():
            return
        if step.worlds >= settings["Worlds"] and not core.known and core.drop(settings["RacingMargin"] / 10) == 1:
            # Where time is for the whole game, a move without a rival needs no better value; else the others may yet
            # turn out to be rivals.
            if limits.by_clock_alone:
                return
            core.bring_back()


class Found(NamedTuple):
    """What is known of a root move: `Pimc.ranked`."""

    move: int
    depth: int
    mean: float
    error: float
    share: float
    worlds: int
    following: list[int]

    @property
    def rank(self) -> tuple[float, ...]:
        """Smallest first: what was searched longest; then the likeliest choice, or the best mean."""
        return -self.depth, -self.worlds, -self.share, -self.mean


def found_moves(core: Pimc) -> list[Found]:
    """The root moves, best first; of equals those that promise more at first sight."""
    return sorted((Found(*each) for each in core.ranked()), key=lambda found: found.rank)


def info(core: Pimc, view: View, meter: Meter, top: int) -> Info:
    """What the search has found by now."""
    found = found_moves(core)
    mixed = any(each.share for each in found)
    ranked = tuple(
        Ranked(
            move=view.text(each.move, view.seat),
            value=each.mean if each.depth else 0.5,
            share=each.share if mixed else float(place == 0),
            depth=each.depth,
            line=spell(view, [each.move, *each.following]),
            proven=core.known and core.final and each.depth > 0,
            estimated=each.depth > 0,
            error=each.error if each.worlds > 1 else None,
        )
        for place, each in enumerate(found[: max(1, top)])
    )
    return Info(meter.nodes, meter.elapsed, ranked[0].depth, core.seldepth, 0, found[0].worlds, ranked)


def drawn(core: Pimc, view: View, seed: int) -> str:
    """The choice: the best move, or where both seats choose at once one drawn from the mixture."""
    found = found_moves(core)
    place = 0
    if any(each.share for each in found):
        place = draw_weighted([each.share for each in found], Random(derive(seed, view.buffer.hash(), DRAW)))
    return view.text(found[place].move, view.seat)


def rate(view: View, seconds: float) -> tuple[int, float]:
    """Search a view by what suits its game, again and again, for that many CPU-seconds of this thread. Returns (nodes,
    CPU-seconds)."""
    meter = Meter()
    core, settings = Pimc(meter), tuned_settings(view)
    core.resize(RATE_HASH, 1)
    moves, limits = tuple(view.buffer.moves(view.seat - 1)), Limits(nodes=RATE_NODES)
    nodes, begun = 0, time.thread_time()
    while nodes == 0 or time.thread_time() - begun < seconds:
        meter.begin_search(None, RATE_NODES)
        begin(core, view, moves, nodes, settings, shift=RATE_HISTORY_SHIFT)
        search_worlds(core, settings, 1, limits, None)
        nodes += meter.nodes
    return nodes, time.thread_time() - begun


def tuned_settings(view: View) -> Settings:
    """What suits the game of a view."""
    tuning = view.game.tuning.get("alphabeta", {})
    return {parameter.name: int(parameter.suited(tuning)) for parameter in PARAMETERS}
