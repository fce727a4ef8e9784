"""Club Fight for two: the rules as a kernel.

Imports what all games share (`dohyo.cext`) and of the games only `dohyo.cext.club_fight`: grid, actions and values are
the same. Start with `kernel.pyx`: the rules R11 to R16 in numbered sentences, the ops and their table; then
`state.pxd`, the struct with its invariants. `views` says what a seat knows.
"""

from dohyo.cext.club_fight_coop.kernel import KERNEL

__all__ = ["KERNEL"]
