"""Exact results of solitaires in which every card is known: whether a deal can be won at all."""

from __future__ import annotations

from dataclasses import dataclass

from dohyo.engine import Game, State, UsageError
from dohyo.search.solve.solver import Solver

#: Nodes after which a position is given up, by default. They take at most about 100 MB.
MOST_NODES = 5_000_000


@dataclass(frozen=True)
class SolverResult:
    """winnable: None where that is undecided; nodes: positions visited by playing a move; line: moves that win."""

    winnable: bool | None
    nodes: int
    line: tuple[str, ...]


def refusal(game: Game) -> str | None:
    """None if games of this kind are solved; else the reason why not, as the end of a sentence."""
    return None if game.seats == 1 else "it solves games of one seat"


def solve(state: State, most_nodes: int = MOST_NODES, solver: Solver | None = None) -> SolverResult:
    """Whether a solitaire can be won from a state, all of whose cards are known. UsageError for another game.

    most_nodes: where to give up; what is undecided then is said to be. solver: to be interrupted by another thread.
    """
    reason = refusal(state.game)
    if reason is not None:
        raise UsageError(f"the solver does not play {state.game.id}: {reason}")
    winnable, nodes, codes = (solver or Solver()).solve(state.buffer, most_nodes)
    line = []
    for code in codes:
        line.append(state.text(code))
        state = state.play_code(code)
    return SolverResult(winnable, nodes, tuple(line))
