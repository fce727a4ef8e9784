"""Principal variation search over states: the core of `alphabeta` where everything is known.

Imports `core`. Start with `pvs.pxd`.
"""
