"""Step 4 of reading a plan, games: from checked tables to matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from dohyo.engine import Game, UsageError, game
from dohyo.protocol import exact_result
from dohyo.tournaments.plan import openings, settings
from dohyo.tournaments.plan.adjudication import Adjudication
from dohyo.tournaments.plan.engines import Entrant, limits_in, texts
from dohyo.tournaments.plan.places import PlanError, Table, shown
from dohyo.tournaments.plan.spec import ROUND_ROBIN, SPRT, Engine, Match, all_rules
from dohyo.tournaments.plan.tables import Part
from dohyo.tournaments.stats.sprt import DIFFERENCE, Sprt

#: Settings of a game that are the fields of a `Match`.
_PLAIN = ("rounds", "pairs", "challengers", "margin", "cap", "own_partners", "skip_forced", "disqualify_after")
#: Faults after which an engine is disqualified where nothing is said.
DISQUALIFY_AFTER = 10


class GamePlan:
    """One [[game]] of a plan, where it says nothing with what stands at the top for all games.

    idle: keys that mean nothing in this game, and why.
    """

    def __init__(self, part: Part, general: Part, folder: Path) -> None:
        self._part = part
        self._general = general
        self._folder = folder
        self._given: Table = {**general.table, **part.table}
        made = part.places.made
        if "game" not in part:
            raise part.wrong("game", "missing; `dohyo games` lists the games")
        self._game: Game = made(part.key("game"), lambda: game(part.table["game"]))
        self._rules = texts(part.table.get("rules", {}))
        self._all_rules = made(part.key("rules"), lambda: all_rules(self._game, dict(self._rules)))
        self._form: str = self._given.get("format", ROUND_ROBIN)
        self.idle = dict(self._idle())
        for key, why in self.idle.items():
            if key in part:
                raise part.wrong(key, why, part.table[key])

    def _idle(self) -> Iterator[tuple[str, str]]:
        for key, formats in settings.FORMATS_OF.items():
            if self._form not in formats:
                yield key, f"applies only to format {', '.join(formats)}, not to {self._form}"
        if not self._files():
            for key in settings.OF_FILES:
                yield key, "applies only to a file of openings or deals"

    @property
    def inputs(self) -> list[tuple[str, Path]]:
        """Files that are read, after their keys."""
        return [(key, self._folder / self._given[key]) for key in self._files()]

    def _files(self) -> list[str]:
        """Keys of files of positions."""
        return [key for key in ("openings", "deals") if not self._given.get(key, settings.RANDOM).startswith(
            settings.RANDOM)]

    def match(self, entrants: Sequence[Entrant]) -> Match:
        """The match. entrants: all of the plan."""
        found: Table = {name: self._given[name] for name in _PLAIN if name in self._given}
        found.setdefault("disqualify_after", DISQUALIFY_AFTER)
        found |= self._starts() | self._format() | self._adjudication()
        found |= self._sprt(self._game.seats == 1 or bool(found.get("own_partners")))
        found["engines"] = self._engines(entrants)
        found["rules"] = self._rules
        found["seed"] = self._given.get("seed", 0)
        return self._part.places.made(self._part.path, lambda: Match(game_id=self._game.id, **found))

    def _home(self, key: str) -> Part:
        """The table in which a key stands: that of the game or the top."""
        return self._part if key in self._part else self._general

    def _wrong(self, key: str, what: str, *value: object) -> PlanError:
        """The error of a key, in the game or at the top."""
        return self._part.places.wrong(self._home(key.partition(".")[0]).key(key), what, *value)

    def _starts(self) -> Table:
        """Random plies, or the states of a file."""
        found: Table = {}
        opening = self._given.get("openings", "")
        if opening.startswith(settings.RANDOM):
            found["opening"] = int(opening.removeprefix(settings.RANDOM))
        files = self._files()
        if len(files) > 1:
            raise self._wrong("deals", "a file of openings includes deals; give only one of the two")
        for key in files:
            found["starts"] = self._positions(key)
        return found

    def _positions(self, key: str) -> tuple[str, ...]:
        """Those of a file that are of this game with its rules, in the order in which they are taken."""
        name = self._given[key]
        try:
            states = list(map(str, openings.read(self._folder / name, self._given.get("openings_plies"))))
        except UsageError as error:
            raise self._wrong(key, str(error), name) from error
        found = [state for state in states if openings.fits(state, self._game, self._all_rules)]
        if not found:
            told = " ".join([self._game.id, *(f"{option}={value}" for option, value in self._all_rules.items())])
            there = f"the first is {shown(states[0])}" if states else "it is empty"
            raise self._wrong(key, f"expected a file with positions of {told}; {there}", name)
        start = self._given.get("openings_start", 1)
        if start > len(found):
            raise self._wrong("openings_start", f"the file has only {len(found)} positions", start)
        return openings.ordered(found, self._given.get("openings_order", openings.IN_TURN), start,
                                self._given.get("seed", 0))

    def _format(self) -> Table:
        if self._form != settings.BATCH:
            return {"format": self._form}
        if self._game.seats > 1 and not self._game.common:
            problem = f"batch needs games in which engines do not meet; {self._game.id} is head-to-head"
            raise self._wrong("format", problem, self._form)
        return {"format": ROUND_ROBIN, "own_partners": self._game.common}

    def _adjudication(self) -> Table:
        rule = self._given.get("adjudication")
        if rule is None:
            return {}
        for key in rule:
            lead = f"{key.split('_')[0]}_moves"
            if "_" in key and lead not in rule:  # with 0, which switches it off, all of it may stand
                raise self._wrong(f"adjudication.{key}", f"has no effect without {lead}", rule[key])
        problem = exact_result.refusal(self._game) if rule.get("solver") else None
        if problem is not None:
            raise self._wrong("adjudication.solver", problem, rule["solver"])
        path = self._home("adjudication").key("adjudication")
        return {"adjudication": self._part.places.made(path, lambda: Adjudication(**rule))}

    def _sprt(self, solo: bool) -> Table:
        """The sequential test, where that is the format. solo: every engine plays alone."""
        if self._form != SPRT:
            return {}
        found = dict(self._given.get("sprt", {}))
        for key in ("low", "high"):
            if key not in found:
                raise self._wrong(f"sprt.{key}", "missing; a test needs both hypotheses")
        found.setdefault("model", DIFFERENCE if solo else "pentanomial")
        return {"sprt": self._part.places.made(self._home("sprt").key("sprt"), lambda: Sprt(**found))}

    def _engines(self, entrants: Sequence[Entrant]) -> tuple[Engine, ...]:
        """Those who take part, with the limits for all where they have none of their own."""
        names = [entrant.name for entrant in entrants]
        wanted = self._part.table.get("engines", names)
        for name in wanted:
            if name not in names:
                raise self._part.wrong("engines", f"expected engines of this plan ({', '.join(names)})", name)
        limits = limits_in(self._home("limits"))
        found = []
        for entrant in entrants:
            own = entrant.own_limits or limits
            if entrant.name not in wanted:
                continue
            if own is None:
                known = ", ".join(setting.key for setting in settings.LIMITS)
                raise self._wrong(
                    "limits", f"engine {entrant.name} needs a limit, its own or for all: one of {known}")
            found.append(entrant.engine(own))
        return tuple(found)
