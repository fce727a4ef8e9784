"""Choices made at once: matrix games, Bayesian games and regret matching.

Imports `dohyo.cext` alone. Start with `zerosum.pxd`.
"""
