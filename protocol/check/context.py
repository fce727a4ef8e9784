"""What steps share: the settings of a check, the engine under test, and what is known of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dohyo.engine import Game, UsageError, games
from dohyo.engine.grammar import quote
from dohyo.protocol.check.cases import Case, cases
from dohyo.protocol.check.ledger import Ledger
from dohyo.protocol.check.probe import BrokenError, Found, Greeting, Probe, SkipError, errors_of
from dohyo.protocol.language.messages import Dialect

#: Seconds in which `stop`, `isready` and the like are to be answered, and in which `quit` is to end the process.
AT_ONCE = 0.05
QUIT_WITHIN = 0.2
#: Seconds in which a process is to end after the end of its input, where the specification says no more.
END_WITHIN = 1.0
#: Seconds that a step of many tries may take; then it makes do with those done.
STEP_WITHIN = 180.0


@dataclass(frozen=True)
class CheckSettings:
    """How to check an engine. Times in seconds."""

    command: Sequence[str]
    start: float = 20.0
    """Timeout of the handshake of a new process."""
    timeout: float = 10.0
    """Timeout of every other answer."""
    margin: float = 0.5
    """Added to every time limit of the protocol, for a loaded machine."""
    quick: bool = False
    """Fewer tries."""
    options: Sequence[tuple[str, str]] = ()
    """Set in every process."""
    games: Sequence[str] = ()
    """The games to check with; if empty, all that the engine offers."""


@dataclass(frozen=True)
class CheckStep:
    """One step of the check."""

    name: str
    right: str
    """The expected behaviour, as a sentence without its full stop."""
    run: Callable[[Check], str]
    """Does the step and returns what was seen. BrokenError if it fails, SkipError if there is nothing to check."""


class CheckSteps:
    """A part of the list of steps, in order."""

    def __init__(self) -> None:
        self.all: list[CheckStep] = []

    def add(self, name: str, right: str) -> Callable[[Callable[[Check], str]], Callable[[Check], str]]:
        """Makes a function a step."""
        def keep(run: Callable[[Check], str]) -> Callable[[Check], str]:
            self.all.append(CheckStep(name, right, run))
            return run

        return keep


class Check:
    """One check. Its steps get a process from `engine`, `fresh` or `raw`; there is one at a time."""

    def __init__(self, settings: CheckSettings) -> None:
        self.settings = settings
        self.ledger = Ledger(settings.margin)
        #: Figures of the step that runs, for reports: name and value in the unit that the name tells.
        self.figures: dict[str, float] = {}
        self._probe: Probe | None = None
        # The process that was greeted to learn of the engine, until it is used for more.
        self._new: Probe | None = None
        self._greeting: Greeting | None = None
        self._hopeless = ""
        #: How the search ended that provokes wrong lines: '' if well, None before it.
        self.provoked: str | None = None

    def tries(self, many: int, few: int) -> int:
        """How often to try something."""
        return few if self.settings.quick else many

    # --- processes -------------------------------------------------------------------------------------------------

    def raw(self, command: Sequence[str] | None = None) -> Probe:
        """A new process that was told nothing."""
        self.close()
        self._probe = Probe(command or self.settings.command, self.ledger, self.settings.timeout)
        return self._probe

    def fresh(self, dialect: Dialect | None = None) -> Probe:
        """A new process that was greeted and has its options."""
        dialect = dialect or self.greeting.dialect
        probe, self._new = self._new, None
        if probe is None or dialect is not self.greeting.dialect:
            probe = self.raw()
            probe.greet(dialect, self.settings.start)
        probe.say(*(f"setoption name {name} value {value}" for name, value in self.settings.options))
        if errors := errors_of(probe.ready()):
            raise BrokenError(f"it refused its options: {errors[0]}")
        return probe

    def engine(self) -> Probe:
        """The process of the step before, idle, if it is still fit for use; else a fresh one."""
        greeting = self.greeting
        if self._probe is not None and self._probe is not self._new:
            try:
                if self.ledger.open:
                    self._probe.say("stop")
                self._probe.ready()
                if not self.ledger.open:
                    return self._probe
            except BrokenError:
                pass
        return self.fresh(greeting.dialect)

    def close(self) -> None:
        """End the process, if there is one."""
        if self._probe is not None:
            self._probe.close()
        self._probe = self._new = None

    # --- what is known of the engine -------------------------------------------------------------------------------

    @property
    def greeting(self) -> Greeting:
        """What it said to `ugi`, or to `uci` if it does not know that. SkipError if it can be greeted by neither."""
        if self._greeting is None:
            if self._hopeless:
                raise SkipError(self._hopeless)
            problems = []
            for dialect in Dialect:
                try:
                    self._greeting = self.raw().greet(dialect, self.settings.start)
                    break
                except (BrokenError, SkipError) as error:
                    problems.append(f"after `{dialect}` {error}")
            else:
                self.close()
                self._hopeless = f"the engine could not be greeted: {', '.join(problems)}"
                raise SkipError(self._hopeless)
            self._new = self._probe
        return self._greeting

    def need_ugi(self) -> None:
        """SkipError for an engine that knows only UCI."""
        if self.greeting.dialect is not Dialect.UGI:
            raise SkipError("the engine knows only `uci`")

    @property
    def games(self) -> list[Game]:
        """The games to check by. SkipError if there are none."""
        known = {game.id: game for game in games()}
        named = [game.id for game in self.greeting.games]
        if not named and (option := self.greeting.option("Game")) is not None:
            named = list(option.choices)
        chosen = self.settings.games or named
        for game_id in self.settings.games:
            if game_id not in known:
                raise UsageError(f"unknown game {quote(game_id)}; the games are {', '.join(known)}")
        if not chosen:
            raise SkipError("the engine offers no game; choose one with --game")
        found = [known[game_id] for game_id in chosen if game_id in known]
        if not found:
            raise SkipError(f"none of its games is known here: {', '.join(chosen)}")
        return found

    def games_that(self, fit: Callable[[Game], bool], what: str) -> list[Game]:
        """Those of a kind. SkipError names the kind."""
        found = [game for game in self.games if fit(game)]
        if not found:
            raise SkipError(f"no game that is checked {what}")
        return found

    def named(self, found: Sequence[Game] | None = None) -> str:
        """The names of games, of all that are checked by default."""
        return ", ".join(game.id for game in (self.games if found is None else found))

    @property
    def case(self) -> Case:
        """The start of the first game."""
        return cases(self.games[0].id).start

    # --- helpers ---------------------------------------------------------------------------------------------------

    def legal(self, found: Found, case: Case) -> Found:
        """The answer, if its move is legal."""
        if not case.allows(found.move):
            reason = f" after {found.errors[0]}" if found.errors else ""
            raise BrokenError(f"it answered {found.shown}{reason} at `{case.text}`")
        return found


class Latencies:
    """Times of many tries, in seconds. wanted: how many tries; bound: what 99 of 100 have to keep to."""

    def __init__(self, check: Check, wanted: int, bound: float = AT_ONCE) -> None:
        self.times: list[float] = []
        self._worst_at = ""
        self._check = check
        self._wanted = wanted
        self._bound = bound + check.settings.margin
        self._begin = time.monotonic()

    def add(self, time: float, case: Case) -> None:
        """One more, at a position."""
        if time > max(self.times, default=0.0):
            self._worst_at = case.text
        self.times.append(time)

    @property
    def done(self) -> bool:
        """Whether there are enough tries, too many that were too slow, or no time for more."""
        slow = sum(time > self._bound for time in self.times)
        late = time.monotonic() - self._begin > STEP_WITHIN
        return len(self.times) >= self._wanted or slow > self._wanted / 100 or late

    def at(self, share: float) -> float:
        """The time that this share of the tries kept to."""
        ranked = sorted(self.times)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))]

    def judge(self, what: str) -> str:
        """The figures as a sentence; BrokenError if the bound was not kept."""
        p50, p99, worst = (1000 * self.at(share) for share in (0.5, 0.99, 1.0))
        self._check.figures.update(tries=len(self.times), p50_ms=p50, p99_ms=p99, max_ms=worst)
        sentence = f"{what} took {p50:.1f} ms in the median, {p99:.1f} ms at the 99th percentile, at most " \
                   f"{worst:.1f} ms, over {len(self.times)} tries"
        if p99 > 1000 * self._bound:
            raise BrokenError(f"{sentence}, the longest at `{self._worst_at}`")
        return sentence
