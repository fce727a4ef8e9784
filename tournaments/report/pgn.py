"""A game as PGN, for programs that rate players by results, such as Ordo and BayesElo.

White is the player in seat 1, whatever that seat is called at the table. PGN knows no moves but those of chess: the
moves stand in a comment, and the tags `Game` and `Position` tell what to play them on. The format is that of the
Portable Game Notation specification (S. Edwards, 1994), sections 7 and 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from dohyo import engine
from dohyo.engine import DohyoError, Fault, GameRecord, UsageError
from dohyo.engine.grammar import quote
from dohyo.tournaments.plan.adjudication import Ending

#: Results of seat 1 and seat 2, and their texts.
RESULTS = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2-1/2"}
#: How a game ended, by its fault, in the words that the specification offers.
TERMINATIONS = {Fault.TIME: "time forfeit", Fault.ILLEGAL: "rules infraction"}
#: Endings without a verdict of the referee.
PLAYED_OUT = (Ending.RULES, Ending.LENGTH)
#: Columns of a line.
WIDTH = 79


def lines(record: GameRecord, event: str, round_: str = "?", date: str = "") -> Iterator[str]:
    """The lines of a game, with an empty line after its tags and at its end. date: ISO 8601, or ''.

    DohyoError says why a game cannot be written as PGN: it takes two players who play against each other, and a win, a
    draw or a loss.
    """
    game = record.start.split(" ", 1)[0]
    result = _result(record, game)
    white, black = record.players
    tags = {
        "Event": event or "?", "Site": "?", "Date": date[:10].replace("-", ".") or "????.??.??", "Round": round_,
        "White": white, "Black": black, "Result": result, "Game": game, "Position": record.start,
        "PlyCount": str(len(record.plies)),
        "Termination": _termination(record),
    }
    for name, value in tags.items():
        yield f'[{name} "{_text(value)}"]'
    yield ""
    yield from wrap(_moves(record), WIDTH, break_long_words=False, break_on_hyphens=False)
    yield result
    yield ""


def check_names(names: Iterable[str]) -> None:
    """UsageError where two players would become one, whom a program that rates players takes by their names."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(_text(name), name)
        if other != name:
            raise UsageError(f"engines {quote(other)} and {quote(name)}: expected names that differ without quotes and "
                             "backslashes, which PGN does not have")


def _termination(record: GameRecord) -> str:
    if record.fault is not None:
        return TERMINATIONS.get(record.fault, "abandoned")
    return "normal" if record.extra.get("ending", Ending.RULES) in PLAYED_OUT else "adjudication"


def _result(record: GameRecord, game: str) -> str:
    kind = engine.game(game)
    if kind.seats < 2:
        raise DohyoError(f"{game} is a solitaire, and PGN is for games of two")
    if kind.common:
        raise DohyoError(f"the players of {game} share their result, and PGN is for games against each other")
    found = RESULTS.get((record.returns[0], record.returns[1]))
    if found is None:
        raise DohyoError("its result is not a win, draw or loss")
    return found


def _text(value: str) -> str:
    """The inside of a tag. Readers differ on escapes and most know none, so double quotes become single ones."""
    return " ".join(value.replace("\\", "/").replace('"', "'").split())


def _moves(record: GameRecord) -> str:
    """All moves, each after the number of its seat, as one comment."""
    moves = " ".join(f"{ply.seat}:{ply.move}" for ply in record.plies) or "no moves"
    return "{" + moves + ("" if record.fault is None else f" ({_braceless(record.fault_text)})") + "}"


def _braceless(text: str) -> str:
    """Without what ends a comment, or what a reader of lines would take for a tag."""
    return text.translate(str.maketrans("{}[]", "()()"))
