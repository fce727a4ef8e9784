"""The kinds of games between which searchers distinguish."""

from dohyo.engine import Game


def is_two_player_perfect_information(game: Game) -> bool:
    """Whether two seats play against each other, move one at a time and see everything: minimax trees apply."""
    return not (game.hidden or game.chance or game.simultaneous or game.cooperative) and game.seats == 2
