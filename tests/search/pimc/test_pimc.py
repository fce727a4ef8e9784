"""Alpha-beta over determinizations: it plays every game, ends when it must, repeats itself, and is exact where it can
be."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterator
from functools import reduce

import pytest
from models.minimax import best_result

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.search.simultaneous.solvers import matrix_game
from dohyo.search.solve.solitaire import solve
from dohyo.testing import battery

SAMPLED = [game for game in engine.games() if game.hidden or game.chance or game.simultaneous or game.cooperative]
every_game = pytest.mark.parametrize("game", SAMPLED, ids=lambda game: game.id)
#: Games of the searchers are long; these are short.
BRIEF = {"rush-cards": {"maxplies": "60"}, "sumo": {"maxrounds": "12"}}


def ready(view: engine.View, **values: int | str) -> search.Searcher:
    searcher = search.make("alphabeta", Hash=4, **values)
    searcher.set_position(view)
    return searcher


def ask(view: engine.View, limits: search.Limits, **values: int | str) -> search.Result:
    return ready(view, **values).search(limits)


def facts(result: search.Result) -> tuple[object, ...]:
    """All that must be equal in equal searches."""
    return result.move, result.nodes, result.depth, result.seldepth, result.worlds, result.ranked


def positions(game: engine.Game, count: int, seed: int = 5) -> Iterator[engine.View]:
    """Views of those to move, of about so many states of a random game."""
    states = list(battery.random_game(game.deal(seed, **BRIEF.get(game.id, {})), seed))[:-1]
    for state in states[:: max(1, len(states) // count)]:
        for seat in state.to_move:
            yield state.view(seat)


# --- every game ----------------------------------------------------------------------------------------------------


@every_game
def test_moves_are_legal_and_ranked_whole(game: engine.Game) -> None:
    for view in positions(game, 8):
        legal = view.moves()
        result = ask(view, search.Limits(nodes=400, top=512))
        assert result.move in legal
        assert sorted(each.move for each in result.ranked) == sorted(legal)
        assert sum(each.share for each in result.ranked) == pytest.approx(1)
        for each in result.ranked:
            assert each.line[0] == each.move
            assert 0 <= each.value <= 1
            assert each.error is None or each.error >= 0
            assert each.estimated == (each.depth > 0)
            assert each.estimated or each.value == 0.5


@every_game
def test_lines_can_be_played(game: engine.Game) -> None:
    for view in positions(game, 20):
        for each in ask(view, search.Limits(nodes=2000, top=3)).ranked:
            after = view
            for move in each.line[:-1]:
                after = after.play(move)
            assert each.line[-1] in after.moves()


@every_game
def test_any_number_of_nodes_gives_a_legal_move(game: engine.Game) -> None:
    view = next(iter(positions(game, 2, seed=8)))
    legal, searcher = view.moves(), ready(view)
    for nodes in range(301):
        result = searcher.search(search.Limits(nodes=nodes))
        assert result.move in legal
        assert result.nodes <= nodes


@every_game
def test_equal_searches_are_equal_also_after_another(game: engine.Game) -> None:
    limits = search.Limits(nodes=4000, top=512)
    one, other = list(positions(game, 2))[:2]
    fresh = facts(ask(one, limits, Seed=3))
    searcher = ready(one, Seed=3)
    assert facts(searcher.search(limits)) == fresh
    searcher.set_position(other)
    searcher.search(search.Limits(movetime=20))
    searcher.set_position(engine.game("rush-stones").deal(size=5).view())
    searcher.search(search.Limits(nodes=500))
    searcher.set_position(one)
    assert facts(searcher.search(limits)) == fresh


@every_game
def test_the_seed_chooses_the_worlds(game: engine.Game) -> None:
    view = next(iter(positions(game, 2)))
    limits = search.Limits(nodes=4000, top=512)
    assert len({ask(view, limits, Seed=seed).ranked for seed in range(5)}) > 1


@every_game
def test_states_that_look_alike_are_searched_alike(game: engine.Game) -> None:
    for view in list(positions(game, 3))[:4]:
        world = view.determinize(Random(99))
        limits = search.Limits(nodes=3000, top=9)
        assert facts(ask(world.view(view.seat), limits)) == facts(ask(view, limits))


@every_game
def test_several_threads_share_the_worlds(game: engine.Game) -> None:
    view = next(iter(positions(game, 2)))
    result = ask(view, search.Limits(nodes=30_000, top=9), Threads=3)
    assert result.move in view.moves()
    assert result.worlds > 1
    assert result.nodes <= 30_000


def test_several_threads_find_what_one_finds() -> None:
    # One iteration by evaluation only: each world's values do not depend on what was searched before.
    view = engine.game("club-fight").deal(2).view()
    limits = search.Limits(depth=1, top=512)
    values: dict[str, int] = {"Worlds": 64, "LeafPlayouts": 0, "WorldDepth": 1, "RacingMargin": 1}
    one, three = (ask(view, limits, Threads=threads, **values) for threads in (1, 3))
    assert (one.move, one.worlds, one.ranked) == (three.move, three.worlds, three.ranked)


@every_game
def test_a_search_without_end_is_stopped_from_outside(game: engine.Game) -> None:
    view = next(iter(positions(game, 2)))
    searcher, reported = ready(view), threading.Event()
    searcher.start(search.Limits(infinite=True), lambda info: reported.set())
    searcher.stop()
    result = searcher.wait(60)
    assert result is not None
    assert result.move in view.moves()


@every_game
def test_only_the_chosen_moves_are_searched(game: engine.Game) -> None:
    view = next(view for view in positions(game, 9) if len(view.moves()) > 2)
    chosen = sorted(view.moves()[1:3])
    result = ask(view, search.Limits(nodes=2000, top=9, searchmoves=tuple(chosen)))
    assert sorted(each.move for each in result.ranked) == chosen


@every_game
def test_more_worlds_leave_less_error(game: engine.Game) -> None:
    view = next(view for view in positions(game, 9) if len(view.moves()) > 1 and "?" in str(view))
    few, many = (
        ask(view, search.Limits(nodes=nodes, depth=1), Worlds=16, RacingMargin=0, Candidates=3)
        for nodes in (1000, 150_000)
    )
    assert many.worlds >= 4 * few.worlds
    for result in (few, many):
        # Of numbers in [0, 1] no sample spreads further.
        most = 0.5 / math.sqrt(result.worlds - 1)
        assert all(each.error is None or 0 <= each.error <= most for each in result.ranked)
    assert many.ranked[0].error


@every_game
def test_moves_that_fall_behind_are_given_up(game: engine.Game) -> None:
    """They keep the values of the worlds in which they were searched, and stand behind the others."""
    if game.simultaneous:
        return
    view = next(view for view in positions(game, 9, seed=9) if len(view.moves()) > 1 and "?" in str(view))
    result = ask(view, search.Limits(nodes=30_000, depth=1, top=512), Worlds=16, RacingMargin=20, Candidates=0)
    errors = [each.error for each in result.ranked]
    assert all(error is not None for error in errors)
    assert result.worlds > 16
    assert result.move == result.ranked[0].move


# --- exact results -------------------------------------------------------------------------------------------------


def known_endings(game: engine.Game, count: int) -> list[engine.State]:
    """States of random games of a solitaire in which the player has seen everything, and has a choice."""
    found = []
    for seed in range(1000):
        dice, state = Random(seed), game.deal(seed)
        while not state.over and (state.view().buffer != state.buffer or len(state.moves()) < 2):
            buffer = state.buffer
            state = state.play_code(buffer.policy_move(0, dice) if dice.below(2) else buffer.random_move(0, dice))
        if not state.over:
            found.append(state)
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(
    ("name", "count", "results"),
    # Nearly all endings of Fifteen Rush in which no card is covered are won whatever is played.
    [("fifteen-rush", 12, {1.0}), ("club-fight", 8, {0.0, 1.0})],
)
def test_solitaires_without_unknown_cards_are_solved(name: str, count: int, results: set[float]) -> None:
    solved = set()
    for state in known_endings(engine.game(name), count):
        result = ask(state.view(), search.Limits(nodes=1_000_000, top=512))
        assert result.worlds == 1
        for each in result.ranked:
            assert each.proven
            assert each.error is None
            after = state.play(each.move)
            assert each.value == (after.returns[0] if after.returns else float(bool(solve(after).winnable)))
            solved.add(each.value)
        if result.ranked[0].value == 1:
            assert reduce(engine.State.play, result.ranked[0].line, state).returns == (1.0,)
    assert solved == results


#: Both know everything: no cards but those on the board, and few plies left before the game is a draw.
ENDINGS = (
    ".,.,.,.,./.,^5,v4,.,./.,.,.,.,./.,v9,.,^K,./.,.,.,.,./.,.,.,.,.",
    ".,.,.,.,./.,^92,.,v7,./.,.,v3,.,./.,.,^4,.,./v2,.,.,.,./.,.,.,.,.",
    ".,.,.,.,./.,.,.,.,./^2,vA,.,.,./^9,.,v2,.,./.,v6,.,^T,./.,.,.,.,.",
    ".,.,.,.,./v5,^5,.,.,./.,.,^8,.,./.,.,v8,.,./.,v5,.,.,^3/.,.,.,.,.",
)


@pytest.mark.parametrize("board", ENDINGS)
@pytest.mark.parametrize("turn", [1, 2])
def test_endings_of_two_seats_are_solved(board: str, turn: int) -> None:
    state = engine.parse(
        f"rush-cards maxplies=45 board={board} hand1=- hand2=- deck1=- deck2=- turn={turn} phase=play ply=42"
    )
    assert isinstance(state, engine.State)
    known: dict[str, float] = {}
    result = ask(state.view(), search.Limits(top=512))
    for each in result.ranked:
        assert each.proven
        assert each.value == best_result(state.play(each.move), turn, known), each.move
    assert result.ranked[0].value == best_result(state, turn, known)


#: The wrestlers stand at the edge in the last round, and each hand is known to the other seat.
EDGE = (
    "sumo maxrounds=9 x={x} ring1=2345678 ring2=2345678 up=1111111 sumo1=T sumo2=J sumoup=1 hand1={mine} "
    "hand2={other} deck=?x30 gone=- round=9 phase=attack pool={pool} seat=1"
)
SHOWN = Counter("23456782345678TJ")


@pytest.mark.parametrize("x", [3, 2, -3])
@pytest.mark.parametrize(("mine", "other"), [("5!9!K!", "A!T!Q!"), ("7!8!9!", "6!7!8!"), ("4!4!A!", "5!6!K!")])
def test_the_last_round_is_a_matrix_game(x: int, mine: str, other: str) -> None:
    held = SHOWN + Counter((mine + other).replace("!", ""))
    pool = "".join(rank * (4 - held[rank]) for rank in "A23456789TJQK")
    text = EDGE.format(x=x, mine=mine, other=other, pool=pool)
    view = engine.parse(text)
    assert isinstance(view, engine.View)
    world = view.determinize(Random(1))
    payoff = [[_outcome(world.play(one, 1).play(two, 2)) for two in world.moves(2)] for one in world.moves(1)]
    result = ask(view, search.Limits(nodes=5000, top=9))
    # Regret matching only comes near an equilibrium.
    assert max(each.value for each in result.ranked) == pytest.approx(matrix_game(payoff)[0], abs=0.005)
    assert _outcome_of_choice(payoff, world.moves(1).index(str(result.move))) == pytest.approx(
        matrix_game(payoff)[0], abs=0.01
    )


def _outcome(state: engine.State) -> float:
    assert state.returns is not None, f"{state} goes on"
    return state.returns[0]


def _outcome_of_choice(payoff: list[list[float]], row: int) -> float:
    return min(payoff[row])


def test_choices_made_at_once_are_drawn() -> None:
    view = engine.game("sumo").deal(12).view(1)
    results = [ask(view, search.Limits(nodes=6000, top=9), Seed=seed) for seed in range(30)]
    for result in results:
        assert sum(each.share for each in result.ranked) == pytest.approx(1)
        shares = [each.share for each in result.ranked]
        assert shares == sorted(shares, reverse=True)
    assert len({result.move for result in results}) > 1
    assert [ask(view, search.Limits(nodes=6000, top=9), Seed=4).move for _ in range(3)] == [results[4].move] * 3


# --- strategy fusion -----------------------------------------------------------------------------------------------

#: Late positions, with the exact value of each move, by the best play of one who does not see the covered cards, and of
#: one who does: of all arrangements, by brute force.
FUSED = {
    "fifteen-rush piles=?9,6,??9,A,A,-,- stock=?x2 waste=- gone=222233344445555667777888899TTTTJJJJQQQKKKK passes=0":
        {"1+2": (0.5, 0.5), "2+3": (0.7, 0.7), "4+5": (0.6, 0.733)},
    "fifteen-rush piles=?Q,?3,??3,A,-,A,- stock=?x1 waste=- gone=2222334444555566667778889999TTTTJJJJQQKKKK passes=0":
        {"1+2": (0.5, 0.5), "1+3": (0.7, 0.7), "4+6": (0.6, 0.733)},
}
CLAIRVOYANT = {"EpimcDepth": 0, "LeafPlayouts": 0, "WorldDepth": 0, "RacingMargin": 0}
POSTPONED = {"EpimcDepth": 4, "Redraws": 16, "LeafPlayouts": 0, "WorldDepth": 0, "RacingMargin": 0}


@pytest.mark.parametrize("text", FUSED)
@pytest.mark.parametrize(("values", "column"), [(CLAIRVOYANT, 1), (POSTPONED, 0)], ids=["clairvoyant", "postponed"])
def test_postponed_decisions_are_worth_what_they_are_worth_unseen(
    text: str, values: dict[str, int], column: int
) -> None:
    view = engine.parse(text)
    assert isinstance(view, engine.View)
    result = ask(view, search.Limits(top=9), **values)
    exact = {move: pair[column] for move, pair in FUSED[text].items()}
    assert result.move == max(exact, key=lambda move: exact[move])
    for each in result.ranked:
        assert each.error is not None
        assert each.value == pytest.approx(exact[each.move], abs=3 * each.error + 0.005)


@pytest.mark.parametrize("text", FUSED)
def test_as_set_for_the_game_the_best_move_is_found(text: str) -> None:
    view = engine.parse(text)
    assert isinstance(view, engine.View)
    exact = {move: unseen for move, (unseen, _) in FUSED[text].items()}
    for seed in range(5):
        assert ask(view, search.Limits(nodes=20_000), Seed=seed).move == max(exact, key=lambda move: exact[move])
