"""What suits Sumo: parameters of searchers, and its policies."""

from dohyo.engine.policy import Policy
from dohyo.engine.tuning import Tuning

TUNING: Tuning = {
    "mcts": {"PlayoutPlies": 0, "Nodes": "closed", "OpponentSampling": 500},
    "alphabeta": {"EpimcDepth": 0},
}
#: The equilibrium is solved when the policy is first asked, which takes about a second.
POLICIES = (
    Policy(
        "sumo_equilibrium",
        "for sumo: the equilibrium of each column, with an endless deck",
        "dohyo.engine.games.sumo.equilibrium:rank",
        aliases=("table",),
    ),
)
