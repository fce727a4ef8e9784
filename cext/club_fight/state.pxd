"""Club Fight: the grid and its deck, which the solitaire and the game for two share; R1 to R10 stand in kernel.pyx."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport (
    ACE, JOKER, KING, NO_CARD, RANKS, UNKNOWN, fill_deck, make_card, rank_of, shuffle, suit_of,
)
from dohyo.cext.rng cimport Rng

cdef extern from *:
    # The number of the lowest bit that is set.
    uint32_t lowest "__builtin_ctz"(uint32_t mask) nogil
    uint32_t lowest64 "__builtin_ctzll"(uint64_t mask) nogil

cdef enum:
    CELLS = 9
    ALL_CELLS = 511
    CLUB_SHIFT = 9
    CLUBS = 13
    ALL_CLUBS = 0x3ffe
    SUITED = 39
    MOST_CARDS = 41
    # Suits, and the entry of `by_suit` for cards without one.
    DIAMONDS = 0
    SPADES = 1
    HEARTS = 2
    NO_SUIT = 3
    # Bits of each number in `counts`.
    COUNT_BITS = 4
    COUNT_MASK = 15

cdef struct Grid:
    uint64_t cleared            # bit 13 * suit + rank - 1 of each card cleared; for Jokers bit 39, then bit 40
    uint64_t counts             # derived: cards of each rank in the grid, 4 bits a rank
    uint16_t by_rank[16]        # derived: the cells of each rank
    uint16_t by_suit[4]         # derived: the cells of each suit, and of the cards without one
    uint16_t filled             # derived: the cells that hold a card
    uint8_t jokers              # option: in the whole deck, 1 or 2
    uint8_t runmin              # option: fewest cards of a run, 1 or 2
    uint8_t left                # cards in the deck
    uint8_t cell[9]             # the cards, 0 where there is none
    uint8_t deck[41]            # the top card last, 0 behind it

# Invariants of a grid:
# I1  jokers and runmin are 1 or 2.
# I2  by_rank, by_suit, filled and counts are what `rebuild` makes of the cells.
# I3  Grid, deck and cleared cards are the whole deck, each card once; unknown cards lie only in the deck and there is
#     nothing behind its top.
# I4  The grid is empty only if the deck is.


cdef inline uint32_t ones(uint32_t mask) noexcept nogil:
    """How many of sixteen bits are set."""
    mask = (mask & 0x5555) + (mask >> 1 & 0x5555)
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = (mask & 0x0f0f) + (mask >> 4 & 0x0f0f)
    return (mask + (mask >> 8)) & 31


cdef inline uint32_t nth(uint32_t mask, uint32_t n) noexcept nogil:
    """The mask of the n-th set bit, from 0."""
    while n:
        mask &= mask - 1
        n -= 1
    return mask & -mask


cdef inline bint three(uint32_t mask) noexcept nogil:
    """Whether three bits or more are set."""
    mask &= mask - 1
    return (mask & (mask - 1)) != 0


cdef inline uint32_t suit_entry(uint8_t card) noexcept nogil:
    """The entry of `by_suit`."""
    return suit_of(card) if rank_of(card) <= KING else NO_SUIT


cdef inline uint64_t card_bit(uint8_t card) noexcept nogil:
    """The bit of a card with a suit in `cleared`."""
    return <uint64_t> 1 << (CLUBS * suit_of(card) + rank_of(card) - 1)


cdef inline void put(Grid *g, uint32_t cell, uint8_t card) noexcept nogil:
    """Lay a card into an empty cell."""
    cdef uint16_t bit = <uint16_t> (1 << cell)
    g.cell[cell] = card
    g.filled |= bit
    g.by_rank[rank_of(card)] |= bit
    g.by_suit[suit_entry(card)] |= bit
    g.counts += <uint64_t> 1 << COUNT_BITS * rank_of(card)


cdef inline void clear(Grid *g, uint32_t mask) noexcept nogil:
    """Take the cards of these cells out of play."""
    cdef uint32_t cell
    cdef uint16_t bit
    cdef uint8_t card
    while mask:
        cell = lowest(mask)
        bit = <uint16_t> (1 << cell)
        mask &= mask - 1
        card = g.cell[cell]
        g.cell[cell] = NO_CARD
        g.filled ^= bit
        g.by_rank[rank_of(card)] ^= bit
        g.by_suit[suit_entry(card)] ^= bit
        g.counts -= <uint64_t> 1 << COUNT_BITS * rank_of(card)
        if rank_of(card) <= KING:
            g.cleared |= card_bit(card)
        else:
            g.cleared |= <uint64_t> 1 << (SUITED + (g.cleared >> SUITED & 1))


cdef inline void refill(Grid *g) noexcept nogil:
    """Fill the empty cells from the deck (R9)."""
    cdef uint32_t empty = ALL_CELLS & ~g.filled
    while empty and g.left:
        g.left -= 1
        put(g, lowest(empty), g.deck[g.left])
        g.deck[g.left] = NO_CARD
        empty &= empty - 1


cdef inline bint cleared_all(const Grid *g) noexcept nogil:
    """Whether the game is won (R10)."""
    return (g.filled | g.left) == 0


cdef inline void deal_grid(Grid *g, uint32_t jokers, uint32_t runmin, Rng *rng) noexcept nogil:
    """Shuffle the deck and lay out the grid (R1). `g` is all zero."""
    g.jokers = <uint8_t> jokers
    g.runmin = <uint8_t> runmin
    g.left = <uint8_t> fill_deck(g.deck, 3, jokers, True)
    shuffle(g.deck, g.left, rng)
    refill(g)


cdef inline void hide_deck(Grid *g) noexcept nogil:
    memset(g.deck, UNKNOWN, g.left)


cdef inline void imagine_deck(Grid *g, Rng *rng) noexcept nogil:
    """Put the cards that are neither in the grid nor cleared into the deck, in random order."""
    cdef uint64_t gone = g.cleared
    cdef uint32_t i, jokers = g.jokers - (g.cleared >> SUITED & 1) - (g.cleared >> SUITED >> 1)
    g.left = 0
    for i in range(CELLS):
        if rank_of(g.cell[i]) == JOKER:
            jokers -= 1
        elif g.cell[i]:
            gone |= card_bit(g.cell[i])
    for i in range(SUITED):
        if not gone >> i & 1:
            g.deck[g.left] = make_card(i % CLUBS + 1, i // CLUBS)
            g.left += 1
    while jokers:
        g.deck[g.left] = JOKER
        g.left += 1
        jokers -= 1
    shuffle(g.deck, g.left, rng)


cdef inline void rebuild(Grid *g) noexcept nogil:
    """Make the derived fields from the cells."""
    cdef uint32_t i
    cdef uint8_t card
    memset(g.by_rank, 0, sizeof(g.by_rank))
    memset(g.by_suit, 0, sizeof(g.by_suit))
    g.filled = 0
    g.counts = 0
    for i in range(CELLS):
        card = g.cell[i]
        if card:
            put(g, i, card)


cdef inline bint derived_fields_hold(const Grid *g) noexcept nogil:
    """I2."""
    cdef Grid again = g[0]
    cdef uint32_t i
    rebuild(&again)
    for i in range(RANKS):
        if again.by_rank[i] != g.by_rank[i] or again.by_suit[i & 3] != g.by_suit[i & 3]:
            return False
    return again.filled == g.filled and again.counts == g.counts


cdef inline bint whole_deck(const Grid *g) noexcept nogil:
    """I3."""
    cdef uint32_t i, unknown = 0, missing = 0, jokers = 0
    cdef uint64_t seen = g.cleared & ((<uint64_t> 1 << SUITED) - 1)
    cdef uint8_t card
    if g.left > MOST_CARDS or g.cleared >> (SUITED + g.jokers) or g.cleared >> SUITED == 2:
        return False
    for i in range(CELLS + MOST_CARDS):
        card = g.cell[i] if i < CELLS else g.deck[i - CELLS]
        if i >= CELLS and (card == NO_CARD) != (i - CELLS >= g.left):
            return False
        if card == UNKNOWN and i >= CELLS:
            unknown += 1
        elif card == JOKER:
            jokers += 1
        elif card != NO_CARD:
            if not ACE <= rank_of(card) <= KING or card > make_card(KING, HEARTS) or seen & card_bit(card):
                return False
            seen |= card_bit(card)
    jokers += ones(<uint32_t> (g.cleared >> SUITED))
    for i in range(SUITED):
        missing += not seen >> i & 1
    return jokers <= g.jokers and unknown == missing + g.jokers - jokers


cdef inline uint32_t check_grid(const Grid *g) noexcept nogil:
    """The number of the first broken invariant of a grid or view of one, or 0."""
    if not 1 <= g.jokers <= 2 or not 1 <= g.runmin <= 2:
        return 1
    if not derived_fields_hold(g):
        return 2
    if not whole_deck(g):
        return 3
    if g.filled == 0 and g.left:
        return 4
    return 0
