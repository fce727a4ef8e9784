"""Reads the match of one game in a plan, where it says nothing with what stands at the top for all games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dohyo.engine import Game, game
from dohyo.engine.grammar import quote
from dohyo.tournaments import settings
from dohyo.tournaments.adjudication import Adjudication
from dohyo.tournaments.planreader import Reader, Table, texts
from dohyo.tournaments.spec import ROUND_ROBIN, SPRT, Engine, Match
from dohyo.tournaments.sprt import DIFFERENCE, Sprt

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

    def match(self, engines: Sequence[tuple[Engine, bool]]) -> Match:
        """The match. engines: all of the plan, and whether each has limits of its own."""
        found: Table = {name: self._given[name] for name in _PLAIN if name in self._given}
        found.setdefault("disqualify_after", DISQUALIFY_AFTER)
        found |= self._starts() | self._format() | self._adjudication()
        found |= self._sprt(self._game.seats == 1 or bool(found.get("own_partners")))
        found["engines"] = self._entrants(engines)
        found["rules"] = texts(self._own.get("rules", {}))
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
        files = [key for key in ("openings", "deals")
                 if key in self._given and (key == "deals" or "opening" not in found)]
        if len(files) > 1:
            raise self._reader.wrong(self._place("deals"), "a file of openings has deals too; give one of them")
        for key in files:
            found["starts"] = self._reader.starts(self._given[key], self._place(key), self._game.id)
        return found

    def _format(self) -> Table:
        form = self._given.get("format", ROUND_ROBIN)
        if form != settings.BATCH:
            return {"format": form}
        if self._game.seats > 1 and not self._game.common:
            problem = f"in {self._game.id} engines play against each other"
            raise self._reader.wrong(self._place("format"), problem, form)
        return {"format": ROUND_ROBIN, "own_partners": self._game.common}

    def _adjudication(self) -> Table:
        if "adjudication" not in self._given:
            return {}
        path = self._place("adjudication")
        rule = self._reader.table(self._given["adjudication"], path, settings.ADJUDICATION)
        return {"adjudication": self._reader.made(path, lambda: Adjudication(**rule))}

    def _sprt(self, solo: bool) -> Table:
        """The sequential test, where that is the format. solo: every engine plays alone."""
        path, form = self._place("sprt"), self._given.get("format", ROUND_ROBIN)
        if form != SPRT:
            if "sprt" in self._own:
                raise self._reader.wrong(path, f"a test is for format = 'sprt', not for {quote(form)}")
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
