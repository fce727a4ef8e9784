"""What suits each game: the values of parameters that are left to it, found by games between settings."""

from dohyo.engine import Game
from dohyo.search.core.params import Value

#: By searcher: the values for all games.
USUAL: dict[str, dict[str, Value]] = {
    "mcts": {
        "Exploration": 700, "Widen": 0, "WidenGrowth": 0, "PlayoutPlies": 10_000, "Guided": 1000, "Nodes": "open",
        "Beliefs": 0,
    },
    "alphabeta": {
        "Worlds": 64, "WorldDepth": 0, "Candidates": 0, "Width": 8, "Postpone": 1, "Redraws": 4,
        "LeafPlayouts": 0, "LeafPlies": 0, "Drop": 0,
    },
}
#: By searcher and game: values that differ from the usual ones.
BY_GAME: dict[str, dict[str, dict[str, Value]]] = {
    "mcts": {
        "rush-stones": {"Exploration": 100},
        "rush-cards": {"PlayoutPlies": 8},
        "club-fight": {"Nodes": "closed"},
        "club-fight-coop": {"Beliefs": 500},
        "sumo": {"PlayoutPlies": 0, "Nodes": "closed", "Beliefs": 500},
    },
    "alphabeta": {
        "rush-cards": {"Worlds": 32, "Postpone": 0, "LeafPlayouts": 1, "LeafPlies": 8, "Drop": 25},
        "fifteen-rush": {"WorldDepth": 2, "Postpone": 2, "LeafPlayouts": 1, "Drop": 25},
        "club-fight": {"WorldDepth": 1, "Candidates": 30, "Postpone": 2, "LeafPlayouts": 1, "Drop": 25},
        "club-fight-coop": {"WorldDepth": 1, "Candidates": 30, "Postpone": 2, "LeafPlayouts": 1, "Drop": 25},
        "sumo": {"Postpone": 0},
    },
}


def tuned(searcher: str, game: Game, name: str) -> Value:
    """What suits a game: the value of a searcher's parameter."""
    return BY_GAME.get(searcher, {}).get(game.id, {}).get(name, USUAL[searcher][name])
