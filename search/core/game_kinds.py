"""Kinds of games, as searchers tell them apart."""

from dohyo.engine import Game


def is_two_player_perfect_information(game: Game) -> bool:
    """Whether two seats play against each other, one at a time, with everything known: what game trees are made of."""
    return not (game.hidden or game.chance or game.simultaneous or game.cooperative) and game.seats == 2
