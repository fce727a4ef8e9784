"""The answer in sentences, of games whose results are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from dohyo.engine import Fault, GameRecord, game
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.results import outcome
from dohyo.tournaments.results.verdict import ranked, verdict
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats.sprt import Sprt
from dohyo.tournaments.store.games import Store

A, B, C = (Engine(name, "builtin:random", Limits(nodes=1)) for name in "abc")
STONES = Match("rush-stones", (A, B), rules=(("size", "3"),), rounds=1000)
DEALS = Match("fifteen-rush", (A, B), rounds=1000)
START = {name: str(game(name).deal(**rules)) for name, rules in (("rush-stones", {"size": 3}), ("fifteen-rush", {}),
                                                         ("club-fight-coop", {}))}


def record(match: Match, players: Sequence[Engine], returns: tuple[float, ...], fault_seat: int | None = None
           ) -> GameRecord:
    fault = None if fault_seat is None else Fault.ILLEGAL
    return GameRecord(START[match.game_id], tuple(player.name for player in players), (), returns, fault=fault,
                      fault_seat=fault_seat, fault_text="" if fault is None else "it may not",
                      extra={"ending": "rules" if fault is None else "fault"})


def told(match: Match, games: Sequence[tuple[Place, GameRecord]]) -> str:
    with Store(None, match.plan) as store:
        for place, found in games:
            store.add(place, found)
        result = outcome.result(match, store, 0)
    return verdict(result, ranked(result))


def of_two(won: int, lost: int, even: int = 0, faults: int = 0, match: Match = STONES) -> str:
    """Pairs of which a won both games, lost both, or won one. faults: of the games that b lost, from the first on."""
    games = []
    scores = [1.0] * won + [0.0] * lost + [0.5] * even
    for number, score in enumerate(scores):
        for swap, players in enumerate(((A, B), (B, A))):
            first = score if swap == 0 or score == 0.5 else 1 - score
            returns = (1.0, 0.0) if first else (0.0, 1.0)
            if score == 0.5:
                returns = (1.0, 0.0)
            bad = players.index(B) + 1 if len(games) < faults and returns[players.index(B)] == 0 else None
            games.append((Place(number, 0, swap), record(match, players, returns, bad)))
    return told(match, games)


def test_who_wins_more_than_chance_explains_is_the_stronger() -> None:
    assert of_two(70, 30).startswith("a scored 70.0 [")
    assert " over 100 pairs of games, " in of_two(70, 30)
    assert ": a is the stronger" in of_two(70, 30)
    assert of_two(30, 70).startswith("b scored 70.0 [")
    assert ": b is the stronger" in of_two(30, 70)
    for won, lost, even in ((55, 45, 0), (1, 0, 0), (0, 0, 50)):
        assert ": no significant difference" in of_two(won, lost, even)
    assert " over 1 pair of games, " in of_two(1, 0)
    assert of_two(0, 0) == "No unit is complete yet, so there is no score."


@pytest.mark.parametrize(("faults", "said"), [(0, False), (19, False), (20, True), (100, True)])
def test_many_faults_are_said(faults: int, said: bool) -> None:
    told = of_two(70, 30, faults=faults)
    assert told.endswith(f"Faults ended {faults} of 200 games: they count as losses.") == said
    assert ("Faults" in told) == said


def test_a_sequential_test_says_what_it_decided() -> None:
    match = replace(STONES, format="sprt", sprt=Sprt(0, 100))
    for won, lost, decision in ((40, 0, "H1 (100) is accepted"), (0, 40, "H0 (0) is accepted"),
                                (2, 1, "not yet decided")):
        assert f"The test of H0 (0) against H1 (100): {decision}." in of_two(won, lost, match=match)


def test_the_best_is_compared_with_the_next() -> None:
    """c wins all, a all but those against c."""
    match = replace(STONES, engines=(A, B, C))
    games = []
    for number in range(30):
        for pair, (better, worse) in enumerate(((A, B), (C, A), (C, B))):
            games += [(Place(number, pair, 0), record(match, (better, worse), (1.0, 0.0))),
                      (Place(number, pair, 1), record(match, (worse, better), (0.0, 1.0)))]
    answer = told(match, games)
    assert answer.startswith("c scored 100.0 [")
    assert "over 60 pairs of games, the highest of all. Against a it scored 100.0 [" in answer
    assert "over 30 pairs of games: c is the stronger" in answer


def test_the_winner_of_a_knockout_need_not_have_the_highest_score() -> None:
    """c wins all games of a meeting, and then loses the last one, to a, by three games to five."""
    match = replace(STONES, engines=(A, B, C, replace(A, name="d")), format="knockout", pairs=4)
    d = match.engines[3]
    games = []
    for number, pair, first, second, lost in ((0, 0, A, d, 3), (0, 12, B, C, 8), (1, 0, A, C, 3)):
        for swap in range(8):
            players = (first, second) if swap % 2 == 0 else (second, first)
            returns = (1.0, 0.0) if (players[0] is first) == (swap >= lost) else (0.0, 1.0)
            games.append((Place(number, pair + swap // 2, swap % 2), record(match, players, returns)))
    answer = told(match, games)
    assert answer.startswith("a scored 62.5 [")
    assert "over 8 pairs of games, and is first of the knockout. Against c it scored 62.5 [" in answer


def test_equals_are_not_told_as_the_best() -> None:
    match = replace(STONES, engines=(A, B, C))
    games = [(Place(0, pair, swap), record(match, players, (1.0, 0.0)))
             for pair, (one, other) in enumerate(((A, B), (A, C), (B, C)))
             for swap, players in enumerate(((one, other), (other, one)))]
    answer = told(match, games)
    assert "over 2 pairs of games, and none scored more. Against b it scored 50.0 [" in answer


def test_partners_are_no_opponents() -> None:
    """Two that only play together are not compared; of more, one has the highest score with its partners."""
    match = replace(STONES, game_id="club-fight-coop", rules=(), engines=(A, B))
    games = [(Place(number, 0, swap), record(match, players, (1.0, 1.0)))
             for number in range(5) for swap, players in enumerate(((A, B), (B, A)))]
    assert told(match, games).startswith("a and b together scored 100.0 [")
    three = replace(match, engines=(A, B, C))
    games = []
    for number in range(5):
        for pair, (first, second) in enumerate(((A, B), (A, C), (B, C))):
            score = float(first == A)
            games += [(Place(number, pair, swap), record(match, players, (score, score)))
                      for swap, players in enumerate(((first, second), (second, first)))]
    assert told(three, games).startswith("a scored 100.0 [")
    assert told(three, games).endswith(", the highest of all.")


def test_solitaires_are_told_as_a_difference_over_equal_deals() -> None:
    """a won 60 of 100 deals, b 40 of these and no other."""
    games = []
    for number in range(100):
        games += [(Place(number, 0, 0), record(DEALS, (A,), (float(number < 60),))),
                  (Place(number, 1, 0), record(DEALS, (B,), (float(number < 40),)))]
    answer = told(DEALS, games)
    assert answer.startswith("a scored 60.0 [")
    assert "over 100 deals. On equal deals that is +20.0 [" in answer
    assert "percentage points vs b: a is the stronger" in answer
