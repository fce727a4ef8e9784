"""A tournament: matches in one or more games, played by one run and kept in one file.

An event is the match of one game; it is known by its number, counted from 0. All that is told of a tournament is told
event by event.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dohyo.engine import DohyoError, Game, UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.plan.adjudication import Adjudication
from dohyo.tournaments.plan.limits import from_text
from dohyo.tournaments.plan.spec import START_TIMEOUT, USUAL, Engine, Match
from dohyo.tournaments.stats.sprt import Sprt

#: A cluster of this machine: one worker for each processor, or as many as the number says.
LOCAL = re.compile(r"local(?::0*([1-9]\d{0,3}))?", re.ASCII)
#: The most workers of a local cluster, and what a cluster may be, for sentences.
MOST_WORKERS = 1024
CLUSTERS = f"local, local:N (N from 1 to {MOST_WORKERS}), tcp://HOST:PORT or FILE.json"


#: The game that SGF can hold.
SGF_GAME = "rush-stones"


@dataclass(frozen=True)
class Outputs:
    """Files to write when the games are played; None for none. games: JSON Lines, a game a line."""

    games: Path | None = None
    pgn: Path | None = None
    sgf: Path | None = None
    html: Path | None = None
    json: Path | None = None


@dataclass(frozen=True)
class Tournament:
    """name: for people, and no part of the plan; events: its matches; concurrency: games at a time; processes: whether
    each of them is played in a process of its own, by default where the engines search in the process that plays;
    out: the file that keeps the games, None for memory; cluster: where else the games are played, see
    `cluster.connected`, '' for here; progress: seconds between two lines on how far it is, where no terminal shows it,
    0 for none; log: the folder that gets all that is said to engines and by them; affinity: whether each game
    that is played at once has processors that no other has, see `processors.shares`."""

    events: tuple[Match, ...]
    name: str = "tournament"
    concurrency: int = 1
    processes: bool | None = None
    out: Path | None = None
    outputs: Outputs = field(default_factory=Outputs)
    cluster: str = ""
    progress: int = 60
    log: Path | None = None
    affinity: bool = False

    def __post_init__(self) -> None:
        if not self.events:
            raise UsageError("a tournament needs at least one game")
        if not 1 <= self.concurrency <= 1024:
            raise UsageError(f"concurrency: expected a number from 1 to 1024, got {self.concurrency}")
        if self.cluster and not is_cluster(self.cluster):
            raise UsageError(f"cluster: expected {CLUSTERS}, got {quote(self.cluster)}")
        if self.affinity and (self.cluster or self.processes is False):
            raise UsageError("affinity needs local worker processes")
        labels = self.labels
        for label in labels:
            if labels.count(label) > 1:
                raise UsageError(f"duplicate game {quote(label)}")
        for engine in self.engines:
            if any({**engine.plan, "limits": ""} != {**other.plan, "limits": ""}
                   for match in self.events for other in match.engines if other.name == engine.name):
                raise UsageError(f"engine {quote(engine.name)} differs between games; give one another name")

    @classmethod
    def of(cls, match: Match) -> Tournament:
        """The tournament of a single match."""
        return cls((match,), match.game_id, match.concurrency, out=match.out)

    @property
    def labels(self) -> tuple[str, ...]:
        """What each event is called: its game, and the rules that are not the default."""
        return tuple(label(match) for match in self.events)

    @property
    def engines(self) -> tuple[Engine, ...]:
        """Every engine once, in order of appearance, with the limits of its first event."""
        found: dict[str, Engine] = {}
        for match in self.events:
            for engine in match.engines:
                found.setdefault(engine.name, engine)
        return tuple(found.values())

    def games_of(self, name: str) -> tuple[Game, ...]:
        """The games that an engine takes part in."""
        return tuple(match.game for match in self.events if name in {engine.name for engine in match.engines})

    @property
    def in_process(self) -> bool:
        """Whether worker processes play the games."""
        if self.processes is not None:
            return self.processes
        if self.affinity:
            return True
        return self.concurrency > 1 and all(engine.builtin for engine in self.engines)

    @property
    def plan(self) -> dict[str, Any]:
        """All that decides the games; for one event that of its match."""
        if len(self.events) == 1:
            return self.events[0].plan
        return {"events": {name: match.plan for name, match in zip(self.labels, self.events, strict=True)}}


def is_cluster(text: str) -> bool:
    """Whether a text is one of CLUSTERS, whatever answers there."""
    local = LOCAL.fullmatch(text)
    if local is not None:
        return int(local[1] or 1) <= MOST_WORKERS
    return "://" in text or text.endswith(".json")


def elsewhere(cluster: str) -> bool:
    """Whether a cluster may have other machines than this one."""
    return bool(cluster) and LOCAL.fullmatch(cluster) is None


def label(match: Match) -> str:
    """The game of a match, and its rules that are not the default."""
    usual = {option.name: option.default for option in match.game.options}
    return " ".join([match.game_id, *(f"{name}={value}" for name, value in match.all_rules.items()
                                      if value != usual[name])])


def from_plan(plan: Mapping[str, Any], **settings: Any) -> Tournament:
    """The tournament of a plan that was kept beside games. settings: fields that do not belong to a plan; DohyoError if
    it is none."""
    events = plan.get("events", {"": plan})
    try:
        return Tournament(tuple(_match(event) for event in events.values()), **settings)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        problem = f"missing {error}" if isinstance(error, KeyError) else repr(error)
        raise DohyoError(f"not a tournament plan: {problem}") from error


def _match(plan: Mapping[str, Any]) -> Match:
    sprt = plan.get("sprt")
    names = ("opening", "margin", "cap", "seed", "own_partners", "skip_forced", *USUAL)
    return Match(
        game_id=plan["game"],
        engines=tuple(_engine(name, engine) for name, engine in plan["engines"].items()),
        rules=tuple(plan["rules"].items()),
        rounds=plan["rounds"],
        sprt=None if sprt is None else Sprt.from_plan(sprt),
        starts=tuple(plan.get("starts", ())),
        adjudication=Adjudication(**plan.get("adjudication", {})),
        **{name: plan[name] for name in names if name in plan},
    )


def _engine(name: str, plan: Mapping[str, Any]) -> Engine:
    return Engine(
        name,
        plan["program"],
        from_text(plan["limits"]),
        tuple(plan["options"].items()),
        plan.get("cwd", ""),
        tuple(plan.get("env", {}).items()),
        plan.get("restart", False),
        plan.get("patience", START_TIMEOUT),
    )
