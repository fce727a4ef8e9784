"""Rush (Kymani): the state, its cards and cells; the rules are in kernel.pyx, what seats know in views.pyx.

A cell is 5 * row + column, from a1. A move code is kind << 10 | a << 5 | b: a and b are the cells from and to, the
ranks of bottom and top, the rank and its cell, or 0 and a cell. UNKNOWN as a rank is another seat's card in the set-up.

A set of cards is a word of 64 bits: four bits for each rank, of which so many are set from the lowest on as the set
has cards of the rank. So each card is one bit, and equal sets are equal words.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from dohyo.cext.cards cimport NO_CARD, UNKNOWN
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below

cdef extern from *:
    """
    #define EACH_BYTE 0x0101010101010101ull
    #define HIGH_BITS 0x8080808080808080ull
    #define FULL_DECK 0x00fffffffffffff0ull
    #define ACE_TO_TEN 0x00000ffffffffff0ull
    """
    const uint64_t EACH_BYTE
    const uint64_t HIGH_BITS
    # Sets of cards.
    const uint64_t FULL_DECK
    const uint64_t ACE_TO_TEN
    uint32_t lowest_bit "__builtin_ctz"(uint32_t word) noexcept nogil

cdef enum:
    ROWS = 6
    COLUMNS = 5
    CELLS = 30
    DECK = 52
    ALL = (1 << CELLS) - 1
    NEAR_ROW = 31
    HOME_ROWS = 1023
    # From the home of seat 0 to that of seat 1; from the row nearest to seat 0 to the row farthest from it.
    TO_HOME = 20
    TO_FAR = 25
    LAST_COLUMN = 0x21084210
    DEALT = 10
    HAND = 5
    MOVE = 0
    ATTACK = 1
    ATTACK_TOP = 2
    FUSE = 3
    PLACE = 4
    PLACE_PAIR = 5
    WITHDRAW = 6
    KIND_SHIFT = 10
    FIELD_SHIFT = 5
    FIELD = 31
    # Phases.
    PLAY = 0
    SETUP = 1
    # Values of options.
    PASS = 1

cdef struct RushCards:
    uint64_t hand[2]            # the cards that are known of each hand; in the set-up, of the dealt ones not yet placed
    uint64_t shown[2]           # those of them that the other seat knows
    uint64_t gone[2]            # discarded
    uint32_t own[2]             # the cells with units of each seat, a bit each
    uint32_t pairs              # the cells with pairs
    uint16_t ply
    uint16_t quiet              # plies since the last attack
    uint16_t maxplies           # options: numbers, else the index of the choice
    uint16_t maxquiet
    uint8_t first
    uint8_t setup
    uint8_t advance
    uint8_t noaction
    uint8_t phase               # PLAY or SETUP
    uint8_t turn                # the seat on move; after the end, the seat that would be
    uint8_t held[2]             # cards in each hand (in the set-up, dealt and not yet placed), known or not
    uint8_t left[2]             # cards in each deck
    uint8_t bottom[30]          # the single or bottom card of each cell, or 0
    uint8_t top[30]             # the top card of a pair, else 0
    uint8_t chamber_bottom[2]   # the pair in each chamber, or twice 0
    uint8_t chamber_top[2]
    uint8_t deck[2][52]         # the next card last; 0 behind it
    uint8_t unused[2]           # 0

# I1  Options, phase and turn are in range; `unused` is 0.
# I2  own[0] and own[1] are disjoint sets of cells; pairs is part of them; bottom and top hold cards exactly there; a
#     chamber holds two cards or none.
# I3  hand, shown and gone are sets as told above; shown is part of hand; a hand has as many cards as are known or more.
# I4  A deck holds cards up to `left`, and 0 behind.
# I5  Each seat has 52 cards in all, and known ones at most four of a rank.
# I6  UNKNOWN stands only in decks, and in the set-up on the board.
# I7  In the set-up the cells filled are the first in the order of R2, those and the cards held are ten for each seat,
#     and on move is the first seat that holds any.
# I8  In play the seat on move has a legal action if it owns a card; if it owns none and noaction=pass, neither does
#     the other.

# The neighbours of each cell, a bit each.
cdef uint32_t NEIGHBOURS[30]
# What a card counts, by rank.
cdef uint8_t VALUE[16]
# SELECT[n << 8 | byte]: the place of the n-th set bit (from 0) of a byte.
cdef uint8_t SELECT[2048]
# How many bits a word of ten has.
cdef uint8_t BITS[1024]


# --- bits ------------------------------------------------------------------------------------------------------------

cdef inline uint64_t running_counts(uint64_t word) noexcept nogil:
    """In byte i, how many bits are set in the bytes 0 to i; in the highest byte, in the whole word."""
    word -= word >> 1 & <uint64_t> 0x5555555555555555
    word = (word & <uint64_t> 0x3333333333333333) + (word >> 2 & <uint64_t> 0x3333333333333333)
    return (word + (word >> 4) & <uint64_t> 0x0f0f0f0f0f0f0f0f) * EACH_BYTE


cdef inline uint32_t count_bits(uint64_t word) noexcept nogil:
    return running_counts(word) >> 56


cdef inline uint32_t nth_bit(uint64_t word, uint64_t running, uint32_t n) noexcept nogil:
    """The place of the n-th set bit, from 0, of a word that has so many; `running` as of `running_counts`.
    (Broadword selection: Vigna 2008.)"""
    cdef uint64_t reached = ((n * EACH_BYTE | HIGH_BITS) - running) & HIGH_BITS
    cdef uint32_t at = (reached >> 7) * EACH_BYTE >> 53 & 56
    n -= <uint32_t> (running << 8 >> at & 255)
    return at + SELECT[n << 8 | <uint32_t> (word >> at & 255)]


cdef inline uint32_t pick_bit(uint64_t word, Rng *rng) noexcept nogil:
    """The place of a random set bit."""
    cdef uint64_t running = running_counts(word)
    return nth_bit(word, running, below(rng, running >> 56))


# --- sets of cards ---------------------------------------------------------------------------------------------------

cdef inline uint32_t copies(uint64_t cards, uint32_t rank) noexcept nogil:
    """The bits of a rank: 0, 1, 3, 7 or 15 for no card to four."""
    return cards >> 4 * rank & 15


cdef inline void add(uint64_t *cards, uint32_t rank) noexcept nogil:
    cards[0] |= <uint64_t> (copies(cards[0], rank) + 1) << 4 * rank


cdef inline void remove(uint64_t *cards, uint32_t rank) noexcept nogil:
    """Remove a card of the rank, if there is one."""
    cards[0] ^= <uint64_t> (copies(cards[0], rank) + 1 >> 1) << 4 * rank


cdef inline void take(RushCards *s, uint32_t seat, uint32_t rank) noexcept nogil:
    """A card leaves a hand (R9: a shown one first)."""
    s.held[seat] -= 1
    remove(&s.hand[seat], rank)
    remove(&s.shown[seat], rank)


cdef inline void draw(RushCards *s, uint32_t seat) noexcept nogil:
    """Fill a hand from the deck (R10)."""
    cdef uint32_t card
    while s.held[seat] < HAND and s.left[seat]:
        s.left[seat] -= 1
        card = s.deck[seat][s.left[seat]]
        s.deck[seat][s.left[seat]] = NO_CARD
        s.held[seat] += 1
        if card != UNKNOWN:
            add(&s.hand[seat], card)


# --- the board -------------------------------------------------------------------------------------------------------

cdef inline uint32_t home(uint32_t seat) noexcept nogil:
    return <uint32_t> HOME_ROWS << TO_HOME * seat


cdef inline uint32_t far_row(uint32_t seat) noexcept nogil:
    return <uint32_t> NEAR_ROW << TO_FAR * (1 - seat)


# Neighbouring cells as edges: bit c stands for the cells c and c + 5, bit 32 + c for c and c + 1. Of a set of cells,
# these are the edges that have it at their lower or their upper end.


cdef inline uint64_t lower_ends(uint32_t cells) noexcept nogil:
    return cells & ALL >> COLUMNS | <uint64_t> (cells & ~LAST_COLUMN) << 32


cdef inline uint64_t upper_ends(uint32_t cells) noexcept nogil:
    return cells >> COLUMNS | <uint64_t> (cells >> 1 & ~LAST_COLUMN) << 32


cdef inline uint32_t strength(const RushCards *s, uint32_t cell) noexcept nogil:
    return VALUE[s.bottom[cell]] + VALUE[s.top[cell]]


cdef inline void put(RushCards *s, uint32_t seat, uint32_t cell, uint8_t bottom, uint8_t top) noexcept nogil:
    s.own[seat] |= 1u << cell
    s.pairs |= <uint32_t> (top != NO_CARD) << cell
    s.bottom[cell] = bottom
    s.top[cell] = top


cdef inline void clear(RushCards *s, uint32_t seat, uint32_t cell) noexcept nogil:
    s.own[seat] &= ~(1u << cell)
    s.pairs &= ~(1u << cell)
    s.bottom[cell] = s.top[cell] = NO_CARD


cdef inline void carry(RushCards *s, uint32_t seat, uint32_t start, uint32_t end) noexcept nogil:
    cdef uint8_t bottom = s.bottom[start], top = s.top[start]
    clear(s, seat, start)
    put(s, seat, end, bottom, top)


cdef inline uint32_t next_cell(const RushCards *s, uint32_t seat) noexcept nogil:
    """The cell that the seat fills next in the set-up (R2)."""
    cdef uint32_t placed = DEALT - s.held[seat]
    if seat:
        return TO_HOME + placed
    return placed + COLUMNS if placed < COLUMNS else placed - COLUMNS


cdef inline bint is_middle(const RushCards *s, uint32_t seat) noexcept nogil:
    """Whether that cell is one of the three in the middle of the row nearer to the enemy."""
    cdef uint32_t placed = DEALT - s.held[seat]
    return 1 <= placed <= 3


cdef inline bint owns_nothing(const RushCards *s, uint32_t seat) noexcept nogil:
    """R11: no card on board, in hand or in the chamber."""
    return s.own[seat] == 0 and s.held[seat] == 0 and s.chamber_bottom[seat] == NO_CARD


cdef inline void pass_over(RushCards *s) noexcept nogil:
    """R11: with noaction=pass a seat that owns nothing is passed over."""
    if s.noaction == PASS and owns_nothing(s, s.turn) and not owns_nothing(s, s.turn ^ 1):
        s.turn ^= 1


cdef inline move_t code(uint32_t kind, uint32_t a, uint32_t b) noexcept nogil:
    return kind << KIND_SHIFT | a << FIELD_SHIFT | b


cdef inline bint is_over(const RushCards *s) noexcept nogil:
    """R11."""
    cdef uint32_t turn = s.turn
    return s.phase == PLAY and (s.own[turn] & far_row(turn) or s.ply >= s.maxplies or s.quiet >= s.maxquiet
                                or owns_nothing(s, turn))


cdef inline int32_t winner(const RushCards *s) noexcept nogil:
    """The seat that has won a finished game, or -1 for a draw (R11)."""
    cdef uint32_t turn = s.turn
    if s.own[turn] & far_row(turn):
        return turn
    if owns_nothing(s, turn) and not owns_nothing(s, turn ^ 1):
        return turn ^ 1
    return -1


# --- lists of moves --------------------------------------------------------------------------------------------------

cdef inline uint32_t list_cells(uint32_t cells, move_t base, move_t *out) noexcept nogil:
    """Write `base` with each of the cells in its place; return how many."""
    cdef uint32_t count = 0
    while cells:
        out[count] = base | lowest_bit(cells)
        cells &= cells - 1
        count += 1
    return count


cdef inline uint32_t list_steps(uint32_t starts, uint32_t ends, uint32_t kind, move_t *out) noexcept nogil:
    """Write the codes of a kind from any of `starts` to a neighbour in `ends`; return how many."""
    cdef uint32_t count = 0, cell
    while starts:
        cell = lowest_bit(starts)
        starts &= starts - 1
        count += list_cells(NEIGHBOURS[cell] & ends, code(kind, cell, 0), out + count)
    return count
