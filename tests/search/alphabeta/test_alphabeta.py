"""The exact searcher against plain minimax, and its promises of repeatability and haste."""

import random
import threading
from functools import cache

import pytest

from dohyo.engine import State, View, parse
from dohyo.search.core.limits import Limits
from dohyo.search.core.results import Result
from dohyo.search.core.values import chance
from dohyo.search.players.alphabeta import AlphaBeta

OBJECTIVES = ("win", "margin")
MIDGAME = "rush-stones size=7 board=1bwb3/7/2w1b2/1w5/3bw2/2b4/7 turn=b"


def ask(text: str, limits: Limits, **values: str | int) -> Result:
    searcher = AlphaBeta()
    for name, value in {"Hash": 16, **values}.items():
        searcher.set(name, value)
    return search(searcher, text, limits)


def search(searcher: AlphaBeta, text: str, limits: Limits) -> Result:
    searcher.set_position(view_of(text))
    return searcher.search(limits)


def view_of(text: str) -> View:
    state = parse(text)
    assert isinstance(state, State)
    return state.view()


def facts(result: Result) -> tuple[object, ...]:
    """All that must be equal in equal searches."""
    return result.move, result.nodes, result.depth, result.seldepth, result.ranked


@cache
def margin_of(text: str) -> int:
    """Black's margin with best play of both, by plain minimax."""
    state = parse(text)
    if state.over:
        return text.split()[2].count("b", len("board=")) - text.split()[2].count("w")
    margins = [margin_of(str(state.play(move))) for move in state.moves()]
    return max(margins) if state.to_move == (1,) else min(margins)


def endings(size: int, empty: int, count: int) -> list[str]:
    """Positions of random games with so many points left."""
    dice = random.Random(f"{size} {empty}")
    found = []
    for _ in range(count):
        state = parse(f"rush-stones size={size}")
        for _ in range(size * size - empty):
            state = state.play(dice.choice(state.moves()))
        found.append(str(state))
    return found


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "text", [*endings(3, 8, 4), *endings(3, 6, 10), *endings(5, 6, 15), *endings(5, 7, 5), *endings(7, 6, 5)]
)
def test_every_root_move_has_its_minimax_value(text: str, objective: str) -> None:
    state = parse(text)
    sign = 1 if state.to_move == (1,) else -1
    result = ask(text, Limits(top=512), Objective=objective)
    assert sorted(ranked.move for ranked in result.ranked) == sorted(state.moves())
    for ranked in result.ranked:
        margin = sign * margin_of(str(state.play(ranked.move)))
        verb = "wins" if margin > 0 else "loses"
        assert (ranked.proven, ranked.value) == (True, float(margin > 0))
        assert ranked.reason == (verb if objective == "win" else f"{verb} by {abs(margin)}")
    values = [ranked.value for ranked in result.ranked]
    assert values == sorted(values, reverse=True)
    assert result.move == result.ranked[0].move


@pytest.mark.parametrize("text", endings(5, 7, 5))
def test_the_line_of_an_exact_margin_leads_to_it(text: str) -> None:
    best = ask(text, Limits(), Objective="margin").ranked[0]
    state = parse(text)
    for move in best.line:
        before = margin_of(str(state))
        state = state.play(move)
        assert margin_of(str(state)) == before


def test_the_smallest_board_is_solved() -> None:
    result = ask("rush-stones size=3", Limits(top=9), Objective="margin")
    assert {ranked.move for ranked in result.ranked if ranked.reason == "wins by 1"} == {"a1", "c1", "b2", "a3", "c3"}
    assert {ranked.move for ranked in result.ranked if ranked.reason == "loses by 1"} == {"b1", "a2", "c2", "b3"}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_board_of_25_points_is_solved() -> None:
    best = ask("rush-stones size=5", Limits(), Objective="margin", Hash=2048).ranked[0]
    assert best.reason == "wins by 1"


def test_any_number_of_nodes_gives_a_legal_move() -> None:
    legal = view_of(MIDGAME).moves()
    searcher = AlphaBeta()
    for nodes in range(1, 1500, 7):
        result = search(searcher, MIDGAME, Limits(nodes=nodes))
        assert result.move in legal
        assert result.nodes == nodes
        assert result.ranked[0].line[0] == result.move


def test_equal_searches_are_equal_also_after_another() -> None:
    fresh = ask(MIDGAME, Limits(nodes=20000, top=3))
    searcher = AlphaBeta()
    searcher.set("Hash", 16)
    assert facts(search(searcher, MIDGAME, Limits(nodes=20000, top=3))) == facts(fresh)
    search(searcher, "rush-stones size=9", Limits(nodes=30000))
    search(searcher, MIDGAME, Limits(movetime=50))
    assert facts(search(searcher, MIDGAME, Limits(nodes=20000, top=3))) == facts(fresh)


def test_reflected_positions_have_equal_values() -> None:
    mirrored = "rush-stones size=7 board=3bwb1/7/2b1w2/5w1/2wb3/4b2/7 turn=b"
    one, other = (ask(text, Limits(depth=4), LateMoves=0, LastPlyMoves=0).ranked[0] for text in (MIDGAME, mirrored))
    assert one.value == other.value


def test_pruning_by_the_window_changes_no_value() -> None:
    """Against plain minimax over `evaluate` to a fixed depth."""
    position = view_of(MIDGAME)

    def plain(view: View, depth: int) -> int:
        """For seat 1."""
        if depth == 0 or view.over:
            return view.buffer.evaluate(0)
        values = [plain(view.play(move), depth - 1) for move in view.moves()]
        return max(values) if view.to_move == (1,) else min(values)

    result = ask(MIDGAME, Limits(depth=2, top=5), LateMoves=0, LastPlyMoves=0)
    logit = position.game.kernel.logit
    best = sorted((plain(position.play(move), 1) for move in position.moves()), reverse=True)[:5]
    assert [ranked.value for ranked in result.ranked] == [chance(value, logit) for value in best]
    for ranked in result.ranked:
        assert ranked.value == chance(plain(position.play(ranked.move), 1), logit)


def test_only_the_chosen_moves_are_searched() -> None:
    result = ask(MIDGAME, Limits(depth=3, searchmoves=("a1", "g7"), top=5))
    assert sorted(ranked.move for ranked in result.ranked) == ["a1", "g7"]


def test_a_search_without_end_is_stopped_from_outside() -> None:
    searcher = AlphaBeta()
    searcher.set_position(view_of("rush-stones size=9"))
    reported = threading.Event()
    searcher.start(Limits(infinite=True), lambda info: reported.set())
    assert reported.wait(60)
    assert searcher.searching
    searcher.stop()
    result = searcher.wait(60)
    assert result is not None
    assert result.move in view_of("rush-stones size=9").moves()


def test_a_solved_position_ends_an_infinite_search_only_by_stop() -> None:
    searcher = AlphaBeta()
    searcher.set_position(view_of("rush-stones size=3"))
    searcher.start(Limits(infinite=True))
    assert searcher.wait(0.2) is None
    searcher.stop()
    result = searcher.wait(60)
    assert result is not None
    assert result.ranked[0].proven


@pytest.mark.timeout(60)
def test_a_time_limit_ends_the_search() -> None:
    result = ask("rush-stones size=19", Limits(movetime=100))
    assert result.depth >= 1


def test_a_finished_game_has_no_move() -> None:
    assert ask("rush-stones size=3 board=bbb/www/bww turn=b", Limits()).move is None
