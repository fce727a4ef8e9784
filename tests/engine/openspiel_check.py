"""The games under OpenSpiel's own algorithms. Run by `make openspiel`, which installs that library: it is too heavy to
come with the other test requirements."""

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import dohyo.engine.openspiel
from dohyo.engine import games, parse, perft


def load(size: int) -> pyspiel.Game:
    return pyspiel.load_game(f"dohyo_rush_stones(size={size})")


def test_every_game_that_fits_is_registered() -> None:
    known = pyspiel.registered_names()
    for game in games():
        name = dohyo.engine.openspiel.short_name(game)
        assert (name in known) == dohyo.engine.openspiel.is_offered(game)


def test_openspiel_solves_3x3() -> None:
    # Black wins, and a corner is a winning first move (docs/rules/rush-stones.md).
    game = load(3)
    value, action = minimax.alpha_beta_search(game)
    assert value == 1
    assert game.new_initial_state().action_to_string(0, action) in {"a1", "c1", "a3", "c3", "b2"}


def test_openspiel_counts_the_same_moves() -> None:
    def count(state: pyspiel.State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(state.child(action), depth - 1) for action in state.legal_actions())

    assert count(load(3).new_initial_state(), 4) == perft(parse("rush-stones size=3"), 4)


@pytest.mark.parametrize("size", [3, 5])
def test_openspiel_plays_at_random(size: int) -> None:
    pyspiel.random_sim_test(load(size), 3, False, False)


def test_returns_are_minus_one_and_one() -> None:
    state = load(3).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sorted(state.returns()) == [-1, 1]


def test_a_refused_option_is_said_as_everywhere() -> None:
    with pytest.raises(Exception, match="odd number from 3 to 19"):
        load(4)
