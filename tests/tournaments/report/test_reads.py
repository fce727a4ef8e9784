"""Every kind of report reads each stored game at most once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample import TOURNAMENT, games, stored

from dohyo.tournaments.plan.tournament import Outputs
from dohyo.tournaments.report import outputs
from dohyo.tournaments.results import outcome
from dohyo.tournaments.store.games import Row, Store


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> dict[str, Counter[object]]:
    """How often each game is read from a store, and how often other games are asked for one by one."""
    games()  # the sample is played before anything is counted
    rows: Counter[object] = Counter()
    queries: Counter[object] = Counter()
    ask_rows, ask = Store.rows, Store._rows

    def read(self: Store, event: int = 0, where: str = "true", text: str = "record") -> Iterator[Row]:
        for row in ask_rows(self, event, where, text):
            rows[event, row.place] += 1
            yield row

    def query(self: Store, text: str, *values: object) -> list[object]:
        if "FROM games" in text and "count(" not in text and "LIMIT" not in text and "DISTINCT" not in text:
            queries[text] += 1
        return ask(self, text, *values)

    monkeypatch.setattr(Store, "rows", read)
    monkeypatch.setattr(Store, "_rows", query)
    return {"rows": rows, "queries": queries}


def file_outputs(folder: Path, *names: str) -> Outputs:
    return Outputs(**{name: folder / f"out.{name}" for name in names})


WRITTEN: list[tuple[str, ...]] = [("json",), ("html",), ("json", "html"), ("games",), ("pgn",), ("sgf",)]


@pytest.mark.parametrize("names", WRITTEN, ids="+".join)
def test_files_read_each_game_once(names: tuple[str, ...], tmp_path: Path,
                                   reads: dict[str, Counter[object]]) -> None:
    with stored() as store:
        outputs.write(TOURNAMENT, store, file_outputs(tmp_path, *names))
    assert set(reads["rows"].values()) == {1}
    assert not reads["queries"]


def test_a_result_that_is_known_is_not_read_again(tmp_path: Path, reads: dict[str, Counter[object]]) -> None:
    with stored() as store:
        found = outcome.results(TOURNAMENT, store)
        outputs.write(TOURNAMENT, store, file_outputs(tmp_path, "json", "html"), found)
    assert set(reads["rows"].values()) == {1}
    assert not reads["queries"]
