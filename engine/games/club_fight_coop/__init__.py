"""Club Fight for two, who win or lose together, as text (docs/rules/club-fight-coop.md, docs/notation.md).

Start with `game`, the entry of the registry. `text` reads and prints positions, `moves` moves and gifts; `drawing`
draws the table, `follow` puts what turns up into a view, `reasons` says what a move does. `hands` reads the kernel's
records. The grid, its actions and the figures are those of the solitaire, `club_fight`.
"""
