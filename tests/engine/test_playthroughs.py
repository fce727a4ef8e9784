"""Fixed games against their files (tests/playthroughs.py writes them)."""

import playthroughs
import pytest


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_playthrough(name: str) -> None:
    assert playthroughs.playthrough(name) == (playthroughs.FOLDER / f"{name}.txt").read_text()


def test_every_file_is_tested() -> None:
    assert {path.stem for path in playthroughs.FOLDER.iterdir()} == set(playthroughs.GAMES)
