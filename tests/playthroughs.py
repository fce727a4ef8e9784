"""Whole games as text, to be read and to be compared: `python tests/playthroughs.py` writes tests/data/playthroughs.

A file changes only when rules, notation or keys do; then the difference is the thing to review.
"""

from __future__ import annotations

from pathlib import Path

import battery

from dohyo import engine

FOLDER = Path(__file__).parent / "data" / "playthroughs"
#: file name: game, options, seed
GAMES: dict[str, tuple[str, dict[str, str], int]] = {
    "rush-stones-size-5": ("rush-stones", {"size": "5"}, 1),
    "rush-stones-size-9": ("rush-stones", {"size": "9"}, 2),
}


def playthrough(name: str) -> str:
    """The text of one game: each position with its key, the legal moves of the seats to move, and the end."""
    game, options, seed = GAMES[name]
    lines = []
    for state in battery.random_game(engine.game(game).deal(seed, **options), seed):
        lines.append(f"{state}  key={state.buffer.hash():016x}")
        lines += [f"  {seat}: {' '.join(state.moves(seat))}" for seat in state.to_move]
    returns = state.returns
    assert returns is not None
    return "\n".join([*lines, f"  over: {' '.join(f'{value:g}' for value in returns)}", ""])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(playthrough(each))
