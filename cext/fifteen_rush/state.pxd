"""Fifteen Rush: the state, what shows, and whether dealing is offered; the rules are in kernel.pyx.

A move code is the index of a pair of places, 1+2, 1+3, … 7+w, then DEAL and TURN.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    /* Constants of C, so that the modules that use them know them when they are compiled. */
    #define DOHYO_TABLE static const __attribute__((unused)) uint8_t
    DOHYO_TABLE dohyo_partner[16] = {14, 1, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 14, 14};
    DOHYO_TABLE dohyo_first[28] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6};
    DOHYO_TABLE dohyo_second[28] = {1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 4, 5, 6, 7, 5, 6, 7, 6, 7, 7};
    """
    # The rank that pairs with a rank; 14, a rank that no card here has, for places that pair with nothing.
    const uint8_t PARTNER "dohyo_partner"[16]
    # The places of a pair.
    const uint8_t FIRST "dohyo_first"[28]
    const uint8_t SECOND "dohyo_second"[28]
    int __builtin_ctz(unsigned int) noexcept nogil

cdef enum:
    PILES = 7
    # The place after the piles: the top of the waste.
    WASTE = 7
    PLACES = 8
    HIGHEST = 7
    TALON = 24
    DECK = 52
    PACKET = 3
    SUITS = 4
    PAIRS = 28
    # Codes after the pairs, and the bits of the pairs in `legal`.
    DEAL = PAIRS
    TURN = PAIRS + 1
    PAIR_BITS = 0xfffffff
    # `passes` and `since` count no further; no game comes near.
    MOST_COUNTED = 9999

cdef struct FifteenRush:
    uint32_t legal          # derived: a bit for each legal move code; 0 when the game is over
    uint16_t passes         # how often the waste was turned over
    uint16_t since          # deals since the last pair
    uint8_t top[8]          # derived: the card that shows at each place; 0 for none
    uint8_t shows[16]       # derived: by rank, a bit for each place where it shows; [0]: the empty places
    uint8_t pile[7][8]      # bottom to top; 0 above the last card
    uint8_t height[7]       # derived: cards of each pile
    uint8_t talon[24]       # waste bottom to top, then stock top to bottom; 0 behind
    uint8_t cards           # derived: cards in the talon
    uint8_t waste           # how many of them are the waste
    uint8_t gone[16]        # by rank: the cards paired off
    uint8_t anytime         # option deal: 0 stuck, 1 anytime
    uint8_t separate        # option redeal: 0 combined, 1 separate
    uint8_t exact           # 1: nothing is unknown, so R8 is applied to a stock not yet seen as well

# I1  Options and `exact` are 0 or 1, passes and since at most MOST_COUNTED. A pile has at most 7 cards, the talon 24,
#     the waste no more than the talon; unused entries are 0.
# I2  Cards are ranks from ace to king; UNKNOWN stands only where R9 hides a card, and nowhere if `exact`.
# I3  The cards and the gone ones are 52, at most four of a rank.
# I4  The derived fields are what `refresh` makes of the others. (`exact` is not derived: see `determinize`.)


# --- bits ------------------------------------------------------------------------------------------------------------

cdef inline uint32_t lowest(uint32_t bits) noexcept nogil:
    """The index of the lowest bit of a word that is not 0."""
    return <uint32_t> __builtin_ctz(bits)


cdef inline uint32_t count_bits(uint32_t bits) noexcept nogil:
    """How many bits are set, in parallel sums; processors without a word for it are served too."""
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24


# --- what shows ------------------------------------------------------------------------------------------------------

cdef inline bint fits_pile(const FifteenRush *s, uint8_t card) noexcept nogil:
    """Whether the card would pair with the last card of a pile."""
    return (s.shows[PARTNER[card]] & ~(1 << WASTE)) != 0


cdef inline bint stock_unseen(const FifteenRush *s) noexcept nogil:
    """Whether there is a stock whose order the player has not seen (R9)."""
    return s.passes == 0 and s.waste < s.cards


# --- whether dealing is offered --------------------------------------------------------------------------------------

cdef inline bint fits_later(const FifteenRush *s, uint32_t waste) noexcept nogil:
    """Whether a pair shows after some of the deals that use up the stock, from a waste of that height."""
    while waste < s.cards:
        waste = waste + PACKET if waste + PACKET < s.cards else s.cards
        if fits_pile(s, s.talon[waste - 1]):
            return True
    return False


cdef inline bint alive(const FifteenRush *s) noexcept nogil:
    """Where no pair shows: whether dealing may bring one (R8)."""
    return (not s.exact and stock_unseen(s)) or fits_later(s, s.waste) or fits_later(s, 0)


cdef inline uint32_t limit(const FifteenRush *s) noexcept nogil:
    """How many deals may follow a pair while a pair shows (R6)."""
    return 2 * ((s.cards + PACKET - 1) // PACKET)


cdef inline void offer_deal(FifteenRush *s) noexcept nogil:
    """Set the bits of DEAL and TURN, after those of the pairs."""
    s.legal &= PAIR_BITS
    if s.legal:
        if not s.anytime or s.since >= limit(s):
            return
    elif s.cards == 0 or not alive(s):
        return
    s.legal |= <uint32_t> 1 << (TURN if s.separate and s.waste == s.cards else DEAL)


cdef inline int32_t cards_left(const FifteenRush *s) noexcept nogil:
    cdef int32_t left = s.cards
    cdef uint32_t i
    for i in range(PILES):
        left += s.height[i]
    return left
