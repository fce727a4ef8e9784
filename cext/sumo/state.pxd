"""Sumo: the state, its cards and attacks; the rules are in kernel.pyx, what seats know in views.pyx.

Move codes: a single card is its rank; then the combinations in the order of rule R4, CHALLENGE, ACCEPT. Codes from
MADE on are choices of which a view knows only that they were made: MADE, or with placement=leader MADE + number of
cards.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from dohyo.cext.cards cimport NO_CARD, RANKS, rank_of, shuffle

cdef enum:
    COLUMNS = 7
    EDGE = 3
    HAND = 3
    MOST_CARDS = 54
    # Cards that are neither ring nor sumo cards.
    MOST_MOVING = 38
    # Every draw for a wild card is caused by another wild card, of which there are six at most; room for twice that
    # spares a test where a text lists more of them than can be.
    MOST_DRAWN = 12
    # Values of options.
    LEADER = 1
    DRAW_LEADER = 2
    DRAW_RANDOM = 1
    EAGER = 1
    # Phases.
    ATTACK = 0
    RING = 1
    SUMO = 2
    OVER = 3
    # Move codes.
    COMBINATIONS = 15
    CHALLENGE = 24
    ACCEPT = 25
    MADE = 26
    CODES = MADE + HAND + 1
    # What a wild card counts before and between draws.
    WILD = 2
    HIGHEST = 14

cdef struct Sumo:
    uint64_t shuffle            # seed of later shuffles and coins
    uint16_t maxrounds
    uint16_t round
    uint8_t jokers              # 0 or 2
    uint8_t placement           # index of the option's word, as the next two
    uint8_t draworder
    uint8_t reshuffle
    uint8_t viewer              # 0: the whole truth; else 1 + the seat whose view this is
    uint8_t phase
    uint8_t lead                # with placement=leader 1 + the seat that places first this round, else 0
    int8_t x                    # the wrestlers' column
    uint8_t up                  # bit c: the ring cards of column c - 3 are face up
    uint8_t sumoup
    uint8_t recycled            # whether the deck, not empty, has been reshuffled
    uint8_t decksize
    uint8_t ring[14]            # seat 0's row, then seat 1's
    uint8_t sumo[2]
    uint8_t hand[2][3]          # in the order of docs/notation.md, NO_CARD behind
    uint8_t attack[2]           # codes of the attacks chosen, then played; 0 for none
    uint8_t value[2]            # what they count, from the reveal to the end of the round; else 0
    uint8_t drawn[12]           # cards drawn for wild ones this round, in order; NO_CARD behind
    uint8_t deck[38]            # the top card last; NO_CARD behind
    uint8_t gone[16]            # the discards: how many of each rank
    uint8_t pool[16]            # the recycled cards among the unknown ones of a view: how many of each rank
    # Only in a view that is about to be played on: what it will see and does not know yet.
    uint8_t coming[12]          # the cards that it will see drawn, in order
    uint8_t toldfirst           # 1 + the seat that draws first by a coin, 0 if not told
    uint8_t toldlead            # 1 + the seat that leads the next round by a coin, 0 if not told
    # And then what was asked for: entries of `coming`, and whether each coin.
    uint8_t asked
    uint8_t askedfirst
    uint8_t askedlead

# I1  Options, phase, round, column and flags are in their ranges; the game is over beyond the ring or after the last
#     round, and not else beyond the ring.
# I2  Hands are in order, with marks on known cards only; lists are as long as they say, NO_CARD behind.
# I3  All cards together, unknown ones included, are the deck.
# I4  A state knows every card. A view does not know the deck, cards face down, and the other hand but for cards shown;
#     it has no seed. What it was told and asked is gone after `to_view`.
# I5  The pool is empty but in a view; there it is part of the unseen cards: those of the recycled deck, and cards of
#     the other hand.
# I6  Attacks fit the phase, the hands and their values. Hidden choices stand only in views, and some hand allows them.
# I7  In phase RING the column's ring cards are face down; in phase SUMO they are up and the sumo cards down; the values
#     differ.

# What a single card counts, by rank; WILD for 2 and Joker.
cdef uint8_t VALUE[16]
# An attack as a rank, copies of it and Jokers besides; what it counts (WILD for wild ones); its number of cards.
cdef uint8_t BASE[30]
cdef uint8_t COPIES[30]
cdef uint8_t JOKERS[30]
cdef uint8_t STRENGTH[30]
cdef uint8_t CARDS[30]
# The legal attacks of a hand, by its ranks as three hexadecimal digits: how many, then their codes, a byte each.
cdef uint64_t ATTACKS[4096]
# The same for `random_playout`: for each attack the places of its cards, a bit each, and what it counts << HAND.
cdef uint64_t PLAYS[4096]
# By the values of both seats, how far a push goes towards 3.
cdef int8_t PUSHES[16][16]
# The order of cards in a hand, by the card's byte.
cdef uint8_t PLACE[256]
# The decks without and with Jokers, by half their number.
cdef uint8_t DECK[2][54]


cdef inline uint32_t packed(const uint8_t *hand) noexcept nogil:
    """The ranks of a hand as three hexadecimal digits."""
    return rank_of(hand[0]) | rank_of(hand[1]) << 4 | rank_of(hand[2]) << 8


cdef inline uint64_t attacks_of(const uint8_t *hand) noexcept nogil:
    return ATTACKS[packed(hand)]


cdef inline uint32_t size_of(const uint8_t *hand) noexcept nogil:
    return (hand[0] != NO_CARD) + (hand[1] != NO_CARD) + (hand[2] != NO_CARD)


cdef inline void insert(uint8_t *hand, uint8_t card) noexcept nogil:
    """Put a card into a hand that has room, in order."""
    cdef uint32_t i = size_of(hand)
    while i and PLACE[hand[i - 1]] > PLACE[card]:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card


cdef inline void remove(uint8_t *hand, uint32_t rank) noexcept nogil:
    """Take a card of this rank out of a hand that has one, the first in order (R15)."""
    cdef uint32_t i = 0
    while i < HAND - 1 and rank_of(hand[i]) != rank:
        i += 1
    while i < HAND - 1:
        hand[i] = hand[i + 1]
        i += 1
    hand[HAND - 1] = NO_CARD


cdef inline void sort_hand(uint8_t *hand) noexcept nogil:
    cdef uint8_t cards[3]
    cdef uint32_t i
    memcpy(cards, hand, HAND)
    memset(hand, NO_CARD, HAND)
    for i in range(HAND):
        if cards[i] != NO_CARD:
            insert(hand, cards[i])


cdef inline bint holds(const uint8_t *hand, uint32_t attack) noexcept nogil:
    """Whether a hand can play this attack."""
    cdef uint64_t attacks = attacks_of(hand)
    cdef uint32_t i
    for i in range(attacks & 7):
        if attacks >> (8 * i + 8) & 255 == attack:
            return True
    return False


cdef inline uint32_t sum_of(const uint8_t *counts) noexcept nogil:
    cdef uint32_t i, sum = 0
    for i in range(RANKS):
        sum += counts[i]
    return sum


cdef inline uint32_t spread(const uint8_t *counts, uint8_t *cards) noexcept nogil:
    """Write the cards that are counted by rank, ascending; return how many."""
    cdef uint32_t rank, _, count = 0
    for rank in range(RANKS):
        for _ in range(counts[rank]):
            cards[count] = <uint8_t> rank
            count += 1
    return count


cdef inline uint32_t pushed(const Sumo *s) noexcept nogil:
    return s.value[0] > s.value[1]


cdef inline int32_t after_push(const Sumo *s) noexcept nogil:
    """Where the wrestlers are if the push is not cancelled."""
    return s.x + PUSHES[s.value[0]][s.value[1]]


cdef inline bint outside(int32_t x) noexcept nogil:
    return x > EDGE or x < -EDGE


cdef inline uint32_t ring_is_up(const Sumo *s) noexcept nogil:
    return s.up >> (s.x + EDGE) & 1
