"""Lines of moves, from codes to texts."""

from collections.abc import Iterable

from dohyo.engine import View


def spell(view: View, codes: Iterable[int]) -> tuple[str, ...]:
    """The texts of a line of moves from a view, each in the position where it is played."""
    words: list[str] = []
    for code in codes:
        words.append(view.text(code))
        view = view.play_code(code)
    return tuple(words)
