"""The answer in sentences, held against the figures that it tells."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from dohyo.tournaments.results import Result
from dohyo.tournaments.spec import Engine, Limits, Match
from dohyo.tournaments.tally import Entrant, Standings
from dohyo.tournaments.verdict import ranked, verdict

NODES = Limits(nodes=1)
ENGINES = tuple(Engine(name, "builtin:random", NODES) for name in ("a", "b", "c"))
STONES = Match("rush-stones", ENGINES[:2], rounds=100)


def found(match: Match, scores: list[Counter[float]], duels: dict[tuple[int, int], Counter[float]], faults: int = 0
          ) -> Result:
    """A result of which only the scores matter. scores: of each engine's units."""
    entrants = [Entrant(engine.name, scores=score) for engine, score in zip(match.engines, scores, strict=True)]
    endings = Counter({"rules": 100 - faults, **({"fault": faults} if faults else {})})
    standings = Standings(entrants=entrants, duels=duels, drawn=Counter(), played=100)
    return Result(match, standings, None, [], {}, [], 0, endings)


def of_two(first: Counter[float], faults: int = 0) -> str:
    second = Counter({1 - score: count for score, count in first.items()})
    result = found(STONES, [first, second], {(0, 1): first}, faults)
    return verdict(result, ranked(result))


def test_who_wins_more_than_chance_explains_is_the_stronger() -> None:
    assert of_two(Counter({1.0: 70, 0.0: 30})).startswith("a scored 70.0 [")
    assert of_two(Counter({1.0: 70, 0.0: 30})).endswith("Elo: a is the stronger.")
    assert of_two(Counter({1.0: 30, 0.0: 70})).startswith("b scored 70.0 [")
    assert of_two(Counter({1.0: 55, 0.0: 45})).endswith("this does not tell the two apart.")
    assert " over 1 pair of games, " in of_two(Counter({0.5: 1}))
    assert of_two(Counter()) == "No unit is complete yet, so there is no score."


@pytest.mark.parametrize(("faults", "said"), [(0, False), (9, False), (10, True), (100, True)])
def test_many_faults_are_said(faults: int, said: bool) -> None:
    told = f"Faults ended {faults} of 100 games: they count as lost."
    assert (told in of_two(Counter({1.0: 70, 0.0: 30}), faults)) == said


def test_the_best_is_compared_with_the_next() -> None:
    match = replace(STONES, engines=ENGINES)
    best, next_, last = Counter({1.0: 90, 0.0: 10}), Counter({1.0: 50, 0.0: 50}), Counter({1.0: 10, 0.0: 90})
    result = found(match, [last, best, next_], {(0, 1): Counter({0.0: 50}), (0, 2): Counter({0.0: 40, 1.0: 10}),
                                                (1, 2): Counter({1.0: 40, 0.0: 10})})
    assert ranked(result) == [1, 2, 0]
    told = verdict(result, ranked(result))
    assert told.startswith("b scored 90.0 [")
    assert "the highest of all. Against c it scored 80.0 [" in told
    assert told.endswith("b is the stronger.")


def test_solitaires_are_told_as_a_difference_over_equal_deals() -> None:
    match = replace(STONES, game_id="fifteen-rush", engines=ENGINES[:2])
    result = found(match, [Counter({1.0: 60, 0.0: 40}), Counter({1.0: 50, 0.0: 50})],
                   {(0, 1): Counter({0.5: 88, 1.0: 11, 0.0: 1})})
    told = verdict(result, ranked(result))
    assert told.startswith("a scored 60.0 [")
    assert "over 100 deals. On equal deals that is +10.0 [" in told
    assert told.endswith("points of a hundred beside b: a is the stronger.")
