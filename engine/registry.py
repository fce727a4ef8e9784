"""The one list of games."""

from dohyo.engine.errors import UsageError
from dohyo.engine.game import Game, State, View
from dohyo.engine.games.club_fight import text as club_fight
from dohyo.engine.games.club_fight_coop import text as club_fight_coop
from dohyo.engine.games.fifteen_rush import text as fifteen_rush
from dohyo.engine.games.rush_cards import text as rush_cards
from dohyo.engine.games.rush_stones import text as rush_stones
from dohyo.engine.games.sumo import game as sumo
from dohyo.engine.grammar import quote, refuse_unknown, split

_MODULES = (rush_stones, rush_cards, fifteen_rush, club_fight, club_fight_coop, sumo)
_GAMES: dict[str, Game] = {module.GAME.id: module.GAME for module in _MODULES}


def games() -> tuple[Game, ...]:
    """All games, in the order of the list."""
    return tuple(_GAMES.values())


def game(name: str) -> Game:
    """The game with this id; UsageError names those there are."""
    if name not in _GAMES:
        raise UsageError(f"there is no game {quote(name)}; the games are {', '.join(_GAMES)}")
    return _GAMES[name]


def parse(text: str) -> State | View:
    """The state or view that a position text describes; PositionError, OptionError or UsageError say what is wrong."""
    name, fields = split(text)
    found = game(name)
    refuse_unknown(fields, found.notation.fields, found.id)
    buffer, seat = found.notation.parse(found, fields)
    return State(found, buffer) if seat is None else View(found, buffer, seat)
