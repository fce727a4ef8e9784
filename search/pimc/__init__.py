"""Perfect-information Monte Carlo: alpha-beta in sampled worlds, the core of `alphabeta` where cards are hidden.

Imports `core` and `simultaneous`. Start with `search` (which worlds, how deep), then `plan.pxd` (the memory),
`pimc.pyx` (one iteration over worlds) and `world.pyx` (one world).
"""
