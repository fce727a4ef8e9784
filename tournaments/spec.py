"""What a match is: everything that decides its games, checked once.

Two specs with equal `plan` play the same games; how many are played at once and where they are kept is not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from dohyo.engine import Game, UsageError, game
from dohyo.engine.grammar import quote

#: What the fields of `Limits` are called where people write them.
LIMITS = ("movetime", "nodes", "depth", "tc")


@dataclass(frozen=True)
class Clock:
    """Time for a whole game, in milliseconds: what there is at the start, and what each move adds."""

    base: int
    increment: int = 0

    def __post_init__(self) -> None:
        if self.base <= 0 or self.increment < 0:
            raise UsageError(f"clock {self}: there is more than nothing at the start and nothing is taken away")

    def __str__(self) -> str:
        return f"{self.base / 1000:.10g}+{self.increment / 1000:.10g}"


@dataclass(frozen=True)
class Limits:
    """What an engine may spend on a move: the first limit reached ends the search. movetime in milliseconds."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if all(getattr(self, field.name) is None for field in fields(self)):
            raise UsageError(f"a move needs a limit: one of {', '.join(LIMITS)}")
        for name in ("movetime", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise UsageError(f"{name}={value}: a limit is a number above 0")

    @property
    def timed(self) -> bool:
        """Whether the clock decides when a search ends, so that equal matches may differ."""
        return self.movetime is not None or self.clock is not None

    def __str__(self) -> str:
        named = zip(LIMITS, (self.movetime, self.nodes, self.depth, self.clock), strict=True)
        return " ".join(f"{name}={value}" for name, value in named if value is not None)


@dataclass(frozen=True)
class Engine:
    """One entrant. program: a searcher of this project, or the quoted command of any UGI engine; options: what it is
    told once, name and value."""

    name: str
    program: str
    limits: Limits
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable():
            raise UsageError(f"engine {quote(self.name)}: a name is a printable text that is not empty")
        names = [name.lower() for name, _ in self.options]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"engine {quote(self.name)}: option {quote(name)} is given twice")

    @property
    def plan(self) -> dict[str, Any]:
        """What decides its moves, for `Match.plan`."""
        return {"program": self.program, "options": dict(sorted(self.options)), "limits": str(self.limits)}


@dataclass(frozen=True)
class Match:
    """A round robin.

    rules: rule options that are not to be the default; opening: plies played at random before the engines take over,
    without which engines that use no random numbers play the same two games in every round; rounds: in each, every
    two engines play two games, seats swapped; margin: milliseconds by which an answer may come late; cap:
    milliseconds after which a search that has no limit of time has failed; seed: what all random numbers derive from;
    own_partners: in a game with a common score every engine plays all seats, each round one deal; skip_forced: an
    engine is not asked where it has one legal move; concurrency: games at a time; out: the file that keeps the games,
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

    def __post_init__(self) -> None:
        if len({name for name, _ in self.rules}) < len(self.rules):
            raise UsageError("a rule option is given twice")
        self.game.option_values(dict(self.rules))
        if self.own_partners and not self.game.common:
            raise UsageError(f"own partners are for games with a common score; {self.game_id} has none")
        least = 1 if self.solo else 2
        if len(self.engines) < least:
            raise UsageError(f"a match of {self.game_id} needs at least {least} engine{'s' * (least > 1)}, not "
                             f"{len(self.engines)}")
        names = [engine.name for engine in self.engines]
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"two engines are called {quote(name)}; give one of them another name by NAME=…")
        bounds = {"opening": (0, 10**6), "rounds": (1, 10**9), "margin": (0, 10**9), "cap": (1, 10**9),
                  "seed": (0, 2**63 - 1), "concurrency": (1, 1024)}
        for field, (low, high) in bounds.items():
            if not low <= getattr(self, field) <= high:
                raise UsageError(f"{field}={getattr(self, field)}: {field} is a number from {low} to {high}")

    @property
    def game(self) -> Game:
        return game(self.game_id)

    @property
    def solo(self) -> bool:
        """Whether every engine plays every deal without the others, so that they are compared deal by deal."""
        return self.game.seats == 1 or self.own_partners

    @property
    def crew(self) -> tuple[Engine, ...]:
        """What is started to play one game at a time: every engine, and again for each further seat that it plays."""
        return self.engines * (self.game.seats if self.own_partners else 1)

    @property
    def all_rules(self) -> dict[str, str]:
        """Every rule option, defaults included."""
        options = self.game.options
        values = self.game.option_values(dict(self.rules))
        return {option.name: option.write(value) for option, value in zip(options, values, strict=True)}

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
            "engines": {engine.name: {"place": place, **engine.plan} for place, engine in enumerate(self.engines, 1)},
        }


def differences(old: Mapping[str, Any], new: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """What differs between two plans: '<where>: was <old>, is <new>', in the order of the plans."""
    for key in dict.fromkeys((*old, *new)):
        where = f"{path}{key}"
        before, after = old.get(key), new.get(key)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from differences(before, after, f"{where}.")
        elif before != after:
            yield f"{where}: was {_brief(before)}, is {_brief(after)}"


def _brief(value: Any) -> str:
    if value is None:
        return "absent"
    return "something else" if isinstance(value, Mapping) else str(value)
