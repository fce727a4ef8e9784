"""`dohyo bench`: its form, its signature, and the reading of yardsticks. Never how fast anything is."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dohyo.engine import DohyoError, UsageError
from dohyo.search.bench import bench, signature
from dohyo.search.limits import limit_rates, read_limits

PRINTED = """\
A/lists  size 9: playouts per CPU-second median 440942 (min 432678 max 440942, 2 x 2.0s) ns/placement 28.00
C/branchless size 9: playouts per CPU-second median 1564651 (min 1540407 max 1564651, 2 x 2.0s) ns/placement 7.89
B/reject size 9: playouts per CPU-second median 1427678 (min 1425764 max 1427678, 2 x 2.0s) ns/placement 8.65
rush UCT 9x9: sims per CPU-second 560587 (searches of 20000 sims from the empty board, mean tree depth 3.67)
sumo playouts per CPU-second median 1501145 (min 1394416 max 1501145, 2 x 2.0s) ns/round 64.91
something else
"""


def test_the_signature_is_equal_on_every_run() -> None:
    assert signature() == signature()


def test_json_has_the_form_of_the_notation() -> None:
    done = CliRunner().invoke(bench, ["--game", "rush-stones", "--seconds", "0.03", "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.output)
    assert isinstance(data["native"], bool)
    assert isinstance(data["signature"], int)
    assert set(data["rates"]) == {f"rush-stones size={size}" for size in (9, 13, 19)}
    for rates in data["rates"].values():
        assert set(rates) == {"playouts", "mcts", "alphabeta"}
        assert all(rate > 0 for rate in rates.values())


def test_yardsticks_are_read_and_the_fastest_kernel_counts() -> None:
    assert read_limits(PRINTED) == {
        "rush-stones size=9": {"playouts": 1564651.0, "mcts": 560587.0},
        "sumo": {"playouts": 1501145.0},
    }


def test_a_folder_without_yardsticks_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="LIMITS is a folder"):
        limit_rates(tmp_path, 0.1)


def test_yardsticks_that_fail_or_say_nothing_are_named(tmp_path: Path) -> None:
    script = tmp_path / "run"
    script.write_text("echo broken >&2; exit 3\n")
    with pytest.raises(DohyoError, match=r"failed.*broken"):
        limit_rates(tmp_path, 0.1)
    script.write_text("echo nothing of use\n")
    with pytest.raises(DohyoError, match="no rates"):
        limit_rates(tmp_path, 0.1)


def test_ratios_stand_beside_the_rates(tmp_path: Path) -> None:
    (tmp_path / "run").write_text(f"cat <<'END'\n{PRINTED}END\n")
    done = CliRunner().invoke(bench, ["--seconds", "0.03", "--limits", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "of 1,564,651)" in done.output
    assert "of 560,587)" in done.output
