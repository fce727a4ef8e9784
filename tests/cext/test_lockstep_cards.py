"""The kernels of the card games in step with the naive models: every option, and some together."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

import pytest
from models.table import MODELS

from dohyo import engine
from dohyo.testing import battery
from dohyo.testing.lockstep import Chooser, play_in_step, uniform

#: Options that meet, besides each choice of each option on its own.
COMBINATIONS: dict[str, list[dict[str, str]]] = {
    "rush-cards": [
        {"first": "2", "setup": "random"},
        {"setup": "random", "advance": "1", "noaction": "pass", "maxplies": "10000", "maxquiet": "10000"},
        {"advance": "1", "maxplies": "60", "maxquiet": "12"},
    ],
    "fifteen-rush": [{"deal": "anytime", "redeal": "separate"}],
    "club-fight": [{"jokers": "2", "runmin": "2"}],
    "club-fight-coop": [{"jokers": "2", "runmin": "2", "first": "2"}],
    "sumo": [
        {"jokers": "2", "placement": "leader", "draworder": "leader"},
        {"jokers": "2", "draworder": "random", "reshuffle": "eager"},
        {"placement": "leader", "draworder": "random", "reshuffle": "eager", "maxrounds": "12"},
    ],
}
#: Games of each set of options in the usual run, where they are not USUAL.
FEW = {"rush-cards": 4, "fifteen-rush": 40, "club-fight-coop": 15, "sumo": 30}
USUAL = 20
#: And in the run that takes minutes.
MANY = 2000
#: The share of the plies at which views are compared, where it is not all.
VIEWS = {"rush-cards": 0.25}


def forward(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """For rush-cards: mostly a step towards the far row if there is one, so that games end."""
    ahead = [move for move in moves if len(move) == 4 and move[0] == move[2] and (move[3] > move[1]) == (seat == 1)]
    return chance.choice(ahead if ahead and chance.random() < 0.8 else moves)


def fight(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """For rush-cards: attack whenever one can, so that much is discarded, and else mostly step forward."""
    attacks = [move for move in moves if "x" in move]
    return chance.choice(attacks) if attacks else forward(chance, seat, moves)


def brawl(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """For rush-cards: attack whenever one can, and else stay off the far row, so that all cards may go."""
    attacks = [move for move in moves if "x" in move]
    other = [move for move in moves if len(move) < 4 or move[3] not in ("6" if seat == 1 else "1")]
    return chance.choice(attacks or other or moves)


def hoard(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """For rush-cards: often withdraw or fuse, so that hands grow and cards get known."""
    taken = [move for move in moves if move[-1] == "-" or move[1] == "+"]
    return chance.choice(taken) if taken and chance.random() < 0.5 else forward(chance, seat, moves)


def sweep(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """For club-fight: mostly what is likely to clear most, so that the deck runs out and some games are won."""
    del seat

    def size(move: str) -> int:
        kind, _, cells = move[2:].partition(":")
        return {"up": 5, "down": 5, "line": 3, "match": 2}.get(kind, len(cells))

    most = max(map(size, moves))
    return chance.choice([move for move in moves if size(move) == most] if chance.random() < 0.8 else moves)


def gentle(chance: random.Random, seat: int, moves: Sequence[str]) -> str:
    """For sumo: attack with small numbers or several cards and never challenge freely, so that games are long and cards
    go round twice."""
    del seat
    if "accept" in moves:
        return "accept"
    small = [move for move in moves if move in tuple("345678") or len(move) in (2, 3)]
    return chance.choice(small or moves)


#: How games are played, by their numbers in turn; where nothing is said, uniformly.
STYLES: dict[str, tuple[Chooser, ...]] = {
    "rush-cards": (forward, fight, hoard),
    "club-fight": (uniform, sweep, sweep),
    "club-fight-coop": (uniform, sweep, sweep),
    "sumo": (uniform, gentle),
}


def style(game: str, number: int) -> Chooser:
    """How the game of this number is played. Few games of rush-cards are uniform: those take hundreds of plies."""
    if game == "rush-cards" and number % 50 == 3:
        return uniform
    styles = STYLES.get(game, (uniform,))
    return styles[number % len(styles)]


def option_sets() -> Iterator[tuple[engine.Game, dict[str, str]]]:
    for game in engine.games():
        if game.id in MODELS:
            for options in [*battery.variants(game), *COMBINATIONS.get(game.id, ())]:
                yield game, options


SETS = list(option_sets())
IDS = [" ".join([game.id, *(f"{name}={value}" for name, value in options.items())]) for game, options in SETS]


def play_games(game: engine.Game, options: dict[str, str], games: range) -> int:
    """Play the games of these numbers in step; the number of plies."""
    plies = 0
    for number in games:
        start = game.deal(number, **options)
        choose, share = style(game.id, number), VIEWS.get(game.id, 1)
        plies += play_in_step(start, MODELS[game.id], f"game {number}", choose, share)
    return plies


@pytest.mark.parametrize(("game", "options"), SETS, ids=IDS)
def test_kernel_follows_the_rules(game: engine.Game, options: dict[str, str]) -> None:
    assert play_games(game, options, range(FEW.get(game.id, USUAL))) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "options"), SETS, ids=IDS)
def test_kernel_follows_the_rules_at_length(game: engine.Game, options: dict[str, str]) -> None:
    """The counts are shown by `pytest -rP`."""
    few = FEW.get(game.id, USUAL)
    plies = play_games(game, options, range(few, few + MANY))
    print(f"{MANY} games, {plies} plies")


def thinned(start: engine.State, chance: random.Random) -> engine.State:
    """A state of rush-cards with few cards on the board, in the hands and in the decks; the rest is discarded."""
    words = [start.game.id]
    for word in str(start).split()[1:]:
        name, _, value = word.partition("=")
        if name == "board":
            value = re.sub("[v^].", lambda unit: unit[0] if chance.random() < 0.2 else ".", value)
        elif name[:-1] in ("hand", "deck"):
            value = value[: chance.randint(1, 2)]
        if name[:-1] != "gone":
            words.append(f"{name}={value}")
    thin = engine.parse(" ".join(words))
    assert isinstance(thin, engine.State)
    return thin


@pytest.mark.parametrize("games", [range(12), pytest.param(range(12, 500), marks=pytest.mark.slow)])
@pytest.mark.parametrize("noaction", ["loss", "pass"])
@pytest.mark.parametrize("advance", ["0", "1"])
def test_cards_of_rush_cards_run_out(noaction: str, advance: str, games: range) -> None:
    """rules/rush-cards.md, ruling 20: whole games hardly ever get there."""
    game = engine.game("rush-cards")
    for number in games:
        start = game.deal(number, setup="random", noaction=noaction, advance=advance, maxquiet=60)
        choose = fight if number % 3 == 0 else brawl
        play_in_step(thinned(start, random.Random(number)), MODELS[start.game.id], f"thin game {number}", choose)


@pytest.mark.parametrize("games", [range(40), pytest.param(range(40, 2000), marks=pytest.mark.slow)])
@pytest.mark.parametrize("redeal", ["combined", "separate"])
@pytest.mark.parametrize("deal", ["stuck", "anytime"])
def test_a_view_of_fifteen_rush_is_over_only_if_what_was_seen_proves_it(deal: str, redeal: str, games: range) -> None:
    """rules/fifteen-rush.md, ruling 19: an unknown stock may always bring a pair."""
    game = engine.game("fifteen-rush")
    for number in games:
        for state in battery.random_game(game.deal(number, deal=deal, redeal=redeal), number):
            view = state.view()
            if "stock=?" in str(view):
                assert view.to_move == (1,)
                assert view.moves() == (["deal"] if state.over else state.moves())
            else:
                assert view.moves() == state.moves()
                assert view.returns == state.returns


def test_every_game_with_cards_has_a_model() -> None:
    assert {game.id for game in engine.games() if game.hidden or game.chance} <= set(MODELS)
