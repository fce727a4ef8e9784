"""Cards for Python: the bytes of cards.pxd, for tests and for own algorithms."""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.cards cimport RANKS, count_ranks, fill_deck, shuffle
from dohyo.cext.rng cimport Rng, seed_rng

cdef enum:
    MOST_SUITS = 4
    MOST_JOKERS = 4


def deck(suits=4, jokers=0, suited=False):
    """A deck in order, as bytes. suits: 0 to 4; jokers: 0 to 4; suited: cards carry their suits."""
    cdef uint8_t cards[13 * MOST_SUITS + MOST_JOKERS]
    if not 0 <= suits <= MOST_SUITS or not 0 <= jokers <= MOST_JOKERS:
        raise ValueError(f"a deck of {suits} suits and {jokers} Jokers; there are 0 to 4 of each")
    cdef uint32_t count = fill_deck(cards, suits, jokers, suited)
    return bytes(cards[:count])


def shuffled(cards, seed):
    """The cards in the random order that a seed chooses, as bytes."""
    copy = bytearray(cards)
    cdef uint8_t[::1] view = copy
    cdef Rng rng
    seed_rng(&rng, seed & 0xffffffffffffffff)
    if len(copy):
        shuffle(&view[0], <uint32_t> len(copy), &rng)
    return bytes(copy)


def rank_counts(cards):
    """How many cards there are of each rank, as a list of 16: no card, A to K, Joker, unknown. At most 255 cards."""
    cdef const uint8_t[::1] view = bytes(cards)
    cdef uint8_t counts[RANKS]
    cdef uint32_t i
    if len(cards) > 255:
        raise ValueError(f"{len(cards)} cards; at most 255 are counted")
    for i in range(RANKS):
        counts[i] = 0
    if len(cards):
        count_ranks(&view[0], <uint32_t> len(cards), counts)
    return [counts[i] for i in range(RANKS)]
