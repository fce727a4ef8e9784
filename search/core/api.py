"""What a searcher is: it gets a view, limits and a listener, and ranks the moves.

`start` and `stop` return at once; `wait` blocks until the result. One search runs at a time. A search gets a `View`,
never a `State`, so that it cannot see what its seat may not see. It prints nothing.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from dohyo.engine import DohyoError, Game, MoveError, UsageError, View
from dohyo.engine.grammar import quote
from dohyo.search.core.budget import Meter
from dohyo.search.core.limits import Limits
from dohyo.search.core.params import AUTO, COMMON, LEFT_TO_GAME, Parameter, Value
from dohyo.search.core.results import Listener, Ranked, Result, with_reasons


class Searcher(ABC):
    """A way to choose a move. Made by `registry.make`; used from one thread, except `stop`, which any may call."""

    name: ClassVar[str]
    title: ClassVar[str]
    #: The searcher's own parameters; COMMON come on top.
    own_parameters: ClassVar[tuple[Parameter, ...]] = ()
    #: Earlier names, which are accepted wherever the name is.
    aliases: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.values: dict[str, Value] = {parameter.name: parameter.default for parameter in self.parameters()}
        self._view: View | None = None
        self._thread: threading.Thread | None = None
        self._running = False
        self._stopped = threading.Event()
        self._meter = Meter()
        self._result: Result | None = None
        self._failure: BaseException | None = None

    # --- what a searcher is ----------------------------------------------------------------------------------------

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """All parameters it takes."""
        return COMMON + cls.own_parameters

    @classmethod
    @abstractmethod
    def refusal(cls, game: Game) -> str | None:
        """None if it plays the game; else the reason why not, as the end of a sentence."""

    @abstractmethod
    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        """Search now and return. moves: the codes of the root moves to choose from, at least one.
        `self._meter` has just begun to count; within 10 ms after it says stop, the search returns."""

    def _interrupt(self) -> None:
        """Make a running `_search` return. Called from another thread, also when none runs or when it just ends."""
        self._meter.interrupt()

    def _arm(self) -> None:
        """Called before each search in the caller's thread: forget old interruptions."""
        self._meter.arm()

    @abstractmethod
    def _forget(self) -> None:
        """Drop what was kept from earlier searches of the game."""

    # --- how it is used --------------------------------------------------------------------------------------------

    def set(self, name: str, value: Value | str) -> None:
        """Set a parameter, also by an earlier name, for the searches to come; UsageError for an unknown name or a value
        out of range."""
        for parameter in self.parameters():
            if name in parameter.names:
                self.values[parameter.name] = parameter.read(parameter.write(value))
                return
        names = ", ".join(parameter.name for parameter in self.parameters())
        raise UsageError(f"unknown parameter {quote(name)} of {self.name}; expected one of {names}")

    def value(self, name: str, game: Game) -> Value:
        """The value of a parameter in the searches of a game: as set, or what suits the game."""
        value = self.values[name]
        if value not in (LEFT_TO_GAME, AUTO):
            return value
        parameter = next(parameter for parameter in self.parameters() if parameter.name == name)
        return parameter.suited(game.tuning.get(self.name, {}))

    def new_game(self) -> None:
        """Forget everything of the last game."""
        self._idle()
        self._forget()

    def set_position(self, view: View) -> None:
        """The view to search from next; cheap. UsageError for a game that the searcher does not play."""
        if not isinstance(view, View):
            raise TypeError(f"a searcher is given a View, not a {type(view).__name__}: it may not see the truth")
        self._idle()
        reason = self.refusal(view.game)
        if reason is not None:
            raise UsageError(f"{self.name} does not play {view.game.id}: {reason}")
        self._view = view

    def start(self, limits: Limits, listener: Listener | None = None) -> None:
        """Begin a search and return. listener: called from the search's thread, about ten times a second and at most
        once more at the end. MoveError for root moves in `limits` that are not legal. Where nothing but a clock is
        given and there is only one legal move, that is the result at once."""
        work = self._begin(limits, listener)
        self._thread = threading.Thread(target=work, name=f"search-{self.name}", daemon=True)
        self._thread.start()

    def begin(self, limits: Limits, listener: Listener | None = None) -> Callable[[], Result]:
        """As `start`, for whoever has a thread to search in: the search runs in the call of what is returned, which
        gives the result, and from now on it can be stopped."""
        work = self._begin(limits, listener)
        self._thread = None

        def run() -> Result:
            work()
            return self._outcome()

        return run

    def _begin(self, limits: Limits, listener: Listener | None) -> Callable[[], None]:
        """All of a search that comes before the searching."""
        self._idle()
        if self._view is None:
            raise UsageError("no position is set")
        view = self._view
        moves: tuple[int, ...] = ()
        if view.seat in view.to_move:
            moves = tuple(dict.fromkeys(view.code(text, view.seat) for text in limits.searchmoves))
            moves = moves or tuple(view.buffer.moves(view.seat - 1))
        elif limits.searchmoves:
            raise MoveError(f"seat {view.seat} is not to move" if view.to_move else "the game is over")
        limits = limits.with_clock(view.seat, limits.clock(view.seat))
        self._result, self._failure = None, None
        self._stopped.clear()
        self._arm()
        self._running = True
        return lambda: self._work(view, moves, limits, listener)

    def stop(self) -> None:
        """End the running search soon; its result follows. Nothing happens when none runs."""
        self._stopped.set()
        self._interrupt()

    def wait(self, timeout: float | None = None) -> Result | None:
        """The result of the search, when it is there. timeout in seconds: then None if the search still runs."""
        if self._thread is None:
            raise UsageError("no search was started")
        self._thread.join(timeout)
        return None if self._thread.is_alive() else self._outcome()

    def _outcome(self) -> Result:
        """The result of a search that has ended."""
        if self._failure is not None:
            raise self._failure
        assert self._result is not None
        return self._result

    def search(self, limits: Limits, listener: Listener | None = None) -> Result:
        """`start` and `wait`; Ctrl-C stops the search and is passed on."""
        self.start(limits, listener)
        try:
            result = self.wait()
        except BaseException:
            self.stop()
            raise
        assert result is not None
        return result

    @property
    def searching(self) -> bool:
        """Whether a search runs."""
        return self._running

    # --- inside ----------------------------------------------------------------------------------------------------

    def _forced(self, view: View, move: int) -> Result:
        """The only legal move, of whose value nothing is said."""
        text = view.text(move, view.seat)
        only = Ranked(text, 0.5, 1.0, 1, (text,), estimated=False)
        return Result(0, self._meter.elapsed, 1, 1, 0, 0, (only,), text)

    def _idle(self) -> None:
        if self.searching:
            raise UsageError("a search is running; stop it and wait for its result first")

    def _work(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> None:
        try:
            self._meter.begin_search(limits.seconds(view.seat, view.decisions_left), limits.nodes)
            if not moves:
                self._result = Result(0, self._meter.elapsed, 0, 0, 0, 0, (), None)
            else:
                forced = len(moves) == 1 and limits.by_clock_alone and not limits.searchmoves
                found = self._forced(view, moves[0]) if forced else self._search(view, moves, limits, listener)
                self._result = with_reasons(view, found) if limits.reasons else found
            if limits.infinite:
                self._stopped.wait()
        except BaseException as error:
            self._failure = error if isinstance(error, DohyoError) else RuntimeError(f"{self.name} failed: {error!r}")
            if not isinstance(error, DohyoError):
                self._failure.__cause__ = error
        finally:
            self._running = False
