"""The kernels of club-fight, club-fight-coop and sumo in step with the naive models from positions that games seldom or
never reach: few cards left, decks run out, cards known, wrestlers anywhere. "Whether a position can be reached" is not
checked (docs/notation.md), so all of them are fine."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from models.table import MODELS
from test_lockstep_cards import gentle, sweep

from dohyo import engine
from dohyo.testing.lockstep import play_in_step, uniform

CLUBS = "A23456789TJQK"


def shuffled(chance: random.Random, cards: list[str]) -> list[str]:
    return chance.sample(cards, len(cards))


def some_grid(chance: random.Random) -> str:
    """Options, a grid with or without holes, and what is left of its deck; the other cards are cleared."""
    jokers, runmin = chance.choice("12"), chance.choice("12")
    deck = shuffled(chance, [rank + suit for rank in CLUBS for suit in "dsh"] + ["*"] * int(jokers))
    left = chance.choice((0, 0, 1, 2, 4))
    cells = [card if left or chance.random() < 0.7 else "." for card in deck[:9]]
    rows = "/".join("".join(cells[row:row + 3]) for row in (0, 3, 6))
    return f"jokers={jokers} runmin={runmin} grid={rows} deck={''.join(deck[9:9 + left]) or '-'}"


def some_club_fight(chance: random.Random) -> str:
    clubs, held = shuffled(chance, [*CLUBS]), chance.randint(1, 4)
    left = chance.randint(0, 2) if held == 4 else 0
    hand, deck = clubs[:held], clubs[held:held + left]
    return f"club-fight {some_grid(chance)} hand={''.join(hand)} clubs={''.join(deck) or '-'}"


def some_club_fight_coop(chance: random.Random) -> str:
    clubs, hidden = iter(shuffled(chance, [*CLUBS])), chance.random() < 0.6
    decks = ["".join(next(clubs) for _ in range(chance.randint(0, 3) if hidden else 0)) or "-" for _ in (1, 2)]
    mark = "!" if decks != ["-", "-"] else ""
    hands = [
        "".join(next(clubs) + mark * chance.randint(0, 1) for _ in range(chance.randint(0, 3))) or "-" for _ in (1, 2)
    ]
    display = next(clubs) if chance.random() < 0.8 else "-"
    return (
        f"club-fight-coop {some_grid(chance)} first={chance.choice('12')} hand1={hands[0]} hand2={hands[1]} "
        f"display={display} clubs1={decks[0]} clubs2={decks[1]} turn={chance.choice('12')}"
    )


def some_sumo(chance: random.Random) -> str:
    """A round to begin anywhere, with a deck that may be empty, half of the time a reshuffled one."""
    jokers, placement = chance.choice("02"), chance.choice(("simultaneous", "leader"))
    deck = "".join(shuffled(chance, list(CLUBS * 4 + "*" * int(jokers))))
    reshuffled, left = chance.random() < 0.5, chance.choice((0, 1, 2, 3, 5, 8, 30))
    hands = [
        "".join(rank + (chance.choice(("", "!", "~")) if reshuffled else "") for rank in hand)
        for hand in (deck[16:19], deck[19:22])
    ]
    lead = f" lead={chance.choice('12')}" if placement == "leader" else ""
    pool = f" pool={deck[22:22 + left]}" if reshuffled and left else ""
    return (
        f"sumo jokers={jokers} placement={placement} draworder={chance.choice(('fixed', 'random', 'leader'))} "
        f"reshuffle={chance.choice(('lazy', 'eager'))} maxrounds={chance.choice((25, 200))} x={chance.randint(-3, 3)} "
        f"ring1={deck[:7]} ring2={deck[7:14]} up={''.join(chance.choices('0001', k=7))} "
        f"sumo1={deck[14]} sumo2={deck[15]} sumoup={chance.choice('01')} hand1={hands[0]} hand2={hands[1]} "
        f"deck={deck[22:22 + left] or '-'} round={chance.randint(1, 20)} "
        f"shuffle={chance.getrandbits(64):x}{lead}{pool}"
    )


@pytest.mark.parametrize(("some", "games"), [(some_club_fight, 60), (some_club_fight_coop, 60), (some_sumo, 60)])
def test_games_from_odd_positions(some: Callable[[random.Random], str], games: int) -> None:
    for number in range(games):
        chance = random.Random(number)
        start = engine.parse(some(chance))
        assert isinstance(start, engine.State)
        choose = chance.choice((uniform, gentle if start.game.id == "sumo" else sweep))
        play_in_step(start, MODELS[start.game.id], f"odd start {number}", choose)
