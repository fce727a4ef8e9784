"""A game between a person and an engine in the terminal: `dohyo play`.

Imports `client`, `language` and `dohyo.engine`. Start with `terminal` (prompts, drawings, commands); `play` holds the
game with undo, save and load.
"""
