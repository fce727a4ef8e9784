"""`dohyo simulate`: the figures that independent simulators of the games found, and what its statistics promise."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from command import dohyo, refusal

from dohyo import engine
from dohyo.cext.streams import Random, derive
from dohyo.engine.figures import Course
from dohyo.engine.intervals import ratio, wilson
from dohyo.search.measure.simulation import MEANINGS, SOLVER, Estimate, Sums, batches, simulate, solve
from dohyo.search.measure.simulator import POLICIES, Simulator
from dohyo.testing import battery

#: game, options, policy, games here, games of the slow test, {figure: (what is known, its 95 % interval to each side)}.
#: Where no interval was given, it is half a unit of the last digit.
KNOWN = [
    ("rush-stones", {"size": "9"}, "random", 4000, 100_000, {
        "won by seat 1": (0.50, 0.01), "forfeited extra turns a game": (0.86, 0.005), "final margin": (10.2, 0.05),
        "drawn": (0, 0), "plies a game": (81, 0),
    }),
    ("fifteen-rush", {}, "random", 20_000, 1_000_000, {"won": (0.420, 0.001)}),
    ("fifteen-rush", {}, "greedy", 20_000, 1_000_000, {"won": (0.783, 0.003)}),
    ("fifteen-rush", {}, "solver", 500, 100_000, {"winnable": (0.9435, 0.0014), "undecided": (0, 0)}),
    ("club-fight", {}, "random", 20_000, 500_000, {"won": (0, 0)}),
    ("club-fight", {}, "greedy", 10_000, 200_000, {"won": (0.341, 0.007)}),
    ("club-fight", {"jokers": "2"}, "greedy", 10_000, 200_000, {"won": (0.209, 0.006)}),
    ("sumo", {}, "random", 10_000, 500_000, {
        "rounds a game": (10.27, 0.005), "decisions a game": (26.3, 0.05), "won by seat 1": (0.500, 0.0005),
    }),
    ("rush-cards", {"maxplies": "420", "maxquiet": "10000"}, "random", 2000, 100_000, {
        "drawn": (0.879, 0.0005), "won by seat 1": (0.06, 0.005), "won by seat 2": (0.06, 0.005),
        "card-slot moves a decision in play": (36.05, 0.005),
    }),
    ("rush-cards", {"maxplies": "420", "maxquiet": "10000"}, "uniform", 2000, 20_000, {
        "drawn": (0.843, 0.013), "legal moves a decision in play": (34.9, 0.05),
    }),
]
IDS = [" ".join([game, *map("=".join, options.items()), policy]) for game, options, policy, *_ in KNOWN]
GAMES = engine.games()


def found(game_id: str, options: dict[str, str], policy: str, games: int) -> dict[str, Estimate]:
    game = engine.game(game_id)
    if policy == SOLVER:
        estimates = solve(game, options, games, 1, 5_000_000)
    else:
        estimates = simulate(game, options, policy, games, 1)
    return {estimate.figure: estimate for estimate in estimates}


def assert_known(estimates: dict[str, Estimate], known: dict[str, tuple[float, float]]) -> None:
    """Each figure lies no farther from what is known than both intervals reach together."""
    for figure, (value, half) in known.items():
        estimate = estimates[figure]
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low - half <= value <= estimate.high + half, estimate


@pytest.mark.parametrize(("game", "options", "policy", "games", "known"),
                         [(*row[:4], row[5]) for row in KNOWN], ids=IDS)
def test_known_figures(
    game: str, options: dict[str, str], policy: str, games: int, known: dict[str, tuple[float, float]]
) -> None:
    assert_known(found(game, options, policy, games), known)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "options", "policy", "games", "known"),
                         [(*row[:3], *row[4:]) for row in KNOWN], ids=IDS)
def test_known_figures_of_many_games(
    game: str, options: dict[str, str], policy: str, games: int, known: dict[str, tuple[float, float]]
) -> None:
    assert_known(found(game, options, policy, games), known)


# --- the games that are played -------------------------------------------------------------------------------------

def simulator(game: engine.Game, policy: str, seed: int = 5) -> Simulator:
    return Simulator(game.kernel, game.option_values(brief(game)), policy, seed)


def brief(game: engine.Game) -> dict[str, str]:
    """Rule options with which a game is short."""
    return {"rush-stones": {"size": "5"}, "rush-cards": {"maxplies": "60"}}.get(game.id, {})


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_counted_is_what_is_played(game: engine.Game, policy: str) -> None:
    played, games = simulator(game, policy), 6
    ends = played.play(games)
    plies, moves, choices, won = [], [], [], np.zeros(game.seats)
    for number in range(games):
        course = Course(*played.trace(number))
        assert bytes(course.states[-1]) == bytes(ends[number])
        replay(game, course, derive(5, 2 * number))
        plies.append(len(course.moves))
        moves.append(course.found.sum())
        choices.append((course.found > 1).sum())
        won += np.array(game.kernel.from_bytes(course.states[-1].tobytes()).result()) == 1
    assert played.games == games
    assert played.won == tuple(won)
    sums = played.sums
    assert sums["plies"] == (sum(plies), games, sum(n * n for n in plies), sum(plies), games)
    assert sums["moves"][:2] == (sum(moves), sum(plies))
    assert sums["choices"][0] == sum(choices)


def replay(game: engine.Game, course: Course, seed: int) -> None:
    """The course is a legal game of the deal of a seed."""
    buffer = game.kernel.deal(game.option_values(brief(game)), seed)
    for number, (seat, move) in enumerate(zip(course.seats.tolist(), course.moves.tolist(), strict=True)):
        assert bytes(buffer) == course.states[number].tobytes()
        assert len(buffer.moves(seat)) == course.found[number]
        buffer.play(seat, move)
    assert bytes(buffer) == course.states[-1].tobytes()
    assert buffer.to_move == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_games_repeat_with_their_seed_and_do_not_depend_on_batches(game: engine.Game) -> None:
    one, other, different = simulator(game, "random"), simulator(game, "random"), simulator(game, "random", 6)
    ends = one.play(7)
    parts = [*other.play(3), *other.play(4)]
    assert [end.tobytes() for end in ends] == [end.tobytes() for end in parts]
    assert one.sums == other.sums
    assert [end.tobytes() for end in different.play(7)] != [end.tobytes() for end in ends]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", [game for game in GAMES if game.hidden], ids=lambda game: game.id)
def test_policies_look_only_at_what_the_seat_knows(game: engine.Game, policy: str) -> None:
    """With equal random numbers a policy moves alike in the true state and in the view of the seat."""
    for state in list(battery.random_game(game.deal(2, **brief(game)), 2))[:-1:5]:
        for seat in state.to_move:
            known = state.view(seat).buffer
            if policy == "random":
                assert state.buffer.random_move(seat - 1, Random(1)) == known.random_move(seat - 1, Random(1))
            elif policy == "uniform":
                assert state.buffer.moves(seat - 1) == known.moves(seat - 1)
            else:
                assert state.buffer.policy_move(seat - 1, Random(1)) == known.policy_move(seat - 1, Random(1))


def test_a_greedy_player_without_a_policy_looks_one_ply_ahead() -> None:
    game = engine.game("rush-stones")
    course = Course(*Simulator(game.kernel, [5], "greedy", 1).trace(0))
    for number, (seat, move) in enumerate(zip(course.seats.tolist(), course.moves.tolist(), strict=True)):
        before = game.kernel.from_bytes(course.states[number].tobytes())
        values = {}
        for other in before.moves(seat):
            after = before.copy()
            after.play(seat, other)
            values[other] = after.evaluate(seat)
        assert values[move] == max(values.values())


def test_forfeited_turns_are_counted_as_the_rules_say() -> None:
    """rules/rush-stones.md, position 7: Black earns a turn on b2 and cannot use it; the last stone earns nothing."""
    state = engine.parse("rush-stones size=3 board=wb1/b1b/wwb turn=b")
    after = [state.play("b2"), state.play("b2").play("c3")]
    buffers = [state.buffer, *(each.buffer for each in after)]
    moves = [state.code("b2"), after[0].code("c3")]
    course = Course(np.array([buffer.record[0] for buffer in buffers]), np.array([0, 1]), np.array(moves),
                    np.array([1, 1]))
    (figure,) = engine.game("rush-stones").figures
    assert figure.of_course is not None
    assert figure.of_course(course) == (1.0, 1.0)


def test_card_slots_are_the_weights_of_the_moves() -> None:
    """docs/rules/rush-cards.md, position 6: of the hand K 5 5 A 2 there are 7 fusions and 36 placings besides 4 moves
    and 1 withdrawal; told apart, 12 fusions and 45 placings."""
    empty = ".,.,.,.,."
    rows = "/".join([*[empty] * 4, ".,.,^9,.,.", empty])
    state = engine.parse(f"rush-cards board={rows} hand1=KA552 hand2=3 deck1=89 deck2=- turn=1 ply=20")
    buffer = state.buffer
    course = Course(np.array([buffer.record[0]] * 2), np.array([0]), np.array([0]), np.array([len(state.moves())]))
    slots = {figure.name: figure.of_course(course) for figure in engine.game("rush-cards").figures if figure.of_course}
    assert slots == {"legal moves a decision in play": (48.0, 1.0), "card-slot moves a decision in play": (62.0, 1.0)}


# --- the numbers ---------------------------------------------------------------------------------------------------

def test_wilson_is_the_published_interval() -> None:
    """Newcombe (1998), table I: 81 of 263 and 0 of 20."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_a_ratio_has_the_interval_of_a_mean_where_the_counts_are_equal() -> None:
    numbers = np.array([3.0, 5.0, 4.0, 8.0])
    sums = Sums()
    sums.add(numbers[:2])
    sums.add(numbers[2:], 1)
    mean, low, high = ratio(sums.games, sums.sums) or (0, 0, 0)
    error = 1.959964 * numbers.std(ddof=1) / 2
    assert (mean, low, high) == pytest.approx((5, 5 - error, 5 + error))
    assert ratio(1, [3, 1, 9, 3, 1]) is None


