"""Files of one plan become one file: no game is lost, none counts twice, and what does not fit together is refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from fake_players import FakePlayer, small_match
from running import kept, run

from dohyo.engine import DohyoError, GameRecord, UsageError
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.store.games import Store
from dohyo.tournaments.store.merging import merge

MATCH = small_match("a", "b", "c", "d")
SWISS = replace(MATCH, format="swiss", rounds=2)


class EnoughError(Exception):
    """So many games were played."""


def played(file: Path, match: Match, most: int = 10**6, *, salt: str = "") -> Path:
    """A file with the first games of a match. salt: what else moves depend on, as they do on the time where the clock
    ends a search."""
    left = [most]

    def enough(pairing: Pairing, record: GameRecord) -> None:
        left[0] -= 1
        if not left[0]:
            raise EnoughError

    class Salted(FakePlayer):
        def prepare(self, seed: int, title: str) -> None:
            super().prepare(hash((seed, len(salt))), title)

    with Store(file, match.plan) as store, suppress(EnoughError):
        Executor(match, store, lambda engine: Salted(engine.name), enough).run()
    return file


def test_parts_become_the_whole_whatever_their_order(tmp_path: Path) -> None:
    """Also where one is merged twice, and the target is one of them."""
    whole = played(tmp_path / "whole.db", MATCH)
    some, more = played(tmp_path / "some.db", MATCH, 5), played(tmp_path / "more.db", MATCH, 9)
    for number, files in enumerate(((some, more, whole), (whole, some), (more, more, whole, some))):
        out = tmp_path / f"{number}.db"
        assert str(out) in run("merge", out, *files).stdout
        assert kept(out) == kept(whole)
    said = run("merge", some, more, some, whole).stdout
    assert f"{more}: 4 of 9 games taken, 5 were there\n{whole}: 3 of 12 games taken, 9 were there" in said
    assert kept(some) == kept(whole)


def test_games_that_have_each_others_places_are_left_out_and_told(tmp_path: Path) -> None:
    first, second = played(tmp_path / "1.db", MATCH, 7), played(tmp_path / "2.db", MATCH, salt="x")
    out = tmp_path / "out.db"
    said = run("merge", out, first, second).stdout
    assert f"{second}: 5 of 12 games taken, 7 left out because other games have their places" in said
    assert {key: game for key, game in kept(out).items() if key in kept(first)} == kept(first)


def test_two_swiss_tournaments_do_not_become_one(tmp_path: Path) -> None:
    """Whose second rounds follow from different first ones. What was merged before stands, and nothing of the other."""
    first, second = played(tmp_path / "1.db", SWISS, 5), played(tmp_path / "2.db", SWISS, salt="x")
    out = tmp_path / "out.db"
    for files in ((first, second), (second, first)):
        assert "these are two tournaments" in run("merge", out, *files, code=2).stderr
        assert kept(out) == {}
    again = played(tmp_path / "3.db", SWISS)
    run("merge", out, first, again)
    assert kept(out) == kept(again)
    assert run("replay", out).stdout.endswith("8 games, 0 differences\n")


def test_a_game_of_another_swiss_is_found(tmp_path: Path) -> None:
    """Put there by other means: a replay names it, and no command takes it for one of the schedule."""
    first, second = played(tmp_path / "1.db", SWISS), played(tmp_path / "2.db", SWISS, salt="x")
    with Store.read(second) as store:
        rows = [row for row in store.rows() if row.place.round == 1]
    with Store(tmp_path / "out.db", SWISS.plan) as out, Store.read(first) as store:
        for row in (*(row for row in store.rows() if row.place.round == 0), *rows):
            out.insert(row)
    assert " got " in run("replay", tmp_path / "out.db", code=1).stdout
    assert "by the schedule, got" in run("report", tmp_path / "out.db", code=2).stderr


def test_a_merge_that_fails_takes_nothing(tmp_path: Path) -> None:
    first, damaged = played(tmp_path / "1.db", MATCH, 3), played(tmp_path / "2.db", MATCH, 3)
    other = played(tmp_path / "3.db", replace(MATCH, seed=9), 3)
    with Store(damaged, MATCH.plan) as store, store.transaction():
        store._rows("UPDATE games SET record = 'null' WHERE swap = 1")
    with Store(None, MATCH.plan) as target:
        for wrong, error, sentence in ((damaged, DohyoError, "is damaged: event 0, game 0.0.1"),
                                       (other, UsageError, r"another match than \S+3\.db \(seed: was 0, is 9\)")):
            with pytest.raises(error, match=sentence):
                merge(target, [first, wrong])
            assert target.count() == 0
        assert merge(target, [first])[0].new == 3
        assert target.places(0, Place(0, 0, 0), 1) == [Place(0, 0, 0)]
