"""A checksum of what an engine answers in a few positions: it shows whether the engine still plays as it did.

Games of a program that has changed since must not be counted together with new ones.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

from dohyo.engine import UsageError
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.play import referee
from dohyo.tournaments.play.player import EnginePlayer
from dohyo.tournaments.schedule import seeds
from dohyo.tournaments.schedule.units import Pairing, Place

#: Nodes of each search, the deals, and the random plies after which a position is taken.
NODES = 200
DEALS = (0, 1)
OPENINGS = (0, 5)
#: Seconds in which a search has to answer.
PATIENCE = 60.0
#: Searches of several threads differ from run to run.
NOT_REPEATABLE = "threads"


def behaviour(engine: Engine, match: Match) -> str:
    """The checksum of an engine in a match, as eight hexadecimal digits.

    Raises:
        UsageError: the engine does not play the game.
        EngineFault: it fails, as it would in every game.
    """
    options = tuple(option for option in engine.options if option[0].lower() != NOT_REPEATABLE)
    player = EnginePlayer(replace(engine, options=options), match.game)
    answers = []
    try:
        player.open()
        for deal in DEALS:
            for opening in OPENINGS:
                pairing = Pairing(Place(deal, 0, 0), (0,), deal)
                state = seeds.start(replace(match, opening=opening), pairing)
                for seat in state.to_move:
                    player.prepare(1, "a look at what it plays")
                    answer = player.go(f"fen {state.view(seat)}", Limits(nodes=NODES), PATIENCE)
                    if answer.move == referee.NO_MOVE:
                        raise UsageError(f"engine {engine.name} does not move in {match.game_id}: {answer.note}")
                    answers.append(f"{answer.move} {answer.value} {answer.nodes}")
    finally:
        player.close()
    return f"{zlib.crc32(chr(10).join(answers).encode()):08x}"
