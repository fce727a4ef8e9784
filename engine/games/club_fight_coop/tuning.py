"""What suits Club Fight for two: parameters of searchers."""

from dohyo.engine.games.club_fight.tuning import ALPHABETA
from dohyo.engine.tuning import Tuning

TUNING: Tuning = {"mcts": {"OpponentSampling": 500}, "alphabeta": ALPHABETA}
