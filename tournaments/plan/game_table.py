"""Reads the match of one game in a plan, where it says nothing with what stands at the top for all games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dohyo.engine import Game, UsageError, game
from dohyo.protocol import exact_result
from dohyo.tournaments.plan import openings, settings
from dohyo.tournaments.plan.adjudication import Adjudication
from dohyo.tournaments.plan.reader import Reader, Table, texts
from dohyo.tournaments.plan.spec import ROUND_ROBIN, SPRT, Engine, Match, all_rules
from dohyo.tournaments.stats.sprt import DIFFERENCE, Sprt

#: Settings of a game that are the fields of a `Match`.
_PLAIN = ("rounds", "pairs", "challengers", "margin", "cap", "own_partners", "skip_forced", "disqualify_after")
#: Faults after which an engine is disqualified where nothing is said.
DISQUALIFY_AFTER = 10


class GameReader:
    """One [[game]] of a plan. path: of its table; general: what stands at the top."""

    def __init__(self, reader: Reader, data: Any, path: str, general: Table) -> None:
        self._reader = reader
        self._path = path
        self._own = reader.table(data, path, (*settings.ONE_GAME, *settings.GAME), tuple(settings.GAME_TABLES))
        self._given = {**general, **self._own}
        if "game" not in self._own:
            raise reader.wrong(f"{path}.game", "a game is expected; `dohyo games` lists them")
        self._game: Game = reader.made(f"{path}.game", lambda: game(self._own["game"]))
        self._rules = texts(self._own.get("rules", {}))
        self._all_rules = reader.made(f"{path}.rules", lambda: all_rules(self._game, dict(self._rules)))
        self._form: str = self._given.get("format", ROUND_ROBIN)
        #: Keys that say nothing in this game, and why.
        self.idle = dict(self._idle())
        for key, why in self.idle.items():
            if key in self._own:
                raise reader.wrong(f"{path}.{key}", why, self._own[key])

    def _idle(self) -> Iterator[tuple[str, str]]:
        for key, formats in settings.FORMATS_OF.items():
            if self._form not in formats:
                yield key, f"this is for format {', '.join(formats)}, not for {self._form}"
        if not self._files():
            for key in settings.OF_FILES:
                yield key, "this is for a file of openings or deals"

    @property
    def inputs(self) -> list[tuple[str, Path]]:
        """Files that are read, after their keys."""
        return [(key, self._reader.folder / self._given[key]) for key in self._files()]

    def _files(self) -> list[str]:
        """Keys of files of positions."""
        return [key for key in ("openings", "deals") if not self._given.get(key, settings.RANDOM).startswith(
            settings.RANDOM)]

    def match(self, engines: Sequence[tuple[Engine, bool]]) -> Match:
        """The match. engines: all of the plan, and whether each has limits of its own."""
        found: Table = {name: self._given[name] for name in _PLAIN if name in self._given}
        found.setdefault("disqualify_after", DISQUALIFY_AFTER)
        found |= self._starts() | self._format() | self._adjudication()
        found |= self._sprt(self._game.seats == 1 or bool(found.get("own_partners")))
        found["engines"] = self._entrants(engines)
        found["rules"] = self._rules
        found["seed"] = self._given.get("seed", 0)
        return self._reader.made(self._path, lambda: Match(game_id=self._game.id, **found))

    def _place(self, key: str) -> str:
        """The dotted path of a key, in the game or at the top."""
        return f"{self._path}.{key}" if key in self._own else key

    def _starts(self) -> Table:
        """Random plies, or the states of a file."""
        found: Table = {}
        opening = self._given.get("openings", "")
        if opening.startswith(settings.RANDOM):
            found["opening"] = int(opening.removeprefix(settings.RANDOM))
        files = self._files()
        if len(files) > 1:
            raise self._reader.wrong(self._place("deals"), "a file of openings has deals too; give one of them")
        for key in files:
            found["starts"] = self._positions(key)
        return found

    def _positions(self, key: str) -> tuple[str, ...]:
        """Those of a file that are of this game with its rules, in the order in which they are taken."""
        name, path = self._given[key], self._place(key)
        try:
            states = list(map(str, openings.read(self._reader.folder / name, self._given.get("openings_plies"))))
        except UsageError as error:
            raise self._reader.wrong(path, str(error), name) from error
        found = [state for state in states if openings.fits(state, self._game, self._all_rules)]
        if not found:
            told = " ".join([self._game.id, *(f"{option}={value}" for option, value in self._all_rules.items())])
            there = f"the first here is {settings.shown(states[0])}" if states else "here is none"
            raise self._reader.wrong(path, f"a file with positions of {told} would be right; {there}", name)
        start = self._given.get("openings_start", 1)
        if start > len(found):
            raise self._reader.wrong(self._place("openings_start"), f"the file has {len(found)} positions", start)
        return openings.ordered(found, self._given.get("openings_order", openings.IN_TURN), start,
                                 self._given.get("seed", 0))

    def _format(self) -> Table:
        if self._form != settings.BATCH:
            return {"format": self._form}
        if self._game.seats > 1 and not self._game.common:
            problem = f"in {self._game.id} engines play against each other"
            raise self._reader.wrong(self._place("format"), problem, self._form)
        return {"format": ROUND_ROBIN, "own_partners": self._game.common}

    def _adjudication(self) -> Table:
        if "adjudication" not in self._given:
            return {}
        path = self._place("adjudication")
        rule = self._reader.table(self._given["adjudication"], path, settings.ADJUDICATION)
        for key in rule:
            lead = f"{key.split('_')[0]}_moves"
            if "_" in key and lead not in rule:  # with 0, which switches it off, all of it may stand
                raise self._reader.wrong(f"{path}.{key}", f"this says nothing without {lead}", rule[key])
        problem = exact_result.refusal(self._game) if rule.get("solver") else None
        if problem is not None:
            raise self._reader.wrong(f"{path}.solver", problem, rule["solver"])
        return {"adjudication": self._reader.made(path, lambda: Adjudication(**rule))}

    def _sprt(self, solo: bool) -> Table:
        """The sequential test, where that is the format. solo: every engine plays alone."""
        path = self._place("sprt")
        if self._form != SPRT:
            return {}
        found = self._reader.table(self._given.get("sprt", {}), path, settings.TEST)
        for key in ("low", "high"):
            if key not in found:
                raise self._reader.wrong(f"{path}.{key}", "a test needs both hypotheses")
        found.setdefault("model", DIFFERENCE if solo else "pentanomial")
        return {"sprt": self._reader.made(path, lambda: Sprt(**found))}

    def _entrants(self, engines: Sequence[tuple[Engine, bool]]) -> tuple[Engine, ...]:
        """Those who take part, with the limits for all where they have none of their own."""
        names = [engine.name for engine, _ in engines]
        for name in self._own.get("engines", ()):
            if name not in names:
                raise self._reader.wrong(f"{self._path}.engines", f"the engines are {', '.join(names)}", name)
        limits = self._reader.limits(self._given, self._place("limits"))
        chosen = [each for each in engines if each[0].name in self._own.get("engines", names)]
        for engine, limited in chosen:
            if not limited and limits is None:
                known = ", ".join(setting.key for setting in settings.LIMITS)
                raise self._reader.wrong(
                    self._place("limits"), f"engine {engine.name} needs a limit, its own or for all: one of {known}")
        return tuple(engine if limited or limits is None else replace(engine, limits=limits)
                     for engine, limited in chosen)
