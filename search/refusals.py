"""Reasons why a searcher does not play a game, as ends of sentences (`Searcher.refusal`)."""

from dohyo.engine import Game


def unless_open_duel(game: Game) -> str | None:
    """For searchers that need two seats playing against each other, one at a time, with everything known; None for
    such a game."""
    if game.hidden:
        return "it searches only games in which everything is known"
    if game.chance:
        return "it searches only games without chance"
    if game.simultaneous:
        return "it searches only games in which one seat moves at a time"
    if game.seats != 2 or game.common:
        return "it searches only games of two seats that play against each other"
    return None
