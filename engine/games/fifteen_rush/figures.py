"""What is counted of a game of fifteen-rush beside its result."""

from __future__ import annotations

import numpy as np

from dohyo.engine.figures import Course, Figure
from dohyo.engine.games.fifteen_rush.tableau import DEAL, DECK


def _deals(course: Course) -> tuple[float, float]:
    return float(np.sum(course.moves == DEAL)), 1.0


FIGURES = (
    Figure("cards left a game", "of 52", of_ends=lambda ends: len(DECK) - ends["gone"].sum(axis=1, dtype=float)),
    Figure("deals a game", "of up to three cards from the stock", of_course=_deals),
)
