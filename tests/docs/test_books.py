"""The pages: every one that is cited exists, their links lead somewhere, and the sessions of the rules and the notation
run as they stand (see `pages`)."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import dohyo
from pages import ROOT, blocks, pattern, printed, sessions

BOOKS = ROOT / "docs"
TEXTS = {".py", ".pyi", ".pyx", ".pxd", ".md", ".toml", ".txt", ".html", ".sql", ".in"}
CITATION = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*\.md\b")
#: A source in a text, by its path or its name alone: `tests/testing/battery.py`, `plan.pxd`. What stands in the quotes
#: of a string is left to the code.
SOURCE = re.compile(r"(?<![\w/.*<>{}'\"-])((?:[a-z_]+/)*[a-z_]+\.(?:pyx|pxd|pyi|py))\b")
#: These name sources that do not exist: the first those of a tree that it makes.
UNCITING = (ROOT / "tests" / "test_packaging.py", Path(__file__))
#: `notation.md, section sumo` and `notation.md, section "JSON"`.
SECTION = re.compile(r'\b([a-z_-]+\.md), section ("[^"]+"|[\w-]+)')
#: `rules/sumo.md, ruling 15`, `rules/fifteen-rush.md, position 9`, `rules/rush-cards.md, K1`.
PLACE = re.compile(r"\brules/([a-z-]+\.md), (?:(ruling|position) (\d+)|([TDCSK]\d+)\b)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
#: What only a shell understands.
SHELL = set("|;&<>$`'*(){}\n")


def files() -> Iterator[Path]:
    """The text files of the project; hidden folders and what is built are left out."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders
                      if (not name.startswith(".") or name == ".ci") and name not in ("build", "dist", "__pycache__")
                      and not name.endswith(".egg-info")]
        for name in names:
            path = Path(folder, name)
            if path.suffix in TEXTS or name == "Makefile":
                yield path


FILES = sorted(files())
PAGES = [path for path in FILES if path.suffix == ".md"]
CITED = sorted({(path, name) for path in FILES if path != Path(__file__)
                for name in CITATION.findall(path.read_text(encoding="utf-8"))})


def page(citing: Path, name: str) -> Path | None:
    """The page that a name means in a file: beside it, counted from the root, or anywhere in docs."""
    places = [citing.parent / name, ROOT / name, BOOKS / name, *BOOKS.rglob(name)]
    return next((place for place in places if place.is_file()), None)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def sections(text: str) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_that_is_cited_exists() -> None:
    lost = [f"{shown(path)}: {name}" for path, name in CITED if page(path, name) is None]
    assert not lost


def is_there(citing: Path, name: str, known: set[str]) -> bool:
    """Whether a source that a file names exists: by its name alone anywhere, by a path from the root or a folder above
    the file."""
    name = name.removeprefix("dohyo/")
    return name in known or any((folder / name).is_file() for folder in (ROOT, *citing.parents))


def test_every_source_that_is_cited_exists() -> None:
    known = {path.name for path in FILES}
    lost = [f"{shown(path)}: {name}" for path in FILES
            if path not in UNCITING and path.suffix in {".py", ".pyi", ".pyx", ".pxd", ".md", ".toml"}
            for name in SOURCE.findall(path.read_text(encoding="utf-8")) if not is_there(path, name, known)]
    assert not lost


@pytest.mark.parametrize(("name", "there"), [
    ("tests/testing/battery.py", True), ("testing/battery.py", True), ("battery.py", True), ("tests/battery.py", False),
    ("search/pimc/determinized.pxd", False), ("determinized.pxd", False), ("dohyo/search/registry.py", True),
])
def test_is_there(name: str, there: bool) -> None:
    assert SOURCE.findall(f"as in {name}.") == [name]
    assert is_there(ROOT / "tests" / "docs", name, {path.name for path in FILES}) == there


def test_every_section_that_is_cited_exists() -> None:
    lost = []
    for path in FILES:
        for name, section in SECTION.findall(path.read_text(encoding="utf-8")):
            found = page(path, name)
            wanted = section.strip('"').lower().replace(" ", "-")
            if found and wanted not in sections(found.read_text(encoding="utf-8")):
                lost.append(f"{shown(path)}: {name}, section {section}")
    assert not lost


def test_every_ruling_fact_and_position_that_is_cited_exists() -> None:
    found = [(shown(path), *groups) for path in FILES for groups in PLACE.findall(path.read_text(encoding="utf-8"))]
    assert found
    for citing, name, kind, number, fact in found:
        text = (BOOKS / "rules" / name).read_text(encoding="utf-8")
        start = f"| {number} | " if kind == "ruling" else f"**{number or fact}. "
        start = f"**{number}.** " if kind == "position" else start
        assert f"\n{start}" in text, f"{citing}: {name} has no {kind} {number}{fact}"


@pytest.mark.parametrize("path", PAGES, ids=shown)
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        found = path.parent / name if name else path
        assert found.exists(), f"{target} is not there"
        if anchor:
            assert anchor in sections(found.read_text(encoding="utf-8")), f"{target} has no such section"


def test_the_make_targets_that_pages_name_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {(shown(path), target) for path in PAGES
             for target in re.findall(r"(?:^|`)make ([a-z][a-z-]*)", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert named
    assert not {(path, target) for path, target in named if target not in targets}


# --- sessions ------------------------------------------------------------------------------------------------------

RULES = sorted((BOOKS / "rules").glob("*.md"))
SESSIONS = [(path, *session) for path in (*RULES, BOOKS / "notation.md", BOOKS / "protocol.md")
            for session in sessions(path.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bin")


@pytest.mark.parametrize(("path", "command", "expected"), SESSIONS,
                         ids=[f"{path.stem}: {command[:60]}" for path, command, _ in SESSIONS])
def test_session(path: Path, command: str, expected: str, tools: Path, tmp_path: Path) -> None:
    output = answer(command, tmp_path, tools)
    assert pattern(expected).fullmatch(output), output


def answer(command: str, folder: Path, tools: Path) -> str:
    """What a command prints. In this process where no shell is needed: a process for each takes half a minute."""
    stages = [shlex.split(stage) for stage in command.split(" | ")]
    plain = not SHELL & set(re.sub(r'"[^"$`]*"', "", command.replace(" | ", " ")))
    if not plain or any(words[0] != "dohyo" for words in stages):
        return printed(command, folder, tools)
    output = ""
    for words in stages:
        output = dohyo(*words[1:], given=output, code=None).output
    return output


@pytest.mark.parametrize("path", [path for path in RULES if path.name != "README.md"], ids=lambda path: path.stem)
def test_a_page_of_rules_is_whole(path: Path) -> None:
    """Each game has a page with the same sections in the same order, and enough positions."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^## (.*)$", text, re.MULTILINE)
    wanted = ["On the table", "The end", "Rule options", "Rulings", "What has been proved", "Worked positions",
              "What each seat knows", "Typical figures"]
    assert [heading for heading in found if heading in wanted] == wanted
    assert len(blocks(text, "console")) >= 2


def test_every_game_has_a_page_and_its_options_stand_there() -> None:
    from dohyo import engine

    for game in engine.games():
        text = (BOOKS / "rules" / f"{game.id}.md").read_text(encoding="utf-8")
        rows = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", text, re.MULTILINE))
        assert rows == {option.name: option.default for option in game.options}, game.id