def test_intervals_of_a_ratio_hold_it_as_often_as_they_say() -> None:
    """Means of sizes drawn with the chance to be counted in proportion: 400 experiments."""
    dice = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        y = dice.integers(1, 10, 200)
        x = y * 2 + dice.normal(0, 3, 200)
        sums = Sums()
        sums.add(x, y)
        _, low, high = ratio(sums.games, sums.sums) or (0, 0, 0)
        hits += low <= 2 <= high
    assert 0.91 <= hits / 400 <= 0.98


@pytest.mark.parametrize("games", [1, 2, 1000])
def test_batches_add_up(games: int) -> None:
    assert sum(batches(games)) == games


# --- the command ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("policy", [*POLICIES, SOLVER])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_and_policy(game: engine.Game, policy: str) -> None:
    asked = ["simulate", game.id, "--games", "5", "--policy", policy, "--seed", "3", "--nodes", "2000"]
    asked += [word for name, value in brief(game).items() for word in ("--set", f"{name}={value}")]
    if policy == SOLVER and game.seats == 2:
        assert refusal(*asked) == f"policy solver does not play {game.id}: it solves games of one seat"
        return
    told = json.loads(dohyo(*asked, "--json").stdout)
    assert list(told) == ["game", "options", "policy", "seed", "games", "figures"]
    assert set(told["options"]) == {option.name for option in game.options}
    for figure in told["figures"]:
        assert list(figure) == ["figure", "meaning", "share", "value", "low", "high", "games"]
        assert figure["low"] <= figure["value"] <= figure["high"]
        assert 0 < figure["games"] <= 5
    head, titles, *rows = dohyo(*asked).stdout.splitlines()
    assert head.startswith(game.id)
    assert head.endswith(f"; {policy}, seed 3; 5 games")
    assert titles.split("  ")[0] == "figure"
    assert len(rows) == len(told["figures"])


