"""A game between a person and an engine: what has been played, and what may be taken back, saved and loaded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from dohyo.engine import DohyoError, GameRecord, Ply, State, UsageError

#: Nodes of level 1, and the factor from one level to the next.
LEVEL_NODES = 25
LEVEL_FACTOR = 3
LEVELS = 10


def nodes_of(level: int) -> int:
    """Nodes that an engine searches at a level, 1 to LEVELS."""
    return int(LEVEL_NODES * LEVEL_FACTOR ** (level - 1))


class ConsoleGame:
    """One game. person: the seat of the person; the other seat, if there is one, is the engine's."""

    def __init__(self, start: State, person: int) -> None:
        if not 1 <= person <= start.game.seats:
            raise UsageError(f"{start.game.id} has no seat {person}; seats are 1 to {start.game.seats}")
        self.game = start.game
        self.person = person
        self.plies: list[Ply] = []
        self.resigned = False
        self._states = [start]

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def seat(self) -> int | None:
        """Who is asked next, None when the game is over. Where both choose at once, one is asked after the other; the
        second sees nothing of what the first chose."""
        return None if self.over else self.state.to_move[0]

    @property
    def over(self) -> bool:
        return self.resigned or self.state.over

    def shows(self, ply: Ply) -> bool:
        """Whether the person sees which legal move this is when it is played now."""
        move = self.state.code(ply.move, ply.seat)
        return self.state.buffer.observed_move(ply.seat - 1, move, self.person - 1) == move

    def play(self, ply: Ply) -> None:
        """Play a move; MoveError if it is not legal."""
        self._states.append(self.state.play(ply.move, ply.seat))
        self.plies.append(ply)

    def undo(self) -> Ply:
        """Take back the person's last move and all after it, and return it."""
        if self.game.hidden:
            raise UsageError(f"{self.game.id} hides cards: what has been seen cannot be taken back")
        mine = [place for place, ply in enumerate(self.plies) if ply.seat == self.person]
        if not mine:
            raise UsageError("there is no move of yours to take back")
        ply = self.plies[mine[-1]]
        del self.plies[mine[-1] :]
        del self._states[mine[-1] + 1 :]
        return ply

    def position_for(self, seat: int) -> str:
        """What follows the word `position` when an engine is asked for a seat: no more than the seat may know."""
        if self.game.hidden:
            return f"fen {self.state.view(seat)}"
        moves = " ".join(ply.move for ply in self.plies)
        return f"fen {self._states[0]}" + (f" moves {moves}" if moves else "")

    def returns(self) -> tuple[float, ...]:
        """One value a seat; none while the game goes on."""
        if self.resigned:
            seats = range(1, self.game.seats + 1)
            return tuple(float(seat != self.person and not self.game.common) for seat in seats)
        return self.state.returns or ()

    def ending(self) -> str:
        """How the game ended, as a sentence for the person."""
        if self.resigned:
            return "You resigned."
        mine = self.returns()[self.person - 1]
        return "You win." if mine > 0.5 else "You lose." if mine < 0.5 else "A draw."

    # --- files -----------------------------------------------------------------------------------------------------

    def save(self, path: Path, engine: str) -> None:
        """Write the record of the game; engine: the name of the other player."""
        players = tuple("you" if seat == self.person else engine for seat in range(1, self.game.seats + 1))
        extra = {"person": self.person, "resigned": self.resigned}
        record = GameRecord(str(self._states[0]), players, tuple(self.plies), self.returns(), extra=extra)
        try:
            path.write_text(json.dumps(record.as_json(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from error

    @classmethod
    def load(cls, path: Path) -> ConsoleGame:
        """The game that `save` wrote; DohyoError for a file that holds none."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise DohyoError(f"{path} is not a game record: {error}") from error
        record = GameRecord.from_json(data)
        person = record.extra.get("person", 1)
        if not isinstance(person, int):
            raise DohyoError(f"{path}: expected the seat of the person as an integer")
        states = list(record.replay())
        played = cls(states[0], person)
        played._states, played.plies = states, [replace(ply) for ply in record.plies]
        played.resigned = bool(record.extra.get("resigned"))
        return played
