"""Files for other programs: whole or not at all, never in place of the games, and refused before hours of games."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from fake_players import small_match
from running import COMMAND, kept, run
from sample_record import RECORD

from dohyo.engine import DohyoError, GameRecord
from dohyo.tournaments.plan.tournament import Outputs, Tournament
from dohyo.tournaments.report import exports, outputs
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.store.games import Store

ALONE = ("run", "--game", "fifteen-rush", "--engine", "builtin:random:nodes=1")
TOURNAMENT = Tournament.of(small_match("a", "b"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a game."""
    found = tmp_path / "games.db"
    with Store(found, TOURNAMENT.plan) as store:
        store.add(Place(0, 0, 0), RECORD)
    return found


def test_the_games_are_never_replaced(file: Path, tmp_path: Path) -> None:
    """By whatever name an output has them, for any command."""
    before = kept(file)
    (tmp_path / "link").symlink_to(file)
    os.link(file, tmp_path / "hard")
    for name in ("games.db", "link", "hard", "../" + tmp_path.name + "/games.db", "games.db-wal", "games.db-lock"):
        for kind in ("games", "json"):
            said = run("export", file, f"--{kind}", tmp_path / name, code=2).stderr
            assert "same file as the game store" in said
    said = run(*ALONE, "--out", file, "--json-out", tmp_path / "hard", code=2).stderr
    assert "same file as out" in said
    assert kept(file) == before


def test_two_outputs_are_two_files_but_in_a_pipe(file: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    twice = ["--games", tmp_path / "same", "--pgn", tmp_path / "folder" / ".." / "same"]
    assert "same file as --games" in run("export", file, *twice, code=2).stderr
    run("export", file, "--games", "/dev/null", "--pgn", "/dev/null")


def test_a_file_is_replaced_as_a_whole_or_not_at_all(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that fails keeps none of the others from being written."""
    wanted = Outputs(games=tmp_path / "games.jsonl", pgn=tmp_path / "games.pgn", json=tmp_path / "games.json")
    assert wanted.games is not None
    wanted.games.write_text("old")

    def broken(entries: object) -> object:
        yield "a line"
        raise DohyoError("the second game cannot be read")

    monkeypatch.setattr(exports, "to_jsonl", broken)
    with Store.read(file) as store, pytest.raises(DohyoError, match="the second game cannot be read"):
        outputs.write(TOURNAMENT, store, wanted)
    assert wanted.games.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.db", "games.json", "games.jsonl", "games.pgn"]
    monkeypatch.undo()
    (tmp_path / "link").symlink_to(wanted.games)
    run("export", file, "--games", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert wanted.games.read_text().startswith('{"round":"1.1.1"')


def test_standard_output_takes_games_too(file: Path, tmp_path: Path) -> None:
    """By its name -, or by that of a device; a file that the shell goes on to write to is not begun anew."""
    assert run("export", file, "--pgn", "-").stdout.count("[White ") == 1
    assert "use `dohyo tournament export`" in run(
        *ALONE, "--out", tmp_path / "x.db", "--games-out", "-", code=2).stderr
    shell = f"(echo first; {shlex.join([*COMMAND, 'export', str(file), '--games', '/dev/stdout'])}) > {tmp_path}/all"
    subprocess.run(["sh", "-c", shell], check=True)
    assert [line[:9] for line in (tmp_path / "all").read_text().splitlines()] == ["first", '{"round":']


def test_a_reader_that_has_enough_ends_an_export(file: Path) -> None:
    shell = f"{shlex.join([*COMMAND, 'export', str(file), '--pgn', '-'])} | true"
    done = subprocess.run(["sh", "-c", shell], check=True, capture_output=True, text=True)
    assert done.stderr == ""


def test_a_pipe_and_a_full_disk(file: Path) -> None:
    """A pipe or a device is written as it is."""
    reader, end = os.pipe()
    run("export", file, "--games", f"/dev/fd/{end}")
    os.close(end)
    with os.fdopen(reader) as stream:
        assert stream.read().count("\n") == 1
    assert "/dev/full: cannot write: No space left on device" in run(
        "export", file, "--games", "/dev/full", code=2).stderr


def test_a_name_that_is_no_text_does_no_harm(file: Path, tmp_path: Path) -> None:
    """Of the file, and so of the tournament: names on Linux are bytes."""
    odd = file.rename(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.db")))
    run("export", odd, "--pgn", tmp_path / "games.pgn")
    assert '[Event "\\udcff"]' in (tmp_path / "games.pgn").read_text("utf-8")


def test_names_that_a_pgn_would_make_one_are_refused(tmp_path: Path) -> None:
    """Ordo would rate two engines as one."""
    plan = Tournament.of(small_match('a"b', "a'b"))
    with Store(tmp_path / "games.db", plan.plan) as store:
        store.add(Place(0, 0, 0), GameRecord(RECORD.start, ('a"b', "a'b"), (), (1.0, 0.0)))
    said = run("export", tmp_path / "games.db", "--pgn", tmp_path / "games.pgn", code=2).stderr
    assert "expected names that differ without quotes" in said
    assert not (tmp_path / "games.pgn").exists()
