"""The solver of solitaires against brute force, on ends of games, and its limits."""

from __future__ import annotations

import threading

import pytest

from dohyo import engine
from dohyo.cext.streams import Random, derive
from dohyo.search.solve.solitaire import solve
from dohyo.search.solve.solver import Solver
from dohyo.testing import battery

SOLITAIRES = [game for game in engine.games() if game.seats == 1]


def can_be_won(state: engine.State, known: dict[str, bool]) -> bool:
    """By trying everything."""
    if state.returns is not None:
        return state.returns[0] == 1
    text = str(state)
    if text not in known:
        known[text] = any(can_be_won(state.play(move), known) for move in state.moves())
    return known[text]


def ends(game: engine.Game, options: dict[str, str], plies: int, count: int) -> list[engine.State]:
    """The states so many moves before the ends of games by the simple policy."""
    found = []
    for seed in range(count):
        stream = Random(seed)
        line = [game.deal(seed, **options)]
        while not line[-1].over:
            line.append(line[-1].play_code(line[-1].buffer.policy_move(0, stream)))
        found.append(line[max(0, len(line) - 1 - plies)])
    return found


def assert_right(state: engine.State) -> bool:
    """The result of a state, which must be that of brute force, with a line that wins."""
    result = solve(state)
    assert result.winnable is can_be_won(state, {})
    if result.winnable:
        for move in result.line:
            state = state.play(move)
        assert state.returns == (1.0,)
    else:
        assert result.line == ()
    return result.winnable


@pytest.mark.parametrize("options", list(battery.variants(engine.game("fifteen-rush"))), ids=str)
def test_ends_of_fifteen_rush(options: dict[str, str]) -> None:
    plies = 6 if options.get("deal") == "anytime" else 18
    results = [assert_right(state) for state in ends(engine.game("fifteen-rush"), options, plies, 30)]
    assert 0 < sum(results) < len(results)


def test_ends_of_club_fight() -> None:
    results = [assert_right(state) for state in ends(engine.game("club-fight"), {}, 2, 40)]
    assert 0 < sum(results) < len(results)


def test_whole_deals_that_are_won_are_won_by_the_line() -> None:
    game = engine.game("fifteen-rush")
    results = [solve(game.deal(seed)) for seed in range(40)]
    assert sum(result.winnable is True for result in results) >= 34
    for seed, result in enumerate(results):
        state = game.deal(seed)
        for move in result.line:
            state = state.play(move)
        assert state.over == bool(result.winnable)


def test_equal_deals_have_equal_results_whatever_was_solved_before() -> None:
    game, solver = engine.game("fifteen-rush"), Solver()
    deals = [game.kernel.deal(game.option_values({}), derive(7, number)) for number in range(30)]
    first = [solver.solve(deal, 100_000) for deal in deals]
    assert [solver.solve(deal, 100_000) for deal in reversed(deals)] == first[::-1]
    assert [Solver().solve(deal, 100_000) for deal in deals] == first
    # One solver takes one game after the other.
    other = engine.game("club-fight").deal(1).buffer
    assert solver.solve(other, 1000) == Solver().solve(other, 1000)
    assert solver.solve(deals[0], 100_000) == first[0]


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: game.id)
@pytest.mark.parametrize("nodes", [1, 2, 10])
def test_the_node_limit_is_exact_and_leaves_it_undecided(game: engine.Game, nodes: int) -> None:
    result = solve(game.deal(3), nodes)
    assert (result.winnable, result.nodes, result.line) == (None, nodes, ())


def test_finished_games_and_games_of_two_seats() -> None:
    *_, end = battery.random_game(engine.game("fifteen-rush").deal(1), 1)
    assert end.returns is not None
    assert solve(end).winnable is (end.returns[0] == 1)
    with pytest.raises(engine.UsageError, match="does not play sumo: it solves games of one seat"):
        solve(engine.game("sumo").deal(1))


@pytest.mark.timeout(60)
def test_it_is_stopped_from_another_thread() -> None:
    solver, results = Solver(), []
    state = endless()
    thread = threading.Thread(target=lambda: results.append(solve(state, 10**15, solver)))
    thread.start()
    solver.interrupt()
    thread.join(50)
    assert [result.winnable for result in results] == [None]
    # The interruption holds until it is forgotten.
    assert solve(state, 1000, solver).nodes == 0
    solver.arm()
    assert solve(state, 1000, solver).nodes == 1000


def endless() -> engine.State:
    """A deal of club-fight with six clubs left: 40 cards in six turns are too many, and it takes hours to try all."""
    text = str(engine.game("club-fight").deal(1))
    clubs = text.split("clubs=")[1].split(maxsplit=1)[0]
    state = engine.parse(text.replace(f"clubs={clubs} spent=-", f"clubs={clubs[:2]} spent={clubs[2:]}"))
    assert isinstance(state, engine.State)
    return state
