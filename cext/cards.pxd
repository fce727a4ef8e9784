"""Playing cards as bytes.

The low four bits are the rank: 1 for an ace, 2 to 10, 11 to 13 for jack, queen and king, 14 for a Joker. Bits 4 and 5
are the suit, 0 to 3, in games in which suits matter; elsewhere they are 0. The byte 0 means no card, and 15 stands in
views for a card that the seat does not know. Bits 6 and 7 mark cards in a hand: the other seat knows that the card is
there (`!` in text); drawn since the last reshuffle (`~`).
"""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.rng cimport Rng, below

cdef enum:
    NO_CARD = 0
    ACE = 1
    JACK = 11
    QUEEN = 12
    KING = 13
    JOKER = 14
    UNKNOWN = 15
    # Entries of a table indexed by rank.
    RANKS = 16
    SUIT_SHIFT = 4
    RANK_BITS = 15
    SUIT_BITS = 48
    SHOWN = 64
    DRAWN = 128


cdef inline uint8_t make_card(uint32_t rank, uint32_t suit) noexcept nogil:
    """The card of a rank and a suit."""
    return <uint8_t> (suit << SUIT_SHIFT | rank)


cdef inline uint32_t rank_of(uint8_t card) noexcept nogil:
    """The rank of a card; 0 for no card, UNKNOWN for an unknown one."""
    return card & RANK_BITS


cdef inline uint32_t suit_of(uint8_t card) noexcept nogil:
    """The suit of a card."""
    return (card & SUIT_BITS) >> SUIT_SHIFT


cdef inline uint32_t fill_deck(uint8_t *deck, uint32_t suits, uint32_t jokers, bint suited) noexcept nogil:
    """Write the deck in order: suit by suit from ace to king, then the Jokers; return how many cards.

    suited: cards carry their suits, else all have suit 0. `deck` has room for 13 * suits + jokers.
    """
    cdef uint32_t suit, rank, _, count = 0
    for suit in range(suits):
        for rank in range(ACE, KING + 1):
            deck[count] = make_card(rank, suit if suited else 0)
            count += 1
    for _ in range(jokers):
        deck[count] = JOKER
        count += 1
    return count


cdef inline void shuffle(uint8_t *cards, uint32_t count, Rng *rng) noexcept nogil:
    """Put cards into uniformly random order (Fisher and Yates, as by Durstenfeld 1964)."""
    cdef uint32_t i = count, j
    cdef uint8_t card
    while i > 1:
        j = below(rng, i)
        i -= 1
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef inline void count_ranks(const uint8_t *cards, uint32_t count, uint8_t *counts) noexcept nogil:
    """Add the cards to a table of RANKS counts by rank."""
    cdef uint32_t i
    for i in range(count):
        counts[rank_of(cards[i])] += 1
