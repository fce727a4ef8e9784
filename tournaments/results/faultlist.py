"""What went wrong in the games of a tournament, fault by fault, with what was said before each."""

from __future__ import annotations

from collections.abc import Iterator

from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.results.eligibility import fault_text, faults
from dohyo.tournaments.store.games import Store


def fault_lines(tournament: Tournament, store: Store, *, talk: bool = False) -> Iterator[str]:
    """A line for each fault in the games of a store, those that do not count included. talk: each is followed by the
    last lines between the runner and the engine, as the record has them (for their marks see
    `protocol.client.transcript`)."""
    for event, label in enumerate(tournament.labels):
        for place, record in store.faulty(event):
            for seat, fault in faults(record).items():
                yield (f"{label}, game {place}, seat {seat}, {record.players[seat - 1]}: {fault}: "
                       f"{fault_text(record, seat)}")
                if talk:
                    yield from (f"  {line}" for line in record.extra.get("accounts", {}).get(str(seat), ()))
