"""Cards as bytes: decks, counts and shuffles."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dohyo.cext.decks import deck, rank_counts, shuffled
from dohyo.testing.chisquare import assert_fits

JOKER = 14


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("suits", [1, 3, 4])
def test_a_deck_has_every_card_once(suits: int, jokers: int) -> None:
    cards = deck(suits, jokers, suited=True)
    ranks_and_suits = Counter((card & 15, card >> 4) for card in cards if card != JOKER)
    assert ranks_and_suits == Counter((rank, suit) for suit in range(suits) for rank in range(1, 14))
    assert cards.count(JOKER) == jokers
    assert rank_counts(deck(suits, jokers)) == rank_counts(cards) == [0, *[suits] * 13, jokers, 0]


def test_cards_without_suits_are_their_ranks() -> None:
    assert deck(1) == bytes(range(1, 14))
    assert deck(2) == bytes(range(1, 14)) * 2


@given(st.binary(max_size=60), st.integers(0, 2**64 - 1))
def test_a_shuffle_keeps_the_cards_and_repeats_itself(cards: bytes, seed: int) -> None:
    assert sorted(shuffled(cards, seed)) == sorted(cards)
    assert shuffled(cards, seed) == shuffled(cards, seed)


def test_every_order_is_equally_likely() -> None:
    orders = [bytes(order) for order in permutations(range(1, 5))]
    seen = Counter(shuffled(bytes(range(1, 5)), seed) for seed in range(24_000))
    assert_fits([seen[order] for order in orders], [1 / 24] * 24)


def test_every_place_is_equally_likely_in_a_whole_deck() -> None:
    places = Counter(shuffled(deck(4, 0, suited=True), seed).index(1) for seed in range(20_800))
    assert_fits([places[place] for place in range(52)], [1 / 52] * 52)


@pytest.mark.parametrize(("suits", "jokers"), [(5, 0), (-1, 0), (4, 5), (4, -1)])
def test_impossible_decks_are_refused(suits: int, jokers: int) -> None:
    with pytest.raises(ValueError, match="0 to 4 of each"):
        deck(suits, jokers)
    with pytest.raises(ValueError, match="at most 255"):
        rank_counts(bytes(256))
