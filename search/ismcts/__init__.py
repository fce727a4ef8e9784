"""Monte Carlo tree search over information sets: games with hidden information, chance or simultaneous moves.

Imports `core`, and of `mcts` its selection rules. Start with `infosets.pxd`, then `infosets.pyx` and `search`.
"""
