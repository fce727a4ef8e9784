"""This project's engine loop, wrong in one way that only games with hidden cards can show: `wrong_server.py FAULT`."""

from __future__ import annotations

import sys

from dohyo.engine import State, View
from dohyo.protocol.language.messages import Go, SetPosition
from dohyo.protocol.server import loop
from dohyo.protocol.server.job import Job
from dohyo.protocol.server.options import Options
from dohyo.protocol.server.session import _VERBS, NO_MOVE, Session

FAULT = sys.argv[1]


def go(session: Session, message: Go) -> Job | None:
    """As the good one, but for the seat of a view that is not to move, or for seat 2 where both choose."""
    position = session._position
    if isinstance(position, View) and not position.over:
        waits = position.seat not in position.to_move
        if waits and FAULT == "any-seat":
            session._emit(f"info depth 1 score win 500\nbestmove {position.to_move[0]}")
            return None
        if waits and FAULT == "silent-seat":
            session._emit(NO_MOVE)
            return None
        if FAULT == "first-seat" and position.seat == 2 and len(position.to_move) == 2:
            session._error("go seat 1 has to choose first")
            session._emit(NO_MOVE)
            return None
    return session._go(message)


def set_position(session: Session, message: SetPosition) -> None:
    session._set_position(message)
    if FAULT == "no-states" and isinstance(session._position, State) and session._position.game.hidden:
        session._position = None
        session._error("position a view needs seat=")


_VERBS[Go] = go
_VERBS[SetPosition] = set_position
options = Options()
options.set("Searcher", "random")
sys.exit(loop.serve(options))
