"""One GTP conversation: the game, the clocks, the search, and the table of commands by name. It reads and writes no
stream."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from dohyo import search
from dohyo.engine import DohyoError, UsageError, View
from dohyo.engine.games.rush_stones.game import GAME
from dohyo.protocol.gtp.board import Board
from dohyo.protocol.gtp.clock import GameClocks
from dohyo.protocol.gtp.text import SYNTAX_ERROR, Command, GtpError, answer
from dohyo.protocol.language.go_line import Clock
from dohyo.protocol.server.go_limits import limits_of
from dohyo.protocol.server.options import AUTO, Options

#: Milliseconds of a search for which neither the command line nor the controller sets a limit.
DEFAULT_MOVETIME = 1000
#: Moves that are ranked for analysis commands.
CANDIDATES = 8


@dataclass
class GtpSettings:
    """How it searches. options: the searcher and its parameters; movetime in ms and nodes: limits of each search, None
    where not given; candidates: how many moves an analysis shows."""

    options: Options = field(default_factory=Options)
    movetime: int | None = None
    nodes: int | None = None
    candidates: int = CANDIDATES

    @property
    def searcher_name(self) -> str:
        return str(self.options["Searcher"])


class GtpSession:
    """See the module. Commands are run one after the other from one thread; `interrupt` may be called from any."""

    def __init__(self, size: int, settings: GtpSettings | None = None) -> None:
        self.settings = settings or GtpSettings()
        self.board = Board(size)
        self.clock = GameClocks()
        self._searcher: search.Searcher | None = None
        # The last analysis: the position that it is of, and what was found.
        self._analysis: tuple[str, search.Result] | None = None
        self._lock = threading.Lock()
        self._place = 0
        self._interrupted = -1
        self._searching: search.Searcher | None = None

    def run(self, command: Command, place: int = 0) -> str:
        """The answer to a command, as the lines of its text. place: counts the commands, for `interrupt`."""
        self._place = place
        entry = COMMANDS.get(command.name)
        try:
            if entry is None:
                raise GtpError("unknown command")
            if not entry.least <= len(command.arguments) <= entry.most:
                raise GtpError(f"{SYNTAX_ERROR}: {command.name} takes {entry.takes}")
            return answer(command.number, entry.run(self, *command.arguments))
        except (DohyoError, RuntimeError) as error:
            return answer(command.number, str(error), failed=True)

    def interrupt(self, place: int) -> None:
        """End the search of every command up to this place, those that still wait to be run included."""
        with self._lock:
            self._interrupted = place
            if self._searching is not None and self._place <= place:
                self._searching.stop()

    # --- the search ------------------------------------------------------------------------------------------------

    def think(self, seat: int) -> search.Result:
        """Search for the seat to move, by the clock if there is one; the clock counts it."""
        if self.board.over:
            raise GtpError("the game is over")
        if seat != self.board.seat:
            raise GtpError(f"it is {self.board.seat_name(self.board.seat)}'s turn")
        begin = time.monotonic()
        result, _ = self._search(self.board.state.view(), self.clock.budget(seat), top=1)
        self.clock.spend(seat, time.monotonic() - begin)
        return result

    def analyse(self) -> search.Result:
        """Rank the moves of the position, without the clocks; what was found stays until the position changes."""
        if self.board.over:
            raise GtpError("the game is over")
        position = str(self.board.state)
        if self._analysis is not None and self._analysis[0] == position:
            return self._analysis[1]
        result, whole = self._search(self.board.state.view(), None, top=self.settings.candidates)
        if whole:
            self._analysis = position, result
        return result

    def new_game(self) -> None:
        """Forget what was found in the last game."""
        self._analysis = None
        if self._searcher is not None:
            self._searcher.new_game()

    def choose_searcher(self, name: str) -> None:
        """Who searches from now on; UsageError for a searcher that there is not or that does not play the game."""
        options, before = self.settings.options, self.settings.searcher_name
        options.set("Searcher", name)
        name = self.settings.searcher_name
        reason = None if name == AUTO else search.searcher(name).refusal(GAME)
        if reason is not None:
            options.set("Searcher", before)
            raise UsageError(f"{name} does not play {GAME.id}: {reason}")
        self.settings_changed()

    def settings_changed(self) -> None:
        """What was found by other settings no longer answers."""
        self._analysis = self._searcher = None

    @property
    def searcher(self) -> search.Searcher:
        """The searcher of the settings, kept while they are the same."""
        if self._searcher is None:
            name = self.settings.searcher_name
            kind = search.default_searcher(GAME) if name == AUTO else search.searcher(name)
            self._searcher = search.make(kind.name, **self.settings.options.of(kind))
        return self._searcher

    def _search(
        self, view: View, budget: tuple[float, float, int | None] | None, top: int
    ) -> tuple[search.Result, bool]:
        """The result, and whether no interrupt cut it short."""
        searcher = self.searcher
        searcher.set_position(view)
        with self._lock:
            searcher.start(self._limits(view, budget, top))
            self._searching = searcher
            if self._place <= self._interrupted:
                searcher.stop()
        try:
            result = searcher.wait()
        finally:
            with self._lock:
                self._searching = None
                whole = self._place > self._interrupted
        assert result is not None
        return result, whole

    def _limits(self, view: View, budget: tuple[float, float, int | None] | None, top: int) -> search.Limits:
        """As for a `go` line: what the command line sets, the clock, or else a fixed time."""
        nodes, movetime = self.settings.nodes, self.settings.movetime
        clock, moves = None, None
        if budget is not None:
            left, each, moves = budget
            clock = Clock(round(1000 * left), round(1000 * each))
        elif nodes is None and movetime is None:
            movetime = DEFAULT_MOVETIME
        given = search.Limits(movetime=movetime, nodes=nodes, movestogo=moves).with_clock(view.seat, clock)
        overhead = self.settings.options.number("MoveOverhead")
        return limits_of(given, view.seat, overhead=overhead, top=top, decisions=view.decisions_left)


# --- commands ------------------------------------------------------------------------------------------------------

Run = Callable[..., str]


@dataclass(frozen=True)
class CommandEntry:
    """A command. run: takes the session and the arguments as texts; least, most: how many of these; analysis: the line
    of `gogui-analyze_commands` that offers it, '' for none."""

    run: Run
    least: int
    most: int
    analysis: str = ""

    @property
    def takes(self) -> str:
        """How many arguments, for a sentence."""
        if self.most == 0:
            return "no argument"
        if self.least == self.most:
            return f"{self.least} argument{'s' if self.least > 1 else ''}"
        return f"at least {self.least} arguments" if self.most >= ANY else f"{self.least} to {self.most} arguments"


#: More arguments than fit on a line.
ANY = 100_000
#: Every command by its name.
COMMANDS: dict[str, CommandEntry] = {}


def command(name: str, least: int = 0, most: int | None = None, *, analysis: str = "") -> Callable[[Run], Run]:
    """Offer a function as a command. analysis: type and label, as in `gogui-analyze_commands`, with a slash between."""

    def offer(run: Run) -> Run:
        line = f"{analysis}/{name}" if analysis else ""
        COMMANDS[name] = CommandEntry(run, least, least if most is None else most, line)
        return run

    return offer
