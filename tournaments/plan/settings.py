"""Every setting of a tournament: its key in a file, which is its flag too, meaning and accepted values.

The reader of files, the flags and `dohyo tournament settings` all go by these tables.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from dohyo.engine import UsageError
from dohyo.tournaments.plan.adjudication import NONE
from dohyo.tournaments.plan.entrants import RESTARTS
from dohyo.tournaments.plan.limits import CLOCKS, MOST, read_clock
from dohyo.tournaments.plan.openings import IN_TURN, ORDERS
from dohyo.tournaments.plan.spec import (
    BOUNDS,
    FORMATS,
    GAUNTLET,
    KNOCKOUT,
    MOST_START_TIMEOUT,
    RANKING,
    SPRT,
    START_TIMEOUT,
)
from dohyo.tournaments.plan.tournament import CLUSTERS, is_cluster
from dohyo.tournaments.stats.sprt import MODELS

#: The format in which every engine plays every deal without the others.
BATCH = "batch"
#: What stands in a usage line for one of some words.
WORD = "WORD"
#: What opens a number of random plies.
RANDOM = "random:"
#: Settings of a game that mean something in some formats alone.
FORMATS_OF = {
    "rounds": tuple(name for name in (*FORMATS, BATCH) if name != KNOCKOUT), "pairs": RANKING,
    "challengers": (GAUNTLET,), "sprt": (SPRT,),
}
#: Settings that mean something for files of positions alone.
OF_FILES = ("openings_order", "openings_start", "openings_plies")


@dataclass(frozen=True)
class Kind:
    """What values a setting takes. accepts: for a sentence; short: for a usage line; takes: whether a value of a file
    is one; text: the value of a flag's text, None if it is none."""

    accepts: str
    short: str
    takes: Callable[[Any], bool]
    text: Callable[[str], Any] = lambda text: text


@dataclass(frozen=True)
class Setting:
    """key: its dotted name; flag: without the dashes; default: as people write it; own_flag: whether the flag is for it
    alone; aliases: older names of the key, which are still read, and the same in the flag."""

    key: str
    kind: Kind
    meaning: str
    default: str = ""
    flag: str = ""
    own_flag: bool = True
    aliases: tuple[str, ...] = ()

    @property
    def flags(self) -> tuple[str, ...]:
        """The flag and its older names."""
        name = self.key.rpartition(".")[2].replace("_", "-")
        return self.flag, *(f"{self.flag.removesuffix(name)}{alias}" for alias in self.aliases)


def number_of(text: str, kind: type[int] | type[float]) -> int | float | None:
    """The number that a text is."""
    try:
        return kind(text)
    except ValueError:
        return None


def whole(low: int, high: int) -> Kind:
    """Whole numbers of a range."""
    return Kind(f"an integer from {low} to {high}", "N",
                lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
                lambda text: number_of(text, int))


def real(low: float, high: float) -> Kind:
    """Numbers of a range."""
    return Kind(f"a number from {low:g} to {high:g}", "X",
                lambda value: isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high,
                lambda text: number_of(text, float))


def choice(*words: str) -> Kind:
    """One of some words."""
    return Kind("one of " + ", ".join(words), WORD, lambda value: value in words)


def _clock(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(read_clock(value))
    except UsageError:
        return False


def _line(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _text(value: Any) -> bool:
    return _line(value) and bool(value.strip())


def _texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        _text(name) and (_line(each) or isinstance(each, int | float)) for name, each in value.items())


def _variables(value: Any) -> bool:
    return _texts(value) and not any("=" in name for name in value)


def _opening(value: Any) -> bool:
    if not _text(value):
        return False
    plies = number_of(value.removeprefix(RANDOM), int)
    return not value.startswith(RANDOM) or (plies is not None and BOUNDS["opening"][0] <= plies <= BOUNDS["opening"][1])


TEXT = Kind("a non-empty line of text", "TEXT", _text)
FILE, FOLDER = replace(TEXT, short="FILE"), replace(TEXT, short="FOLDER")
YES = Kind("true or false", "true|false", lambda value: isinstance(value, bool), {"true": True, "false": False}.get)
CLOCK = Kind(CLOCKS, "BASE+INC", _clock)
TABLE = Kind("a table of names with lines of text or numbers", "TABLE", _texts)
VARIABLES = Kind("a table of names without \"=\" with lines of text or numbers", "TABLE", _variables)
NAMES = Kind("a list of names", "NAMES",
             lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value))
