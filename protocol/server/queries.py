"""The answers to `query`: pure functions from a position to one token."""

from collections.abc import Callable

from dohyo.engine import State, UsageError, View
from dohyo.engine.grammar import quote

#: The token for an empty list or for what is not known yet.
NONE = "none"


def answer(position: State | View, what: str) -> str:
    """One token without blanks; UsageError names the queries there are."""
    if what not in _ANSWERS:
        raise UsageError(f"unknown query {quote(what)}; the queries are {', '.join(_ANSWERS)}")
    return _ANSWERS[what](position)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _result(position: State | View) -> str:
    """For one seat or a common score p1win means won, p2win lost."""
    returns = position.returns
    if returns is None:
        return NONE
    other = 0.5 if position.game.common or position.game.seats == 1 else returns[1]
    return "draw" if returns[0] == other else "p1win" if returns[0] > other else "p2win"


def _legal(position: State | View) -> str:
    seat = position.seat
    if position.over or (seat is not None and seat not in position.to_move):
        return NONE
    return ",".join(position.moves(seat))


_ANSWERS: dict[str, Callable[[State | View], str]] = {
    "gameover": lambda position: _truth(position.over),
    "p1turn": lambda position: _truth(1 in position.to_move),
    "result": _result,
    "turn": lambda position: ",".join(map(str, position.to_move)) or NONE,
    "legal": _legal,
    "position": lambda position: str(position).replace(" ", "_"),
    "score": lambda position: ",".join(f"{value:g}" for value in position.returns or ()) or NONE,
}

#: Every query.
NAMES = tuple(_ANSWERS)
