"""Monte Carlo tree search over information sets: games with hidden information, chance or simultaneous moves.

Imports `core` and `simultaneous`. Start with `trees.pxd` (what the search is), then `infosets.pyx` (one iteration) and
`search` (one search by several threads).
"""
