"""The commands `dohyo match` and `dohyo tournament`, and what a terminal shows while games are played.

Imports the other rooms of tournaments. Start with `tournament`.
"""
