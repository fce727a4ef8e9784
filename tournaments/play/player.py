"""An engine of the match as the referee's player: a process that keeps its options over restarts."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dohyo.engine import DohyoError, Fault, Game, UsageError
from dohyo.protocol.client.client import Answer, Client, EngineFault, Timeouts, engine_command
from dohyo.protocol.client.transcript import Transcript
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine
from dohyo.tournaments.plan.tournament import Tournament

#: The largest seed that an engine is given unless it says how large its own may be.
MAX_SEED = 999_999_999

#: Tells the files of several players of one process apart.
_numbers = itertools.count(1)


def maker(tournament: Tournament) -> Callable[[Engine], EnginePlayer]:
    """What makes the players of a tournament; it can be sent to other processes."""
    return partial(_make, tournament)


def _make(tournament: Tournament, engine: Engine) -> EnginePlayer:
    return EnginePlayer(engine, *tournament.games_of(engine.name), log=tournament.log)


class EnginePlayer:
    """See `referee.Player` for what each method promises. games: those that it is to play; log: a folder in which a
    file gets all that is said to it and by it."""

    def __init__(self, engine: Engine, *games: Game, log: Path | None = None) -> None:
        self._engine = engine
        self._games = games
        self._client = Client(
            engine_command(engine.program), cwd=engine.cwd or None,
            env={**os.environ, **dict(engine.env)} if engine.env else None,
            timeouts=Timeouts(start=engine.start_timeout, ready=engine.start_timeout),
            transcript=Transcript(None if log is None else log / _file_name(engine.name)),
        )
        self._configured = False

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def identity(self) -> str:
        return self._client.name

    @property
    def account(self) -> list[str]:
        return self._client.recent_lines

    def open(self) -> None:
        """Start it for the first time; UsageError if it cannot take part, before any game suffers from that."""
        try:
            self._start()
        except DohyoError as error:
            raise UsageError(f"engine {self.name}: {error}") from error

    def prepare(self, seed: int, title: str) -> None:
        self._client.transcript.begin(title)
        if not self._client.alive:
            try:
                self._start()
            except UsageError as error:
                raise EngineFault(Fault.CRASH, f"{self.name} could not be restarted: {error}") from error
        self._seed(seed)
        self._client.new_game()
        self._client.ready()

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        return self._client.go(position, limits, deadline)

    def kill(self) -> None:
        self._client.kill()

    def close(self) -> None:
        self._client.close()

    def _seed(self, seed: int) -> None:
        """Give it the seed, within the range that it offers, if it takes one and was given none by the plan."""
        offered = self._client.options.get("seed")
        if offered is None or any(name.lower() == "seed" for name, _ in self._engine.options):
            return
        low = max(0, offered.low or 0)
        high = MAX_SEED if offered.high is None else offered.high
        if low <= high and offered.takes(value := str(low + seed % (high - low + 1))):
            self._client.set_option(offered.name, value)

    def _start(self) -> None:
        """A new process. The client itself repeats the options that it was once given."""
        self._client.restart()
        if not self._configured:
            for game in self._games:
                if self._client.games and game.id not in self._client.games:
                    raise UsageError(f"plays {', '.join(self._client.games)}, not {game.id}")
            for name, value in self._engine.options:
                self._client.set_option(name, value)
            self._configured = True
        self._client.ready()


def _file_name(engine: str) -> str:
    """The file of a player of this engine: no other player, here or in another process, has it."""
    return f"{re.sub(r'[^A-Za-z0-9_+-]', '_', engine)[:80]}.{os.getpid()}.{next(_numbers)}.log"
