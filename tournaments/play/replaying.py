"""Whether records are true: every game is played again by the rules, from its place in the schedule, and compared."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from dohyo.engine import DohyoError, GameRecord, Ply, State
from dohyo.tournaments.plan.adjudication import NONE, Ending, Verdict, judge
from dohyo.tournaments.plan.spec import RANKING, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play import referee
from dohyo.tournaments.play.unit_queue import UnitQueue
from dohyo.tournaments.play.workers import LocalWorker, Make
from dohyo.tournaments.results.eligibility import faults
from dohyo.tournaments.schedule import formats, seeds
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.store.games import Row, Store


def differences(tournament: Tournament, store: Store, make: Make | None = None) -> Iterator[str]:
    """What in the games of a store is not as the plan and the rules say, a sentence each. make: of engines that are
    asked for every move again; times may differ then, and nothing else."""
    worker = None if make is None else LocalWorker(tournament, make)
    try:
        for event, match in enumerate(tournament.events):
            for place, sentence in _event(match, store, event, worker):
                yield f"{tournament.labels[event]}, game {place}: {sentence}"
        for event in store.events:
            if event >= len(tournament.events):
                yield f"{store.count(event=event)} games are of event {event}, which the plan does not have"
    finally:
        if worker is not None:
            worker.close()


def timed(match: Match) -> bool:
    """Whether time limits an engine of a match, so that none of its moves need be the same again."""
    return any(engine.limits.timed for engine in match.engines)


def _event(match: Match, store: Store, event: int, worker: LocalWorker | None) -> Iterator[tuple[Place, str]]:
    asked = None if timed(match) else worker
    for row, pairing in _joined(store.rows(event), scheduled(match, store, event)):
        try:
            if pairing is None:
                raise DohyoError("not in the schedule")
            record = store.record(row)
            _check_seats(match, record, pairing)
            wrong = verify(match, record, pairing, row.text)
            if asked is not None:
                wrong += _asked(asked, record, replace(pairing, event=event))
            yield from ((row.place, each) for each in wrong)
        except DohyoError as error:
            yield row.place, str(error)


def scheduled(match: Match, store: Store, event: int) -> Iterator[Pairing]:
    """The games of the schedule in the order of their places, as far as the results stored tell. Lazy, but where
    results decide who plays whom."""
    if match.format not in RANKING:
        yield from chain.from_iterable(next(formats.stages(match)).units)
        return
    found: list[Pairing] = []
    queue = UnitQueue(match, store, event, passed=found.extend)
    with suppress(DohyoError):  # of a game that does not fit: it is found again where it is compared
        while queue.take():
            pass
    yield from sorted(found, key=lambda pairing: pairing.place)


def _joined(rows: Iterable[Row], pairings: Iterator[Pairing]) -> Iterator[tuple[Row, Pairing | None]]:
    """Every row with the game of the schedule that has its place; both come in the order of places."""
    pairing = next(pairings, None)
    for row in rows:
        while pairing is not None and pairing.place < row.place:
            pairing = next(pairings, None)
        yield row, pairing if pairing is not None and pairing.place == row.place else None


def _check_seats(match: Match, record: GameRecord, pairing: Pairing) -> None:
    names = tuple(match.engines[engine].name for engine in pairing.engines)
    if record.players != names:
        raise DohyoError(f"players: expected {' and '.join(names)}, got {' and '.join(record.players)}")
    if record.extra.get("deal") != pairing.deal:
        raise DohyoError(f"deal: expected {pairing.deal}, got {record.extra.get('deal')}")


def verify(match: Match, record: GameRecord, pairing: Pairing, text: str) -> list[str]:
    """What is wrong with the record of a game, as sentences' parts. pairing: the game of the schedule; text: the record
    as it is stored."""
    wrong = []
    if json.dumps(record.as_json(), separators=(",", ":")) != text:
        wrong.append("the text of the record is not what it says")
    if record.extra.get("deal_seed") != seeds.deal_seed(match, pairing):
        wrong.append("the seed of the deal is another")
    seats = range(1, len(record.players) + 1)
    if record.extra.get("seeds") != [seeds.engine_seed(match, pairing, seat) for seat in seats]:
        wrong.append("the seeds of the engines are others")
    if record.start != str(seeds.start(match, pairing)):
        wrong.append("the deal is another")
    (end,) = deque(record.replay(), maxlen=1)
    verdict = _verdict(match, record, end)
    if verdict is None:
        return [*wrong, "it had not ended after its last ply"]
    if record.returns != verdict.returns:
        wrong.append(f"the result is {record.returns} and should be {verdict.returns}")
    ending = record.extra.get("ending", verdict.ending)  # records did not always say it
    if ending != verdict.ending:
        wrong.append(f"it ended by {verdict.ending}, and the record says by {ending}")
    return wrong


def _verdict(match: Match, record: GameRecord, end: State) -> Verdict | None:
    """How the game ended and what it was worth: by a fault, by the rules, or by the referee's verdict on its last
    position; None if it had not ended."""
    failed = set(faults(record))
    if failed:
        return Verdict(Ending.FAULT, referee.forfeit_returns(len(record.players), match.game.common, failed))
    if end.over:
        return Verdict(referee.ended(end, None), end.returns or ())
    if match.adjudication == NONE or not record.plies:  # a referee judges after each ply, and not before the first
        return None
    return judge(match.adjudication, end, record.plies)


def _asked(worker: LocalWorker, record: GameRecord, pairing: Pairing) -> list[str]:
    """Where engines that are asked again play otherwise. Games that ended by a fault are not asked for."""
    if record.extra.get("ending") == Ending.FAULT or record.fault is not None:
        return []
    again = worker.play(pairing)
    for number, (old, new) in enumerate(zip(record.plies, again.plies, strict=False), 1):
        if replace(old, time=0.0) != replace(new, time=0.0):
            was, now = (old.move, new.move) if old.move != new.move else (_told(old), _told(new))
            return [f"ply {number} was {was} and is {now} now"]
    if again.fault is not None:
        return [f"after {len(again.plies)} plies an engine fails now: {again.fault_text}"]
    if len(again.plies) != len(record.plies):
        return [f"it had {len(record.plies)} plies and has {len(again.plies)} now"]
    return [] if again.returns == record.returns else [f"the result was {record.returns} and is {again.returns} now"]


def _told(ply: Ply) -> str:
    """A ply with what its engine said of it."""
    return f"{ply.move} (value {ply.value}, depth {ply.depth}, nodes {ply.nodes})"