OPENINGS = Kind(f"\"{RANDOM}N\" for N plies at random, or the name of a file", "random:N|FILE", _opening)
CLUSTER = Kind(CLUSTERS, "ADDRESS", lambda value: isinstance(value, str) and is_cluster(value))


def _bounded(name: str) -> Kind:
    return whole(*BOUNDS[name])


LIMITS = (
    *(Setting(name, whole(1, MOST[name]), meaning, flag=name) for name, meaning in (
        ("movetime", "milliseconds a move"), ("nodes", "nodes a move"), ("depth", "plies a move"))),
    Setting("tc", CLOCK, "seconds for a game, and what each move adds", flag="tc"),
)
_MEANINGS = {
    "resign_moves": "consecutive moves with a lost value after which a seat resigns; 0: never",
    "resign_value": "highest expected result that counts as lost",
    "resign_both": "the other seat must agree",
    "draw_moves": "consecutive moves with an even value of both seats after which a game is drawn; 0: never",
    "draw_margin": "largest distance from one half that counts as even",
    "draw_after": "earliest ply of such a draw",
    "solver": "node limit of a solver that looks for the proven end after each ply; 0: no solver",
    "plies": "maximum length of a game in plies, after which it is a draw, or lost in a cooperative game; 0: none",
}
_KINDS = {"int": whole(0, 10**9), "float": real(0, 0.499999), "bool": YES}
ADJUDICATION = tuple(
    Setting(field.name, _KINDS[str(field.type)], _MEANINGS[field.name], json.dumps(getattr(NONE, field.name)),
            field.name.replace("_", "-") if field.name.startswith(("resign", "draw")) else {
                "solver": "adjudicate-solver", "plies": "adjudicate-plies"}[field.name])
    for field in fields(NONE)
)
TEST = (
    Setting("low", real(-2000, 2000), "the hypothesis H0: Elo, or a difference of mean scores", flag="sprt-low"),
    Setting("high", real(-2000, 2000), "the hypothesis H1", flag="sprt-high"),
    Setting("alpha", real(1e-9, 0.499), "error rate: accept H1 although H0 holds", "0.05", "sprt-alpha"),
    Setting("beta", real(1e-9, 0.499), "error rate: accept H0 although H1 holds", "0.05", "sprt-beta"),
    Setting("model", choice(*MODELS), "model of the scores", "by the game", "sprt-model"),
    Setting("min_units", whole(0, 10**9), "units before which the test decides nothing", "0", "sprt-min-units",
            aliases=("least",)),
    Setting("max_difference", real(1e-9, 1), "upper bound on the score difference per deal", "1", "sprt-max-difference",
            aliases=("reach",)),
)
OUTPUTS = (
    Setting("games", FILE, "file of all games as JSON Lines", flag="games-out"),
    Setting("pgn", FILE, "file of all games as PGN", flag="pgn-out"),
    Setting("sgf", FILE, "file of all games of rush-stones as SGF", flag="sgf-out"),
    Setting("html", FILE, "file of a report as one page", flag="html-out"),
    Setting("json", FILE, "file of all figures as JSON", flag="json-out"),
)
#: What may stand at the top, for all games, and in one game, for it alone.
GAME = (
    Setting("format", choice(*FORMATS, BATCH), "who plays whom", "round-robin", "format"),
    Setting("rounds", _bounded("rounds"), "rounds of the format; for a test or a batch, the maximum number of "
                                          "units", "1", "rounds"),
    Setting("pairs", _bounded("pairs"), "pairs of games in a meeting: swiss, knockout, ladder", "1", "pairs"),
    Setting("challengers", _bounded("challengers"), "number of challengers, the first engines of the list: "
                                                    "gauntlet", "1",
            "challengers"),
    Setting("openings", OPENINGS, "what is played before the engines take over: a file of positions with moves, or "
            "random plies", flag="openings"),
    Setting("deals", FILE, "a file of full positions that are played in turn, instead of deals from the seed",
            flag="deals"),
    Setting("openings_order", choice(*ORDERS), "order of the positions of a file of openings or "
                                               "deals", IN_TURN, "openings-order"),
    Setting("openings_start", whole(1, 10**9), "the first position, counted from 1 in that order", "1",
            "openings-start"),
    Setting("openings_plies", whole(0, 10**9), "maximum number of moves that are played of a line of such a "
                                               "file", "all",
            "openings-plies"),
    Setting("margin", _bounded("margin"), "grace period (ms)", "100", "margin"),
    Setting("cap", _bounded("cap"), "hard limit (ms) for moves without a time control", "300000",
            "cap"),
    Setting("own_partners", YES, "in a cooperative game, every engine plays all seats itself", "false",
            "own-partners"),
    Setting("skip_forced", YES, "play forced moves without asking the engine", "false", "skip-forced"),
    Setting("disqualify_after", _bounded("disqualify_after"), "faults after which an engine is disqualified from "
            "the games of an event; 0: never", "10", "disqualify-after"),
)
#: Tables that may stand at the top and in one game.
GAME_TABLES = {"limits": LIMITS, "adjudication": ADJUDICATION, "sprt": TEST}
ONE_GAME = (
    Setting("game", TEXT, "the game; `dohyo games` lists them"),
    Setting("rules", TABLE, "rule options that differ from the default"),
    Setting("engines", NAMES, "participants, by name; default: all"),
)
#: What may stand in `each`, for all engines, and in one engine, for it alone.
START = (
    Setting("options", TABLE, "engine options, by name"),
    Setting("cwd", FOLDER, "working folder"),
    Setting("env", VARIABLES, "environment variables, added to those of this program; they are stored with the games"),
    Setting("restart", choice(*RESTARTS), "on: a new process for every game; off: one process, replaced after "
            "a fault", "off"),
    Setting("start_timeout", whole(1, MOST_START_TIMEOUT), "seconds to start, and to answer `isready`",
            str(START_TIMEOUT), aliases=("patience",)),
)
ENGINE = (
    Setting("name", TEXT, "name in the tables", "the program's name"),
    Setting("command", TEXT, "a searcher of this project, `builtin:` and a searcher, or a command, which is started "
            "without a shell"),
    *START,
)
#: How games are played, here and now. No game depends on it, so that it is in no plan; `resume` takes it too.
HOW = (
    Setting("concurrency", _bounded("concurrency"), "number of concurrent games", "1", "concurrency"),
    Setting("processes", YES, "run each concurrent game in its own process", "for builtin engines", "processes"),
    Setting("cluster", CLUSTER, "a Dask cluster that plays the games: N local workers, or those of a scheduler",
            flag="cluster"),
    Setting("progress", whole(0, 10**6), "progress interval (s) when standard error is not a terminal; 0: "
                                         "none", "60", "progress"),
    Setting("affinity", YES, "give each concurrent game its own processors", "false", "affinity"),
    Setting("log", FOLDER, "a folder for logs of all lines to and from the engines, a file for each process",
            flag="log"),
)
GENERAL = (
    Setting("name", TEXT, "name of the tournament", "that of the file", "name"),
    Setting("seed", _bounded("seed"), "seed of the deals, the openings and the engines", "0", "seed"),
    Setting("out", FILE, "file in which the games are stored", "the name with .db", "out"),
    *HOW,
)

