"""The solitaire Club Fight as text (docs/rules/club-fight.md, docs/notation.md), and what both modes share.

Start with `game`, the entry of the registry. `text` reads and prints positions, `moves` moves; `drawing` draws the
grid, `follow` puts what turns up into a view, `reasons` says what a move does, `figures` counts. `grid` and `hands`
read the kernel's records, `actions` knows which cells an action clears; `club_fight_coop` uses all but `hands`.
"""
