"""Every setting of a tournament: its key in a file, which is its flag too, what it means, and what it may be.

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
    "resign_moves": "moves in a row after which a seat that sees itself lost has lost; 0: never",
    "resign_value": "the most that such a seat expects of its result",
    "resign_both": "the other seat must see it too",
    "draw_moves": "moves in a row after which a game that both see even is drawn; 0: never",
    "draw_margin": "how far from one half such a seat sees its result",
    "draw_after": "the ply before which no game is drawn so",
    "solver": "nodes in which a solver looks for the certain end after each ply; 0: none looks",
    "plies": "after so many the game is a draw, or lost where the result is shared; 0: never",
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
    Setting("alpha", real(1e-9, 0.499), "the chance to accept H1 where H0 holds", "0.05", "sprt-alpha"),
    Setting("beta", real(1e-9, 0.499), "the chance to accept H0 where H1 holds", "0.05", "sprt-beta"),
    Setting("model", choice(*MODELS), "what the scores are counted as", "by the game", "sprt-model"),
    Setting("min_units", whole(0, 10**9), "units before which the test decides nothing", "0", "sprt-min-units",
            aliases=("least",)),
    Setting("max_difference", real(1e-9, 1), "upper bound on the score difference per deal", "1", "sprt-max-difference",
            aliases=("reach",)),
)
#: Settings of a test, to the fields of `Sprt` where these have another name.
TEST_FIELDS = {"min_units": "least", "max_difference": "reach"}
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
    Setting("rounds", _bounded("rounds"), "rounds of the format; of a test or a batch the most units", "1", "rounds"),
    Setting("pairs", _bounded("pairs"), "pairs of games that a meeting has: swiss, knockout, ladder", "1", "pairs"),
    Setting("challengers", _bounded("challengers"), "how many of the first engines meet the others: gauntlet", "1",
            "challengers"),
    Setting("openings", OPENINGS, "what is played before the engines take over: a file of positions with moves, or "
            "random plies", flag="openings"),
    Setting("deals", FILE, "a file of whole positions that are played in turn, instead of deals from the seed",
            flag="deals"),
    Setting("openings_order", choice(*ORDERS), "the order in which the positions of a file of openings or deals are "
            "taken", IN_TURN, "openings-order"),
    Setting("openings_start", whole(1, 10**9), "the position that is taken first, counted from 1 in that order", "1",
            "openings-start"),
    Setting("openings_plies", whole(0, 10**9), "moves of a line of such a file that are played at most", "all",
            "openings-plies"),
    Setting("margin", _bounded("margin"), "milliseconds by which a move may be late", "100", "margin"),
    Setting("cap", _bounded("cap"), "milliseconds after which a move without a limit of time has failed", "300000",
            "cap"),
    Setting("own_partners", YES, "in a game with a common score every engine plays all seats itself", "false",
            "own-partners"),
    Setting("skip_forced", YES, "an engine is not asked where it has one legal move", "false", "skip-forced"),
    Setting("disqualify_after", _bounded("disqualify_after"), "faults in a game's match after which an engine plays no "
            "more of it; 0: any number", "10", "disqualify-after"),
)
#: Tables that may stand at the top and in one game.
GAME_TABLES = {"limits": LIMITS, "adjudication": ADJUDICATION, "sprt": TEST}
ONE_GAME = (
    Setting("game", TEXT, "what is played; `dohyo games` lists them"),
    Setting("rules", TABLE, "rule options that are not to be the default"),
    Setting("engines", NAMES, "who takes part, by name; all where nothing is said"),
)
#: What may stand in `each`, for all engines, and in one engine, for it alone.
START = (
    Setting("options", TABLE, "what it is told once, by name"),
    Setting("cwd", FOLDER, "the folder in which it is started"),
    Setting("env", VARIABLES, "variables of its environment, besides those of this program; the games' file has them"),
    Setting("restart", choice(*RESTARTS), "on: every game gets a new process; off: one plays on, and another takes "
            "its place after a fault", "off"),
    Setting("start_timeout", whole(1, MOST_START_TIMEOUT), "seconds to start, and to answer `isready`",
            str(START_TIMEOUT), aliases=("patience",)),
)
ENGINE = (
    Setting("name", TEXT, "what the tables call it", "the program's name"),
    Setting("command", TEXT, "a searcher of this project, `builtin:` and a searcher, or a command, which is started "
            "without a shell"),
    *START,
)
#: How games are played, here and now. No game depends on it, so that it is in no plan; `resume` takes it too.
HOW = (
    Setting("concurrency", _bounded("concurrency"), "games at a time", "1", "concurrency"),
    Setting("processes", YES, "each of those has a process of its own", "for builtin engines", "processes"),
    Setting("cluster", CLUSTER, "a Dask cluster that plays the games, N workers here or those of a scheduler",
            flag="cluster"),
    Setting("progress", whole(0, 10**6), "seconds between two lines on how far it is, where standard error is no "
            "terminal; 0: none", "60", "progress"),
    Setting("affinity", YES, "each game that is played at once has processors of its own", "false", "affinity"),
    Setting("log", FOLDER, "a folder in which all that is said to engines and by them is kept, a file for each process",
            flag="log"),
)
GENERAL = (
    Setting("name", TEXT, "the tournament's name, for people", "that of the file", "name"),
    Setting("seed", _bounded("seed"), "what deals, openings and engines' seeds derive from", "0", "seed"),
    Setting("out", FILE, "the file that keeps the games", "the name with .db", "out"),
    *HOW,
)

#: Where settings stand, by the dotted path of their table.
PLACES = {
    "": "At the top of a file",
    "outputs": "In the table [outputs]",
    "each": "In the table [each]: for all engines, unless they say otherwise",
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
