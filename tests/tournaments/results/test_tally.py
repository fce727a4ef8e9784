"""From games to counts, to tables and to JSON."""

import json
from typing import Any

import pytest
from fake_players import small_match
from rich.console import Console

from dohyo.engine import Fault, GameRecord, Ply
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.report import match_report
from dohyo.tournaments.results.counts import Standings, by_score, tally
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats.elo import Meeting

NAMES = ("a", "b", "c")


def record(players: tuple[str, ...], *returns: float, **more: Any) -> GameRecord:
    plies = tuple(Ply(seat, "b2", 0.5 * seat) for seat in range(1, len(players) + 1))
    return GameRecord("", players, plies, returns, **more)


def duel(
    place: tuple[int, int], first: str, second: str, *returns: tuple[float, float]
) -> list[tuple[Place, GameRecord]]:
    """A pair of games; returns in seat order, the second game with seats swapped."""
    players = [(first, second), (second, first)]
    return [(Place(*place, swap), record(players[swap], *result)) for swap, result in enumerate(returns)]


GAMES = [
    *duel((0, 0), "a", "b", (1, 0), (0, 1)),
    *duel((0, 1), "a", "c", (1, 0), (1, 0)),
    *duel((0, 2), "b", "c", (0.5, 0.5), (0, 1)),
    *duel((1, 0), "a", "b", (1, 0)),
]


def counted() -> tuple[Match, Standings]:
    return small_match(*NAMES, rounds=2), tally(NAMES, GAMES)


def test_a_pair_counts_when_both_of_its_games_are_there() -> None:
    standings = counted()[1]
    assert standings.duels == {(0, 1): {1.0: 1}, (0, 2): {0.5: 1}, (1, 2): {0.75: 1}}
    assert standings.unpaired == 1
    assert [dict(entrant.scores) for entrant in standings.entrants] == [
        {1.0: 1, 0.5: 1}, {0.0: 1, 0.75: 1}, {0.5: 1, 0.25: 1},
    ]


def test_every_game_counts_in_games_moves_and_time() -> None:
    first, second, third = counted()[1].entrants
    assert (first.games, first.wins, first.draws, first.losses) == (5, 4, 0, 1)
    assert (second.games, second.wins, second.draws, second.losses) == (5, 1, 1, 3)
    assert (third.games, third.wins, third.draws, third.losses) == (4, 1, 1, 2)
    assert (first.moves, first.seconds) == (5, 0.5 * 3 + 1.0 * 2)


def test_faults_are_counted_by_kind_also_where_two_fail_at_once() -> None:
    one = record(("a", "b"), 0, 1, fault=Fault.TIME, fault_seat=1)
    both = record(("b", "a"), 0.5, 0.5, fault=Fault.CRASH, fault_seat=1, extra={"faults": {"1": "crash", "2": "stall"}})
    first, second = tally(("a", "b"), [(Place(0, 0, 0), one), (Place(0, 0, 1), both)]).entrants
    assert first.faults == {Fault.TIME: 1, Fault.STALL: 1}
    assert second.faults == {Fault.CRASH: 1}


def test_a_solitaire_compares_engines_over_equal_deals() -> None:
    results = {"a": (1, 1, 0), "b": (0, 1, 0), "c": (0, 1, 1)}
    games = [(Place(deal, NAMES.index(name), 0), record((name,), won[deal])) for deal in range(3)
             for name, won in results.items()]
    standings = tally(NAMES, games, solo=True)
    assert standings.duels == {(0, 1): {1.0: 1, 0.5: 2}, (0, 2): {1.0: 1, 0.5: 1, 0.0: 1}, (1, 2): {0.5: 2, 0.0: 1}}
    assert standings.entrants[0].scores == {1.0: 2, 0.0: 1}
    assert standings.unpaired == 0


def test_a_round_of_a_cross_play_is_one_unit_of_an_engine() -> None:
    """All its games are from one deal, so that what is easy for one pair of partners is so for all. Each pair of
    partners has its own score."""
    easy = {0: (1.0, 1.0), 1: (0.0, 0.0)}
    games = [(Place(number, pair, swap), record(players, *result))
             for number, result in easy.items()
             for pair, partners in enumerate((("a", "a"), ("a", "b"), ("b", "b")))
             for swap, players in enumerate(dict.fromkeys((partners, partners[::-1])))]
    standings = tally(("a", "b"), games, cross=True)
    assert [entrant.scores for entrant in standings.entrants] == [{1.0: 1, 0.0: 1}] * 2
    assert standings.duels == {(0, 1): {1.0: 1, 0.0: 1}}


