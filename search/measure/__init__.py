"""Measurements: `dohyo bench` (rates and the signature) and `dohyo simulate` (figures of many games).

Imports `core`, `players`, `solve` and the list of searchers. Start with `bench` and `simulation`.
"""
