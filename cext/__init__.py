"""The rules: the state of each game as a C struct, and functions over it as a table that all searchers share.

Imports nothing of the other floors. Start with `ops.pxd`, the table: what a game offers and a searcher may use; then
one game, for instance `sumo/kernel.pyx`. `dispatch.pxd` calls the optional entries, `kernel.pyx` gives Python a game
and a state, and `rng`, `streams`, `hashing`, `cards`, `decks` and `invariant` are what the games are built from.
"""
