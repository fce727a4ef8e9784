"""Club Fight, the solitaire: the rules as a kernel, and what the game for two shares with it.

Imports what all games share (`dohyo.cext`) and no other game. Start with `kernel.pyx`: the rules R1 to R13 in numbered
sentences, the struct, its ops and their table. Shared by both modes: `state.pxd` (grid and deck), `moves.pxd` (what
one club can do to a grid), `values.pxd` (what positions and actions are worth).
"""

from dohyo.cext.club_fight.kernel import KERNEL, traits_after_moves, traits_of

__all__ = ["KERNEL", "traits_after_moves", "traits_of"]
