"""Monte Carlo tree search: over states where everything is known, over information sets elsewhere."""

from __future__ import annotations

from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import derive
from dohyo.engine import Game, State, UsageError, View, game
from dohyo.search.core.api import Searcher
from dohyo.search.core.game_kinds import is_two_player_perfect_information
from dohyo.search.core.limits import Limits
from dohyo.search.core.lines import spell
from dohyo.search.core.params import Parameter, left_to_game
from dohyo.search.core.results import Info, Listener, Ranked, Result
from dohyo.search.core.threads import work_all
from dohyo.search.ismcts.search import PARAMETERS, THOUSANDTHS, InfosetSearch, Task, settings_of
from dohyo.search.mcts.tree import SearchTree
from dohyo.search.mcts.tree import rate as rate_of_states

#: Simulations of one search when rates are measured.
RATE_NODES = 20_000


class Mcts(Searcher):
    """Tree search by random samples, for every game.

    Two seats that see everything, move one at a time and play against each other get UCT over the true state, with
    proofs, shared statistics of actions, and a tree kept from move to move. All other games get a tree for each seat
    over what it knows (`infoset_search`). Each half has parameters that the other has no use for.

    A node of `Limits.nodes` is a simulation; `Limits.depth` ends the search when a descent in the tree is that long.
    A search limited by neither time nor clock starts from an empty tree, so that it can be repeated; the others go on
    with what the last search found below the new position, where trees are kept.
    """

    name = "mcts"
    title = "Monte Carlo tree search"
    own_parameters = (
        left_to_game("Exploration", 700, "weight of the exploration term of UCB1", THOUSANDTHS, high=10_000),
        Parameter(
            "FirstPlay", "spin", 1000, "value of a move before its first visit; above 1000 each is tried once first",
            THOUSANDTHS, 0, 1_000_000,
        ),
        Parameter("Rave", "check", False, "share the statistics of an action between positions, where games allow it"),
        Parameter(
            "RaveEquivalence", "spin", 5000, "visits of a move at which its own and the shared statistics weigh alike",
            "visits", 1, 1_000_000, aliases=("RaveVisits",),
        ),
        Parameter(
            "PriorVisits", "spin", 1, "visits that the prior_visits of a new move, its evaluation, counts as", "visits",
            0, 1_000_000,
        ),
        Parameter(
            "Minimax", "spin", 400, "share of a move's value that is its evaluation backed up by minimax",
            THOUSANDTHS, 0, 900,
        ),
        Parameter(
            "Evaluation", "spin", 1000, "share of a leaf's value that is its evaluation; the rest is a playout result",
            THOUSANDTHS, 0, 1000,
        ),
        Parameter("ExpandVisits", "spin", 1, "visits before a move's replies enter the tree", "visits", 1, 1_000_000),
        Parameter("Solver", "check", True, "prove wins and losses and back them up"),
        Parameter("Reuse", "check", True, "keep the tree from move to move"),
        *PARAMETERS,
    )

    def __init__(self) -> None:
        super().__init__()
        self._tree = SearchTree()
        self._infosets = InfosetSearch()

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        del game
        return None

    @property
    def tree_visits(self) -> int:
        """Simulations that the tree of the last search holds, those kept from earlier searches included."""
        return self._tree.visits

    def _forget(self) -> None:
        self._tree.forget()

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        try:
            if is_two_player_perfect_information(view.game):
                return self._search_states(view, moves, limits, listener)
            return self._infosets.run(self._meter, self._task(view, moves, limits), listener)
        except MemoryError:
            raise UsageError(f"Hash: expected a tree that fits into memory, got {self.values['Hash']} MB") from None

    def _task(self, view: View, moves: tuple[int, ...], limits: Limits) -> Task:
        values = {name: self.value(name, view.game) for name in self.values}
        return Task(view, moves, limits, settings_of(view.game, values))

    def _search_states(
        self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None
    ) -> Result:
        buffer = view.buffer
        self._tree.prepare(
            self._meter,
            buffer,
            moves,
            int(self.values["Hash"]),
            exploration=int(self.value("Exploration", view.game)) / 1000,
            first_play=int(self.values["FirstPlay"]) / 1000,
            rave=bool(self.values["Rave"]),
            rave_equivalence=float(self.values["RaveEquivalence"]),
            prior_visits=float(self.values["PriorVisits"]),
            minimax=int(self.values["Minimax"]) / 1000,
            evaluation=int(self.values["Evaluation"]) / 1000,
            expand_at=int(self.values["ExpandVisits"]),
            solver=bool(self.values["Solver"]),
            depth=limits.depth,
            reuse=bool(self.values["Reuse"]) and not limits.repeatable and not limits.searchmoves,
        )
        seed = derive(int(self.values["Seed"]), buffer.hash())
        work_all(
            lambda number: self._tree.work(self._meter, derive(seed, number)),
            int(self.values["Threads"]),
            None if listener is None else lambda: listener(self._info(view, limits)),
        )
        info = self._info(view, limits)
        return Result(**vars(info), move=info.ranked[0].move)

    def _info(self, view: View, limits: Limits) -> Info:
        found = self._tree.ranked(max(1, limits.top))
        visits = max(1, self._tree.visits)
        ranked = tuple(
            Ranked(
                move=view.text(move, view.seat),
                value=0.5 if value is None else value,
                share=tried / visits,
                depth=len(line),
                line=spell(view, line),
                proven=proof is not None,
                estimated=value is not None,
            )
            for move, tried, value, proof, line in found
        )
        return Info(
            nodes=self._meter.nodes,
            time=self._meter.elapsed,
            depth=ranked[0].depth,
            seldepth=max(self._tree.deepest, ranked[0].depth),
            hashfull=self._tree.fill,
            worlds=0,
            ranked=ranked,
        )

    def rate(self, start: Buffer, seconds: float) -> tuple[int, float]:
        """Search a position with these parameters, for that many CPU-seconds of this thread: the state by plain UCT
        where everything is known, else what the seat to move knows. Returns (simulations, CPU-seconds)."""
        played = game(start.kernel.id)
        if is_two_player_perfect_information(played):
            return rate_of_states(start, seconds)
        view = State(played, start).view()
        moves = tuple(view.buffer.moves(view.seat - 1))
        return self._infosets.rate(self._task(view, moves, Limits(nodes=RATE_NODES)), seconds)
