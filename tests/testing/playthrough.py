"""Whole games as text, to be read and to be compared with a file that was reviewed."""

from __future__ import annotations

from collections.abc import Iterable

from dohyo import engine
from dohyo.testing.battery import views


def text(states: Iterable[engine.State]) -> str:
    """One game: each position with its key, what each seat knows where something is hidden, the legal moves of the
    seats to move, and the end.

    Parameters
    ----------
    states
        The game from its start to its end, such as `battery.random_game` gives; at least one state, the last one over.
    """
    lines: list[str] = []
    returns: tuple[float, ...] | None = None
    for state in states:
        lines.append(f"{state}  key={state.buffer.hash():016x}")
        if state.game.kernel.hides:
            lines += [f"  view {view.seat}: {view}" for view in views(state)]
        lines += [f"  {seat}: {' '.join(state.moves(seat))}" for seat in state.to_move]
        returns = state.returns
    assert returns is not None, "the last state of a playthrough is not over"
    return "\n".join([*lines, f"  over: {' '.join(f'{value:g}' for value in returns)}", ""])
