"""The two opponents that everything must beat, and what every searcher promises."""

from __future__ import annotations

from collections import Counter

import pytest
from chisquare import assert_fits

from dohyo import engine, search

NODES = search.Limits(nodes=200, top=100)
INSTANT = ["random", "greedy"]


def ready(name: str, text: str, **values: int) -> search.Searcher:
    searcher = search.make(name, **values)
    searcher.set_position(view_of(text))
    return searcher


def view_of(text: str) -> engine.View:
    state = engine.parse(text)
    assert isinstance(state, engine.State)
    return state.view()


@pytest.mark.parametrize("name", INSTANT)
@pytest.mark.parametrize("text", ["rush-stones size=5", "rush-stones size=5 board=5/5/2w2/1w3/5 turn=w"])
def test_all_legal_moves_are_ranked_and_the_choice_is_the_first(name: str, text: str) -> None:
    result = ready(name, text).search(NODES)
    assert sorted(ranked.move for ranked in result.ranked) == sorted(engine.parse(text).moves())
    assert result.move == result.ranked[0].move
    assert result.nodes == len(result.ranked)


@pytest.mark.parametrize("name", INSTANT)
def test_equal_seeds_give_equal_answers_and_others_do_not(name: str) -> None:
    def answers(seed: int) -> list[tuple[search.Ranked, ...]]:
        texts = ["rush-stones size=9", "rush-stones size=7", "rush-stones size=5"]
        return [ready(name, text, Seed=seed).search(NODES).ranked for text in texts]

    assert answers(1) == answers(1)
    assert answers(1) != answers(2)


@pytest.mark.parametrize("moves", [(), ("a1", "e5", "c3")])
def test_random_is_uniform(moves: tuple[str, ...]) -> None:
    text = "rush-stones size=3" if not moves else "rush-stones size=5"
    legal = moves or tuple(engine.parse(text).moves())
    searcher, counts = search.make("random"), Counter[str]()
    searcher.set_position(view_of(text))
    for seed in range(2000):
        searcher.set("Seed", seed)
        counts[str(searcher.search(search.Limits(nodes=1, moves=moves)).move)] += 1
    assert set(counts) == set(legal)
    assert_fits([counts[move] for move in legal], [1 / len(legal)] * len(legal))


def test_greedy_ranks_by_the_evaluation_one_move_on() -> None:
    text = "rush-stones size=5 board=5/2w2/1bwb1/2b2/w4 turn=b"
    state = engine.parse(text)
    values = {move: state.play(move).buffer.evaluate(0) for move in state.moves()}
    ranked = ready("greedy", text).search(NODES).ranked
    assert [values[each.move] for each in ranked] == sorted(values.values(), reverse=True)
    assert [each.value for each in ranked] == sorted((each.value for each in ranked), reverse=True)


def test_greedy_knows_a_finished_game() -> None:
    result = ready("greedy", "rush-stones size=3 board=bbb/1bw/wwb turn=w").search(NODES)
    assert [(each.move, each.value, each.proven) for each in result.ranked] == [("a2", 0.0, True)]


@pytest.mark.parametrize("name", INSTANT)
def test_only_the_root_moves_asked_for_are_ranked(name: str) -> None:
    result = ready(name, "rush-stones size=5").search(search.Limits(nodes=9, moves=("a1", "c3", "a1"), top=9))
    assert sorted(each.move for each in result.ranked) == ["a1", "c3"]
    with pytest.raises(engine.MoveError, match="a6"):
        ready(name, "rush-stones size=5").search(search.Limits(nodes=9, moves=("a6",)))


@pytest.mark.parametrize("name", INSTANT)
def test_a_finished_game_has_no_move(name: str) -> None:
    result = ready(name, "rush-stones size=3 board=bbb/bbb/www").search(NODES)
    assert (result.move, result.ranked) == (None, ())


@pytest.mark.parametrize("kind", search.searchers(), ids=lambda kind: kind.name)
def test_a_searcher_is_given_a_view_never_the_state(kind: type[search.Searcher]) -> None:
    with pytest.raises(TypeError, match="may not see the truth"):
        kind().set_position(engine.parse("rush-stones size=3"))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", search.searchers(), ids=lambda kind: kind.name)
def test_every_searcher_plays_a_whole_game(kind: type[search.Searcher]) -> None:
    searcher = kind()
    searcher.set("Seed", 3)
    state = engine.game("rush-stones").deal(size=5)
    while not state.over:
        searcher.set_position(state.view())
        result = searcher.search(search.Limits(nodes=100))
        assert result.move in state.moves()
        assert len(result.ranked) == 1
        state = state.play(result.move)


@pytest.mark.parametrize("kind", search.searchers(), ids=lambda kind: kind.name)
def test_parameters_have_one_meaning_and_hold_their_range(kind: type[search.Searcher]) -> None:
    searcher = kind()
    for parameter in kind.parameters():
        assert parameter.meaning
        assert search.parameters()[parameter.name] == parameter
        assert parameter.read(parameter.write(parameter.default)) == parameter.default
        searcher.set(parameter.name, parameter.write(parameter.default))
        with pytest.raises(engine.UsageError, match=parameter.name):
            searcher.set(parameter.name, "no such value")
    with pytest.raises(engine.UsageError, match="its parameters are Seed"):
        searcher.set("Nonsense", 1)


def test_names_of_searchers_are_refused_with_the_list() -> None:
    with pytest.raises(engine.UsageError, match="there is no searcher 'x'; the searchers are"):
        search.make("x")
