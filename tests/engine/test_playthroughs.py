"""Fixed games and counts against their files (tests/playthroughs.py writes them)."""

import playthroughs
import pytest

from dohyo import engine


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_playthrough(name: str) -> None:
    assert playthroughs.playthrough(name) == (playthroughs.FOLDER / f"{name}.txt").read_text()


@pytest.mark.parametrize("game", playthroughs.COUNTED)
def test_counts(game: str) -> None:
    assert playthroughs.counts(game) == playthroughs.perft_file(game).read_text()


def test_every_file_is_tested() -> None:
    assert {path.stem for path in playthroughs.FOLDER.iterdir()} == set(playthroughs.GAMES)


def test_every_game_is_there() -> None:
    games = {game.id for game in engine.games()}
    assert {game for game, _, _ in playthroughs.GAMES.values()} == games
    assert {game.id for game in engine.games() if game.chance} == set(playthroughs.COUNTED)
    assert all(playthroughs.perft_file(game).exists() for game in games)
