"""When a referee ends a game early: a pure function of the moves and of what the engines said of them.

Whoever has the record can judge anew and must come to the same end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple

from dohyo.engine import Game, Ply, State, UsageError
from dohyo.protocol.exact_result import certain


class Ending(StrEnum):
    """How a game ended. RULES: by itself; LENGTH: by a rule option that limits its length; FAULT: a seat forfeited; the
    others: the referee ended it."""

    RULES = "rules"
    LENGTH = "length"
    FAULT = "fault"
    RESIGN = "resign"
    DRAW = "draw"
    SOLVER = "solver"
    PLIES = "plies"


class Verdict(NamedTuple):
    """An end that the referee decides on. returns: one value in [0, 1] per seat."""

    ending: Ending
    returns: tuple[float, ...]


@dataclass(frozen=True)
class Adjudication:
    """When games end early; whatever is 0 never ends one.

    resign_moves, resign_value: a seat whose last so many moves had values of at most this loses, unless the other seat
    would too; with resign_both the other seat's last so many must have been 1 less this or more. draw_moves,
    draw_margin, draw_after: a draw where the last so many moves of both seats had values within the margin of 1/2, from
    this ply on. solver: nodes that the solver may visit after each ply to find the certain end of a game. plies: after
    so many the game is a draw, or lost where all seats share the result.
    """

    resign_moves: int = 0
    resign_value: float = 0.02
    resign_both: bool = False
    draw_moves: int = 0
    draw_margin: float = 0.02
    draw_after: int = 0
    solver: int = 0
    plies: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int" and not 0 <= value <= 10**9:
                raise UsageError(f"{field.name}: expected an integer from 0 to {10**9}, got {value}")
            if field.type == "float" and not 0 <= value < 0.5:
                raise UsageError(f"{field.name}: expected a number from 0 to below 0.5, got {value}")

    def refusal(self, game: Game) -> str | None:
        """None if it can be applied to a game; else the reason why not, as a sentence's part."""
        if self.draw_moves and not game.draws:
            return f"draw_moves needs draws, and {game.id} has none"
        if self.resign_both and (game.seats == 1 or game.common):
            return f"resign_both needs an opponent, and {game.id} has none"
        return None

    @property
    def plan(self) -> dict[str, Any]:
        """What differs from no adjudication, for `Match.plan`."""
        return {name: value for name, value in asdict(self).items() if value != getattr(NONE, name)}


#: Every game is played to its end.
NONE = Adjudication()


def judge(rule: Adjudication, state: State, plies: Sequence[Ply]) -> Verdict | None:
    """The verdict after the last of the plies, which led to the state; None while the game goes on."""
    if state.over:
        return None
    seats, common = state.game.seats, state.game.common
    if rule.resign_moves:
        resigning = [seat for seat in range(1, seats + 1) if _resigns(rule, seat, seats > 1 and not common, plies)]
        # Two who both see themselves lost, as after a choice at once, cannot both be right.
        if len(resigning) == 1 or (resigning and common):
            return Verdict(Ending.RESIGN, lost_by(resigning[0], seats, common))
    if rule.draw_moves and len(plies) >= rule.draw_after and all(
        _agree(last_values(plies, seat, rule.draw_moves), rule.draw_moves, 0.5 - rule.draw_margin,
               0.5 + rule.draw_margin) for seat in range(1, seats + 1)
    ):
        return Verdict(Ending.DRAW, (0.5,) * seats)
    if rule.solver and (returns := certain(state, rule.solver)) is not None:
        return Verdict(Ending.SOLVER, returns)
    if rule.plies and len(plies) >= rule.plies:
        return Verdict(Ending.PLIES, (0.5 if seats > 1 and not common else 0.0,) * seats)
    return None


def lost_by(seat: int, seats: int, common: bool) -> tuple[float, ...]:
    """What a game is worth that a seat has lost: for all seats, where they share the result."""
    return tuple(float(number != seat and not common) for number in range(1, seats + 1))


def last_values(plies: Sequence[Ply], seat: int, moves: int) -> list[float | None]:
    """The values of a seat's last moves, the last one first; fewer where it has not made so many."""
    found: list[float | None] = []
    for ply in reversed(plies):
        if ply.seat == seat:
            found.append(ply.value)
            if len(found) == moves:
                break
    return found


def _resigns(rule: Adjudication, seat: int, opposed: bool, plies: Sequence[Ply]) -> bool:
    moves, value = rule.resign_moves, rule.resign_value
    if not _agree(last_values(plies, seat, moves), moves, 0.0, value):
        return False
    other = last_values(plies, 3 - seat, moves) if opposed and rule.resign_both else None
    return other is None or _agree(other, moves, 1 - value, 1.0)


def _agree(values: Sequence[float | None], moves: int, low: float, high: float) -> bool:
    return len(values) == moves and all(value is not None and low <= value <= high for value in values)
