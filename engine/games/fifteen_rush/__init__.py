"""The solitaire Fifteen Rush as text (docs/rules/fifteen-rush.md, docs/notation.md).

Start with `game`, the entry of the registry. `text` reads and prints positions, `moves` moves; `drawing` draws the
table, `follow` puts what turns up into a view, `reasons` says what a move does, `figures` counts. `tableau` reads the
kernel's records as plain lists.
"""
