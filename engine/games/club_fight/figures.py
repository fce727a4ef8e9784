"""What is counted of a game of Club Fight beside its result, in both modes."""

from __future__ import annotations

import numpy as np

from dohyo.engine.figures import Figure, Numbers, Records


def _turns(ends: Records) -> Numbers:
    return np.asarray(np.bitwise_count(ends["spent"]), dtype=np.float64)


def _cleared(ends: Records) -> Numbers:
    return np.asarray(np.bitwise_count(ends["grid"]["cleared"]), dtype=np.float64)


FIGURES = (
    Figure("turns a game", "clubs played", of_ends=_turns),
    Figure("cards cleared a game", "of 40, or 41 with two Jokers", of_ends=_cleared),
)
