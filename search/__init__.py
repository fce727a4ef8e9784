"""Searchers: ways to choose a move, each written once against the ops table for all games that it supports.

It may import `cext` and `engine`. Start with `registry` (the list of searchers), `core` (what they share) and `players`
(the searchers). A game's own tuning and policies stand with the game (`dohyo.engine`).

>>> from dohyo import engine, search
>>> searcher = search.make("mcts", Seed=1)
>>> searcher.set_position(engine.parse("rush-stones size=3").view())
>>> result = searcher.search(search.Limits(nodes=4000))
>>> result.move in {"a1", "c1", "b2", "a3", "c3"}
True
"""

from dohyo.search.core.api import Searcher
from dohyo.search.core.limits import Clock, Limits
from dohyo.search.core.params import Parameter
from dohyo.search.core.results import Info, Ranked, Result
from dohyo.search.registry import (
    current_name,
    current_word,
    default_searcher,
    make,
    parameters,
    searcher,
    searcher_aliases,
    searchers,
)

__all__ = [
    "Clock",
    "Info",
    "Limits",
    "Parameter",
    "Ranked",
    "Result",
    "Searcher",
    "current_name",
    "current_word",
    "default_searcher",
    "make",
    "parameters",
    "searcher",
    "searcher_aliases",
    "searchers",
]
