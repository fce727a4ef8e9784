"""From a clock to the time of one move: a function from numbers to numbers."""

#: Moves that a game is assumed to have left where the clock does not say; early moves matter most.
MOVES_LEFT = 25
#: The largest part of the remaining time that one move may take.
MOST = 0.4
#: The part of an increment that is spent at once.
OF_INCREMENT = 0.8


def allot(remaining: float, increment: float, moves_to_go: int | None) -> float:
    """Seconds for the next move, never more than a part of what remains (all of it on the last move of a period)."""
    left = max(1, moves_to_go) if moves_to_go is not None else MOVES_LEFT
    share = remaining / left + OF_INCREMENT * increment
    most = remaining * (0.9 if moves_to_go == 1 else MOST)
    return max(0.0, min(share, most))
