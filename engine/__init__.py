"""The second floor: games, states and views as text, and the records of games played.

It imports `cext` alone. Start with `game` (Game, State, View) and `notation` (what a game gives as text);
`games/<game>/` is one game each, `registry` lists them, `commands` prints them.

>>> from dohyo import engine
>>> state = engine.parse("rush-stones size=3")
>>> state.moves()
['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']
>>> str(state.play("b2"))
'rush-stones size=3 board=3/1b1/3 turn=w'
"""

from dohyo.engine.errors import DohyoError, MoveError, OptionError, PositionError, UsageError
from dohyo.engine.game import Game, State, View
from dohyo.engine.notation import Notation
from dohyo.engine.option import Option
from dohyo.engine.perft import perft
from dohyo.engine.position import Position
from dohyo.engine.record import Fault, GameRecord, Ply
from dohyo.engine.registry import game, games, parse

__all__ = [
    "DohyoError",
    "Fault",
    "Game",
    "GameRecord",
    "MoveError",
    "Notation",
    "Option",
    "OptionError",
    "Ply",
    "Position",
    "PositionError",
    "State",
    "UsageError",
    "View",
    "game",
    "games",
    "parse",
    "perft",
]
