"""Runs: complete, resumed, interrupted, faulty; with players inside this process."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_players import BlockedPlayer, FakePlayer, small_match

from dohyo.engine import Fault, GameRecord, UsageError
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.unit_queue import UnitQueue
from dohyo.tournaments.play.workers import TournamentPlayer
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.store.games import Store


def fake(engine: Engine) -> TournamentPlayer:
    return FakePlayer(engine.name)


def quiet(pairing: Pairing, record: GameRecord) -> None: ...


def games(match: Match, make: Callable[[Engine], TournamentPlayer] = fake) -> dict[Place, dict[str, Any]]:
    """The games of a whole run, as JSON."""
    with Store(None, match.plan) as store:
        Executor(match, store, make, quiet).run()
        return {place: record.as_json() for place, record in store.games()}


def test_a_match_is_played_as_scheduled_and_told_game_by_game() -> None:
    match = small_match("a", "b", "c", rounds=3)
    told: list[Place] = []
    with Store(None, match.plan) as store:
        Executor(match, store, fake, lambda pairing, record: told.append(pairing.place)).run()
        assert [place for place, _ in store.games()] == told
        assert len(told) == 18
        assert UnitQueue(match, store).take() == ()


def test_how_many_play_at_once_changes_no_game() -> None:
    runs = [games(small_match("a", "b", "c", rounds=4, concurrency=at_once)) for at_once in (1, 4)]
    assert runs[0] == runs[1]


def test_the_seed_decides_the_games() -> None:
    """Through the engines' own seeds, and through the openings."""
    assert games(small_match("a", "b", seed=1)) == games(small_match("a", "b", seed=1))
    assert games(small_match("a", "b", seed=1)) != games(small_match("a", "b", seed=2))


class EndedError(Exception):
    """What ends a run in these tests."""


@pytest.mark.parametrize("after", [1, 2, 5])
@pytest.mark.parametrize("at_once", [1, 3])
def test_a_run_that_was_ended_goes_on_to_the_same_games(after: int, at_once: int, tmp_path: Path) -> None:
    match = small_match("a", "b", "c", rounds=2, concurrency=at_once)
    told: Counter[Place] = Counter()

    def end(pairing: Pairing, record: GameRecord) -> None:
        told[pairing.place] += 1
        if told.total() == after:
            raise EndedError

    with Store(tmp_path / "games.db", match.plan) as store, pytest.raises(EndedError):
        Executor(match, store, fake, end).run()
    with Store(tmp_path / "games.db", match.plan) as store:
        assert store.count() == told.total()
        Executor(match, store, fake, end).run()
        assert {place: record.as_json() for place, record in store.games()} == games(match)
    assert set(told.values()) == {1}


def test_a_complete_match_starts_no_engine() -> None:
    match = small_match("a", "b")

    class Unstartable(FakePlayer):
        def open(self) -> None:
            raise AssertionError

    with Store(None, match.plan) as store:
        Executor(match, store, fake, quiet).run()
        Executor(match, store, lambda engine: Unstartable(engine.name), quiet).run()


def test_an_engine_that_cannot_start_is_refused_before_any_game() -> None:
    match = small_match("a", "b")

    class Unstartable(FakePlayer):
        def open(self) -> None:
            raise UsageError("engine b: no such program")

    with Store(None, match.plan) as store:
        with pytest.raises(UsageError, match="no such program"):
            Executor(match, store, lambda engine: Unstartable(engine.name), quiet).run()
        assert store.count() == 0


@pytest.mark.parametrize("fault", Fault)
def test_a_faulty_engine_loses_its_games_and_the_match_goes_on(fault: Fault) -> None:
    match = small_match("a", "faulty", "c", rounds=2, concurrency=2)
    found = games(match, lambda engine: FakePlayer(engine.name, fault if engine.name == "faulty" else None))
    assert len(found) == 12
    for record in found.values():
        seat = record["players"].index("faulty") if "faulty" in record["players"] else None
        assert (record["fault"], record["fault_seat"]) == ((None, None) if seat is None else (fault, seat + 1))


def test_a_second_ctrl_c_does_not_leave_engines_running(tmp_path: Path) -> None:
    """It comes while the first one is ending an engine, which escapes the first attempt."""
    match = small_match("a", "b")
    main = threading.get_ident()
    first: list[BlockedPlayer] = []

    class Stubborn(BlockedPlayer):
        def kill(self) -> None:
            self.killed += 1
            if self.killed == 1:
                signal.raise_signal(signal.SIGINT)
            else:
                self.end.set()

    def make(engine: Engine) -> TournamentPlayer:
        first.append(Stubborn(engine.name))
        return first[-1]

    def interrupt() -> None:
        assert first[0].thinking.wait(60)
        signal.pthread_kill(main, signal.SIGINT)

    with Store(tmp_path / "games.db", match.plan) as store:
        executor = Executor(match, store, make, quiet)
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            executor.run()
        assert store.count() == 0
    assert first[0].killed > 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_ends_games_that_go_on_and_keeps_those_that_ended(tmp_path: Path) -> None:
    """Two threads: one plays its games, the other hangs in an engine that thinks for ever until it is killed."""
    match = small_match("a", "b", rounds=3, concurrency=2)
    made: list[FakePlayer] = []
    ended = threading.Event()
    main = threading.get_ident()

    def make(engine: Engine) -> TournamentPlayer:
        made.append(FakePlayer(engine.name) if len(made) < 2 else BlockedPlayer(engine.name))
        return made[-1]

    def interrupt() -> None:
        blocked = [player for player in made if isinstance(player, BlockedPlayer)]
        assert blocked[0].thinking.wait(60)
        assert ended.wait(60)
        signal.pthread_kill(main, signal.SIGINT)

    with Store(tmp_path / "games.db", match.plan) as store:
        executor = Executor(match, store, make, lambda pairing, record: ended.set())
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            executor.run()
        assert 0 < store.count() < 6
        assert all(record.fault is None for _, record in store.games())
