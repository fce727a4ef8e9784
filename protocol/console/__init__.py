"""A game between a person and an engine in the terminal: `dohyo play`.

Imports `client` and `dohyo.engine`. Start with `terminal` (asks, draws, tells); `play` holds the game.
"""
