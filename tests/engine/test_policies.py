"""Policies of games: they load when they are asked, rank every legal move, and depend on what they are given alone."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice

import pytest

from dohyo import engine
from dohyo.cext.streams import Random
from dohyo.engine.policy import Policy, draw_weighted
from dohyo.testing import battery

POLICIES = [(game, policy) for game in engine.games() for policy in game.policies]
every_policy = pytest.mark.parametrize(("game", "policy"), POLICIES, ids=[policy.name for _, policy in POLICIES])


def test_there_are_some() -> None:
    assert {policy.name for _, policy in POLICIES} == {"rush_cards_heuristic", "sumo_equilibrium"}


@every_policy
def test_every_legal_move_is_ranked_once_and_weights_add_up(game: engine.Game, policy: Policy) -> None:
    for state in islice(battery.random_game(game.deal(3), 3), 0, 60, 3):
        for seat in state.to_move:
            view = state.view(seat)
            legal = view.buffer.moves(seat - 1)
            found = policy.rank(view.buffer, seat, Random(1))
            assert sorted(each.move for each in found) == sorted(legal)
            assert sum(each.weight for each in found) == pytest.approx(1)
            assert all(each.weight >= 0 and (each.value is None or 0 <= each.value <= 1) for each in found)
            assert found == policy.rank(view.buffer, seat, Random(1))
            some = legal[:2]
            assert sorted(each.move for each in policy.rank(view.buffer, seat, Random(1), some)) == sorted(some)


@every_policy
def test_a_view_is_not_changed(game: engine.Game, policy: Policy) -> None:
    view = game.deal(4).view()
    buffer = view.buffer
    policy.rank(buffer, view.seat, Random(0))
    assert engine.View(game, buffer, view.seat) == view


def test_listing_games_imports_no_policy() -> None:
    modules = sorted(policy.where.partition(":")[0] for _, policy in POLICIES)
    code = (f"import sys; from dohyo import engine; [str(game.policies) for game in engine.games()]; "
            f"print([name for name in {modules!r} if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def test_a_draw_follows_the_weights() -> None:
    stream = Random(5)
    drawn = [draw_weighted([1, 0, 3], stream) for _ in range(4000)]
    assert 1 not in drawn
    assert drawn.count(2) / len(drawn) == pytest.approx(0.75, abs=0.03)
    assert {draw_weighted([0, 0], stream) for _ in range(50)} == {0, 1}
