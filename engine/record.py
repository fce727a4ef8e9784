"""The record of a game: all that is needed to play it again and to judge it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from dohyo.engine.errors import DohyoError
from dohyo.engine.game import State
from dohyo.engine.registry import parse


class Fault(StrEnum):
    """How a seat forfeited (protocol.md, what a runner guarantees)."""

    ILLEGAL = "illegal"
    TIME = "time"
    STALL = "stall"
    CRASH = "crash"
    PROTOCOL = "protocol"


@dataclass(frozen=True)
class Ply:
    """One move. seat: 1 or 2; time: seconds on the referee's clock; value: the mover's own estimate of its result in
    [0, 1], depth and nodes as it reported them; None where it said nothing."""

    seat: int
    move: str
    time: float = 0.0
    value: float | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class GameRecord:
    """A finished game.

    start: the state it began from, as text; players: the names in seat order; returns: one value in [0, 1] per seat,
    none for a game that was left; fault and fault_seat: set when a seat forfeited, with fault_text the sentence that
    says how.
    """

    start: str
    players: tuple[str, ...]
    plies: tuple[Ply, ...]
    returns: tuple[float, ...]
    fault: Fault | None = None
    fault_seat: int | None = None
    fault_text: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain lists, numbers and texts; `asdict`, which copies them in depth, takes many times as long."""
        return {**vars(self), "plies": [dict(vars(ply)) for ply in self.plies]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameRecord:
        """The record that `as_json` gave; DohyoError if it is none."""
        try:
            fault = data["fault"]
            record = cls(
                start=str(data["start"]),
                players=tuple(map(str, data["players"])),
                plies=tuple(map(_read_ply, data["plies"])),
                returns=tuple(map(float, data["returns"])),
                fault=None if fault is None else Fault(fault),
                fault_seat=data["fault_seat"],
                fault_text=str(data["fault_text"]),
                extra=dict(data["extra"]),
            )
            record._check()
            return record
        except (KeyError, OverflowError, TypeError, ValueError) as error:
            raise DohyoError(f"this is no game record: {error}") from error

    def _check(self) -> None:
        """ValueError where the parts do not belong together."""
        seats = len(self.players)
        if not 1 <= seats <= 2 or any(ply.seat > seats for ply in self.plies):
            raise ValueError(f"{seats} players do not fit its plies; there are 1 or 2, as many as there are seats")
        if len(self.returns) not in (0, seats) or not all(0 <= value <= 1 for value in self.returns):
            raise ValueError(f"{seats} players have results {self.returns}; each has one in [0, 1], or none has")
        if self.fault_seat not in (None, *range(1, seats + 1)):
            raise ValueError(f"there is no seat {self.fault_seat!r} that can fail")

    def replay(self) -> Iterator[State]:
        """The states from the start to the end, one more than there are plies; raises where the record is wrong."""
        state = parse(self.start)
        if not isinstance(state, State):
            raise DohyoError("the start of a record is a whole state, not a view")
        yield state
        for ply in self.plies:
            state = state.play(ply.move, ply.seat)
            yield state


def _read_ply(data: dict[str, Any]) -> Ply:
    ply = Ply(**data)
    if ply.seat not in (1, 2) or not isinstance(ply.move, str):
        raise ValueError(f"seat {ply.seat!r} with move {ply.move!r} is no ply")
    return ply
