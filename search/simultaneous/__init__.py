"""Simultaneous choices: matrix games, Bayesian games and regret matching.

Imports `core`. Start with `matrix_game.pxd`; `solvers` offers all three to Python.
"""
