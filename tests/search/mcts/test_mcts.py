"""The searcher `mcts`: what it finds, that it repeats itself, and that it ends when it must."""

import threading
import time

import pytest
from models.minimax import best_result
from models.walks import late_position

from dohyo.engine import MoveError, State, UsageError, parse
from dohyo.search import Clock, Info, Limits, Result, make
from dohyo.search.players.mcts import Mcts

START3 = "rush-stones size=3"
START9 = "rush-stones size=9"


def search(position: str | State, limits: Limits, **values: int | bool) -> Result:
    searcher = make("mcts", **values)
    state = parse(position) if isinstance(position, str) else position
    searcher.set_position(state.view())
    return searcher.search(limits)


def same(one: Result, other: Result) -> bool:
    return (one.move, one.nodes, one.ranked) == (other.move, other.nodes, other.ranked)


def test_solves_3x3() -> None:
    result = search(START3, Limits(nodes=200_000, top=9))
    first = result.ranked[0]
    assert first.proven
    assert first.value == 1
    assert first.move in {"a1", "c1", "a3", "c3", "b2"}
    # An edge is never proved a win: it loses (docs/rules/rush-stones.md, "What has been proved").
    assert not [ranked for ranked in result.ranked if ranked.move in {"b1", "a2", "c2", "b3"} and ranked.value == 1]


@pytest.mark.parametrize("seed", range(30))
def test_proofs_agree_with_brute_force(seed: int) -> None:
    state = late_position(seed, empty=7)
    seat = state.to_move[0]
    result = search(state, Limits(nodes=100_000, top=7))
    assert result.ranked[0].proven
    assert result.ranked[0].value == best_result(state, seat)
    for ranked in result.ranked:
        if ranked.proven:
            assert ranked.value == best_result(state.play(ranked.move), seat), ranked.move


@pytest.mark.parametrize("rave", [True, False])
def test_finds_the_winning_move_without_proofs(rave: bool) -> None:
    # Eight seeds whose positions have winning and losing moves; values must follow the seat through extra turns.
    for seed in range(8):
        state = late_position(seed, empty=6)
        seat = state.to_move[0]
        if best_result(state, seat) != 1:
            continue
        result = search(state, Limits(nodes=5000), Solver=False, Rave=rave, Exploration=500)
        assert best_result(state.play(str(result.move)), seat) == 1


def test_lines_are_legal_and_values_are_chances() -> None:
    state = parse(START9)
    result = search(START9, Limits(nodes=3000, top=5))
    assert len(result.ranked) == 5
    for ranked in result.ranked:
        position = state
        for move in ranked.line:
            position = position.play(move)
        assert ranked.line[0] == ranked.move
        assert 0 <= ranked.value <= 1
    shares = [ranked.share for ranked in result.ranked]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("values", [{}, {"Rave": False}, {"Solver": False, "ExpandVisits": 1}])
def test_repeats_itself(values: dict[str, int | bool]) -> None:
    searcher = make("mcts", Seed=5, **values)
    limits = Limits(nodes=2000, top=81)
    view = parse(START9).view()
    searcher.set_position(view)
    first = searcher.search(limits)
    searcher.set_position(parse("rush-stones size=5 board=5/1b3/5/5/5 turn=w").view())
    searcher.search(Limits(movetime=50))
    searcher.set_position(view)
    assert same(first, searcher.search(limits))
    assert same(first, search(START9, limits, Seed=5, **values))
    assert not same(first, search(START9, limits, Seed=6, **values))


@pytest.mark.parametrize("nodes", [1, 2, 3, 50, 1234])
@pytest.mark.parametrize("threads", [1, 3])
def test_node_limit_is_exact(nodes: int, threads: int) -> None:
    result = search(START9, Limits(nodes=nodes), Threads=threads)
    assert result.nodes == nodes
    assert result.move in parse(START9).moves()


def test_every_early_end_gives_a_legal_move() -> None:
    state = late_position(3, empty=9)
    for nodes in range(1, 60):
        assert search(state, Limits(nodes=nodes)).move in state.moves()
    assert search(state, Limits(movetime=0)).move in state.moves()


def test_several_threads_prove_the_same() -> None:
    for seed in range(10):
        state = late_position(seed, empty=7)
        result = search(state, Limits(nodes=200_000), Threads=4)
        assert result.ranked[0].proven
        assert result.ranked[0].value == best_result(state, state.to_move[0])


def test_only_chosen_moves() -> None:
    result = search(START9, Limits(nodes=500, searchmoves=("e5", "a1", "e5"), top=10))
    assert {ranked.move for ranked in result.ranked} == {"a1", "e5"}
    with pytest.raises(MoveError, match="z9"):
        search(START9, Limits(nodes=5, searchmoves=("z9",)))


