"""The searchers as people name them: each decides which room searches a game, and ranks its moves.

Imports every other room of search but `solve` and `measure`. Start with `mcts` and `alphabeta`; `baselines` are simple
opponents, `policy` wraps the policies that games register.
"""
