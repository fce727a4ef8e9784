"""Exact results: whether a solitaire can be won when every card is known.

Imports `core`. Start with `solitaire` (for Python), then `solver.pyx` (the search).
"""
