"""docs/tournaments.md and docs/cluster.md: their sessions, one after the other in one folder."""

from pathlib import Path

import pytest
from pages import ROOT, pattern, printed, sessions

from dohyo.tournaments.plan import settings
from dohyo.tournaments.plan.adjudication import Ending
from dohyo.tournaments.plan.spec import FORMATS
from dohyo.tournaments.stats.sprt import MODELS

PAGE, CLUSTER = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("tournaments.md", "cluster.md"))


@pytest.mark.parametrize(("page", "least"), [(PAGE, 5), (CLUSTER, 3)], ids=["tournaments", "cluster"])
def test_the_sessions_run_as_they_stand(page: str, least: int, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    assert len(sessions(page)) >= least
    for command, expected in split(sessions(page)):
        output = printed(command, tmp_path, tools)
        assert pattern(expected).fullmatch(output), f"{command}\n{output}"


def split(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A command that a shell reads up to the line END has those lines too."""
    return [(f"{command}\n{output.rpartition('END')[0]}END", "") if command.endswith("'END'") else (command, output)
            for command, output in found]


def test_the_page_names_every_format_and_ending() -> None:
    assert all(f"| `{name}` |" in PAGE for name in (*FORMATS, settings.BATCH))
    assert all(f"`{ending}`" in PAGE for ending in Ending)


def test_the_page_names_every_model_of_a_test() -> None:
    assert all(f"`{model}`" in PAGE for model in MODELS)
