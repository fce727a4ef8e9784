"""Whether records are true: every game is played again by the rules, from its place in the plan, and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from dohyo.engine import DohyoError, GameRecord, State
from dohyo.tournaments import deals, referee
from dohyo.tournaments.adjudication import NONE, Ending, judge
from dohyo.tournaments.counting import faults
from dohyo.tournaments.schedule import Pairing, Place
from dohyo.tournaments.spec import Match
from dohyo.tournaments.store import Store
from dohyo.tournaments.tournament import Tournament
from dohyo.tournaments.workers import LocalWorker, Make


def differences(tournament: Tournament, store: Store, make: Make | None = None) -> Iterator[str]:
    """What in the games of a store is not as the plan and the rules say, a sentence each. make: of engines that are
    asked for every move again; times may differ then, and nothing else."""
    worker = None if make is None else LocalWorker(tournament, make)
    try:
        for event, match in enumerate(tournament.events):
            for place, text in store.texts(event):
                where = f"{tournament.labels[event]}, game {place.round}.{place.pair}.{place.swap}"
                try:
                    record = GameRecord.from_json(json.loads(text))
                    wrong = verify(match, record, place, text)
                    if worker is not None and not any(engine.limits.timed for engine in match.engines):
                        wrong = [*wrong, *_asked(worker, match, record, place, event)]
                    yield from (f"{where}: {each}" for each in wrong)
                except DohyoError as error:
                    yield f"{where}: {error}"
    finally:
        if worker is not None:
            worker.close()


def verify(match: Match, record: GameRecord, place: Place, text: str) -> list[str]:
    """What is wrong with the record of a game, as sentences' parts. text: the record as it is stored."""
    wrong = []
    pairing = pairing_of(match, record, place)
    if json.dumps(record.as_json(), separators=(",", ":")) != text:
        wrong.append("the text of the record is not what it says")
    if record.extra.get("deal_seed") != deals.deal_seed(match, pairing):
        wrong.append("the seed of the deal is another")
    seats = range(1, len(record.players) + 1)
    if record.extra.get("seeds") != [deals.engine_seed(match, pairing, seat) for seat in seats]:
        wrong.append("the seeds of the engines are others")
    if record.start != str(deals.start(match, pairing)):
        wrong.append("the deal is another")
    *_, end = record.replay()
    expected = _returns(match, record, end)
    if record.returns != expected:
        wrong.append(f"the result is {record.returns} and should be {expected}")
    return wrong


def pairing_of(match: Match, record: GameRecord, place: Place) -> Pairing:
    """The place, engines and deal that the record names."""
    names = [engine.name for engine in match.engines]
    try:
        engines = tuple(names.index(name) for name in record.players)
        return Pairing(place, engines, int(record.extra["deal"]))
    except (KeyError, ValueError) as error:
        raise DohyoError(f"the record names engines or deals that the plan does not have: {error}") from error


def _returns(match: Match, record: GameRecord, end: State) -> tuple[float, ...] | None:
    """What the game was worth by the rules, by a fault, or by the verdict on its last position; None if none is due."""
    failed = set(faults(record))
    if failed:
        return referee.forfeit_returns(len(record.players), match.game.common, failed)
    if end.over:
        return end.returns
    verdict = None if match.adjudication == NONE else judge(match.adjudication, end, record.plies)
    if verdict is None or str(verdict.ending) != record.extra.get("ending"):
        return None
    return verdict.returns


def _asked(worker: LocalWorker, match: Match, record: GameRecord, place: Place, event: int) -> list[str]:
    """Where engines that are asked again play otherwise. Games that ended by a fault are not asked for."""
    if record.extra.get("ending") == Ending.FAULT or record.fault is not None:
        return []
    pairing = pairing_of(match, record, place)
    again = worker.play(Pairing(pairing.place, pairing.engines, pairing.deal, event))
    for number, (old, new) in enumerate(zip(record.plies, again.plies, strict=False), 1):
        if replace(old, time=0.0) != replace(new, time=0.0):
            return [f"ply {number} was {old.move} and is {new.move} now"]
    return [] if again.returns == record.returns else [f"the result was {record.returns} and is {again.returns} now"]