#: Where settings stand, by the dotted path of their table.
PLACES = {
    "": "At the top of a file",
    "outputs": "In the table [outputs]",
    "each": "In the table [each]: defaults for all engines",
    "engine[]": "In an [[engine]]",
    "engine[].limits": "In limits of an [[engine]], for it alone",
    "game[]": "In a [[game]]",
    "[game[]": "At the top, for all games, or in a [[game]], for it alone",
    **{f"[game[].]{name}": f"In the table {name}, at the top for all games, or in a [[game]] for it alone"
       for name in GAME_TABLES},
}


def every() -> Iterator[tuple[str, Setting]]:
    """All settings, with the key under which each stands in a file. Those of engines and of one game have no flag of
    their own; they are part of another."""
    tables = {
        ("", ""): GENERAL, ("outputs.", ""): OUTPUTS, ("each.", "each"): START, ("engine[].", "engine"): ENGINE,
        ("engine[].limits.", "engine"): LIMITS, ("game[].", "game"): ONE_GAME, ("[game[].]", ""): GAME,
        **{(f"[game[].]{name}.", ""): settings for name, settings in GAME_TABLES.items()},
    }
    for (path, part_of), settings in tables.items():
        for setting in settings:
            yield path + setting.key, replace(setting, flag=part_of or setting.flag, own_flag=not part_of)


def flags() -> Iterator[Setting]:
    """All settings that have a flag of their own, under their dotted keys."""
    tables = {"": (*GENERAL, *GAME), "outputs": OUTPUTS, **GAME_TABLES}
    for table, settings in tables.items():
        for setting in settings:
            yield replace(setting, key=f"{table}.{setting.key}" if table else setting.key)


def no_such_key(key: str, known: list[str]) -> str:
    """The end of a sentence on a key that nobody knows."""
    near = difflib.get_close_matches(key, known, 1)
    return f"unknown key; {f'did you mean {near[0]}?' if near else 'expected one of ' + ', '.join(known)}"
