"""Rush (Mark Steere): the rules as a kernel.

Imports what all games share (`dohyo.cext`) and no other game. Start with `kernel.pyx`: the rules R1 to R7 in numbered
sentences and the ops table; then `state.pxd`, the struct with its invariants. `moves` lists moves and plays whole
random games, `play` changes states and makes keys, `values` estimates and bounds.
"""

from dohyo.cext.rush_stones.kernel import KERNEL
from dohyo.cext.rush_stones.values import PROMISES

__all__ = ["KERNEL", "PROMISES"]
