"""A tournament in three games that has everything that a report shows."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from fake_players import FakePlayer

from dohyo.engine import Fault, GameRecord
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match
from dohyo.tournaments.plan.tournament import Tournament
from dohyo.tournaments.play.executor import Executor
from dohyo.tournaments.play.player import maker
from dohyo.tournaments.play.workers import TournamentPlayer
from dohyo.tournaments.schedule.units import Pairing, Place
from dohyo.tournaments.stats.sprt import Sprt
from dohyo.tournaments.store.games import Store

#: A name that a page must not take for its own text, and that is too long for a plot.
ODD = "<i>alpha</i> & \"beta\" $x$ of a long name"

ENGINES = (
    Engine("mcts", "builtin:mcts", Limits(nodes=60), (("Hash", "1"),)),
    Engine(ODD, "builtin:alphabeta", Limits(movetime=5, depth=2)),
    Engine("greedy", "builtin:greedy", Limits(nodes=60)),
    Engine("broken", "builtin:random", Limits(nodes=60)),
)
TOURNAMENT = Tournament(
    (
        Match("rush-stones", ENGINES, rules=(("size", "5"),), opening=2, rounds=3, seed=3, disqualify_after=4),
        Match("sumo", ENGINES[2:], rounds=60, format="sprt", sprt=Sprt(0, 100), cap=1000),
        Match("fifteen-rush", ENGINES[2:], rounds=20),
    ),
    "A sample",
)


def quiet(pairing: Pairing, record: GameRecord) -> None: ...


@cache
def games() -> tuple[tuple[int, Place, GameRecord], ...]:
    """All its games. In the first game `broken` forfeits every game, in the others it plays at random."""
    make = maker(TOURNAMENT)
    found: list[tuple[int, Place, GameRecord]] = []
    for event, match in enumerate(TOURNAMENT.events):

        def member(engine: Engine, first: bool = event == 0) -> TournamentPlayer:
            return FakePlayer(engine.name, Fault.ILLEGAL) if first and engine.name == "broken" else make(engine)

        with Store(None, match.plan) as store:
            Executor(match, store, member, quiet).run()
            found += [(event, place, record) for place, record in store.games()]
    return tuple(found)


def stored(tournament: Tournament = TOURNAMENT) -> Store:
    """A store in memory with these games."""
    store = Store(None, tournament.plan)
    for event, place, record in games():
        store.add(place, record, event)
    return store


def renamed(name: str) -> Tournament:
    """The same under another name."""
    return replace(TOURNAMENT, name=name)
