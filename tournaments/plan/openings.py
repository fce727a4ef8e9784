"""Files of positions that games start from: a position a line, and after the word `moves` what is played from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dohyo.engine import DohyoError, Game, State, UsageError, parse
from dohyo.engine.grammar import split
from dohyo.tournaments.plan.derive import derive

#: Before the moves of a line.
MOVES = " moves "
#: Orders in which the positions of a file are taken.
IN_TURN, SHUFFLED = ORDERS = ("file", "random")


def read(file: Path, plies: int | None = None) -> Iterator[State]:
    """The states of a file; lines that are empty or begin with # are none. plies: moves that are played of a line at
    most. UsageError says why the file cannot be read, or what is wrong in which line."""
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"cannot read the file: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"not valid UTF-8 (byte {error.start})") from error
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield _state(line, plies)
            except DohyoError as error:
                raise UsageError(f"line {number}: {error}") from error


def _state(line: str, plies: int | None) -> State:
    text, _, moves = line.partition(MOVES)
    state = parse(text.strip())
    if not isinstance(state, State):
        raise UsageError("expected a whole position, got the view of a seat")
    for move in moves.split()[:plies]:
        state = state.play(move)
    if state.over:
        raise UsageError("expected an unfinished game")
    return state


def fits(state: str, game: Game, rules: Mapping[str, str]) -> bool:
    """Whether a match may start from a state, by its text: the game, with all its rule options."""
    name, fields = split(state)
    return name == game.id and all(fields.get(option.name, option.default) == rules[option.name]
                                   for option in game.options)


def ordered(states: Sequence[str], order: str, start: int, seed: int) -> tuple[str, ...]:
    """The states in the order in which they are taken. start: the one that comes first, counted from 1 in that order;
    seed: for an order at random."""
    numbers = list(range(len(states)))
    if order == SHUFFLED:
        numbers.sort(key=lambda number: derive(seed, "order", number))
    return tuple(states[number] for number in numbers[start - 1:] + numbers[: start - 1])
