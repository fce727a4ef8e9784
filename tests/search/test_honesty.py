"""What every searcher promises in every game that it plays: it sees a view and no more, it repeats itself, it ends when
it must, and it keeps to its limits."""

from __future__ import annotations

import random
import threading
import typing
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import information
import pytest

from dohyo import engine, search
from dohyo.cext.streams import Random
from dohyo.testing import battery

PLAYING = [(kind.name, game) for game in engine.games() for kind in search.searchers() if kind.refusal(game) is None]
every_player = pytest.mark.parametrize(("name", "game"), PLAYING, ids=[f"{name} {game.id}" for name, game in PLAYING])
#: Rule options under which trees are small enough for a few hundred nodes to say something.
BRIEF = {"rush-stones": {"size": "5"}}
#: How many moves of a random game lie between two positions that are looked at.
STRIDE = {"rush-cards": 21, "rush-stones": 5}


@cache
def sampled(game: engine.Game, seed: int = 11, count: int = 6) -> list[engine.State]:
    """States of a random game that goes on, its start and its later parts."""
    line = battery.random_game(game.deal(seed, **BRIEF.get(game.id, {})), seed)
    states = [state for state in islice(line, 200) if not state.over]
    return states[:: STRIDE.get(game.id, 4)][:count]


def views(game: engine.Game) -> Iterator[engine.View]:
    """What each seat that is to move sees of these states."""
    for state in sampled(game):
        for seat in state.to_move:
            yield state.view(seat)


def ready(name: str, view: engine.View, **values: int | bool | str) -> search.Searcher:
    searcher = search.make(name, **values)
    searcher.set_position(view)
    return searcher


def timeless(result: search.Result) -> search.Result:
    """A result without what depends on the clock."""
    return replace(result, time=0.0)


# --- a searcher sees a view -----------------------------------------------------------------------------------------


@every_player
def test_the_truth_is_refused(name: str, game: engine.Game) -> None:
    searcher, state = search.make(name), game.deal(1)
    for truth in (state, state.buffer, str(state)):
        with pytest.raises(TypeError, match="it may not see the truth"):
            searcher.set_position(truth)  # type: ignore[arg-type]
    with pytest.raises(engine.UsageError, match="no position is set"):
        searcher.search(search.Limits(nodes=1))


@pytest.mark.parametrize("kind", search.searchers(), ids=lambda kind: kind.name)
def test_types_let_no_state_in(kind: type[search.Searcher]) -> None:
    """So that a type checker refuses it as well."""
    assert not issubclass(engine.State, engine.View)
    for method in (kind.set_position, kind._search):
        assert typing.get_type_hints(method)["view"] is engine.View
    for method in (kind.start, kind.search):
        hints = typing.get_type_hints(method).values()
        assert not {engine.State, engine.Position} & set(hints)


def other_worlds(view: engine.View) -> Iterator[engine.State]:
    """States that the seat cannot tell from the true one: by the kernel, and laid out from the text."""
    for seed in (1, 2):
        yield view.determinize(Random(seed))
    other = information.other_world(view, random.Random(3))
    if other is not None:
        yield other


HIDING = [game for game in engine.games() if game.kernel.hides]


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.id)
def test_no_truth_is_in_a_view(game: engine.Game) -> None:
    """Worlds that look the same to a seat are the same text and the same bytes in its view, and differ otherwise."""
    for view in views(game):
        worlds = list(other_worlds(view))
        assert len({bytes(world.buffer) for world in worlds}) > 1
        for world in worlds:
            seen = world.view(view.seat)
            assert str(seen) == str(view)
            assert bytes(seen.buffer) == bytes(view.buffer)
            assert bytes(seen.buffer) != bytes(world.buffer)


@pytest.mark.parametrize(("name", "game"), [pair for pair in PLAYING if pair[1].kernel.hides])
def test_equal_views_give_equal_results(name: str, game: engine.Game) -> None:
    """Whatever lies where the seat cannot see."""
    for view in views(game):
        results = {
            timeless(ready(name, world.view(view.seat), Seed=5).search(search.Limits(nodes=150, top=500)))
            for world in other_worlds(view)
        }
        results.add(timeless(ready(name, view, Seed=5).search(search.Limits(nodes=150, top=500))))
        assert len(results) == 1


