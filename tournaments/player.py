"""An engine of the match as the referee's player: a process that keeps its options over restarts."""

from dohyo.engine import DohyoError, Fault, Game, UsageError
from dohyo.protocol.client import Answer, Client, EngineFault, GoLimits, engine_command
from dohyo.tournaments.spec import Engine

#: The largest seed that an engine is given unless it says how large its own may be.
MAX_SEED = 999_999_999


class EnginePlayer:
    """See `referee.Player` for what each method promises."""

    def __init__(self, engine: Engine, game: Game) -> None:
        self._engine = engine
        self._game = game
        self._client = Client(engine_command(engine.program))
        self._configured = False

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def identity(self) -> str:
        return self._client.name

    def open(self) -> None:
        """Start it for the first time; UsageError if it cannot take part, before any game suffers from that."""
        try:
            self._start()
        except DohyoError as error:
            raise UsageError(f"engine {self.name}: {error}") from error

    def prepare(self, seed: int) -> None:
        if not self._client.alive:
            try:
                self._start()
            except UsageError as error:
                raise EngineFault(Fault.CRASH, f"{self.name} could not be started again: {error}") from error
        offered = self._client.options.get("seed")
        if offered is not None and all(name.lower() != "seed" for name, _ in self._engine.options):
            highest = MAX_SEED if offered.high is None else offered.high
            self._client.set_option(offered.name, str(seed % (highest + 1)))
        self._client.new_game()
        self._client.ready()

    def go(self, position: str, limits: GoLimits, deadline: float) -> Answer:
        return self._client.go(position, limits, deadline)

    def kill(self) -> None:
        self._client.kill()

    def close(self) -> None:
        """End it for good."""
        self._client.close()

    def _start(self) -> None:
        """A new process. The client itself repeats the options that it was once given."""
        self._client.restart()
        if not self._configured:
            if self._client.games and self._game.id not in self._client.games:
                raise UsageError(f"it plays {', '.join(self._client.games)}, not {self._game.id}")
            for name, value in self._engine.options:
                self._client.set_option(name, value)
            self._configured = True
        self._client.ready()
