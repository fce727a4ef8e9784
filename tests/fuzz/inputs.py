"""Good inputs to start from, and the words of which others are made: from random games of every game and option."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from random import Random

import information
from fuzz import drawn

from dohyo import engine
from dohyo.protocol.language.messages import Word
from dohyo.testing import battery

#: Plies of a random game from which positions are taken.
PLIES = 120
#: Lines of a conversation that are not positions.
LINES = (
    "ugi", "uci", "uginewgame", "setoption name Game value rush-stones", "setoption name Rules value size=5",
    "setoption name MultiPV value 3", "position startpos moves a1", "go nodes 10", "go depth 2 searchmoves a1",
    "go infinite", "query legal", "query result", "query position", "perft 1", "eval", "help", "stop",
)


@cache
def positions() -> tuple[str, ...]:
    """States and views of random games, for every game and every option, some of them finished."""
    return tuple(dict.fromkeys(_positions()))


@cache
def positions_of(game: str) -> tuple[str, ...]:
    """Those of one game."""
    return tuple(text for text in positions() if text.partition(" ")[0] == game)


def _positions() -> Iterator[str]:
    for game in engine.games():
        for seed, options in enumerate(battery.variants(game)):
            states = list(islice(battery.random_game(game.deal(seed, **options), seed), PLIES))
            for state in (*states[:: max(1, len(states) // 5)], states[-1]):
                yield str(state)
                yield from map(str, battery.views(state))


@cache
def moves() -> tuple[str, ...]:
    """Moves that are legal in one of the positions."""
    found: dict[str, None] = {}
    for text in positions():
        position = engine.parse(text)
        for seat in own_seats(position):
            legal = position.moves(seat)
            found.update(dict.fromkeys(legal[:: max(1, len(legal) // 5)]))
    return tuple(found)


def own_seats(position: engine.Position) -> list[int]:
    """The seats to move whose moves the position knows."""
    return [seat for seat in position.to_move if position.seat in (None, seat) or not position.game.kernel.hides]


@cache
def played() -> tuple[str, ...]:
    """A position and the moves that a random game went on by, a line each; in a view with the cards that turned up."""
    variants = [(game, options) for game in engine.games() for options in battery.variants(game)]
    return tuple(text for game, options in variants for text in _played(game, options))


def _played(game: engine.Game, options: dict[str, str]) -> Iterator[str]:
    states = list(islice(battery.random_game(game.deal(7, **options), 7), PLIES))
    for start in range(0, len(states) - 1, max(1, len(states) // 4)):
        part = list(pairwise(states[start : start + 5]))
        moved = [battery.move_between(before, after) for before, after in part]
        yield "\n".join([str(states[start]), *(move for _, move in moved)])
        if game.hidden:
            for view in battery.views(states[start]):
                steps = []
                for (before, after), (seat, move) in zip(part, moved, strict=True):
                    cards = information.turned_up(before, after, seat, move, view.seat) or {}
                    steps.append(" ".join([move, *(f"{name}={shown}" for name, shown in cards.items())]))
                yield "\n".join([str(view), *steps])


def seeds(target: str) -> list[str]:
    """The inputs that the coverage-guided fuzzer starts from."""
    if target == "position":
        return [*positions(), *(drawn.position(game, Random(seed)) for game in information.DECKS for seed in range(20))]
    if target == "moves":
        return list(played())
    return [f"position fen {text}\n" + "\n".join(LINES[place % 3 :: 3]) for place, text in enumerate(positions())]


@cache
def tokens() -> tuple[str, ...]:
    """What texts of positions, moves and messages are made of."""
    found = [*"A23456789TJQK*?!~-^v./,=:+@xtw1 ", "10", "?x31", "??", "7d", "Ah", "Ts", "c3", "1+3", "-3", "0", "99999"]
    for game in engine.games():
        found += [game.id, *(f" {field}=" for field in game.notation.fields)]
        for option in game.options:
            found += [f" {option.name}={value}" for value in option.choices or (str(option.low), str(option.high))]
    found += ["setup", "play", "give", "attack", "ring", "sumo", "over", "challenge", "accept", "match", "sum", "any"]
    found += ["line", "up", "down", "run", "deal", "turn", *map(str, Word), *" ".join(LINES).split(), "fen", "moves"]
    return tuple(dict.fromkeys(found))
