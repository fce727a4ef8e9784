"""Rush by Mark Steere on a Go board, as text (docs/rules/rush-stones.md, docs/notation.md).

Start with `game`, the entry of the registry. `text` reads and prints positions, `moves` moves; `drawing` draws the
board, `reasons` says what a move does, `figures` counts. `board` knows how the kernel numbers its points.
"""
