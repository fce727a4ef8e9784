"""The referee: who is shown what, whose clock runs, and how a fault ends a game."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import cast

import pytest
from fake_players import FakePlayer, shown

from dohyo.engine import Fault, GameRecord, MoveError, State, game
from dohyo.protocol.client.client import Answer
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.tournaments.play import referee
from dohyo.tournaments.play.referee import Seat

START = game("rush-stones").deal(size=3)
NODES = Limits(nodes=10)


def play(first: FakePlayer, second: FakePlayer, limits: Limits = NODES, start: State = START) -> GameRecord:
    seats = [Seat(number, player, limits) for number, player in enumerate((first, second), 1)]
    return referee.play(start, seats, (11, 22), margin=50, cap=1000, extra={"deal": 7})


def test_a_game_is_played_to_its_end_and_replays() -> None:
    first, second = FakePlayer("one"), FakePlayer("two", time=0.25)
    record = play(first, second)
    *_, end = record.replay()
    assert end.returns == record.returns
    assert len(record.plies) == 9
    assert record.players == ("one", "two")
    assert (record.fault, record.fault_seat) == (None, None)
    assert record.extra == {"deal": 7, "identities": ["fake 1.0", "fake 1.0"], "ending": "rules"}
    assert (first.seed, second.seed) == (11, 22)
    assert {ply.time for ply in record.plies if ply.seat == 2} == {0.25}
    assert (record.plies[0].value, record.plies[0].depth, record.plies[0].nodes) == (0.5, 1, 1)
    assert (first.killed, second.killed) == (0, 0)


def test_each_seat_is_asked_when_it_is_to_move_and_shown_the_game_so_far() -> None:
    players = (FakePlayer("one"), FakePlayer("two"))
    record = play(*players)
    assert players[0].asked[0][0] == f"fen {START}"
    for seat, player in enumerate(players, 1):
        for position, limits, deadline in player.asked:
            assert shown(position).to_move == (seat,)
            assert limits == Limits(nodes=10)
            assert deadline == 1.0  # the cap
    assert sum(len(player.asked) for player in players) == len(record.plies)


def test_the_limit_and_the_margin_make_the_deadline() -> None:
    first = FakePlayer("one")
    play(first, FakePlayer("two"), Limits(movetime=200))
    assert {(limits.movetime, deadline) for _, limits, deadline in first.asked} == {(200, 0.25)}


def test_a_clock_runs_down_by_the_time_used_and_up_by_the_increment() -> None:
    first, second = FakePlayer("one", time=0.3), FakePlayer("two", time=0.1)
    play(first, second, Limits(clocks=(Clock(2000, 100),) * 2))
    for player, loss in ((first, 200), (second, 0)):
        clocks = [limits.clocks for _, limits, _ in player.asked]
        assert clocks == [(Clock(2000 - turn * loss, 100),) * 2 for turn in range(len(clocks))]
        assert [deadline for _, _, deadline in player.asked] == pytest.approx(
            [(clock.remaining + 50) / 1000 for clock, _ in clocks if clock])


def test_an_answer_within_the_margin_counts_and_costs_the_clock_no_more_than_it_has() -> None:
    first = FakePlayer("one", time=0.04)
    record = play(first, FakePlayer("two", time=0.0), Limits(clocks=(Clock(10),) * 2))
    assert record.fault is None
    assert [limits.clocks for _, limits, _ in first.asked][1] == (Clock(1), Clock(1))


def test_forced_moves_are_skipped_on_demand() -> None:
    """The last stones of a board: who has one legal move is not asked and loses no time."""
    first, second = FakePlayer("one"), FakePlayer("two")
    seats = [Seat(number, player, NODES) for number, player in enumerate((first, second), 1)]
    record = referee.play(START, seats, (11, 22), margin=50, cap=1000, skip_forced=True, extra={})
    states = list(record.replay())
    forced = [len(state.moves()) == 1 for state in states[:-1]]
    assert any(forced)
    assert [ply.time == 0 for ply in record.plies] == forced
    assert len(first.asked) + len(second.asked) == forced.count(False)
    assert states[-1].returns == record.returns == play(FakePlayer("one"), FakePlayer("two")).returns


def test_a_late_answer_loses_on_time() -> None:
    late = FakePlayer("late", time=0.26)
    record = play(FakePlayer("one"), late, Limits(movetime=200))
    assert (record.fault, record.fault_seat, record.returns) == (Fault.TIME, 2, (1.0, 0.0))
    assert record.fault_text == "the move came after 260 ms; 250 ms were allowed"
    assert late.killed == 1


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("seat", [1, 2])
def test_each_fault_forfeits_the_game_and_stops_the_player(fault: Fault, seat: int) -> None:
    faulty, good = FakePlayer("faulty", fault, lambda position: len(position.split()) > 6), FakePlayer("good")
    record = play(faulty, good) if seat == 1 else play(good, faulty)
    assert (record.fault, record.fault_seat) == (fault, seat)
    assert record.returns == ((0.0, 1.0) if seat == 1 else (1.0, 0.0))
    assert record.fault_text
    assert (faulty.killed, good.killed) == (1, 0)
    list(record.replay())


def test_the_move_that_was_illegal_is_told_and_is_not_in_the_record() -> None:
    record = play(FakePlayer("faulty", Fault.ILLEGAL), FakePlayer("good"))
    assert "z9" in record.fault_text
    assert record.plies == ()


def test_no_move_where_there_are_some_is_illegal() -> None:
    class Silent(FakePlayer):
        def go(self, position: str, limits: Limits, deadline: float) -> Answer:
            return replace(super().go(position, limits, deadline), move="(none)")

    record = play(Silent("silent"), FakePlayer("good"))
    assert (record.fault, record.fault_text) == (Fault.ILLEGAL, "engine returned no move")


@dataclass(frozen=True)
class Pennies:
    """Stands in for the state of a game of one secret choice at once: seat 1 wins if both chose the same."""

    chosen: tuple[str, ...] = ()
    cut_short = False
    game = SimpleNamespace(simultaneous=True, has_start=False, common=False)

    @property
    def to_move(self) -> tuple[int, ...]:
        return ((1, 2), (2,), ())[len(self.chosen)]

    @property
    def over(self) -> bool:
        return len(self.chosen) == 2

    @property
    def returns(self) -> tuple[float, float] | None:
        if not self.over:
            return None
        return (1.0, 0.0) if self.chosen[0] == self.chosen[1] else (0.0, 1.0)

    def view(self, seat: int) -> str:
        return f"pennies seat={seat}"

    def code(self, text: str, seat: int) -> int:
        if text not in ("head", "tail"):
            raise MoveError(f"move '{text}' is neither head nor tail")
        return 0

    def play(self, text: str, seat: int) -> Pennies:
        return Pennies((*self.chosen, text))


class Chooser(FakePlayer):
    """Answers only when the other was asked as well."""

    def __init__(self, name: str, move: str, meeting: threading.Barrier) -> None:
        super().__init__(name)
        self.move, self.meeting = move, meeting

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        self.asked.append((position, limits, deadline))
        self.meeting.wait(60)
        return Answer(self.move, 0.001)


def choose(first: str, second: str) -> tuple[GameRecord, tuple[Chooser, Chooser]]:
    meeting = threading.Barrier(2)
    players = (Chooser("one", first, meeting), Chooser("two", second, meeting))
    return play(*players, start=cast(State, Pennies())), players


def test_seats_that_choose_at_once_are_asked_at_once_and_see_only_their_views() -> None:
    record, players = choose("head", "tail")
    assert [player.asked[0][0] for player in players] == ["fen pennies seat=1", "fen pennies seat=2"]
    assert [(ply.seat, ply.move) for ply in record.plies] == [(1, "head"), (2, "tail")]
    assert record.returns == (0.0, 1.0)


def test_a_fault_in_a_choice_at_once_opens_no_answer() -> None:
    record, _ = choose("head", "edge")
    assert (record.fault, record.fault_seat, record.returns, record.plies) == (Fault.ILLEGAL, 2, (1.0, 0.0), ())


def test_two_that_fail_at_once_share_the_game_and_both_faults_are_kept() -> None:
    record, players = choose("side", "edge")
    assert (record.fault_seat, record.returns) == (1, (0.5, 0.5))
    assert record.extra["faults"] == {"1": "illegal", "2": "illegal"}
    assert [player.killed for player in players] == [1, 1]


@pytest.mark.parametrize(("seats", "common", "failed", "returns"), [
    (1, False, {1}, (0.0,)), (2, True, {2}, (0.0, 0.0)), (2, False, {2}, (1.0, 0.0)), (2, False, {1, 2}, (0.5, 0.5)),
])
def test_what_a_forfeit_is_worth(seats: int, common: bool, failed: set[int], returns: tuple[float, ...]) -> None:
    assert referee.forfeit_returns(seats, common, failed) == returns
