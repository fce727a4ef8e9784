"""Monte Carlo tree search over states: games without hidden information.

Imports `core`. Start with `tree.pxd` (the memory), then `tree.pyx` (one simulation); `selection` and `backup` are its
steps.
"""
