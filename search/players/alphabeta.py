"""The deep searcher: iterative deepening over principal variation search, in sampled worlds where the state is not
known."""

from __future__ import annotations

import time
from collections.abc import Mapping

from dohyo.cext.kernel import Buffer
from dohyo.engine import Game, State, UsageError, View, game
from dohyo.search.alphabeta.pvs import Pvs
from dohyo.search.core.api import Searcher
from dohyo.search.core.budget import Meter
from dohyo.search.core.game_kinds import is_two_player_perfect_information
from dohyo.search.core.limits import Limits
from dohyo.search.core.lines import spell
from dohyo.search.core.params import Parameter, Value
from dohyo.search.core.results import Info, Listener, Ranked, Result
from dohyo.search.core.values import WIN, chance, is_exact
from dohyo.search.pimc import search
from dohyo.search.pimc.pimc import Pimc

#: The last iteration begun. No line is longer.
DEEPEST = 127
#: The iteration after which a search without limits goes straight to the end of the game.
SOLVE_FROM = 10
#: Nodes and megabytes of one search where speed is measured.
RATE_NODES, RATE_HASH = 500_000, 64
#: Seconds between two reports: at most 20 a second.
REPORT_EVERY = 0.05

OBJECTIVE = Parameter(
    "Objective", "combo", "win", "what to maximise: the chance to win, or the margin", choices=("win", "margin")
)
LAST_PLY_MOVES = Parameter(
    "LastPlyMoves", "spin", 3, "moves tried at the last ply, the first by the game's move order; 0 for all",
    "moves", 0, 512, aliases=("Frontier",),
)
LATE_MOVES = Parameter(
    "LateMoves", "spin", 6, "moves of a node searched to full depth before the others are reduced; 0 for all",
    "moves", 0, 512,
)
HISTORY_SHIFT = Parameter(
    "HistoryShift", "spin", 5, "halvings of the history score (up to 16384) before it is added to the move order",
    "bits", 0, 31,
)


def settings(values: Mapping[str, Value]) -> dict[str, int]:
    """What the core is told of the parameters."""
    return {
        "margin": values["Objective"] == "margin",
        "last_ply_moves": int(values["LastPlyMoves"]),
        "late": int(values["LateMoves"]),
        "history_shift": int(values["HistoryShift"]),
    }


