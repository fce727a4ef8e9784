"""Monte Carlo tree search over states: two-player games with perfect information.

Imports `core`. Start with `blocks.pxd` (the memory), then `tree.pyx` (one simulation); `selection` and `backup` are its
steps.
"""