def test_shares_are_those_of_the_kind_of_game() -> None:
    for game in GAMES:
        shares = [each.figure for each in simulate(game, brief(game), "random", 2, 1) if each.share]
        alone = game.seats == 1 or game.cooperative
        assert shares == (["won"] if alone else ["won by seat 1", "won by seat 2", "drawn"])


def test_one_game_has_means_without_intervals() -> None:
    rows = dohyo("simulate", "rush-stones", "--set", "size=3", "--games", "1").stdout.splitlines()
    assert next(row.split() for row in rows if row.startswith("plies"))[:5] == ["plies", "a", "game", "9", "-"]


def test_bad_input_is_one_sentence() -> None:
    assert "unknown game 'x'" in refusal("simulate", "x")
    assert "an odd number from 3 to 19" in refusal("simulate", "rush-stones", "--set", "size=4")
    assert "'size' is not of the form name=value" in refusal("simulate", "rush-stones", "--set", "size")
    dohyo("simulate", "rush-stones", "--games", "0", code=2)
    dohyo("simulate", "rush-stones", "--policy", "clever", code=2)


def test_the_help_says_what_each_policy_does() -> None:
    text = dohyo("simulate", "--help").stdout
    assert all(f"  {name} " in text for name in MEANINGS)


@pytest.mark.parametrize("policy", ["random", SOLVER])
def test_ctrl_c_ends_it(policy: str) -> None:
    game = "club-fight"
    command = [sys.executable, "-m", "dohyo.tournaments.cli", "simulate", game, "--policy", policy]
    command += ["--games", "1000000000", "--nodes", "1000000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ) as run:
        # It can only be interrupted once it plays; before that Python itself would end with a traceback.
        busy(run.pid)
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate(timeout=60)
    assert (run.returncode, output, errors) == (130, "", "")


def busy(pid: int) -> None:
    """Wait until a process has used 1.5 seconds of CPU time."""
    while sum(map(int, Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) < 150:
        time.sleep(0.05)
