"""What is best: searchers, each written once against the ops table, for every game that it supports.

>>> from dohyo import engine, search
>>> searcher = search.make("mcts", Seed=1)
>>> searcher.set_position(engine.parse("rush-stones size=3").view())
>>> result = searcher.search(search.Limits(nodes=4000))
>>> result.move in {"a1", "c1", "b2", "a3", "c3"}
True
"""

from dohyo.search.core.api import Info, Ranked, Result, Searcher
from dohyo.search.core.limits import Clock, Limits
from dohyo.search.core.params import Parameter
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
