"""The one list of searchers."""

from dohyo.engine import Game, UsageError
from dohyo.engine.grammar import quote
from dohyo.search.core.api import Searcher
from dohyo.search.core.params import Parameter, Value
from dohyo.search.players.alphabeta import AlphaBeta
from dohyo.search.players.baselines import Greedy, Random
from dohyo.search.players.mcts import Mcts
from dohyo.search.players.rush_cards_heuristic import Rules
from dohyo.search.players.sumo_equilibrium import Table

_SEARCHERS: dict[str, type[Searcher]] = {kind.name: kind for kind in (Mcts, AlphaBeta, Greedy, Rules, Table, Random)}


def searchers() -> tuple[type[Searcher], ...]:
    """All searchers, the usual choice first."""
    return tuple(_SEARCHERS.values())


def searcher(name: str) -> type[Searcher]:
    """The searcher of this name; UsageError names those there are."""
    if name not in _SEARCHERS:
        raise UsageError(f"there is no searcher {quote(name)}; the searchers are {', '.join(_SEARCHERS)}")
    return _SEARCHERS[name]


def default_searcher(game: Game) -> type[Searcher]:
    """The first searcher of the list that plays the game; UsageError where none does."""
    for kind in searchers():
        if kind.refusal(game) is None:
            return kind
    raise UsageError(f"no searcher plays {game.id}")


def make(name: str, **values: Value) -> Searcher:
    """A new searcher with these parameters; UsageError for an unknown name or a value out of range."""
    made = searcher(name)()
    for parameter, value in values.items():
        made.set(parameter, value)
    return made


def parameters() -> dict[str, Parameter]:
    """Every parameter of every searcher by name. One name means one thing: searchers share the definition."""
    found: dict[str, Parameter] = {}
    for kind in searchers():
        for parameter in kind.parameters():
            assert found.setdefault(parameter.name, parameter) == parameter, f"{parameter.name} is defined twice"
    return found