# --- it repeats itself ----------------------------------------------------------------------------------------------


@every_player
def test_two_runs_are_equal_whatever_came_between(name: str, game: engine.Game) -> None:
    limits = search.Limits(nodes=200, top=500)
    others = [other for other in engine.games() if (name, other) in PLAYING]
    for number, view in enumerate(views(game)):
        searcher = ready(name, view, Seed=7)
        first = timeless(searcher.search(limits))
        for between in (sampled(game)[-1].view(), others[number % len(others)].deal(number).view()):
            searcher.set_position(between)
            searcher.search(search.Limits(nodes=50))
        searcher.set_position(view)
        assert timeless(searcher.search(limits)) == first
        searcher.new_game()
        searcher.set_position(view)
        assert timeless(searcher.search(limits)) == first
        assert timeless(ready(name, view, Seed=7).search(limits)) == first


#: The nodes after which chance shows in what is found. The others draw only between equals.
DRAWING = {"mcts": 30, "alphabeta": 5000, "random": 30}


@pytest.mark.parametrize(("name", "game"), [
    (name, game) for name, game in PLAYING if name in DRAWING and (game.kernel.hides or name != "alphabeta")
])
def test_other_seeds_find_other_things(name: str, game: engine.Game) -> None:
    """In some position. (Where everything is known, alpha-beta has no use for chance.)"""
    limits = search.Limits(nodes=DRAWING[name], top=500)
    results = [
        {timeless(ready(name, view, Seed=seed).search(limits)) for seed in range(1, 5)}
        for view in islice(views(game), 3)
    ]
    assert max(len(found) for found in results) > 1


# --- it ends --------------------------------------------------------------------------------------------------------


@every_player
def test_every_early_end_gives_a_legal_move(name: str, game: engine.Game) -> None:
    for view in islice(views(game), 4):
        legal = set(view.moves(view.seat))
        searcher = ready(name, view)
        for nodes in range(61):
            result = searcher.search(search.Limits(nodes=nodes))
            assert result.move in legal
            assert result.ranked
        assert searcher.search(search.Limits(movetime=0)).move in legal


@every_player
@pytest.mark.parametrize("threads", [1, 2])
def test_it_ends_when_stopped_at_once(name: str, game: engine.Game, threads: int) -> None:
    for view in views(game):
        searcher = ready(name, view, Threads=threads)
        searcher.start(search.Limits(infinite=True))
        searcher.stop()
        result = searcher.wait(60)
        assert result is not None
        assert result.move in view.moves(view.seat)


@every_player
@pytest.mark.parametrize("threads", [1, 2])
def test_an_infinite_search_waits_for_stop(name: str, game: engine.Game, threads: int) -> None:
    view = next(views(game))
    searcher = ready(name, view, Threads=threads)
    searcher.start(search.Limits(infinite=True, top=3))
    assert searcher.wait(0.05) is None
    assert searcher.searching
    stopper = threading.Thread(target=searcher.stop)
    stopper.start()
    stopper.join()
    result = searcher.wait(60)
    assert result is not None
    assert result.move in view.moves(view.seat)
    # An old stop does not end the next search.
    searcher.stop()
    assert searcher.search(search.Limits(nodes=20)).move in view.moves(view.seat)


@every_player
def test_two_threads_give_a_legal_move(name: str, game: engine.Game) -> None:
    for view in views(game):
        result = ready(name, view, Threads=2).search(search.Limits(nodes=300, top=500))
        legal = view.moves(view.seat)
        assert result.move in legal
        assert {ranked.move for ranked in result.ranked} <= set(legal)


# --- it keeps to the root moves that it is given ---------------------------------------------------------------------


@every_player
def test_only_the_moves_asked_for_are_ranked(name: str, game: engine.Game) -> None:
    chance = random.Random(4)
    for view in views(game):
        legal = view.moves(view.seat)
        for count in {1, min(2, len(legal)), max(1, len(legal) // 2)}:
            asked = tuple(chance.sample(legal, count))
            for nodes in (1, 100):
                result = ready(name, view).search(search.Limits(nodes=nodes, searchmoves=asked, top=500))
                assert result.move in asked
                assert {ranked.move for ranked in result.ranked} <= set(asked)
