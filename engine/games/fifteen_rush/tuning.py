"""What suits Fifteen Rush: parameters of searchers."""

from dohyo.engine.tuning import Tuning

TUNING: Tuning = {"alphabeta": {"WorldDepth": 2, "EpimcDepth": 2, "LeafPlayouts": 1, "RacingMargin": 25}}
