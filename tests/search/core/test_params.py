"""Parameters: earlier names, and the values that games give for them."""

from __future__ import annotations

import pytest

from dohyo import engine, search
from dohyo.engine import UsageError

#: Names that stored tournaments and scripts may have: searcher, earlier name, name.
EARLIER = [
    ("mcts", "RaveVisits", "RaveEquivalence"),
    ("mcts", "Guided", "PolicyShare"),
    ("mcts", "Beliefs", "OpponentSampling"),
    ("alphabeta", "Frontier", "LastPlyMoves"),
    ("alphabeta", "Width", "BeamWidth"),
    ("alphabeta", "Postpone", "EpimcDepth"),
    ("alphabeta", "Drop", "RacingMargin"),
]
SEARCHERS = [("rules", "rush_cards_heuristic"), ("table", "sumo_equilibrium")]


@pytest.mark.parametrize(("kind", "earlier", "name"), EARLIER)
def test_an_earlier_name_of_a_parameter_sets_it(kind: str, earlier: str, name: str) -> None:
    assert search.make(kind, **{earlier: 7}).values == search.make(kind, **{name: 7}).values
    assert search.make(kind, **{earlier: 7}).values[name] == 7
    assert search.current_name(earlier.lower()) == name
    assert earlier not in search.parameters()


@pytest.mark.parametrize(("earlier", "name"), SEARCHERS)
def test_an_earlier_name_of_a_searcher_makes_it(earlier: str, name: str) -> None:
    assert search.make(earlier).name == name
    assert search.current_word("Searcher", earlier.upper()) == name
    assert search.current_word("Simultaneous", earlier) == earlier
    assert earlier not in {kind.name for kind in search.searchers()}


def test_no_name_means_two_things() -> None:
    names = [name.lower() for parameter in search.parameters().values() for name in parameter.names]
    assert len(names) == len(set(names))
    searchers = [name for kind in search.searchers() for name in (kind.name, *kind.aliases)]
    assert len(searchers) == len(set(searchers))


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_what_suits_a_game_are_values_of_parameters_that_are_left_to_it(game: engine.Game) -> None:
    for name, values in game.tuning.items():
        parameters = {parameter.name: parameter for parameter in search.searcher(name).parameters()}
        for parameter, value in values.items():
            found = parameters[parameter]
            assert found.by_game
            assert found.read(found.write(value)) == value
            assert search.make(name).value(parameter, game) == value
            assert value != found.usual, f"{parameter} of {game.id} is the usual value"


def test_a_game_that_says_nothing_gets_the_usual_value() -> None:
    assert search.make("mcts").value("Exploration", engine.game("sumo")) == 700
    assert search.make("mcts").value("Exploration", engine.game("rush-stones")) == 100
    assert search.make("mcts", Exploration=5).value("Exploration", engine.game("rush-stones")) == 5


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match=r"unknown parameter 'Frontier' of mcts; expected one of Seed, "):
        search.make("mcts", Frontier=1)
