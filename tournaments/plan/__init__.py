"""A tournament before it is played: what is played, by whom, under which limits, and how a file says it.

Imports `stats` and `dohyo.protocol`. Start with `spec` (what a match is) and `tournament`; `planfile` reads TOML and
flags.
"""
