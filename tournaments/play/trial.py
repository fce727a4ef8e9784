"""The first move of every engine, before a tournament is played: who can take part, and how long a move takes."""

from __future__ import annotations

from dohyo.engine import Fault, MoveError, UsageError
from dohyo.protocol.client.client import Answer, EngineFault
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.player import EnginePlayer
from dohyo.tournaments.play.referee import NO_MOVE
from dohyo.tournaments.schedule import seeds
from dohyo.tournaments.schedule.formats import stages

#: Milliseconds for a move of a trial, where a time limits it.
TRIAL_TIME = 100


def trial(match: Match, engine: Engine) -> float:
    """Seconds that an engine takes for the first move, which it makes in little time if time is what limits it.
    UsageError if it cannot take part, EngineFault if it fails."""
    first = next(iter(next(stages(match)).units))[0]
    state = seeds.start(match, first)
    seat = state.to_move[0]
    player = EnginePlayer(engine, match.game)
    try:
        player.open()
        player.prepare(1, "a trial of its first move")
        answer: Answer = player.go(f"fen {state.view(seat)}", _limits(engine), match.cap / 1000)
    finally:
        player.close()
    if answer.move == NO_MOVE:
        raise EngineFault(Fault.ILLEGAL, f"engine returned no move{f': {answer.note}' if answer.note else ''}")
    try:
        state.code(answer.move, seat)
    except MoveError as error:
        raise EngineFault(Fault.ILLEGAL, str(error)) from error
    return answer.time


def trials(tournament: Tournament) -> tuple[dict[tuple[int, str], float], list[str]]:
    """A first move of every engine in every game that it plays, and what went wrong at that, as sentences."""
    found: dict[tuple[int, str], float] = {}
    problems = []
    for event, match in enumerate(tournament.events):
        for engine in match.engines:
            try:
                found[event, engine.name] = trial(match, engine)
            except EngineFault as fault:
                problems.append(f"{tournament.labels[event]}: engine {engine.name} fails: {fault}")
            except UsageError as error:
                problems.append(f"{tournament.labels[event]}: {error}")
    return found, problems


def _limits(engine: Engine) -> Limits:
    """Those of a trial."""
    limits = engine.limits
    movetime = min(limits.movetime or TRIAL_TIME, TRIAL_TIME) if limits.timed else None
    return Limits(movetime=movetime, nodes=limits.nodes, depth=limits.depth)
