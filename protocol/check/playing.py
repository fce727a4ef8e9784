"""Steps: whole games, refereed here."""

from __future__ import annotations

import time

from dohyo.engine import Game, State
from dohyo.protocol.check.cases import BRIEF, Case
from dohyo.protocol.check.context import STEP_WITHIN, Check, CheckStep
from dohyo.protocol.check.probe import BrokenError, SkipError
from dohyo.protocol.language.messages import Dialect, NewGame
from dohyo.protocol.server import queries

#: The deal that is played.
SEED = 2


def _play(check: Check, game: Game) -> str:
    """Play a game, each seat asked by its view, and compare the result with what the engine says of it."""
    begin = time.monotonic()
    state = game.deal(SEED, **BRIEF.get(game.id, {}))
    check.engine().say(str(NewGame(check.greeting.dialect)))
    limit = f"nodes {check.tries(100, 10)}"
    count = 0
    while not state.over:
        state, asked = _choose(check, state, limit)
        count += asked
        if time.monotonic() - begin > STEP_WITHIN:
            raise BrokenError(f"the game was not over after {count} moves and {STEP_WITHIN:g} s")
    check.figures.update(moves=count)
    _compare(check, state)
    return f"{count} moves were legal, and the game ended {queries.answer(state, 'result')}"


def _choose(check: Check, state: State, limit: str) -> tuple[State, int]:
    """The state after the choices of all seats to move, each asked before any choice is played; how many they are."""
    asked = [Case(state, seat) for seat in state.to_move]
    moves = [check.legal(check.engine().go(limit, case.text), case).move for case in asked]
    for case, move in zip(asked, moves, strict=True):
        state = state.play(move, case.seat)
    return state, len(asked)


def _compare(check: Check, state: State) -> None:
    if check.greeting.dialect is not Dialect.UGI:
        return
    probe = check.engine()
    probe.say(f"position {Case(state, 1).text}")
    for what in ("gameover", "result"):
        said, right = probe.query(what), queries.answer(state, what)
        if said != right:
            raise BrokenError(f"at the end `query {what}` was answered by {said}, not {right}")


def step_for(game: Game) -> CheckStep:
    """The step that plays a game."""
    def run(check: Check) -> str:
        if game not in check.games:
            raise SkipError(f"{game.id} is not checked")
        return _play(check, game)

    return CheckStep(f"a game of {game.id}", "each seat, asked by its view, makes legal moves until the game is over",
                     run)
