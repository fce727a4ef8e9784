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
    """How a seat forfeited (docs/protocol.md)."""

    ILLEGAL = "illegal"
    TIME = "time"
    STALL = "stall"
    CRASH = "crash"
    PROTOCOL = "protocol"


@dataclass(frozen=True)
class Ply:
    """One move, and what the mover said of it; None where it said nothing."""

    seat: int
    """1 or 2."""
    move: str
    time: float = 0.0
    """Seconds on the referee's clock."""
    value: float | None = None
    """The mover's own estimate of its result, in [0, 1]."""
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class GameRecord:
    """A finished game."""

    start: str
    """The state it began from, as text."""
    players: tuple[str, ...]
    """Their names in seat order."""
    plies: tuple[Ply, ...]
    returns: tuple[float, ...]
    """One value in [0, 1] per seat; () for a game that was abandoned."""
    fault: Fault | None = None
    """How a seat forfeited, if one did."""
    fault_seat: int | None = None
    fault_text: str = ""
    """A sentence that says how."""
    extra: dict[str, Any] = field(default_factory=dict)
    """What else the runner keeps with the game: plain JSON values."""

    def as_json(self) -> dict[str, Any]:
        """Plain lists, numbers and texts; `asdict`, which copies them in depth, takes many times as long."""
        return {**vars(self), "plies": [dict(vars(ply)) for ply in self.plies]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameRecord:
        """The record that `as_json` gave; DohyoError if the parts are not those of one."""
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
            raise DohyoError(f"invalid game record: {_fault(error)}") from error

    def _check(self) -> None:
        """ValueError where the parts do not belong together."""
        seats = len(self.players)
        if not 1 <= seats <= 2 or any(ply.seat > seats for ply in self.plies):
            raise ValueError(f"players: expected 1 or 2, as many as the plies have seats, got {seats}")
        if len(self.returns) not in (0, seats) or not all(0 <= value <= 1 for value in self.returns):
            raise ValueError(f"returns: expected a number in [0, 1] for each of {seats} players, or none, got "
                             f"{self.returns}")
        if self.fault_seat not in (None, *range(1, seats + 1)):
            raise ValueError(f"fault_seat: expected 1 to {seats} or none, got {self.fault_seat!r}")

    def replay(self) -> Iterator[State]:
        """The states from the start to the end, one more than there are plies; raises where the record is wrong."""
        state = parse(self.start)
        if not isinstance(state, State):
            raise DohyoError("start of a record: expected a whole state, got a view")
        yield state
        for ply in self.plies:
            state = state.play(ply.move, ply.seat)
            yield state


def _fault(error: Exception) -> str:
    """What was wrong, for a sentence; a missing key is only its name."""
    return f"missing {error}" if isinstance(error, KeyError) else str(error)


def _read_ply(data: dict[str, Any]) -> Ply:
    ply = Ply(**data)
    if ply.seat not in (1, 2) or not isinstance(ply.move, str):
        raise ValueError(f"ply: expected seat 1 or 2 and the text of a move, got seat {ply.seat!r} and {ply.move!r}")
    return ply
