"""The two opponents that everything must beat, and what every searcher promises, for every game."""

from __future__ import annotations

from collections import Counter

import pytest

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.search.core.lines import spell
from dohyo.testing import battery
from dohyo.testing.chisquare import assert_fits

NODES = search.Limits(nodes=200, top=100)
INSTANT = ["random", "greedy"]
#: Every searcher with every game that it plays.
PLAYING = [(kind, game) for game in engine.games() for kind in search.searchers() if kind.refusal(game) is None]
PLAYING_IDS = [f"{kind.name}-{game.id}" for kind, game in PLAYING]
#: Rule options that make games short.
BRIEF = {"rush-stones": {"size": "5"}, "rush-cards": {"maxplies": "100"}}


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
        counts[str(searcher.search(search.Limits(nodes=1, searchmoves=moves)).move)] += 1
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
    result = ready(name, "rush-stones size=5").search(search.Limits(nodes=9, searchmoves=("a1", "c3", "a1"), top=9))
    assert sorted(each.move for each in result.ranked) == ["a1", "c3"]
    with pytest.raises(engine.MoveError, match="a6"):
        ready(name, "rush-stones size=5").search(search.Limits(nodes=9, searchmoves=("a6",)))


@pytest.mark.parametrize("name", INSTANT)
def test_a_finished_game_has_no_move(name: str) -> None:
    result = ready(name, "rush-stones size=3 board=bbb/bbb/www").search(NODES)
    assert (result.move, result.ranked) == (None, ())


@pytest.mark.parametrize("kind", search.searchers(), ids=lambda kind: kind.name)
def test_a_searcher_is_given_a_view_never_the_state(kind: type[search.Searcher]) -> None:
    with pytest.raises(TypeError, match="may not see the truth"):
        kind().set_position(engine.parse("rush-stones size=3"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "game"), PLAYING, ids=PLAYING_IDS)
def test_every_searcher_plays_whole_games(kind: type[search.Searcher], game: engine.Game) -> None:
    searcher = kind()
    searcher.set("Seed", 3)
    state = game.deal(4, **BRIEF.get(game.id, {}))
    while not state.over:
        # Where both choose at once, each does so by its own view.
        for seat in state.to_move:
            searcher.set_position(state.view(seat))
            result = searcher.search(search.Limits(nodes=100))
            assert result.move in state.moves(seat)
            assert len(result.ranked) == 1
            # Where a choice is made before the other seat's is seen, a searcher may draw its move.
            assert result.ranked[0].line[0] == result.move or game.simultaneous
            state = state.play(result.move, seat)


@pytest.mark.parametrize(("kind", "game"), PLAYING, ids=PLAYING_IDS)
def test_equal_views_and_seeds_give_equal_answers(kind: type[search.Searcher], game: engine.Game) -> None:
    """The views of two states that the seat cannot tell apart, each asked by a searcher of its own."""
    line = list(battery.random_game(game.deal(6, **BRIEF.get(game.id, {})), 6))
    for state in line[: -1 : max(1, len(line) // 6)]:
        for seat in state.to_move:
            seen = state.view(seat)
            answers = []
            again = engine.parse(str(seen))
            for view in (seen, seen.determinize(Random(1)).view(seat), again):
                searcher = search.make(kind.name, Seed=9)
                searcher.set_position(view.view(seat) if isinstance(view, engine.State) else view)
                result = searcher.search(search.Limits(nodes=100, top=9))
                answers.append((result.move, result.nodes, result.ranked))
            assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("name", INSTANT)
@pytest.mark.parametrize("game", [game for game in engine.games() if game.hidden], ids=lambda game: game.id)
def test_who_only_chooses_says_that_nothing_is_estimated(name: str, game: engine.Game) -> None:
    view = game.deal(2).view()
    searcher = search.make(name, Seed=2)
    searcher.set_position(view)
    result = searcher.search(search.Limits(top=500))
    assert sorted(ranked.move for ranked in result.ranked) == sorted(view.moves())
    assert {(ranked.value, ranked.estimated, ranked.proven) for ranked in result.ranked} == {(0.5, False, False)}
    assert [ranked.share for ranked in result.ranked] == [1.0] + [0.0] * (len(result.ranked) - 1)


@pytest.mark.parametrize("game", [game for game in engine.games() if game.kernel.has_policy_move],
                         ids=lambda game: game.id)
def test_greedy_plays_the_policy_of_the_game(game: engine.Game) -> None:
    """Of the moves that the policy may choose; of chosen root moves without any of these, any."""
    state = next(state for state in battery.random_game(game.deal(3), 3) if len(state.moves()) > 1)
    seat = state.to_move[0]
    searcher, stream = search.make("greedy"), Random(1)
    likely = {state.text(state.buffer.policy_move(seat - 1, stream), seat) for _ in range(200)}
    others = tuple(move for move in state.moves() if move not in likely)
    searcher.set_position(state.view())
    for seed in range(20):
        searcher.set("Seed", seed)
        assert searcher.search(search.Limits()).move in likely
        if others:
            assert searcher.search(search.Limits(searchmoves=others)).move in others


@pytest.mark.parametrize("game", engine.games(), ids=lambda game: game.id)
def test_a_searcher_refuses_a_game_with_one_reason_or_plays_it(game: engine.Game) -> None:
    for kind in search.searchers():
        reason = kind.refusal(game)
        if reason is not None:
            with pytest.raises(engine.UsageError, match=rf"^{kind.name} does not play {game.id}: {reason}$"):
                kind().set_position(game.deal(1).view())
    assert search.default_searcher(game).refusal(game) is None
    assert search.searcher("random").refusal(game) is None
    assert search.searcher("greedy").refusal(game) is None


def test_a_line_ends_where_the_view_does_not_know_on() -> None:
    # The pair uncovers a card that nobody has seen.
    solitaire = engine.game("fifteen-rush").deal(1).view()
    (pair,) = solitaire.buffer.moves(0)
    assert spell(solitaire, [pair, pair]) == (solitaire.text(pair),)
    # What the other seat chooses is its secret.
    secret = engine.game("sumo").deal(1).view(1)
    attack = secret.buffer.moves(0)[0]
    assert spell(secret, [attack, attack]) == (secret.text(attack),)
    # Where everything is known the line goes on.
    open_game = engine.parse("rush-stones size=3")
    assert isinstance(open_game, engine.State)
    codes = [open_game.code("b2"), open_game.code("a1")]
    assert spell(open_game.view(), codes) == ("b2", "a1")


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
    with pytest.raises(engine.UsageError, match="expected one of Seed"):
        searcher.set("Nonsense", 1)


def test_names_of_searchers_are_refused_with_the_list() -> None:
    with pytest.raises(engine.UsageError, match="unknown searcher 'x'; expected one of"):
        search.make("x")
