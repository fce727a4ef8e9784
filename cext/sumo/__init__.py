"""Sumo Card Game: the rules as a kernel.

Imports what all games share (`dohyo.cext`) and no other game. Start with `kernel.pyx`: the rules R1 to R15 in numbered
sentences and the ops table; then `state.pxd`, the struct with its invariants. `moves` lists and chooses moves, `play`
changes states and plays whole random games, `views` says what a seat knows, `values` estimates.
"""

from dohyo.cext.sumo.kernel import KERNEL
from dohyo.cext.sumo.state import COMBOS
from dohyo.cext.sumo.values import WORTHS

__all__ = ["COMBOS", "KERNEL", "WORTHS"]
