"""`dohyo bench`: its form, its signature, and the reading of yardsticks. Never how fast anything is."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from yardsticks import limit_rates, main, read_limits

from dohyo.engine import DohyoError, Game, UsageError, games
from dohyo.engine import game as engine_game
from dohyo.search import searcher
from dohyo.search.measure.bench import Rates, bench, signature, table
from dohyo.search.measure.rates import playouts

PRINTED = """\
A/lists  size 9: playouts per CPU-second median 440942 (min 432678 max 440942, 2 x 2.0s) ns/placement 28.00
C/branchless size 9: playouts per CPU-second median 1564651 (min 1540407 max 1564651, 2 x 2.0s) ns/placement 7.89
B/reject size 9: playouts per CPU-second median 1427678 (min 1425764 max 1427678, 2 x 2.0s) ns/placement 8.65
rush UCT 9x9: sims per CPU-second 560587 (searches of 20000 sims from the empty board, mean tree depth 3.67)
sumo playouts per CPU-second median 1501145 (min 1394416 max 1501145, 2 x 2.0s) ns/round 64.91
something else
"""


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing need be known well here: one round of each figure, and few games for their length."""
    monkeypatch.setattr("dohyo.search.measure.bench.ROUNDS", 1)
    monkeypatch.setattr("dohyo.search.measure.bench.MEASURED", 20)


def test_the_signature_is_equal_on_every_run() -> None:
    assert signature() == signature()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_json_has_the_form_of_the_notation(game: Game) -> None:
    done = CliRunner().invoke(bench, ["--game", game.id, "--seconds", "0.03", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.output)
    assert isinstance(data["native"], bool)
    assert isinstance(data["signature"], int)
    sizes = {f"rush-stones size={size}" for size in (9, 13, 19)}
    assert set(data["rates"]) == (sizes if game.id == "rush-stones" else {game.id})
    # A searcher that does not play the game has no rate.
    playing = {name for name in ("mcts", "alphabeta") if searcher(name).refusal(game) is None}
    for rates in data["rates"].values():
        assert set(rates) == {"playouts", *playing}
        assert all(rate > 0 for rate in rates.values())
    assert set(data["two_threads"]) == (set(data["rates"]) if "mcts" in playing else set())


def test_the_table_has_a_row_for_every_game_and_blanks_for_what_does_not_play_it() -> None:
    rates = {"a": Rates(2e6, 1e6, 5e5, 1.5, 81.0), "b": Rates(1e6, None, None, None, 10.0)}
    assert table(rates, {"b": {"playouts": 2e6}}).splitlines() == [
        "                      playouts/s  ns/ply  mcts sims/s  alphabeta nodes/s  2 threads",
        "a                      2,000,000    6.17    1,000,000            500,000      x1.50",
        "b  1,000,000 (0.50 of 2,000,000)  100.00",
    ]


def test_games_with_chance_are_dealt_afresh() -> None:
    """From one deal of fifteen-rush a random game is won far more or less often than over all deals: 42 %."""
    game = engine_game("fifteen-rush")
    afresh = [playouts(game.deal(1).buffer, 0.02, seed, options=game.option_values({})) for seed in (1, 2)]
    for games_played, _, won in afresh:
        assert abs(won / games_played - 0.42) < 0.05
    lost = next(state for state in map(game.deal, range(1000)) if state.over)
    assert playouts(lost.buffer, 0.001)[2] == 0


def test_yardsticks_are_read_and_the_fastest_kernel_counts() -> None:
    assert read_limits(PRINTED) == {
        "rush-stones size=9": {"playouts": 1564651.0, "mcts": 560587.0},
        "sumo": {"playouts": 1501145.0},
    }


def test_a_folder_without_yardsticks_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="FOLDER holds"):
        limit_rates(tmp_path, 0.1)


def test_yardsticks_that_fail_or_say_nothing_are_named(tmp_path: Path) -> None:
    script = tmp_path / "run"
    script.write_text("echo broken >&2; exit 3\n")
    with pytest.raises(DohyoError, match=r"failed.*broken"):
        limit_rates(tmp_path, 0.1)
    script.write_text("echo nothing of use\n")
    with pytest.raises(DohyoError, match="no rates"):
        limit_rates(tmp_path, 0.1)


def test_a_folder_without_yardsticks_ends_the_tool_without_a_traceback(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert (done.exit_code, done.exception.__class__) == (1, SystemExit)
    assert "Error: the folder" in done.output


def test_ratios_stand_beside_the_rates(tmp_path: Path) -> None:
    (tmp_path / "run").write_text(f"cat <<'END'\n{PRINTED}END\n")
    done = CliRunner().invoke(main, [str(tmp_path), "--seconds", "0.03", "--game", "rush-stones"])
    assert done.exit_code == 0, done.output
    assert "of 1,564,651)" in done.output
    assert "of 560,587)" in done.output
