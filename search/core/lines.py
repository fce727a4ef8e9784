"""Lines of moves, from codes to texts."""

from collections.abc import Iterable

from dohyo.engine import MoveError, View


def spell(view: View, codes: Iterable[int]) -> tuple[str, ...]:
    """The texts of a line of moves from a view, each in the position where it is played.

    The line ends where the view does not know what follows: before a move that another seat hides, and after one that
    turns up unknown cards.
    """
    words: list[str] = []
    for code in codes:
        if view.game.kernel.hides and view.seat not in view.to_move:
            break
        words.append(view.text(code))
        try:
            view = view.play_code(code)
        except MoveError:
            break
    return tuple(words)
