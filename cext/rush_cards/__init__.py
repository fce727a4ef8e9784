"""Rush (Kymani): the rules as a kernel.

Imports what all games share (`dohyo.cext`) and no other game. Start with `kernel.pyx`: the rules R1 to R11 in numbered
sentences and the ops table; then `state.pxd`, the struct with its invariants. `moves` lists moves, `policy` chooses one
without search, `play` changes states, `views` says what a seat knows, `values` estimates positions, `order` moves.
"""

from dohyo.cext.rush_cards.kernel import KERNEL

__all__ = ["KERNEL"]
