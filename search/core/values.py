"""From evaluations to chances."""

import math

#: Evaluations beyond it, up or down, belong to finished games (ops.pxd).
WIN = 1_000_000


def chance(value: float, logit: float) -> float:
    """The expected result in [0, 1] of an evaluation; exactly 0, 1/2 or 1 for that of a finished game."""
    if value >= WIN:
        return 1.0
    if value <= -WIN:
        return 0.0
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, value * logit))))


def is_exact(value: float) -> bool:
    """Whether an evaluation is that of a finished game that someone won."""
    return abs(value) >= WIN
