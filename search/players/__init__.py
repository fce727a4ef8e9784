"""The searchers as people name them: each decides which core searches a game, and ranks its moves.

Imports every other room of search. Start with `mcts` and `alphabeta`; `baselines` are opponents to beat.
"""
