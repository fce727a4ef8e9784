"""Figures: what is counted of a game beside its result, over the kernels' records.

Each game lists its own in `games/<game>/figures.py`, as the field `figures` of its `Game`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

#: States as a structured array: one entry a state, the fields of the kernel's struct.
Records = npt.NDArray[np.void]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Course:
    """One finished game, ply by ply. states: one more than there are plies; seats (0 or 1), moves (codes) and found
    (how many distinct legal moves there were): one a ply."""

    states: Records
    seats: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    found: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Figure:
    """One figure. name: with what it is a mean of; meaning: a sentence without its full stop.

    Exactly one of two says it: of_ends, from the last states of many games, one number each; of_course, from one game,
    as (sum, count): the mean is that of all sums over all counts.
    """

    name: str
    meaning: str
    of_ends: Callable[[Records], Numbers] | None = None
    of_course: Callable[[Course], tuple[float, float]] | None = None
