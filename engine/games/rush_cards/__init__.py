"""Rush by Kymani, two decks on a small board, as text (docs/rules/rush-cards.md, docs/notation.md).

Start with `game`, the entry of the registry. `text` reads and prints positions, `moves` moves; `drawing` draws the
board, `follow` puts what turns up into a view, `reasons` says what a move does, `figures` counts. `board` reads the
kernel's records: cells, units and sets of cards. `tuning` lists the policies: `heuristic`, rules of thumb.
"""
