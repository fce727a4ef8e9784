"""Measuring: `dohyo bench` (rates and the signature) and `dohyo simulate` (figures of many games).

Imports every other room of search. Start with `bench` and `simulation`.
"""
