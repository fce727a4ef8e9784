"""`mcts` over information sets: what it finds where something is hidden, and what nobody may know."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.search.core.budget import Meter
from dohyo.search.core.params import Value
from dohyo.search.ismcts import search as infoset_search
from dohyo.search.ismcts.infosets import InfosetTrees
from dohyo.testing import battery

GAMES = [game for game in engine.games() if game.kernel.hides]
VARIANTS = [(game, options) for game in GAMES for options in battery.variants(game)]
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in VARIANTS]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=IDS)
#: What suits none of the games more than the others: every search below says what it needs besides.
PLAIN: dict[str, Any] = {
    "seed": 1, "exploration": 0.7, "widen": 0, "growth": 0, "opponent_sampling": 0, "closed": False, "regret": False,
    "plies": 10_000, "policy_share": 1000, "cooperative": False, "depth": None,
}


def view_of(text: str, seat: int | None = None) -> engine.View:
    position = engine.parse(text)
    if isinstance(position, engine.View):
        return position
    assert isinstance(position, engine.State)
    return position.view(seat)


def searched(view: engine.View, limits: search.Limits, **values: Value) -> search.Result:
    searcher = search.make("mcts", **values)
    searcher.set_position(view)
    return searcher.search(limits)


def made(view: engine.View, moves: list[int], nodes: int, megabytes: int = 16, **settings: Any) -> InfosetTrees:
    """The trees of a search, to look into."""
    trees, meter = InfosetTrees(), Meter()
    trees.prepare(view.buffer, view.seat - 1, moves, megabytes, **{**PLAIN, **settings})
    meter.begin_search(None, nodes)
    trees.work(meter)
    return trees


def decisions(game: engine.Game, seed: int, count: int, **options: str) -> list[engine.View]:
    """Views of about so many seats that have a choice in a random game."""
    states = [state for state in battery.random_game(game.deal(seed, **options), seed) if not state.over]
    views = [state.view(seat) for state in states for seat in state.to_move if len(state.moves(seat)) > 1]
    return views[:: max(1, len(views) // count)]


def untimed(result: search.Result) -> search.Result:
    return replace(result, time=0.0)


# --- every game ----------------------------------------------------------------------------------------------------


@every_variant
def test_a_search_ends_at_its_node_limit_with_a_legal_move(game: engine.Game, options: dict[str, str]) -> None:
    for view in decisions(game, 3, 4, **options):
        for nodes in (1, 3, 40):
            result = searched(view, search.Limits(nodes=nodes, top=600, reasons=False))
            assert result.nodes == result.worlds == nodes
            assert sorted(ranked.move for ranked in result.ranked) == sorted(view.moves())
            assert result.move in view.moves()
            assert sum(ranked.share for ranked in result.ranked) == pytest.approx(1)


@every_game
def test_every_early_end_gives_a_legal_move(game: engine.Game) -> None:
    view = decisions(game, 5, 3)[1]
    searcher = search.make("mcts")
    searcher.set_position(view)
    for nodes in range(200):
        assert searcher.search(search.Limits(nodes=nodes, reasons=False)).move in view.moves()
    assert searcher.search(search.Limits(movetime=0)).move in view.moves()


@every_game
@pytest.mark.parametrize("values", [
    {"Nodes": "open"}, {"Nodes": "closed"}, {"OpponentSampling": 300}, {"OpponentSampling": 0},
    {"Widen": 3, "WidenGrowth": 1}, {"PlayoutPlies": 0}, {"PlayoutPlies": 3, "PolicyShare": 0},
    {"Simultaneous": "decoupled"},
], ids=str)
def test_equal_searches_are_equal_whatever_came_between(game: engine.Game, values: dict[str, Value]) -> None:
    first, other = decisions(game, 7, 2)[:2]
    limits = search.Limits(nodes=300, top=5)
    searcher = search.make("mcts", Seed=2, **values)
    searcher.set_position(first)
    result = untimed(searcher.search(limits))
    searcher.set_position(other)
    searcher.search(search.Limits(movetime=10))
    searcher.set_position(first)
    assert untimed(searcher.search(limits)) == result
    assert untimed(searched(first, limits, Seed=2, **values)) == result
    seeds = [untimed(searched(first, limits, Seed=seed, **values)) for seed in range(3, 6)]
    assert any(each != result for each in seeds)


@every_game
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_the_nodes_so_that_their_search_can_be_repeated(game: engine.Game, threads: int) -> None:
    view = decisions(game, 7, 2)[0]
    limits = search.Limits(nodes=301, top=600)
    result = searched(view, limits, Threads=threads)
    assert untimed(searched(view, limits, Threads=threads)) == untimed(result)
    assert result.nodes == result.worlds == 301
    assert untimed(searched(view, limits)) != untimed(result)


def test_a_table_that_grows_forgets_nothing() -> None:
    """One megabyte has room for these entries, but none to grow."""
    view = engine.game("fifteen-rush").deal(5).view(1)
    moves = view.buffer.moves(0)
    small, large = (made(view, moves, 10_000, megabytes) for megabytes in (1, 16))
    assert large.fill < 500 < small.fill < 750
    assert large.ranked() == small.ranked()


def test_a_table_without_room_for_more_still_searches() -> None:
    view = engine.game("fifteen-rush").deal(5).view(1)
    moves = view.buffer.moves(0)
    trees = made(view, moves, 40_000, 1)
    assert trees.fill > 950
    assert trees.iterations == sum(visits for _, visits, *_ in trees.ranked()) == 40_000


@every_game
def test_values_are_means_with_an_error(game: engine.Game) -> None:
    """The mean over the worlds of one search and of another differ as their errors say."""
    view = decisions(game, 11, 3)[1]
    move = view.moves()[0]
    ranked = [
        searched(view, search.Limits(nodes=600, searchmoves=(move,)), Seed=seed, OpponentSampling=0).ranked[0]
        for seed in (1, 2)
    ]
    errors = [each.error for each in ranked]
    assert errors[0] is not None
    assert errors[1] is not None
    assert all(0 <= each.value <= 1 for each in ranked)
    assert abs(ranked[0].value - ranked[1].value) <= 6 * (errors[0] + errors[1])
    assert searched(view, search.Limits(nodes=1, searchmoves=(move,))).ranked[0].error is None


@every_game
def test_several_threads_search_together_and_stop(game: engine.Game) -> None:
    view = decisions(game, 13, 3)[1]
    searcher = search.make("mcts", Threads=2)
    searcher.set_position(view)
    assert searcher.search(search.Limits(nodes=3001)).nodes == 3001
    heard = threading.Event()
    searcher.start(search.Limits(infinite=True), lambda _: heard.set())
    assert heard.wait(60)
    searcher.stop()
    result = searcher.wait(60)
    assert result is not None
    assert result.move in view.moves()


@every_game
def test_depth_and_root_moves_limit_a_search(game: engine.Game) -> None:
    view = decisions(game, 17, 3)[1]
    chosen = tuple(view.moves()[:2])
    result = searched(view, search.Limits(nodes=100, searchmoves=chosen, top=9))
    assert {ranked.move for ranked in result.ranked} == set(chosen)
    if not game.simultaneous:
        assert searched(view, search.Limits(depth=2)).seldepth >= 2


def test_a_full_table_goes_on() -> None:
    view = engine.game("rush-cards").deal(2, setup="random").view()
    result = searched(view, search.Limits(nodes=60_000), Hash=1, PlayoutPlies=0)
    assert result.nodes == 60_000
    assert result.hashfull > 900


# --- solitaires and chance -----------------------------------------------------------------------------------------


def test_a_sure_win_is_found() -> None:
    """The 7 on the 8 must go first: else both are left in one pile (rules/fifteen-rush.md, D5)."""
    text = "fifteen-rush piles=87,8,7,-,-,-,- stock=- waste=- gone=AAAA2222333344445555666677889999TTTTJJJJQQQQKKKK"
    result = searched(view_of(f"{text} passes=0"), search.Limits(nodes=100, top=5))
    assert {ranked.move: ranked.value for ranked in result.ranked} == {"1+2": 1, "2+3": 0}
    assert result.move == "1+2"
    assert result.ranked[0].error == 0
    # What lies below the 7 follows from the cards left, but has not been seen.
    assert result.ranked[0].line == ("1+2",)


def test_a_line_goes_on_while_nothing_unknown_turns_up() -> None:
    text = "fifteen-rush piles=7,8,9,6,-,-,- stock=- waste=- gone=AAAA2222333344445555666777888999TTTTJJJJQQQQKKKK"
    ranked = searched(view_of(f"{text} passes=0"), search.Limits(nodes=50)).ranked[0]
    assert sorted(ranked.line) == ["1+2", "3+4"]
    assert ranked.depth == 2


def test_open_nodes_average_over_what_turns_up_and_closed_ones_do_not() -> None:
    """Behind a pair that uncovers an unknown card: the same moves, but in closed trees of each card."""
    text = ("fifteen-rush piles=?7,8,?8,7,K,2,- stock=- waste=- "
            "gone=AAAA2223333444455556666778999TTTTJJJJQQQQKKK passes=0")
    view = view_of(text)
    pair, king = view.code("1+2"), view.code("5+6")
    worlds = [view.determinize(Random(seed)).play("1+2") for seed in range(20)]
    after = [next(world for world in worlds if f"piles={card}" in str(world)) for card in "89"]
    for closed in (False, True):
        trees = made(view, [pair], 400, closed=closed)
        tried = [{move: visits for move, visits, _ in trees.tried(world.buffer, 0, [(0, pair)])}
                 for world in after]
        assert (tried[0][king] == tried[1][king]) != closed


# --- what nobody may know ------------------------------------------------------------------------------------------

COOP = ("club-fight-coop jokers=1 grid=7d7sAh/2d4sKh/*QsTd deck=?x14 hand1={mine} hand2=3!7!9! display=- clubs1=?x2 "
        "clubs2=?x1 spent=8JQK cleared=AdAs3d3s4d4h5h5s6d6h8d8s9h9s9dTsJd turn=1 phase=give seat=1")


@pytest.mark.parametrize("opponent_sampling", [0, 400, 900])
def test_the_partner_does_not_choose_by_my_hand(opponent_sampling: int) -> None:
    """Whichever of two hands gives the 2, the partner, whose own hand I know, sees the same. What it learns from is the
    same, number for number; without opponent_sampling it learns from worlds with my true hand in them."""
    tried = []
    for mine in ("25T", "24A"):
        view = view_of(COOP.format(mine=mine))
        gift = view.code("give:2")
        trees = made(view, [gift], 2000, opponent_sampling=opponent_sampling, cooperative=True)
        partner = view.determinize(Random(1)).play("give:2")
        tried.append(trees.tried(partner.buffer, 1, [(0, gift)]))
        assert sum(visits for _, visits, _ in tried[-1]) > 100
    assert (tried[0] == tried[1]) == (opponent_sampling > 0)


# --- choices at once -----------------------------------------------------------------------------------------------

#: West needs one push more; ring and sumo cards are up, no round follows, and East can have no ace.
EDGE = ("sumo maxrounds=9 x=3 ring1=2222333 ring2=3AAA888 up=1111111 sumo1=4 sumo2=4 sumoup=1 hand1=A5J hand2=??? "
        "deck=?x30 gone=- round=9 phase=attack seat=1")


def shares(text: str, seat: int | None = None, **values: Value) -> dict[str, float]:
    view = view_of(text, seat)
    return {ranked.move: ranked.share for ranked in searched(view, search.Limits(nodes=4000, top=9), **values).ranked}


def test_what_wins_at_once_is_chosen() -> None:
    """The ace pushes East out in every world, and nothing is worth keeping it for."""
    result = searched(view_of(EDGE), search.Limits(nodes=1000, top=9))
    found = {ranked.move: ranked for ranked in result.ranked}
    assert found["A"].value == 1
    assert found["A"].error == 0
    assert found["A"].share > 0.99
    assert found["5"].value < found["J"].value < 1
    assert result.move == "A"


def test_a_strategy_is_mixed_and_drawn_by_the_seed() -> None:
    """Each seed draws one move, always the same; over the seeds all moves of the strategy are drawn about as often as
    it says."""
    view = engine.game("sumo").deal(4).view(1)
    limits, seeds = search.Limits(nodes=300, top=9), range(200)
    drawn, expected = Counter[str](), dict.fromkeys(view.moves(), 0.0)
    for seed in seeds:
        result = searched(view, limits, Seed=seed)
        drawn[str(result.move)] += 1
        for ranked in result.ranked:
            expected[ranked.move] += ranked.share
    assert len([move for move, share in expected.items() if share > 0.1 * len(seeds)]) > 1
    for move in expected:
        assert abs(drawn[move] - expected[move]) < 4.75 * (0.25 * len(seeds)) ** 0.5
    assert [searched(view, limits, Seed=7).move for _ in range(3)] == [searched(view, limits, Seed=7).move] * 3


def test_decoupled_choices_are_not_drawn() -> None:
    view = engine.game("sumo").deal(4).view(1)
    for seed in range(20):
        result = searched(view, search.Limits(nodes=200), Seed=seed, Simultaneous="decoupled")
        assert result.move == result.ranked[0].move


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_a_choice_that_stands_unseen_changes_nothing(seed: int) -> None:
    """East chooses alike whether it is asked before or after West; only West's choice is not uniform."""
    state = engine.game("sumo").deal(seed)
    asked_first = shares(str(state.view(2)))
    for move in state.moves(1)[:2]:
        asked_second = shares(str(state.play(move, 1).view(2)))
        assert set(asked_second) == set(asked_first)
        for name, share in asked_first.items():
            assert asked_second[name] == pytest.approx(share, abs=0.12)


def test_a_single_decision_of_a_round_is_not_drawn() -> None:
    """The pushed seat accepts or challenges: nobody answers, so the better move is played."""
    state = engine.game("sumo").deal(2)
    while len(state.to_move) == 2 or len(state.moves()) < 2:
        seat = state.to_move[0]
        state = state.play(state.moves(seat)[0], seat)
    for seed in range(10):
        result = searched(state.view(), search.Limits(nodes=300, top=2), Seed=seed)
        assert result.move == max(result.ranked, key=lambda ranked: ranked.value).move


def test_a_mean_is_no_more_than_a_win_where_threads_lost_a_visit() -> None:
    """Visits and results are added up without locks."""
    lost = infoset_search._Found(move=1, visits=2462, values=2464.0, squares=2464.0, share=1.0, deepest=3)
    assert lost.mean == 1
    assert lost.error == pytest.approx(0, abs=0.001)
    kept = infoset_search._Found(move=1, visits=2464, values=1232.0, squares=1232.0, share=1.0, deepest=3)
    assert kept.mean == 0.5
