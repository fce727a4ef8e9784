"""What a match is: everything that decides its games, checked once.

Two specs with equal `plan` play the same games; how many are played at once and where they are kept is not part of it.
A tournament (`tournament`) has a match for each of its games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dohyo.engine import DohyoError, Game, State, UsageError, game, parse
from dohyo.engine.grammar import quote
from dohyo.protocol.client.client import BUILTIN
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.adjudication import NONE, Adjudication
from dohyo.tournaments.plan.limits import checked
from dohyo.tournaments.stats.sprt import DIFFERENCE, Sprt

ROUND_ROBIN, GAUNTLET, SWISS, KNOCKOUT, LADDER, SPRT, CROSS_PLAY = FORMATS = (
    "round-robin", "gauntlet", "swiss", "knockout", "ladder", "sprt", "cross-play",
)
#: Formats in which an engine must beat another.
RANKING = (SWISS, KNOCKOUT, LADDER)
#: The least and the largest value of each number of a `Match`.
BOUNDS = {
    "opening": (0, 10**6), "rounds": (1, 10**9), "margin": (0, 10**9), "cap": (1, 10**9), "seed": (0, 2**63 - 1),
    "concurrency": (1, 1024), "pairs": (1, 10**6), "challengers": (1, 10**6), "disqualify_after": (0, 10**9),
}
#: Seconds in which engines start, and say that they are ready, where nothing is said, and the most that may be said.
START_TIMEOUT, MOST_START_TIMEOUT = 20, 10**5


@dataclass(frozen=True)
class Engine:
    """One entrant."""

    name: str
    program: str
    """A searcher of this project; or the command of any UGI engine, quoted for the shell; or `builtin:` and a
    searcher, which then searches in the process that plays the games."""
    limits: Limits
    options: tuple[tuple[str, str], ...] = ()
    """Options that are set once, name and value."""
    cwd: str = ""
    """The folder in which it is started, '' for that of the runner."""
    env: tuple[tuple[str, str], ...] = ()
    """Variables of its environment, added to those of the runner."""
    restart: bool = False
    """Whether each game gets a new process."""
    start_timeout: int = START_TIMEOUT
    """Seconds to start, and to answer `isready`."""

    def __post_init__(self) -> None:
        checked(self.limits)
        if not self.name.strip() or not self.name.isprintable():
            raise UsageError(f"engine {quote(self.name)}: expected a printable, non-empty name")
        if self.builtin and (self.cwd or self.env):
            raise UsageError(f"engine {quote(self.name)}: cwd and env need an engine process; {self.program} "
                             "searches in the process that plays")
        if not 1 <= self.start_timeout <= MOST_START_TIMEOUT:
            raise UsageError(f"engine {quote(self.name)}: start_timeout: expected seconds from 1 to "
                             f"{MOST_START_TIMEOUT}, got {self.start_timeout}")
        names = [name.lower() for name, _ in self.options]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"engine {quote(self.name)}: duplicate option {quote(name)}")

    @property
    def builtin(self) -> bool:
        """Whether it searches in the process that plays the games."""
        return self.program.startswith(BUILTIN)

    @property
    def plan(self) -> dict[str, Any]:
        """What decides its moves, for `Match.plan`."""
        where = {"cwd": self.cwd, "env": dict(sorted(self.env)), "restart": self.restart,
                 "patience": 0 if self.start_timeout == START_TIMEOUT else self.start_timeout}
        return {
            "program": self.program,
            "options": dict(sorted(self.options)),
            "limits": str(self.limits),
            **{name: value for name, value in where.items() if value},
        }


@dataclass(frozen=True)
class Match:
    """The games of one tournament in one game.

    rules: rule options that are not to be the default; format: who plays whom, see `formats`; rounds: of the format, in
    a round robin any two engines play two games in each, seats swapped; pairs: such pairs of games that a meeting of
    two engines in a round of a Swiss, knockout or ladder has; challengers: how many of the first engines play all
    others in a gauntlet; sprt: for the format of that name. starts: states from which the deals are taken in turn,
    instead of by the seed; opening: plies played at random before the engines take over, without which engines that use
    no random numbers play the same two games in every round; margin: milliseconds by which an answer may come late;
    cap: milliseconds after which a search that has no limit of time has failed; seed: what all random numbers derive
    from; own_partners: in a game with a common score every engine plays all seats, each round one deal; skip_forced: an
    engine is not asked where it has one legal move; adjudication: when games end early; disqualify_after: faults after
    which an engine plays no more, 0 for any number. concurrency: games at a time; out: the file that keeps the games,
    None for memory.
    """

    game_id: str
    engines: tuple[Engine, ...]
    rules: tuple[tuple[str, str], ...] = ()
    opening: int = 0
    rounds: int = 1
    margin: int = 100
    cap: int = 300_000
    seed: int = 0
    own_partners: bool = False
    skip_forced: bool = False
    concurrency: int = 1
    out: Path | None = None
    format: str = ROUND_ROBIN
    pairs: int = 1
    challengers: int = 1
    sprt: Sprt | None = None
    starts: tuple[str, ...] = ()
    adjudication: Adjudication = NONE
    disqualify_after: int = 0

    def __post_init__(self) -> None:
        if len({name for name, _ in self.rules}) < len(self.rules):
            raise UsageError("duplicate rule option")
        self.game.option_values(dict(self.rules))
        self._check_engines()
        self._check_format()
        self._check_starts()
        refusal = self.adjudication.refusal(self.game)
        if refusal is not None:
            raise UsageError(refusal)
        for field, (low, high) in BOUNDS.items():
            if not low <= getattr(self, field) <= high:
                raise UsageError(f"{field}: expected a number from {low} to {high}, got {getattr(self, field)}")

    def _check_engines(self) -> None:
        if self.own_partners and not self.game.common:
            raise UsageError(f"own_partners applies only to cooperative games, not to {self.game_id}")
        least = 1 if self.solo or self.format == CROSS_PLAY else 2
        if len(self.engines) < least:
            raise UsageError(f"engines: expected at least {least} for {self.game_id}, got {len(self.engines)}")
        names = [engine.name for engine in self.engines]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"duplicate engine name {quote(name)}")

    def _check_format(self) -> None:
        if self.format not in FORMATS:
            raise UsageError(f"format: expected one of {', '.join(FORMATS)}, got {quote(self.format)}")
        if self.format in RANKING and (self.solo or self.game.common):
            raise UsageError(f"format {self.format} needs head-to-head games; use batch for {self.game_id}")
        if self.format == CROSS_PLAY and (not self.game.common or self.own_partners):
            raise UsageError(f"format {self.format} needs cooperative games without own_partners")
        if (self.format == SPRT) != (self.sprt is not None):
            raise UsageError("format sprt and a table sprt with low and high need each other")
        if self.sprt is not None and len(self.engines) != 2:
            raise UsageError(f"format sprt: expected 2 engines, got {len(self.engines)}")
        if self.sprt is not None and (self.sprt.model == DIFFERENCE) != self.solo:
            which = f"{DIFFERENCE}, over equal deals" if self.solo else "one of those of Elo"
            raise UsageError(f"model: expected {which} for this match of {self.game_id}, got {quote(self.sprt.model)}")
        if self.format == GAUNTLET and not self.solo and self.challengers >= len(self.engines):
            raise UsageError(f"challengers must be less than the number of engines ({len(self.engines)}), got "
                             f"{self.challengers}")

    def _check_starts(self) -> None:
        for number, text in enumerate(self.starts, 1):
            try:
                state = parse(text)
            except DohyoError as error:
                raise UsageError(f"start {number}: {error}") from error
            if not isinstance(state, State) or state.game != self.game or state.over:
                raise UsageError(f"start {number}: {quote(text)} is not an unfinished full state of {self.game_id}")

    @property
    def game(self) -> Game:
        return game(self.game_id)

    @property
    def solo(self) -> bool:
        """Whether every engine plays every deal without the others, so that they are compared deal by deal."""
        return self.game.seats == 1 or self.own_partners

    @property
    def head_to_head(self) -> bool:
        """Whether the engines play against each other, so that a difference in strength has a meaning."""
        return self.game.seats > 1 and not self.game.common

    @property
    def players(self) -> tuple[Engine, ...]:
        """What is started to play one game at a time: every engine, and again for each further seat that it plays."""
        alone = self.own_partners or self.format == CROSS_PLAY
        return self.engines * (self.game.seats if alone else 1)

    @property
    def all_rules(self) -> dict[str, str]:
        """Every rule option, defaults included."""
        return all_rules(self.game, dict(self.rules))

    @property
    def plan(self) -> dict[str, Any]:
        """All that decides the games, as plain texts, numbers and mappings; it is kept beside them."""
        return {
            "game": self.game_id,
            "rules": self.all_rules,
            "opening": self.opening,
            "rounds": self.rounds,
            "margin": self.margin,
            "cap": self.cap,
            "seed": self.seed,
            **{name: True for name in ("own_partners", "skip_forced") if getattr(self, name)},
            **{name: getattr(self, name) for name, usual in USUAL.items() if getattr(self, name) != usual},
            **({"sprt": self.sprt.plan} if self.sprt else {}),
            **({"adjudication": self.adjudication.plan} if self.adjudication.plan else {}),
            **({"starts": list(self.starts)} if self.starts else {}),
            "engines": {engine.name: {"place": place, **engine.plan} for place, engine in enumerate(self.engines, 1)},
        }


def all_rules(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Every rule option of a game, as it is written; those that are not given have their defaults."""
    return {option.name: option.write(value)
            for option, value in zip(game.options, game.option_values(given), strict=True)}


#: Fields that are in a plan only where they differ from these values.
USUAL: dict[str, Any] = {"format": ROUND_ROBIN, "pairs": 1, "challengers": 1, "disqualify_after": 0}


def differences(old: Mapping[str, Any], new: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """What differs between two plans: '<where>: was <old>, is <new>', in the order of the plans."""
    for key in dict.fromkeys((*old, *new)):
        where = f"{path}{key}"
        before, after = old.get(key), new.get(key)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from differences(before, after, f"{where}.")
        elif before != after:
            yield f"{where}: was {_brief(before)}, is {_brief(after)}{_first(before, after)}"


def _first(before: Any, after: Any) -> str:
    """Where two lists part."""
    if isinstance(before, list) and isinstance(after, list):
        for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
            if old != new:
                return f", the first that differs is number {number}"
    return ""


def _brief(value: Any) -> str:
    if value is None:
        return "absent"
    if isinstance(value, Mapping):
        return "something else"
    return f"a list of {len(value)}" if isinstance(value, list) else str(value)
