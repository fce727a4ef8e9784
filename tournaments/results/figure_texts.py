"""Figures as people read them: p-values, scores with their intervals, differences in Elo."""

from __future__ import annotations

import math

from dohyo.tournaments.stats import elo


def p_text(value: float) -> str:
    """A p-value."""
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def number_text(value: float, digits: int, sign: str = "") -> str:
    """A number, which may be infinite or none. sign: "+" to have one before what is positive too."""
    if math.isnan(value):
        return "-"
    return f"{value:{sign}.{digits}f}" if math.isfinite(value) else ("+∞" if sign else "∞") if value > 0 else "-∞"


def percents(found: elo.Estimate) -> str:
    """A score and its interval, for people."""
    return f"{100 * found.score:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def elos(found: elo.Estimate) -> str:
    """The same as differences in Elo."""
    return f"{elo_text(found.score)} [{elo_text(found.low)}, {elo_text(found.high)}]"


def elo_text(score: float) -> str:
    """The difference in Elo that a score stands for."""
    return number_text(elo.elo(score), 0, "+")
