"""Moves that are drawn: what a mixed strategy comes to at the table."""

from collections.abc import Sequence

from dohyo.cext.streams import Random


def draw_from(weights: Sequence[float], stream: Random) -> int:
    """A place drawn with these weights, none below 0; any place where all are 0."""
    total = sum(weights)
    if total <= 0:
        return stream.below(len(weights))
    left = total * stream.uniform()
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return max(place for place, weight in enumerate(weights) if weight > 0)
