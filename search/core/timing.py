"""From a clock to the time of one move: a function from numbers to numbers."""

#: The largest part of the remaining time that one move may take.
MOST = 0.5
#: The largest part of it on the last move of a period, after which more time comes.
MOST_OF_PERIOD = 0.9
#: The part of an increment that is spent at once.
OF_INCREMENT = 0.8


def allot(remaining: float, increment: float, moves_to_go: int | None, decisions: float) -> float:
    """Seconds for the next move, never more than a part of what remains.

    moves_to_go: moves until more time comes, None for the whole game; decisions: about how many the seat has left in
    the game, this one included. The lower one counts: no time is kept for moves that a game does not have.
    """
    left = max(1.0, decisions if moves_to_go is None else min(decisions, moves_to_go))
    share = remaining / left + OF_INCREMENT * increment
    most = remaining * (MOST_OF_PERIOD if moves_to_go is not None and moves_to_go <= 1 else MOST)
    return max(0.0, min(share, most))
