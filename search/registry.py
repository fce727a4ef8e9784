"""The list of searchers, and lookup by name."""

from dohyo.engine import Game, UsageError, games
from dohyo.engine.grammar import quote
from dohyo.search.core.api import Searcher
from dohyo.search.core.params import Parameter, Value
from dohyo.search.players.alphabeta import AlphaBeta
from dohyo.search.players.baselines import Greedy, Random
from dohyo.search.players.mcts import Mcts
from dohyo.search.players.policy import policy_searcher

_OF_GAMES = tuple(policy_searcher(game, policy) for game in games() for policy in game.policies)
_KINDS: tuple[type[Searcher], ...] = (Mcts, AlphaBeta, Greedy, *_OF_GAMES, Random)
_SEARCHERS = {kind.name: kind for kind in _KINDS}
_ALIASES = {alias: kind.name for kind in _SEARCHERS.values() for alias in kind.aliases}


def searchers() -> tuple[type[Searcher], ...]:
    """All searchers, the usual choice first."""
    return tuple(_SEARCHERS.values())


def searcher_aliases() -> dict[str, str]:
    """Earlier names of searchers, which are accepted too: the current name by each."""
    return dict(_ALIASES)


def searcher(name: str) -> type[Searcher]:
    """The searcher of this name, also an earlier one; UsageError, which lists the searchers, for any other."""
    found = _SEARCHERS.get(_ALIASES.get(name, name))
    if found is None:
        raise UsageError(f"unknown searcher {quote(name)}; expected one of {', '.join(_SEARCHERS)}")
    return found


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


def current_name(name: str) -> str:
    """The current name of an option, given in any case; a name that is not an earlier one comes back as it is."""
    for parameter in parameters().values():
        if name.lower() in map(str.lower, parameter.aliases):
            return parameter.name
    return name


def current_word(option: str, word: str) -> str:
    """The current word for the value of an option; a word that is not an earlier one comes back as it is."""
    return _ALIASES.get(word.lower(), word) if option.lower() == "searcher" else word
