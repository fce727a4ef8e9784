"""GTP lines: line to command, answer to lines, and the kinds of arguments (GTP 2 draft 2, sections 2 and 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dohyo.engine import DohyoError

#: The remark by which a controller ends a running command early (GoGui manual, "Interrupting Commands").
INTERRUPT = "# interrupt"
SYNTAX_ERROR = "syntax error"
PASS = "PASS"
#: Seats by the names of their colours.
COLOURS = {"b": 1, "black": 1, "w": 2, "white": 2}
#: Digits of the largest whole number that is read.
DIGITS = 9

_BLANKED = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}
_VERTEX = re.compile(r"[A-HJ-Z][1-9][0-9]?")


class GtpError(DohyoError):
    """A command fails; the message is what stands after the question mark."""


@dataclass(frozen=True)
class Command:
    """One command. number: its digits as they came, '' without."""

    number: str
    name: str
    arguments: tuple[str, ...] = ()


def read(line: str) -> Command | None:
    """The command of a line; None for a line without one. Remarks and control characters are taken out before."""
    words = line.translate(_BLANKED).partition("#")[0].split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    return Command(number, words[0] if words else "", tuple(words[1:]))


def answer(number: str, text: str, *, failed: bool = False) -> str:
    """The lines of an answer, without the last line end: an empty line closes it, so none stands in the text."""
    lines = [line.rstrip() or " " for line in text.rstrip().split("\n")]
    if not lines[0].strip():
        lines[0] = ""
    return f"{'?' if failed else '='}{number} " + "\n".join(lines) + "\n"


def colour(text: str) -> int:
    """The seat of a colour."""
    seat = COLOURS.get(text.lower())
    if seat is None:
        raise GtpError(f"{SYNTAX_ERROR}: expected b, black, w or white")
    return seat


def vertex(text: str) -> str:
    """A point or a pass, in capitals. Whether the point is on the board is not asked."""
    point = text.upper()
    if point != PASS and not _VERTEX.fullmatch(point):
        raise GtpError(f"{SYNTAX_ERROR}: expected a vertex (a letter other than I, and a number) or pass")
    return point


def whole(text: str) -> int:
    """A whole number, 0 or more."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise GtpError(f"{SYNTAX_ERROR}: expected an integer of at most {DIGITS} digits")
    return int(text)


def real(text: str) -> float:
    """A decimal number."""
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", text, re.ASCII):
        raise GtpError(f"{SYNTAX_ERROR}: expected a number")
    return float(text)
