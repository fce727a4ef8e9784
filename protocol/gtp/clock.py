"""GTP's time systems: the time settings of a game, what each seat has left, and what a search is told of it."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class TimeSettings:
    """main: seconds of the main time; period: seconds of a byo-yomi period, in which `stones` moves are made (0: none
    follows the main time)."""

    main: int
    period: int = 0
    stones: int = 0

    @property
    def limited(self) -> bool:
        """Byo-yomi time for no stones means no limit at all (GTP 2, section 4.2)."""
        return self.stones > 0 or self.period == 0


@dataclass(frozen=True)
class TimeLeft:
    """What one seat has left. seconds: of the main time, or of the period; stones: moves still to make in the period, 0
    in the main time."""

    seconds: float
    stones: int = 0


class GameClocks:
    """Both seats' time. `left` says what the controller knows; between its words the clock counts by itself."""

    def __init__(self) -> None:
        self._settings: TimeSettings | None = None
        self._left: dict[int, TimeLeft] = {}

    def set(self, settings: TimeSettings) -> None:
        """A new time system; each seat has all of its time."""
        self._settings = settings if settings.limited else None
        self.restart()

    def restart(self) -> None:
        """A new game in the same time system."""
        self._left = {} if self._settings is None else dict.fromkeys((1, 2), _start(self._settings))

    def tell(self, seat: int, left: TimeLeft) -> None:
        """What the controller says that a seat has left; also without any settings."""
        self._left[seat] = left

    def spend(self, seat: int, seconds: float) -> None:
        """A move of the seat took so long."""
        left = self._left.get(seat)
        if left is None:
            return
        rest = left.seconds - seconds
        settings = self._settings
        if settings is None or not settings.stones:
            self._left[seat] = replace(left, seconds=max(0.0, rest))
        elif not left.stones and rest > 0:
            self._left[seat] = TimeLeft(rest)
        elif not left.stones:
            # The main time ran out within the move: the period began, and the move is its first.
            self._left[seat] = _next(settings, settings.period + rest, settings.stones - 1)
        else:
            self._left[seat] = _next(settings, rest, left.stones - 1)

    def budget(self, seat: int) -> tuple[float, float, int | None] | None:
        """What a search gets: seconds, seconds that each move brings, and moves until more time comes (None: the whole
        game). None where there is no limit."""
        left = self._left.get(seat)
        if left is None:
            return None
        if left.stones:
            return left.seconds, 0.0, left.stones
        settings = self._settings
        if settings is None or not settings.stones:
            return left.seconds, 0.0, None
        # A move can always have its part of a period once the main time is over.
        part = settings.period / settings.stones
        return left.seconds + part, part, None


def _start(settings: TimeSettings) -> TimeLeft:
    if settings.main or not settings.stones:
        return TimeLeft(settings.main)
    return TimeLeft(settings.period, settings.stones)


def _next(settings: TimeSettings, seconds: float, stones: int) -> TimeLeft:
    """The period goes on, or the next one begins."""
    return TimeLeft(max(0.0, seconds), stones) if stones else TimeLeft(settings.period, settings.stones)
