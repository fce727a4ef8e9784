"""Positions drawn up at random: the cards add up, but no game leads there."""

from __future__ import annotations

import random
from collections.abc import Iterable

import information


class _Deck:
    """A shuffled deck that is dealt out."""

    def __init__(self, cards: Iterable[str], chance: random.Random) -> None:
        self.cards = list(cards)
        chance.shuffle(self.cards)

    def take(self, most: int, chance: random.Random, least: int = 0) -> str:
        """So many cards of what is left as chance will have it, as a list in a text."""
        count = min(len(self.cards), chance.randint(least, most))
        taken, self.cards = self.cards[:count], self.cards[count:]
        return "".join(taken) or "-"


def position(game: str, chance: random.Random) -> str:
    """The text of a state. The parser may still refuse it: fields must fit each other."""
    jokers = chance.choice(_JOKERS[game])
    cards = [list(cards) for cards, _ in information.DECKS[game]]
    cards[0] += "*" * (jokers or 0)
    words = [game, *([] if jokers is None else [f"jokers={jokers}"])]
    return " ".join([*words, *_DRAWN[game]([_Deck(deck, chance) for deck in cards], chance)])


_JOKERS: dict[str, list[int | None]] = {
    "rush-cards": [None], "fifteen-rush": [None], "club-fight": [1, 2], "club-fight-coop": [1, 2], "sumo": [0, 2],
}


def _rush_cards(decks: list[_Deck], chance: random.Random) -> list[str]:
    board = [["."] * 5 for _ in range(6)]
    for cell in chance.sample(range(30), chance.randint(0, 14)):
        seat = chance.randrange(2)
        board[cell // 5][cell % 5] = "^v"[seat] + decks[seat].take(chance.choice([1, 1, 2]), chance, least=1)
    words = [f"board={'/'.join(map(','.join, board))}"]
    for number, deck in enumerate(decks, start=1):
        words += [f"chamber{number}={deck.take(2, chance, least=2) if chance.random() < 0.3 else '-'}",
                  f"hand{number}={deck.take(7, chance)}", f"deck{number}={deck.take(40, chance)}"]
    ply = chance.randint(0, 1002)
    return [*words, f"turn={chance.randint(1, 2)}", f"ply={ply}", f"quiet={chance.randint(0, 202)}"]


def _fifteen_rush(decks: list[_Deck], chance: random.Random) -> list[str]:
    piles = ",".join(decks[0].take(chance.randint(0, 7), chance) for _ in range(7))
    stock, waste = decks[0].take(12, chance), decks[0].take(12, chance)
    anytime = chance.choice([[], ["deal=anytime"], ["deal=anytime", "redeal=separate"], ["redeal=separate"]])
    return [*anytime, f"piles={piles}", f"stock={stock}", f"waste={waste}", f"passes={chance.randint(0, 2)}",
            f"since={chance.randint(0, 20)}"]


def _grid(deck: _Deck, chance: random.Random) -> list[str]:
    cells = [deck.take(1, chance, least=1) if chance.random() < 0.8 else "." for _ in range(9)]
    grid = "/".join("".join(cells[row : row + 3]) for row in (0, 3, 6))
    return [f"grid={grid}", f"deck={deck.take(32, chance)}"]


def _club_fight(decks: list[_Deck], chance: random.Random) -> list[str]:
    clubs = decks[1]
    return [*_grid(decks[0], chance), f"hand={clubs.take(4, chance)}", f"clubs={clubs.take(9, chance)}"]


def _club_fight_coop(decks: list[_Deck], chance: random.Random) -> list[str]:
    clubs = decks[1]
    words = [f"{name}={clubs.take(3, chance)}" for name in ("hand1", "hand2", "clubs1", "clubs2")]
    phase = chance.choice(["play", "play", "give"])
    return [*_grid(decks[0], chance), *words, f"display={clubs.take(1, chance)}", f"turn={chance.randint(1, 2)}",
            f"phase={phase}"]


def _sumo(decks: list[_Deck], chance: random.Random) -> list[str]:
    deck = decks[0]
    rows = [f"{name}={deck.take(size, chance, least=size)}"
            for name, size in (("ring1", 7), ("ring2", 7), ("sumo1", 1), ("sumo2", 1))]
    hands = []
    for number in (1, 2):
        marks = chance.choice(["", "", "~", "!~"])
        cards = deck.take(3, chance, least=1)
        hands.append(f"hand{number}=" + "".join(card + chance.choice(["", *marks]) for card in cards))
    up = "".join(chance.choice("01") for _ in range(7))
    options = [f"reshuffle={chance.choice(['lazy', 'eager'])}", f"draworder={chance.choice(['fixed', 'random'])}"]
    options += [] if chance.random() < 0.7 else ["placement=leader", f"lead={chance.randint(1, 2)}"]
    return [*options, *rows, *hands, f"x={chance.randint(-3, 3)}", f"up={up}", f"sumoup={chance.randint(0, 1)}",
            f"deck={deck.take(chance.choice([0, 3, 30]), chance)}", f"round={chance.randint(1, 200)}",
            f"shuffle={chance.getrandbits(64):x}"]


_DRAWN = {
    "rush-cards": _rush_cards,
    "fifteen-rush": _fifteen_rush,
    "club-fight": _club_fight,
    "club-fight-coop": _club_fight_coop,
    "sumo": _sumo,
}