class AlphaBeta(Searcher):
    """A node of `Limits.nodes` is a position visited by playing a move.

    Two-player games with perfect information are searched in the true state, without randomness and by one thread;
    Objective, LastPlyMoves and LateMoves apply to them alone. All other games are searched in worlds sampled from the
    view (`pimc`), by Threads threads, each of which takes one world after the other.
    """

    name = "alphabeta"
    title = "iterative deepening, principal variation search with a transposition table, over sampled worlds"
    own_parameters = (OBJECTIVE, LAST_PLY_MOVES, LATE_MOVES, HISTORY_SHIFT, *search.PARAMETERS)

    def __init__(self) -> None:
        super().__init__()
        self._pvs = Pvs(self._meter)
        self._worlds = Pimc(self._meter)
        self._forgotten = False

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        del game
        return None

    def _forget(self) -> None:
        self._forgotten = True

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        if is_two_player_perfect_information(view.game):
            return self._search_state(view, moves, limits, listener)
        return self._search_worlds(view, moves, limits, listener)

    def _search_worlds(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        """Where something is hidden, left to chance or chosen at once, or the seats do not play against each other."""
        settings = {parameter.name: int(self.value(parameter.name, view.game)) for parameter in search.PARAMETERS}
        seed, threads = int(self.values["Seed"]), int(self.values["Threads"])
        try:
            self._worlds.resize(int(self.values["Hash"]), threads)
        except MemoryError:
            raise UsageError(f"Hash: expected a table that fits into memory, got {self.values['Hash']} MB") from None
        search.begin(self._worlds, view, moves, seed, settings, shift=int(self.values["HistoryShift"]))

        def report() -> None:
            assert listener is not None
            listener(search.info(self._worlds, view, self._meter, limits.top))

        search.search_worlds(self._worlds, settings, threads, limits, report if listener else None)
        info = search.info(self._worlds, view, self._meter, limits.top)
        return Result(**vars(info), move=search.drawn(self._worlds, view, seed))

    def _search_state(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        """Where everything is known."""
        try:
            self._pvs.resize(int(self.values["Hash"]))
        except MemoryError:
            raise UsageError(f"Hash: expected a table that fits into memory, got {self.values['Hash']} MB") from None
        self._pvs.begin(
            view.buffer, view.seat - 1, moves,
            clear=limits.repeatable or self._forgotten, **settings(self.values),
        )
        self._forgotten = False
        depth, reported = 0, time.monotonic()
        deepest = min(limits.depth or DEEPEST, DEEPEST)
        # Without a limit the game is to be solved: estimates only order the moves, and the last iteration settles it.
        unlimited = limits.repeatable and limits.nodes is None and limits.depth is None
        while depth < deepest:
            following = deepest if unlimited and depth == SOLVE_FROM else depth + 1
            if not self._pvs.deepen(following, limits.top):
                break
            depth = following
            if listener and time.monotonic() - reported >= REPORT_EVERY:
                reported = time.monotonic()
                listener(self._info(view, depth, limits.top))
            if all(final for _, _, final, _ in self._pvs.ranked(limits.top)):
                break
        info = self._info(view, depth, limits.top)
        return Result(**vars(info), move=info.ranked[0].move)

    def _info(self, view: View, depth: int, top: int) -> Info:
        ranked = tuple(
            self._ranked(view, value, reached, final, line, best=place == 0)
            for place, (value, reached, final, line) in enumerate(self._pvs.ranked(top))
        )
        return Info(self._meter.nodes, self._meter.elapsed, depth, self._pvs.seldepth, self._pvs.hashfull, 0, ranked)

    def _ranked(self, view: View, value: int, depth: int, final: bool, line: list[int], *, best: bool) -> Ranked:
        texts = spell(view, line)
        share, worth = float(best), chance(value, view.buffer.kernel.logit)
        return Ranked(texts[0], worth, share, depth, texts, is_exact(value), self._reason(value, final))

    def _reason(self, value: int, final: bool) -> str:
        """What is proved, in words: 'wins', or with margins told apart 'wins by 3'."""
        if not is_exact(value):
            return ""
        verb = "wins" if value > 0 else "loses"
        if self.values["Objective"] == "win":
            return verb
        return f"{verb} by {'' if final else 'at least '}{abs(value) - WIN}"


def rate(start: Buffer, seconds: float) -> tuple[int, float]:
    """Search a position with the parameters' defaults, again and again from an empty table, for that many CPU-seconds
    of this thread: the state where everything is known, else what the seat to move knows. Returns (nodes,
    CPU-seconds)."""
    made = game(start.kernel.id)
    if is_two_player_perfect_information(made):
        return _rate_state(start, seconds)
    return search.rate(State(made, start).view(), seconds)


def _rate_state(start: Buffer, seconds: float) -> tuple[int, float]:
    meter = Meter()
    pvs, seat = Pvs(meter), start.to_move[0]
    pvs.resize(RATE_HASH)
    told = settings({parameter.name: parameter.default for parameter in AlphaBeta.own_parameters})
    nodes, begin = 0, time.thread_time()
    while nodes == 0 or time.thread_time() - begin < seconds:
        meter.begin_search(None, RATE_NODES)
        pvs.begin(start, seat, start.moves(seat), clear=True, **told)
        depth = 1
        while depth <= DEEPEST and pvs.deepen(depth, 1):
            depth += 1
        nodes += meter.nodes
    return nodes, time.thread_time() - begin
