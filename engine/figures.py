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
    """One finished game, ply by ply."""

    states: Records
    """One more than there are plies."""
    seats: npt.NDArray[np.int64]
    """0 or 1, one a ply."""
    moves: npt.NDArray[np.int64]
    """Codes, one a ply."""
    found: npt.NDArray[np.int64]
    """How many distinct legal moves there were, one a ply."""


@dataclass(frozen=True)
class Figure:
    """One figure, counted by exactly one of two functions: `of_ends` or `of_course`."""

    name: str
    """What is counted, and of what the mean is taken, such as 'deals a game'."""
    meaning: str
    """A phrase without a full stop."""
    of_ends: Callable[[Records], Numbers] | None = None
    """(the last states of many games): one number each."""
    of_course: Callable[[Course], tuple[float, float]] | None = None
    """(one game): (sum, count); the mean is that of all sums over all counts."""