def test_depth_ends_a_search() -> None:
    assert search(START9, Limits(depth=3)).seldepth >= 3


def test_a_full_tree_goes_on_and_still_ends() -> None:
    result = search("rush-stones size=19", Limits(nodes=3000), Hash=1, ExpandVisits=1, Rave=False)
    assert result.nodes == 3000
    assert result.hashfull > 950
    # A depth that no line can reach any more does not keep it going.
    assert search("rush-stones size=19", Limits(depth=300), Hash=1, ExpandVisits=1).move is not None


def test_the_tree_is_kept_between_moves() -> None:
    def visits_at_once(searcher: Mcts, state: State) -> int:
        """Of the root after a search that has no time for more than a few simulations."""
        searcher.set_position(state.view())
        assert searcher.search(Limits(movetime=0)).nodes < 20
        return searcher.tree_visits

    searcher = make("mcts", Seed=1)
    assert isinstance(searcher, Mcts)
    state = parse("rush-stones size=5")
    searcher.set_position(state.view())
    first = searcher.search(Limits(movetime=200))
    after = state.play(first.ranked[0].line[0]).play(first.ranked[0].line[1])
    assert visits_at_once(searcher, after) > 100
    searcher.set("Reuse", False)
    assert visits_at_once(searcher, after) < 20
    searcher.set("Reuse", True)
    searcher.set_position(state.view())
    searcher.search(Limits(movetime=200))
    searcher.new_game()
    assert visits_at_once(searcher, after) < 20


def test_the_same_position_again_keeps_all_of_a_full_tree() -> None:
    searcher = make("mcts", Seed=1, Hash=1)
    assert isinstance(searcher, Mcts)
    searcher.set_position(parse(START9).view())
    assert searcher.search(Limits(movetime=300)).hashfull > 500
    visits = searcher.tree_visits
    for _ in range(5):
        searcher.start(Limits(infinite=True))
        searcher.stop()
        result = searcher.wait(60)
        assert result is not None
        assert result.hashfull > 500
        assert searcher.tree_visits > visits


# With 1 MB the tree fills up in every search, so that each next one has to close ranks; with `stops` some are
# interrupted while they do.
@pytest.mark.parametrize(("megabytes", "stops"), [(1, False), (256, False), (1, True)])
def test_a_kept_tree_proves_nothing_wrong(megabytes: int, stops: bool) -> None:
    searcher = make("mcts", Seed=2, Hash=megabytes)
    for seed in range(6):
        state = late_position(seed, empty=9)
        searcher.new_game()
        while not state.over:
            seat = state.to_move[0]
            searcher.set_position(state.view())
            if stops:
                searcher.start(Limits(infinite=True))
                time.sleep(len(state.moves()) % 4 * 0.0001)
                searcher.stop()
                searcher.wait(60)
            result = searcher.search(Limits(movetime=20))
            if result.ranked[0].proven:
                assert result.ranked[0].value == best_result(state, seat)
            state = state.play(str(result.move))


def test_stop_ends_an_infinite_search() -> None:
    searcher = make("mcts", Threads=2)
    searcher.set_position(parse(START9).view())
    reported = threading.Event()
    infos: list[Info] = []

    def listen(info: Info) -> None:
        infos.append(info)
        reported.set()

    searcher.start(Limits(infinite=True), listen)
    assert reported.wait(60)
    assert searcher.searching
    with pytest.raises(UsageError, match="running"):
        searcher.set_position(parse(START9).view())
    searcher.stop()
    result = searcher.wait(60)
    assert result is not None
    assert result.nodes >= infos[0].nodes > 0
    # An old stop does not end the next search.
    searcher.stop()
    assert searcher.search(Limits(nodes=500)).nodes == 500


def test_infinite_waits_for_stop_even_when_solved() -> None:
    searcher = make("mcts")
    searcher.set_position(late_position(1, empty=2).view())
    searcher.start(Limits(infinite=True))
    assert searcher.wait(0.3) is None
    searcher.stop()
    result = searcher.wait(60)
    assert result is not None
    assert result.ranked[0].proven


def test_a_clock_limits_time() -> None:
    limits = Limits(clocks=(Clock(remaining=2500), None))
    seconds = limits.seconds(1, parse(START9).view().decisions_left)
    assert seconds is not None
    assert 0 < seconds <= 1.0
    assert search(START9, limits).move is not None


def test_a_finished_game_has_no_move() -> None:
    state = late_position(0, empty=0)
    assert search(state, Limits(nodes=10)).move is None
