"""One game: the referee owns the truth and each player sees what its seat sees.

Clocks run on the answer's own time, from the request to the arrival of the move. A player that faults forfeits the
game and is stopped; nothing that it does ends more than this game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from dohyo.engine import Fault, GameRecord, MoveError, Ply, State
from dohyo.protocol.client.client import Answer, EngineFault
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.tournaments.plan.adjudication import NONE, Adjudication, Ending, Verdict, judge, lost_by

#: The answer of an engine that knows no move.
NO_MOVE = "(none)"
#: Digits after the point of the seconds of a record: microseconds, below which nothing is measured.
TIME_DIGITS = 6


class Player(Protocol):
    """What the referee asks of an engine. Each may raise EngineFault; `kill` never does."""

    @property
    def name(self) -> str:
        """What it is called in the match."""

    @property
    def identity(self) -> str:
        """What it says it is, such as a program and its version; '' if it said nothing yet."""

    @property
    def account(self) -> Sequence[str]:
        """What was said between it and this program of late, for whoever looks for the reason of a fault."""

    def prepare(self, seed: int, title: str) -> None:
        """Be ready for a new game, started anew if need be; seed: where its own random numbers come from; title: what
        the game is called in the account."""

    def go(self, position: str, limits: Limits, deadline: float) -> Answer:
        """Its move. position: what follows the word `position`; deadline: seconds for the whole answer."""

    def kill(self) -> None:
        """Stop at once. The next `prepare` starts it again."""


@dataclass
class Seat:
    """One side of a game. remaining: milliseconds on its clock, for limits that have one."""

    number: int
    player: Player
    limits: Limits
    remaining: float = field(init=False)

    def __post_init__(self) -> None:
        self._clock = self.limits.clock(self.number)
        self.remaining = self._clock.remaining if self._clock else 0.0

    def ask(self, position: str, margin: int, cap: int) -> Ply | EngineFault:
        """Its move, which may still be illegal, or how it failed."""
        allowed = self._allowed(margin, cap)
        try:
            answer = self.player.go(position, self._go_limits(), allowed / 1000)
        except EngineFault as fault:
            return fault
        used = 1000 * answer.time
        if used > allowed:
            return EngineFault(Fault.TIME, f"the move came after {used:.0f} ms; {allowed:.0f} ms were allowed")
        if answer.move == NO_MOVE:
            why = f": {answer.note}" if answer.note else ""
            return EngineFault(Fault.ILLEGAL, f"engine returned no move{why}")
        if self._clock:
            self.remaining = max(0.0, self.remaining - used) + self._clock.increment
        return Ply(self.number, answer.move, round(answer.time, TIME_DIGITS), answer.value, answer.depth, answer.nodes)

    def _allowed(self, margin: int, cap: int) -> float:
        """Milliseconds after which the answer is late."""
        times = [float(self.limits.movetime)] if self.limits.movetime is not None else []
        if self._clock:
            times.append(self.remaining)
        return min(times) + margin if times else float(cap)

    def _go_limits(self) -> Limits:
        """Both clocks read the same: how long the other seat thought is not passed on."""
        if self._clock is None:
            return self.limits
        now = Clock(max(1, int(self.remaining)), self._clock.increment)
        return replace(self.limits, clocks=(now, now))


def play(
    start: State, seats: Sequence[Seat], seeds: Sequence[int], *, margin: int, cap: int, skip_forced: bool = False,
    rule: Adjudication = NONE, extra: Mapping[str, Any], title: str = "a game",
) -> GameRecord:
    """A game to its end. seeds: one for each seat; margin, cap: milliseconds, skip_forced: as in `Match`; rule: when it
    ends early; extra: what else the record is to carry, besides the identities of the players, how it ended and the
    accounts of who failed; title: what accounts call it."""
    plies: list[Ply] = []
    state, opening = start, str(start)
    ready = {seat.number: _prepare(seat, seeds[seat.number - 1], title) for seat in seats}
    faults = {number: fault for number, fault in ready.items() if fault is not None}
    verdict: Verdict | None = None
    with ThreadPoolExecutor(len(seats)) as pool:  # it has no threads before seats choose at once
        while not faults and not state.over and verdict is None:
            forced = _forced(state) if skip_forced else {}
            positions = {number: _position(opening, state, number, plies) for number in state.to_move
                         if number not in forced}
            answers = {**forced, **_ask(seats, positions, margin, cap, pool)}
            state, faults = _apply(state, {number: answers[number] for number in state.to_move}, plies)
            verdict = None if faults or rule == NONE else judge(rule, state, plies)
    for number in faults:
        seats[number - 1].player.kill()
    players = tuple(seat.player.name for seat in seats)
    ending = Ending.FAULT if faults else ended(state, verdict)
    extra = {**extra, "identities": [seat.player.identity for seat in seats], "ending": str(ending)}
    returns = state.returns or (verdict.returns if verdict else ())
    record = GameRecord(opening, players, tuple(plies), returns, extra=extra)
    accounts = {str(number): list(seats[number - 1].player.account) for number in faults}
    return _forfeit(record, start.game.common, faults, accounts) if faults else record


def ended(state: State, verdict: Verdict | None) -> Ending:
    """How a game ended that nobody forfeited."""
    if verdict is not None:
        return verdict.ending
    return Ending.LENGTH if state.cut_short else Ending.RULES


def _prepare(seat: Seat, seed: int, title: str) -> EngineFault | None:
    try:
        seat.player.prepare(seed, f"{title}, seat {seat.number}")
    except EngineFault as fault:
        return fault
    return None


def _forced(state: State) -> dict[int, Ply]:
    """The plies of the seats that have one legal move, at no cost of time."""
    moves = {number: state.buffer.moves(number - 1) for number in state.to_move}
    return {number: Ply(number, state.text(only[0], number)) for number, only in moves.items() if len(only) == 1}


def _ask(
    seats: Sequence[Seat], positions: Mapping[int, str], margin: int, cap: int, pool: ThreadPoolExecutor
) -> dict[int, Ply | EngineFault]:
    """The answers of the seats that are shown a position. Where there are several, all are asked before any answer is
    looked at."""
    each = pool.map if len(positions) > 1 else map
    answers = each(lambda number: seats[number - 1].ask(positions[number], margin, cap), positions)
    return dict(zip(positions, answers, strict=True))


def _position(opening: str, state: State, seat: int, plies: Sequence[Ply]) -> str:
    """What a seat is shown: its view; where nothing is hidden, the game so far, so that an engine can use again what
    it knows of it."""
    if not state.game.has_start:
        return f"fen {state.view(seat)}"
    moves = "".join(f" {ply.move}" for ply in plies)
    return f"fen {opening} moves{moves}" if moves else f"fen {opening}"


def _apply(
    state: State, answers: Mapping[int, Ply | EngineFault], plies: list[Ply]
) -> tuple[State, dict[int, EngineFault]]:
    """The state after the answers, which are added to the plies; or the state as it was and who failed."""
    faults: dict[int, EngineFault] = {}
    played: list[Ply] = []
    code = 0
    for number, answer in answers.items():
        if isinstance(answer, EngineFault):
            faults[number] = answer
            continue
        try:
            code = state.code(answer.move, number)
            played.append(answer)
        except MoveError as error:
            faults[number] = EngineFault(Fault.ILLEGAL, str(error))
    if faults:
        return state, faults
    if len(played) == 1:
        state = state.play_code(code, played[0].seat)
    else:  # the first choice may change what the code of the second is
        for ply in played:
            state = state.play(ply.move, ply.seat)
    plies.extend(played)
    return state, faults


def _forfeit(
    record: GameRecord, common: bool, faults: Mapping[int, EngineFault], accounts: Mapping[str, Sequence[str]]
) -> GameRecord:
    """The record of a game that these seats did not finish."""
    first = min(faults)
    both = {
        "faults": {str(number): fault.fault for number, fault in faults.items()},
        "fault_texts": {str(number): str(fault) for number, fault in faults.items()},
    } if len(faults) > 1 else {}
    return replace(
        record,
        returns=forfeit_returns(len(record.players), common, set(faults)),
        fault=faults[first].fault,
        fault_seat=first,
        fault_text=str(faults[first]),
        extra={**record.extra, **both, "accounts": accounts},
    )


def forfeit_returns(seats: int, common: bool, failed: AbstractSet[int]) -> tuple[float, ...]:
    """0 for those who failed and 1 for the other; half each where both failed at once; 0 for all who share their
    result."""
    if len(failed) == seats > 1 and not common:
        return (0.5,) * seats
    return lost_by(min(failed), seats, common)
