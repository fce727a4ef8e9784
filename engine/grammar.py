"""The line that all games share: `<game-id> <field>=<value> …` (docs/notation.md)."""

from collections.abc import Iterable, Mapping

from dohyo.engine.errors import PositionError

#: A position text is never longer; a longer line is refused before it is looked at.
MAX_LENGTH = 65536
#: How much of an offending text an error quotes.
QUOTED = 40


def quote(text: str) -> str:
    """The text in quotation marks, cut to a length that a sentence can bear, without control characters."""
    shown = text if len(text) <= QUOTED else text[:QUOTED] + "…"
    return "'" + "".join(char if char.isprintable() else "�" for char in shown) + "'"


def split(text: str) -> tuple[str, dict[str, str]]:
    """The game id and the fields of a position text; PositionError for anything else."""
    if len(text) > MAX_LENGTH:
        raise PositionError(f"the position has {len(text)} characters; at most {MAX_LENGTH} are read")
    words = text.split()
    if not words:
        raise PositionError("the position is empty; it starts with the id of a game")
    fields: dict[str, str] = {}
    for word in words[1:]:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise PositionError(f"{quote(word)} is not a field of the form name=value")
        if name in fields:
            raise PositionError(f"field {quote(name)} is given twice")
        fields[name] = value
    return words[0], fields


def refuse_unknown(fields: Mapping[str, str], known: Iterable[str], game: str) -> None:
    """PositionError if a field is not one of the game's."""
    names = list(known)
    for name in fields:
        if name not in names:
            raise PositionError(f"{game} has no field {quote(name)}; its fields are {', '.join(names)}")


def whole_number(text: str) -> int | None:
    """The value of plain decimal digits (at most nine, with an optional minus), or None."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        return None
    return int(text)
