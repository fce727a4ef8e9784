"""Exact results: whether a solitaire can be won when every card is known.

Imports `core`. Start with `solitaire`, then `solver`.
"""
