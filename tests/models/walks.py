"""Positions to test with: random games, cut off."""

import random

from dohyo.engine import State, parse


def late_position(seed: int, *, size: int = 5, empty: int = 8) -> State:
    """A reachable position of rush-stones with so many empty points; the seed chooses it."""
    choose = random.Random(seed)
    state = parse(f"rush-stones size={size}")
    assert isinstance(state, State)
    for _ in range(size * size - empty):
        state = state.play(choose.choice(state.moves()))
    return state
