"""The Sumo Card Game as text (docs/rules/sumo.md, docs/notation.md).

Start with `game`, the entry of the registry. `text` reads and prints positions, `moves` moves; `drawing` draws the
ring, `follow` puts what turns up into a view, `reasons` says what a move does, `figures` counts. `ring` has the
columns and phases of the kernel's records. `tuning` lists the policies: `equilibrium`, which solves each column by
`ideal` and the fast `round`.
"""
