"""What is counted of a game of rush-stones beside its result."""

from __future__ import annotations

import numpy as np

from dohyo.engine.figures import Course, Figure
from dohyo.engine.games.rush_stones.board import STEPS, STONES


def _forfeited(course: Course) -> tuple[float, float]:
    points, plies = course.states["point"], np.arange(len(course.moves))
    beside = sum(np.isin(points[plies, course.moves + step], STONES).astype(int) for step in STEPS)
    passed_on = course.states["turn"][1:] != course.seats
    # Before the last stone: what the stone that fills the board earns is void.
    return float(np.sum(((beside >= 2) & passed_on)[:-1])), 1.0


FIGURES = (
    Figure("forfeited extra turns a game", "extra turns that were earned and found no legal point",
           of_course=_forfeited),
)
