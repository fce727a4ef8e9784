"""The one list of games, and what is found by it: games by id, positions by their text.

Importing this file makes positions picklable: as their text, and the seat, which the text of a view does not always
tell.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any

from dohyo.engine.errors import UsageError
from dohyo.engine.game import Game, State, View
from dohyo.engine.games.club_fight.game import GAME as CLUB_FIGHT
from dohyo.engine.games.club_fight_coop.game import GAME as CLUB_FIGHT_COOP
from dohyo.engine.games.fifteen_rush.game import GAME as FIFTEEN_RUSH
from dohyo.engine.games.rush_cards.game import GAME as RUSH_CARDS
from dohyo.engine.games.rush_stones.game import GAME as RUSH_STONES
from dohyo.engine.games.sumo.game import GAME as SUMO
from dohyo.engine.grammar import quote, split

_GAMES: dict[str, Game] = {
    game.id: game for game in (RUSH_STONES, RUSH_CARDS, FIFTEEN_RUSH, CLUB_FIGHT, CLUB_FIGHT_COOP, SUMO)
}


def games() -> tuple[Game, ...]:
    """All games, in the order of the list."""
    return tuple(_GAMES.values())


def game(name: str) -> Game:
    """The game with this id; UsageError, which lists the games, for any other."""
    if name not in _GAMES:
        raise UsageError(f"unknown game {quote(name)}; expected one of {', '.join(_GAMES)}")
    return _GAMES[name]


def parse(text: str) -> State | View:
    """The state or view that a position text describes; PositionError, OptionError or UsageError say what is wrong."""
    name, _ = split(text)
    return game(name).parse(text)


def _unpickle(text: str, seat: int | None) -> State | View:
    position = parse(text)
    return position.view(seat) if seat is not None and isinstance(position, State) else position


def _reduce(position: State | View) -> tuple[Callable[..., Any], tuple[str, int | None]]:
    return _unpickle, (str(position), position.seat)


copyreg.pickle(State, _reduce)
copyreg.pickle(View, _reduce)
