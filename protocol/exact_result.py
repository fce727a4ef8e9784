"""Proofs for a referee, who sees the whole state: the result of a game that no play can change."""

from __future__ import annotations

from dohyo import search
from dohyo.engine import Game, State
from dohyo.search.solve import solitaire

#: The searcher that proves results of games in which nothing is hidden.
PROVER = "alphabeta"


def refusal(game: Game) -> str | None:
    """None if `certain` may find something in a game; else why it never does, as a sentence's part."""
    open_game = game.seats == 2 and game.has_start and not game.common and not game.simultaneous
    if open_game or solitaire.refusal(game) is None:
        return None
    return f"no solver for {game.id}: neither a solitaire nor a game of two seats without chance or hidden cards"


def certain(state: State, nodes: int) -> tuple[float, ...] | None:
    """The result that no play can change, one value in [0, 1] per seat; None where none was found.

    A solitaire that cannot be won, even by one who knows every card, is lost. In a game of two seats without chance or
    anything hidden, the result of best play. nodes: the most to visit; the answer depends on nothing else.
    """
    game = state.game
    if state.over:
        return state.returns
    if refusal(game) is not None:
        return None
    if solitaire.refusal(game) is None:
        return (0.0,) * game.seats if solitaire.solve(state, nodes).winnable is False else None
    return _proved(state, nodes)


def _proved(state: State, nodes: int) -> tuple[float, ...] | None:
    searcher = search.make(PROVER)
    view = state.view()
    searcher.set_position(view)
    best = searcher.search(search.Limits(nodes=nodes, reasons=False)).ranked[0]
    if not best.proven:
        return None
    return tuple(best.value if seat == view.seat else 1 - best.value for seat in (1, 2))
