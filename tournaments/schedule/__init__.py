"""Who plays whom, when, and from which seed: pure functions.

Imports `plan`. Start with `units`, then `formats`; `seeds` is where every random number comes from.
"""
