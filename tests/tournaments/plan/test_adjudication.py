"""When the referee ends a game early: rules over made-up values, and whole games of players inside this process."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from fake_players import FakePlayer, shown

from dohyo.engine import GameRecord, Ply, State, UsageError, game, parse
from dohyo.protocol.client.client import Answer
from dohyo.protocol.exact_result import certain
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.adjudication import NONE, Adjudication, Ending, Verdict, judge
from dohyo.tournaments.play import referee
from dohyo.tournaments.play.referee import Seat

STONES = game("rush-stones").deal(size=5)
CARDS = game("rush-cards").deal(1)
ALONE = game("fifteen-rush").deal(3)
PARTNERS = game("club-fight-coop").deal(1)

LOST = Verdict(Ending.RESIGN, (0.0, 1.0))
DRAWN = Verdict(Ending.DRAW, (0.5, 0.5))


def plies(text: str) -> list[Ply]:
    """Seats and values, such as '1:0.5 2:-'."""
    found = []
    for word in text.split():
        seat, value = word.split(":")
        found.append(Ply(int(seat), "a1", value=None if value == "-" else float(value)))
    return found


@pytest.mark.parametrize(("rule", "state", "moves", "verdict"), [
    (Adjudication(resign_moves=2), STONES, "1:0.01 2:0.5 1:0.02", LOST),
    (Adjudication(resign_moves=2), STONES, "1:0.01 2:0.5 1:0.03", None),
    (Adjudication(resign_moves=2), STONES, "1:0.01 2:0.5 1:-", None),
    (Adjudication(resign_moves=2), STONES, "1:0.01", None),
    (Adjudication(resign_moves=2), STONES, "2:0.00 1:0.9 2:0.00 2:0.00", Verdict(Ending.RESIGN, (1.0, 0.0))),
    (Adjudication(resign_moves=1, resign_value=0.2), STONES, "1:0.2", LOST),
    (Adjudication(resign_moves=1, resign_both=True), STONES, "2:0.5 1:0.01", None),
    (Adjudication(resign_moves=1, resign_both=True), STONES, "2:0.99 1:0.01", LOST),
    (Adjudication(resign_moves=1, resign_both=True), STONES, "1:0.01", None),
    (Adjudication(resign_moves=1), STONES, "1:0.01 2:0.01", None),
    (Adjudication(resign_moves=2), ALONE, "1:0 1:0", Verdict(Ending.RESIGN, (0.0,))),
    (Adjudication(resign_moves=1), PARTNERS, "1:0.5 2:0.01", Verdict(Ending.RESIGN, (0.0, 0.0))),
    (Adjudication(draw_moves=2), CARDS, "1:0.5 2:0.51 1:0.49 2:0.5", DRAWN),
    (Adjudication(draw_moves=2), CARDS, "1:0.5 2:0.53 1:0.49 2:0.5", None),
    (Adjudication(draw_moves=2, draw_after=5), CARDS, "1:0.5 2:0.51 1:0.49 2:0.5", None),
    (Adjudication(draw_moves=2), CARDS, "1:0.5 1:0.5 2:0.5", None),
    (Adjudication(plies=3), STONES, "1:0.5 2:0.5 1:-", Verdict(Ending.PLIES, (0.5, 0.5))),
    (Adjudication(plies=3), STONES, "1:0.5 2:0.5", None),
    (Adjudication(plies=1), ALONE, "1:0.9", Verdict(Ending.PLIES, (0.0,))),
    (Adjudication(plies=1), PARTNERS, "1:0.9", Verdict(Ending.PLIES, (0.0, 0.0))),
    (NONE, STONES, "1:0 2:1 1:0", None),
])
def test_a_rule_ends_a_game_and_no_other(rule: Adjudication, state: State, moves: str, verdict: Verdict | None) -> None:
    assert judge(rule, state, plies(moves)) == verdict


def test_a_game_that_is_over_needs_no_verdict() -> None:
    state = game("rush-stones").deal(size=3)
    while not state.over:
        state = state.play(state.moves()[0])
    assert judge(Adjudication(resign_moves=1, plies=1, solver=10), state, plies("1:0")) is None


@pytest.mark.parametrize(("rule", "where", "sentence"), [
    (Adjudication(draw_moves=1), "rush-stones", "draw_moves needs draws"),
    (Adjudication(draw_moves=1), "fifteen-rush", "draw_moves needs draws, and fifteen-rush has none"),
    (Adjudication(draw_moves=1), "club-fight-coop", "draw_moves needs draws, and club-fight-coop has none"),
    (Adjudication(draw_moves=1), "sumo", None),
    (Adjudication(resign_moves=1, resign_both=True), "fifteen-rush", "resign_both needs an opponent"),
    (Adjudication(resign_moves=1, resign_both=True), "rush-cards", None),
])
def test_a_rule_without_meaning_in_a_game_is_refused(rule: Adjudication, where: str, sentence: str | None) -> None:
    found = rule.refusal(game(where))
    assert found is None if sentence is None else sentence in (found or "")


@pytest.mark.parametrize("change", [{"resign_moves": -1}, {"resign_value": 0.5}, {"draw_margin": -0.1}, {"plies": -1}])
def test_numbers_out_of_range_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=next(iter(change))):
        Adjudication(**change)  # type: ignore[arg-type]


def test_what_is_certain_of_a_board_is_the_result_of_best_play() -> None:
    """The position of README whose fourteen moves hold one that wins, and the same with that move played wrongly."""
    state = parse("rush-stones size=5 board=5/1wb2/1bw2/1ww1w/1bb1b turn=b")
    assert isinstance(state, State)
    assert certain(state, 100_000) == (1.0, 0.0)
    assert certain(state, 1) is None
    assert certain(state.play("d2"), 100_000) == (1.0, 0.0)
    assert certain(state.play("a1"), 100_000) == (0.0, 1.0)


def test_a_solitaire_is_certain_only_where_nobody_could_win_it() -> None:
    """Some deals cannot be won; of the others nothing is said."""
    deals = [game("fifteen-rush").deal(seed) for seed in range(60)]
    lost = [state for state in deals if not state.over and certain(state, 100_000) == (0.0,)]
    assert 0 < len(lost) < 15
    assert {certain(state, 100_000) for state in deals if not state.over} == {None, (0.0,)}


def test_where_chance_or_hidden_cards_decide_nothing_is_certain() -> None:
    assert certain(CARDS, 1000) is None
    assert certain(PARTNERS, 1000) is None


@dataclass
class Pessimist(FakePlayer):
    """Expects to lose."""

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        answer = super().go(position, limits, deadline)
        return Answer(answer.move, answer.time, 0.001)


def play(rule: Adjudication, start: State, *players: FakePlayer) -> GameRecord:
    seats = [Seat(number, player, Limits(nodes=1)) for number, player in enumerate(players, 1)]
    return referee.play(start, seats, [1] * len(seats), margin=50, cap=1000, rule=rule, extra={})


def test_the_record_says_how_a_game_ended() -> None:
    record = play(Adjudication(resign_moves=3), STONES, FakePlayer("one"), Pessimist("two"))
    assert (record.returns, record.extra["ending"], record.fault) == ((1.0, 0.0), "resign", None)
    assert len([ply for ply in record.plies if ply.seat == 2]) == 3
    record = play(Adjudication(plies=4), STONES, FakePlayer("one"), FakePlayer("two"))
    assert (record.returns, record.extra["ending"], len(record.plies)) == ((0.5, 0.5), "plies", 4)
    record = play(NONE, STONES, FakePlayer("one"), FakePlayer("two"))
    assert (record.extra["ending"], len(record.plies)) == ("rules", 25)


def test_a_solver_ends_a_game_that_is_decided_with_the_result_of_best_play() -> None:
    record = play(Adjudication(solver=3000), STONES, FakePlayer("one"), FakePlayer("two"))
    assert record.extra["ending"] == "solver"
    assert len(record.plies) < 25
    *_, end = record.replay()
    assert certain(end, 1_000_000) == record.returns
    assert shown(f"fen {end}").moves()


def test_a_game_cut_by_a_rule_option_says_so() -> None:
    start = game("rush-cards").deal(1, maxplies=21)
    record = play(NONE, start, FirstMover("one"), FirstMover("two"))
    assert (record.returns, record.extra["ending"]) == ((0.5, 0.5), "length")


class FirstMover(FakePlayer):
    """Plays the first legal move of a view."""

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        view = parse(position.removeprefix("fen "))
        return Answer(view.moves(view.seat)[0], 0.001)
