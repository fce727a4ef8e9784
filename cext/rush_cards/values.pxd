"""Rush (Kymani): what a position is worth, as features and a weight for each. The op `evaluate` of its table.

A unit guards by what an attacker has to beat: its count, or the top card's of a pair, which can be attacked alone. What
stands ahead of a unit are the cells of the rows in front of it, in its own column and those beside.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from dohyo.cext.rush_cards.state cimport CELLS, COLUMNS, VALUE, RushCards, far_row, strength

cdef enum:
    # Features: each is what one seat has more than the other. The first four are six numbers, one for each row from
    # the seat's own nearest.
    UNITS = 0               # units
    COUNT = 6               # what they count
    CLEAR = 12              # units that guard by more than any enemy unit ahead counts
    OPEN = 18               # and by more than any card in the other hand, and the other chamber
    LOOSE = 24              # units beside an enemy one that counts more than they guard by, of the seat on move
    LOOSE_GUARD = 25        # what these guard by
    HANGING = 26            # the same of the seat that waits
    HANGING_GUARD = 27
    RUN = 28                # of the seat that waits: steps onto its far row where nothing could remove the unit now
    CHAMBER = 29            # what the pair in the chamber counts
    CARDS = 30              # cards in the hand
    CARDS_COUNT = 31        # what they count
    FUSABLE = 32            # cards in the hand that may be part of a pair, but for one
    UNDEALT = 33            # cards in the deck
    EMPTY = 34              # whether the deck is empty
    ON_MOVE = 35
    FEATURES = 36
    # What an unknown card counts in the mean, and the highest of several.
    MEAN_COUNT = 8
    HIGH_COUNT = 12
    # A bit that no set of cells has.
    NOWHERE = 31

# A win that only an oversight can prevent, in thousandths of log-odds.
cdef enum:
    DECIDED = 8000

# What one of each feature is worth, in thousandths of log-odds.
cdef int32_t WEIGHT[36]
# The cells ahead of a cell, by seat, a bit each.
cdef uint32_t AHEAD[2][30]

# The board by what units count, and what each seat could place next.
cdef struct Sight:
    uint32_t least[2][32]   # the cells of the units of each seat that count at least so much
    uint8_t reserve[2]      # the highest count of a hand card or of the pair in the chamber

cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil
cdef void look(const RushCards *s, Sight *sight) noexcept nogil
cdef void describe(const RushCards *s, const Sight *sight, int32_t *features) noexcept nogil


cdef inline uint32_t guard_of(const RushCards *s, uint32_t cell) noexcept nogil:
    return VALUE[s.top[cell]] if s.pairs >> cell & 1 else strength(s, cell)


cdef inline uint32_t row_of(uint32_t seat, uint32_t cell) noexcept nogil:
    """The row of a cell as the seat counts them."""
    return (CELLS - 1 - cell) // COLUMNS if seat else cell // COLUMNS


cdef inline uint32_t runs(const uint32_t *own, uint32_t seat) noexcept nogil:
    """The free cells of its far row that a seat can step onto."""
    return (own[seat] >> COLUMNS if seat else own[seat] << COLUMNS) & ~(own[0] | own[1]) & far_row(seat)


cdef inline uint32_t behind(uint32_t seat, uint32_t cell) noexcept nogil:
    """The cell from which a unit of the seat steps onto this one."""
    return cell + COLUMNS if seat else cell - COLUMNS


cdef inline uint32_t count_at(const Sight *sight, uint32_t seat, uint32_t cell) noexcept nogil:
    """What the unit of a seat on a cell counts."""
    cdef uint32_t count = 1
    while sight.least[seat][count + 1] >> cell & 1:
        count += 1
    return count
