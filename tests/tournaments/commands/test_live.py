"""What is shown while games are played agrees with the tables at the end."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import combinations_with_replacement, count

import pytest
from rich.console import Console
from sample import ENGINES, TOURNAMENT, games, stored

from dohyo.engine import GameRecord
from dohyo.tournaments.commands import live
from dohyo.tournaments.commands.live import Watcher
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.report import match_report, tournament_report
from dohyo.tournaments.results import outcome
from dohyo.tournaments.results.live_score import LiveScore
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.stats import elo
from dohyo.tournaments.store.games import Store


def of_event(event: int) -> list[tuple[Place, GameRecord]]:
    return [(place, record) for number, place, record in games() if number == event]


@pytest.mark.parametrize("event", range(len(TOURNAMENT.events)))
def test_scores_do_not_depend_on_the_order_in_which_games_end(event: int) -> None:
    match = TOURNAMENT.events[event]
    running, shuffled = LiveScore(match), of_event(event)
    random.Random(1).shuffle(shuffled)
    for place, record in shuffled:
        running.add(place, record)
    with stored() as store:
        result = outcome.result(match, store, event)
    # Games that do not count, after a decision or a disqualification, are known to be such at the end only.
    if not result.surplus:
        assert running.scores == {entrant.name: entrant.scores for entrant in result.standings.entrants}
    assert set(running.scores) == {entrant.name for entrant in result.standings.entrants}


def test_the_score_so_far_is_told_with_its_interval_and_the_test() -> None:
    running = LiveScore(TOURNAMENT.events[1])
    assert str(running) == "LLR 0.00 in [-2.94, 2.94]"
    unit = of_event(1)[:2]
    running.add(*unit[0])
    assert str(running).startswith("LLR 0.00"), "a game without its twin is in no score"
    running.add(*unit[1])
    assert "greedy" in str(running)
    assert " ± " in str(running)


def test_solitaires_are_counted_and_not_held_where_an_engine_plays_no_more() -> None:
    """One that is disqualified leaves all later rounds without its game."""
    running = LiveScore(TOURNAMENT.events[2])
    mine = [(place, record) for place, record in of_event(2) if record.players == ("greedy",)]
    for place, record in mine:
        running.add(place, record)
    assert running.scores["greedy"].total() == len(mine) == 20
    assert not running._open


def test_a_deal_of_a_cross_play_is_no_surer_for_its_many_partners() -> None:
    """Three engines, four rounds: each engine has twelve units, of four deals."""
    match = Match("club-fight-coop", ENGINES[1:], format="cross-play", rounds=4)
    names = [engine.name for engine in match.engines]
    running = LiveScore(match)
    for number in range(4):
        for pair, (first, second) in enumerate(combinations_with_replacement(names, 2)):
            for swap, players in enumerate(dict.fromkeys(((first, second), (second, first)))):
                running.add(Place(number, pair, swap), GameRecord("", players, (), (float(number % 2),) * 2))
    low, high = elo.interval({0.0: 2, 1.0: 2})
    assert f"greedy 50 ± {50 * (high - low):.0f} %" in str(running)


def test_faults_are_told_by_kind() -> None:
    running = LiveScore(TOURNAMENT.events[0])
    for place, record in of_event(0):
        running.add(place, record)
    assert running.faults == "4 illegal"


def told(games_told: int, *, terminal: bool, width: int = 200, progress: int = 60) -> str:
    """What a console shows of the first event after so many more games than the half that is stored."""
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=terminal, width=width, height=20, color_system=None)
    played = of_event(0)
    with Store(None, TOURNAMENT.plan) as store:
        for place, record in played[: len(played) // 2]:
            store.add(place, record, 0)
        with Watcher(replace(TOURNAMENT, progress=progress), store, console) as watcher:
            for place, record in played[len(played) // 2 :][:games_told]:
                watcher.game(Pairing(place, (), 0, 0), record)
            watcher.notice("something [bold]to know[/bold]")
    return stream.getvalue()


def test_a_terminal_shows_every_event_and_counts_games_that_were_kept() -> None:
    half = len(of_event(0)) // 2
    shown = told(1000, terminal=True)
    assert f"{len(of_event(0))}/36" in shown
    assert all(label in shown for label in TOURNAMENT.labels)
    assert "mcts" in shown
    assert "4 illegal" in shown
    assert f"{half}/36" in told(0, terminal=True)


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_a_narrow_terminal_shows_how_many_games_and_some_of_the_score(width: int) -> None:
    shown = told(1000, terminal=True, width=width)
    last = [line for line in re.split(r"[\r\n]", shown) if f"{len(of_event(0))}/36" in line][-1]
    assert len(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", last).rstrip()) <= width
    assert ("/min" in last) == (width >= 60)
    assert ("━" in last) == (width >= 100)
    assert "4 il" in last


def test_a_pipe_gets_notices_as_they_are_and_a_line_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a game ends every 20 seconds."""
    notice = "something [bold]to know[/bold]\n"
    for progress in (0, 1000):
        assert told(5, terminal=False, progress=progress) == notice
    assert told(0, terminal=False) == notice
    times = count(0, 20)
    monkeypatch.setattr(live.time, "monotonic", lambda: float(next(times)))
    half = len(of_event(0)) // 2
    *lines, last = told(9, terminal=False, width=40).splitlines(keepends=True)
    assert last == notice
    assert len(lines) == 3
    for number, line in enumerate(lines, 1):
        left = timedelta(seconds=20 * (36 - half - 3 * number))
        assert re.fullmatch(rf"\d\d:\d\d:\d\d rush-stones size=5: {half + 3 * number} of 36 games, 3\.0/min, "
                            rf"{left} left  .*illegal  .* ± \d+ %\n", line)


def test_a_knockout_whose_meetings_are_level_has_no_less_than_no_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has more games than are planned."""
    match = Match("rush-cards", ENGINES[2:], format="knockout")
    names = [engine.name for engine in match.engines]
    stream, times = io.StringIO(), count(0, 20)
    monkeypatch.setattr(live.time, "monotonic", lambda: float(next(times)))
    with Store(None, match.plan) as store:
        with Watcher(replace(Tournament.of(match), progress=1), store, Console(file=stream, width=200)) as watcher:
            for number in range(8):
                place = Place(0, number // 2, number % 2)
                drawn = GameRecord("", tuple(names[:: -1 if place.swap else 1]), (), (0.5, 0.5))
                store.add(place, drawn)
                watcher.game(Pairing(place, (0, 1), 0), drawn)
        found = outcome.result(match, store, 0)
    lines = re.findall(r": (\d+) of (\d+) games, .*/min, (\S+) left", stream.getvalue())
    assert [(int(played), left) for played, _, left in lines] == [
        (number, "0:00:20" if number == 1 else "0:00:00") for number in range(1, 9)]
    assert all(int(played) <= int(most) for played, most, _ in lines)
    assert match_report.progress(match, found.standings) == \
        "8 games, more than the 2 of a knockout without level meetings"


def test_no_figure_of_a_table_is_cut_however_narrow_the_terminal_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with stored() as store:
        tables = tournament_report.as_tables(outcome.results(TOURNAMENT, store))
    words = {}
    for width in (20, 40, 200):
        monkeypatch.setattr(live, "console", lambda width=width: Console(width=width))
        live.show(tables)
        words[width] = Counter(re.findall(r"[-+\d.∞]+", capsys.readouterr().out))
        assert "…" not in words[width]
    assert words[20] == words[40] == words[200]
