"""What suits Club Fight: parameters of searchers. Those of `alphabeta` suit the game for two as well."""

from dohyo.engine.tuning import Tuning

ALPHABETA = {"WorldDepth": 1, "Candidates": 30, "EpimcDepth": 2, "LeafPlayouts": 1, "RacingMargin": 25}
TUNING: Tuning = {"mcts": {"Nodes": "closed"}, "alphabeta": ALPHABETA}
