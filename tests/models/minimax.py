"""Brute force: the exact result of a small position, in plain Python over `dohyo.engine`."""

from dohyo.engine import Position


def best_result(position: Position, seat: int, known: dict[str, float] | None = None) -> float:
    """What `seat` gets when all play for the best result, for two seats that share 1."""
    known = {} if known is None else known
    text = str(position)
    if text not in known:
        if position.returns is not None:
            known[text] = position.returns[seat - 1]
        else:
            choices = [best_result(position.play(move), seat, known) for move in position.moves()]
            known[text] = max(choices) if position.to_move[0] == seat else min(choices)
    return known[text]
