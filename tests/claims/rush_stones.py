"""What reasons claim of moves of rush-stones, each with the check that it is true."""

from __future__ import annotations

import re

from claims.case import Case, Check
from information import fields
from models.rush_stones import RushStones, name, other, point_of

from dohyo import engine


def stones(state: engine.State) -> RushStones:
    """The naive model of a position."""
    values = fields(str(state))
    game = RushStones(int(values["size"]))
    game.turn = values["turn"]
    for row, line in enumerate(reversed(values["board"].split("/")), start=1):
        symbols = re.sub(r"\d+", lambda run: "." * int(run[0]), line)
        game.board |= {(row, column): char for column, char in enumerate(symbols, start=1) if char != "."}
    return game


def earning(state: engine.State, colour: str) -> set[str]:
    """The points where a stone of the colour would earn an extra turn."""
    game = stones(state)
    return {name(point) for point in game.legal(colour) if len(game.stones_around(point)) >= 2}


def closed(state: engine.State, colour: str) -> set[str]:
    """The empty points forbidden to a colour."""
    game = stones(state)
    return {name(point) for point in game.points() if point not in game.board} - set(map(name, game.legal(colour)))


def colour_of(word: str) -> str:
    return word[0].lower()


def opens(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[2])
    return set(match[1].split()) == (closed(case.before, colour) - closed(case.after, colour)) - {case.move}


def lets_earn(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[1])
    opened = closed(case.before, colour) - closed(case.after, colour)
    return set(match[2].split()) == earning(case.after, colour) - earning(case.before, colour) - opened


def closes(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[2])
    return (colour == "bw"[case.seat - 1]
            and set(match[1].split()) == closed(case.after, colour) - closed(case.before, colour))


def gives_nothing(case: Case, match: re.Match[str]) -> bool:
    colour = colour_of(match[1])
    return (colour == other("bw"[case.seat - 1]) and case.after.to_move != (case.seat,)
            and earning(case.after, colour) <= earning(case.before, colour))


def extra(case: Case) -> bool:
    return len(stones(case.before).stones_around(point_of(case.move))) >= 2


CLAIMS: dict[str, Check] = {
    "fills the board": lambda case, _: case.after.over,
    "earns an extra turn": lambda case, _: extra(case) and case.after.to_move == (case.seat,),
    "earns an extra turn that cannot be used": lambda case, _: extra(case) and case.after.to_move == (3 - case.seat,),
    "opens (.+) to (Black|White)": opens,
    "lets (Black|White) earn a turn at (.+)": lets_earn,
    "closes (.+) to (Black|White)": closes,
    "gives (Black|White) no new turn": gives_nothing,
}