def test_pairs_of_drawn_games_are_told_from_split_ones() -> None:
    games = [*duel((0, 0), "a", "b", (1, 0), (1, 0)), *duel((1, 0), "a", "b", (0.5, 0.5), (0.5, 0.5))]
    standings = tally(("a", "b"), games)
    assert standings.duels == {(0, 1): {0.5: 2}}
    assert standings.meetings == {Meeting(0, 1, 1, 0): 1, Meeting(0, 1, 0.5, 0.5): 1}


def test_a_pair_is_told_from_the_side_of_its_first_engine() -> None:
    games = [*duel((0, 0), "b", "a", (1, 0), (0.5, 0.5)), *duel((1, 0), "b", "a", (0, 1))]
    standings = tally(("a", "b"), games)
    assert standings.meetings == {Meeting(1, 0, 1.0, 0.5): 1}
    assert (standings.duels, standings.unpaired) == ({(0, 1): {0.25: 1}}, 1)


def test_partners_of_one_engine_are_one_game() -> None:
    """Its moves and time are those of both seats, and so are its faults."""
    games = [
        (Place(0, 0, 0), record(("a", "a"), 1, 1)),
        (Place(0, 1, 0), record(("b", "b"), 0, 0, fault=Fault.TIME, fault_seat=2)),
        (Place(1, 0, 0), record(("a", "a"), 0, 0)),
        (Place(1, 1, 0), record(("b", "b"), 0, 0)),
    ]
    standings = tally(("a", "b"), games, solo=True)
    first, second = standings.entrants
    assert (first.games, first.wins, first.losses, first.moves, first.seconds) == (2, 1, 1, 4, 3.0)
    assert (second.games, second.losses, second.faults) == (2, 2, {Fault.TIME: 1})
    assert first.scores == {1.0: 1, 0.0: 1}
    assert (standings.duels, standings.unpaired) == ({(0, 1): {1.0: 1, 0.5: 1}}, 0)


def test_the_json_says_what_the_games_say() -> None:
    match, standings = counted()
    data = json.loads(json.dumps(match_report.as_json(match, standings), allow_nan=False))
    assert (data["game"], data["rules"], data["planned"], data["played"], data["unpaired"]) == (
        "rush-stones", {"size": "3"}, 12, 7, 1)
    first = data["standings"][0]
    assert (first["engine"], first["units"], first["score"], first["time_per_move"]) == ("a", 2, 0.75, 0.7)
    assert first["elo"] == pytest.approx(190.85, abs=0.01)
    duels = [(duel["engine"], duel["opponent"], duel["pentanomial"], duel["elo"]) for duel in data["duels"]]
    assert duels[:2] == [("a", "b", [0, 0, 0, 0, 1], None), ("a", "c", [0, 0, 1, 0, 0], 0.0)]


def rendered(match: Match, standings: Standings, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(match_report.as_table(match, standings, by_score(standings)), highlight=False)
    return capture.get()


def test_the_table_names_the_best_first_and_keeps_every_figure() -> None:
    text = rendered(*counted(), width=200)
    assert "rush-stones size=3, nodes=10, seed=0: 7 of 12 games" in text
    rows = [line.split() for line in text.splitlines() if line[:3].strip() in ("1", "2", "3")]
    assert [row[1:4] for row in rows] == [["a", "5", "4-0-1"], ["b", "5", "1-1-3"], ["c", "4", "1-1-2"]]
    assert "1 game whose twin is not played yet is in no score" in text
    head_to_head = [line for line in text.splitlines() if line.split()[:2] == ["b", "0.0"]][-1]
    assert "75.0" in head_to_head


def test_a_match_without_games_has_a_table() -> None:
    match = small_match(*NAMES)
    assert "0 of 6 games" in rendered(match, tally(NAMES, []), width=100)
    json.dumps(match_report.as_json(match, tally(NAMES, [])), allow_nan=False)
