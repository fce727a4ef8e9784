"""What is counted of a game of sumo beside its result."""

from __future__ import annotations

import numpy as np

from dohyo.engine.figures import Course, Figure
from dohyo.engine.games.sumo.ring import ATTACK


def _decisions(course: Course) -> tuple[float, float]:
    """A forced challenge is the only legal move; an attack counts even if there is but one."""
    attacks = course.states["phase"][:-1] == ATTACK
    return float(np.sum(attacks | (course.found > 1))), 1.0


FIGURES = (
    Figure("rounds a game", "attacks by both seats", of_ends=lambda ends: ends["round"].astype(float)),
    Figure("decisions a game", "attacks and challenges, forced challenges not counted", of_course=_decisions),
)
