"""Principal variation search over states: the core of `alphabeta` for two-player games with perfect information.

Imports `core`. Start with `pvs.pxd` (the memory), then `pvs.pyx`.
"""
