"""Players inside the test's process: they follow the moves they are shown and fail on demand."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from dohyo import search
from dohyo.engine import Fault, Game, State, View, parse
from dohyo.protocol.client.client import Answer, EngineFault
from dohyo.protocol.language.go_line import Limits
from dohyo.tournaments.plan.spec import Engine, Match


def shown(position: str) -> State:
    """The state that `fen <start> moves …` leads to."""
    start, _, moves = position.removeprefix("fen ").partition(" moves ")
    state = parse(start)
    assert isinstance(state, State)
    for move in moves.split():
        state = state.play(move)
    return state


@dataclass
class FakePlayer:
    """Plays a random move that depends on its seed and the position alone.

    fault: raised instead of a move whenever `when` holds for the position; time: seconds that each answer takes.
    """

    name: str
    fault: Fault | None = None
    when: Callable[[str], bool] = lambda position: True
    time: float = 0.001
    identity: str = "fake 1.0"
    seed: int = 0
    asked: list[tuple[str, Limits, float]] = field(default_factory=list)
    account: tuple[str, ...] = ("> said of late",)
    prepared: int = 0
    killed: int = 0

    def open(self) -> None: ...

    def close(self) -> None: ...

    def prepare(self, seed: int, title: str) -> None:
        self.seed = seed
        self.prepared += 1
        if self.fault is Fault.STALL:
            raise EngineFault(Fault.STALL, "no readyok")

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        self.asked.append((position, limits, deadline))
        if self.fault is not None and self.when(position):
            return self._fail()
        move = random.Random(f"{self.seed} {position}").choice(shown(position).moves())
        return Answer(move, self.time, 0.5, 1, 1)

    def _fail(self) -> Answer:
        if self.fault is Fault.ILLEGAL:
            return Answer("z9", self.time, None, None, None)
        assert self.fault is not None
        raise EngineFault(self.fault, f"a {self.fault} on demand")

    def kill(self) -> None:
        self.killed += 1


class SearchingPlayer:
    """A searcher of this project without a process of its own. Takes the place of an EnginePlayer."""

    identity = "searcher in the test"
    account = ()

    def __init__(self, engine: Engine, game: Game) -> None:
        del game
        self.name = engine.name
        self._searcher = search.make(engine.program)

    def open(self) -> None: ...

    def close(self) -> None: ...

    def kill(self) -> None: ...

    def prepare(self, seed: int, title: str) -> None:
        self._searcher.set("Seed", seed % 10**9)
        self._searcher.new_game()

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        found = parse(position.removeprefix("fen ").partition(" moves ")[0])
        self._searcher.set_position(found if isinstance(found, View) else found.view())
        result = self._searcher.search(search.Limits(nodes=limits.nodes))
        return Answer(str(result.move), 0.001, nodes=result.nodes)


@dataclass
class BlockedPlayer(FakePlayer):
    """Thinks until it is killed, as a client whose process is killed does."""

    thinking: threading.Event = field(default_factory=threading.Event)
    end: threading.Event = field(default_factory=threading.Event)

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        self.thinking.set()
        assert self.end.wait(60)
        raise EngineFault(Fault.CRASH, "killed")

    def kill(self) -> None:
        super().kill()
        self.end.set()


def small_match(*names: str, rounds: int = 1, concurrency: int = 1, seed: int = 0) -> Match:
    """A match on the smallest board."""
    limits = Limits(nodes=10)
    return Match(
        game_id="rush-stones",
        engines=tuple(Engine(name, "none", limits) for name in names),
        rules=(("size", "3"),),
        rounds=rounds,
        concurrency=concurrency,
        seed=seed,
    )
