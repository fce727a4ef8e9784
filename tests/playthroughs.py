"""Whole games and counts of moves as text, to be read and to be compared: `python tests/playthroughs.py` writes
tests/data/playthroughs and the files tests/data/perft_*.txt of the games that are dealt.

A file changes only when rules, notation, deals or keys do; then the difference is the thing to review. The counts are
checked against the plain models of the games too.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from dohyo import engine
from dohyo.testing import battery
from dohyo.testing.playthrough import text

DATA = Path(__file__).parent / "data"
FOLDER = DATA / "playthroughs"
#: file name: game, options, seed
GAMES: dict[str, tuple[str, dict[str, str], int]] = {
    "rush-stones-size-5": ("rush-stones", {"size": "5"}, 1),
    "rush-stones-size-9": ("rush-stones", {"size": "9"}, 2),
    "rush-cards": ("rush-cards", {"maxplies": "32"}, 1),
    "rush-cards-setup-random": ("rush-cards", {"setup": "random", "maxplies": "48", "first": "2"}, 21),
    "fifteen-rush": ("fifteen-rush", {}, 1),
    "fifteen-rush-anytime": ("fifteen-rush", {"deal": "anytime", "redeal": "separate"}, 2),
    "club-fight": ("club-fight", {}, 1),
    "club-fight-jokers-2": ("club-fight", {"jokers": "2", "runmin": "2"}, 2),
    "club-fight-coop": ("club-fight-coop", {}, 1),
    "sumo": ("sumo", {}, 56),
    "sumo-leader": (
        "sumo", {"jokers": "2", "placement": "leader", "draworder": "random", "reshuffle": "eager"}, 17
    ),
}
#: game: for each row the options, the seed of the deal and of the random moves, and how many of these were played
COUNTED: dict[str, list[tuple[dict[str, str], int, int]]] = {
    "rush-cards": [({}, 1, 0), ({}, 1, 17), ({}, 1, 20), ({"setup": "random", "advance": "1"}, 2, 40)],
    "fifteen-rush": [({}, 1, 0), ({"deal": "anytime"}, 2, 0), ({"deal": "anytime", "redeal": "separate"}, 3, 8)],
    "club-fight": [({}, 1, 0), ({"jokers": "2"}, 2, 6), ({"runmin": "2"}, 3, 10)],
    "club-fight-coop": [({}, 1, 0), ({"first": "2"}, 2, 5), ({"jokers": "2"}, 3, 12)],
    "sumo": [({}, 1, 0), ({"jokers": "2"}, 3, 7), ({"placement": "leader"}, 3, 12), ({}, 56, 33)],
}
#: A row ends before a count beyond it.
MOST = 30_000


def playthrough(name: str) -> str:
    """The text of one game of the list."""
    game, options, seed = GAMES[name]
    return text(battery.random_game(engine.game(game).deal(seed, **options), seed))


def counts(game: str) -> str:
    """The rows of one perft file: a position, and its sequences of 1, 2, 3 … moves."""
    lines = ["# Move sequences from a position, for depths 1, 2, 3 …; a choice by one seat is one move."]
    for options, seed, plies in COUNTED[game]:
        states = battery.random_game(engine.game(game).deal(seed, **options), seed)
        state = next(islice(states, plies, None))
        numbers: list[int] = []
        while len(numbers) < 8 and (not numbers or 0 < numbers[-1] <= MOST // 10):
            numbers.append(engine.perft(state, len(numbers) + 1))
        while numbers[-1] > MOST:
            numbers.pop()
        lines.append(f"{state} : {' '.join(map(str, numbers))}")
    return "\n".join([*lines, ""])


def perft_file(game: str) -> Path:
    """Where the counts of a game stand."""
    return DATA / f"perft_{game.replace('-', '_')}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(playthrough(each))
    for each in COUNTED:
        perft_file(each).write_text(counts(each))
