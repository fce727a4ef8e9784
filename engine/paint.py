"""Colours of drawings on a terminal."""

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "1;33", "blue": "1;34", "cyan": "36"}


def paint(text: str, style: str, colour: bool) -> str:
    """The text in a style, or as it is where colours are off."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colour else text
