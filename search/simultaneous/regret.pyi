from collections.abc import Sequence

def equilibrium(
    payoffs: Sequence[Sequence[float]], rounds: int, seed: int = 0
) -> tuple[list[float], list[float]]: ...
