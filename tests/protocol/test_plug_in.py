"""docs/plug-in.md: every command and conversation of the page, and the parts of the examples that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conversation import Conversation
from pages import ROOT, blocks, pattern, printed, sessions
from transcript import Step, hold, steps

from dohyo.protocol.gtp.session import COMMANDS

PAGE = (ROOT / "docs" / "plug-in.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bin")


@pytest.mark.parametrize(("command", "expected"), sessions(PAGE), ids=[command for command, _ in sessions(PAGE)])
def test_command(command: str, expected: str, tools: Path) -> None:
    output = printed(command, ROOT, tools)
    assert pattern(expected).fullmatch(output), output


def script(block: str) -> list[Step]:
    """The steps of a block, in which a line of `...` alone stands for any lines."""
    return list(steps(re.sub(r"^\.\.\.$", "<<", block, flags=re.MULTILINE), "plug-in.md"))


@pytest.mark.parametrize("block", blocks(PAGE, "ugi"), ids=lambda block: block.splitlines()[1][:40])
def test_conversation(block: str) -> None:
    with Conversation() as engine:
        hold(engine, script(block), engine.trimmed)


@pytest.mark.parametrize("block", blocks(PAGE, "gtp"))
def test_gtp_conversation(block: str) -> None:
    """The empty lines that close answers are left out on the page."""
    with Conversation("--movetime=100", module=("-m", "dohyo.protocol.gtp.command")) as engine:

        def said() -> str | None:
            while (line := engine.trimmed()) == "":
                pass
            return line

        hold(engine, script(block), said)


def test_code_is_that_of_the_example() -> None:
    code, = blocks(PAGE, "python")
    example = (ROOT / "examples" / "play_two_engines.py").read_text(encoding="utf-8")
    shown = [line.strip() for line in code.splitlines()]
    lines = [line.strip() for line in example.splitlines()]
    places = [lines.index(line) for line in shown]
    assert places == sorted(places)


def test_links_lead_somewhere() -> None:
    headings = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
                for heading in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        if target.startswith("#"):
            assert target[1:] in headings
        elif not target.startswith("https://"):
            assert (ROOT / "docs" / target).exists()


def test_gtp_commands_are_there() -> None:
    table = PAGE[PAGE.index("| command | in this game |") :]
    rows = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    named = {word for row in rows for word in re.findall(r"`([^`]+)`", row)}
    assert named - {"# interrupt"} <= set(COMMANDS)
    assert len(named) > 10


def test_every_kind_of_game_has_a_session() -> None:
    text = "".join(blocks(PAGE, "ugi"))
    assert len(blocks(PAGE, "ugi")) >= 7
    for game in ("rush-stones", "rush-cards", "sumo", "fifteen-rush", "club-fight-coop"):
        assert f"position fen {game} " in text
