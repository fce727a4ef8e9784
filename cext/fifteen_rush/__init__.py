"""Fifteen Rush: the rules as a kernel.

Imports what all games share (`dohyo.cext`) and no other game. Start with `kernel.pyx`: the rules R1 to R9 in numbered
sentences and the ops table; then `state.pxd`, the struct with its invariants. `moves` lists and chooses moves, `play`
changes states, `views` says what the player knows, `values` estimates.
"""

from dohyo.cext.fifteen_rush.kernel import KERNEL

__all__ = ["KERNEL"]
