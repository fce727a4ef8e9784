"""What suits Rush (Kymani): parameters of searchers, its policies, and what `dohyo bench` runs."""

from dohyo.engine.policy import Policy
from dohyo.engine.tuning import Benchmark, Tuning

TUNING: Tuning = {
    "mcts": {"PlayoutPlies": 8},
    "alphabeta": {"Worlds": 32, "EpimcDepth": 0, "LeafPlayouts": 1, "LeafPlies": 8, "RacingMargin": 25},
}
#: Random games hardly end by themselves: they are cut 400 plies after the set-up.
BENCHMARK = Benchmark(rows={"rush-cards": {"maxplies": "420", "maxquiet": "10000"}})
POLICIES = (
    Policy(
        "rush_cards_heuristic",
        "rules of thumb for rush-cards: block, break through, capture, else a random move",
        "dohyo.engine.games.rush_cards.heuristic:rank",
        aliases=("rules",),
    ),
)
