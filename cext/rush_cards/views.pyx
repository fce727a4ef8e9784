"""Rush (Kymani): what a seat knows, and the invariants I1 to I8 of state.pxd."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport ACE, KING, NO_CARD, RANKS, UNKNOWN, shuffle
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng
from dohyo.cext.rush_cards.state cimport (
    ALL, BITS, CELLS, COLUMNS, DEALT, DECK, FIELD, FULL_DECK, PASS, PLACE, PLAY, SETUP, TO_HOME, RushCards, add, code,
    copies, count_bits, home, lowest_bit, owns_nothing,
)


cdef void to_view(void *state, uint32_t seat) noexcept nogil:
    cdef RushCards *s = <RushCards *> state
    cdef uint32_t other = seat ^ 1, cells = s.own[other]
    memset(s.deck[0], UNKNOWN, s.left[0])
    memset(s.deck[1], UNKNOWN, s.left[1])
    s.hand[other] = s.shown[other]
    if s.phase == SETUP:
        while cells:
            s.bottom[lowest_bit(cells)] = UNKNOWN
            cells &= cells - 1


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    cdef RushCards *s = <RushCards *> view
    cdef uint8_t unseen[52]
    cdef uint32_t owner, count, i, cells, cell, _
    for owner in range(2):
        count = list_unseen(s, owner, unseen)
        shuffle(unseen, count, rng)
        for i in range(s.left[owner]):
            if s.deck[owner][i] == UNKNOWN:
                count -= 1
                s.deck[owner][i] = unseen[count]
        for _ in range(s.held[owner] - count_bits(s.hand[owner])):
            count -= 1
            add(&s.hand[owner], unseen[count])
        cells = s.own[owner]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if s.bottom[cell] == UNKNOWN:
                count -= 1
                s.bottom[cell] = unseen[count]


cdef uint32_t list_unseen(const RushCards *s, uint32_t seat, uint8_t *out) noexcept nogil:
    """Write the cards of the seat's deck that stand nowhere known; return how many."""
    cdef int32_t rest[16]
    cdef uint32_t rank, count = 0
    cdef int32_t _
    count_rest(s, seat, rest)
    for rank in range(ACE, KING + 1):
        for _ in range(rest[rank]):
            out[count] = <uint8_t> rank
            count += 1
    return count


cdef void count_rest(const RushCards *s, uint32_t seat, int32_t *rest) noexcept nogil:
    """By rank, how many cards of the seat's deck stand nowhere known; by UNKNOWN, less how many do stand unknown."""
    cdef uint32_t rank, i, cells = s.own[seat]
    for rank in range(RANKS):
        rest[rank] = 0
    for rank in range(ACE, KING + 1):
        rest[rank] = 4 - BITS[copies(s.hand[seat], rank)] - BITS[copies(s.gone[seat], rank)]
    rest[UNKNOWN] = <int32_t> count_bits(s.hand[seat]) - s.held[seat]
    for i in range(s.left[seat]):
        rest[s.deck[seat][i] & 15] -= 1
    rest[s.chamber_bottom[seat] & 15] -= 1
    rest[s.chamber_top[seat] & 15] -= 1
    while cells:
        i = lowest_bit(cells)
        cells &= cells - 1
        rest[s.bottom[i] & 15] -= 1
        rest[s.top[i] & 15] -= 1


cdef move_t observed_move(const void *state, uint32_t seat, move_t move, uint32_t observer) noexcept nogil:
    if (<const RushCards *> state).phase == SETUP and observer != seat:
        return code(PLACE, UNKNOWN, move & FIELD)
    return move


cdef uint32_t check(const void *state) noexcept nogil:
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t seat, i, broken
    cdef uint32_t mine = s.own[s.turn & 1], other = s.own[~s.turn & 1]
    if (s.phase > SETUP or s.turn > 1 or s.first > 1 or s.setup > 1 or s.advance > 1 or s.noaction > 1
            or s.maxplies < 21 or s.maxplies > 10000 or s.maxquiet < 1 or s.maxquiet > 10000):
        return 1
    for i in range(sizeof(s.unused)):
        if s.unused[i]:
            return 1
    if s.own[0] & s.own[1] or (s.own[0] | s.own[1]) & ~ALL or s.pairs & ~(s.own[0] | s.own[1]):
        return 2
    for i in range(CELLS):
        if ((s.bottom[i] != NO_CARD) != (s.own[0] | s.own[1]) >> i & 1) or (
                (s.top[i] != NO_CARD) != s.pairs >> i & 1):
            return 2
    for seat in range(2):
        broken = check_seat(s, seat)
        if broken:
            return broken
    if s.phase == SETUP:
        return 7 if s.held[s.turn] == 0 or (s.turn == 1 and s.held[0]) else 0
    if owns_nothing(s, s.turn):
        return 8 if s.noaction == PASS and not owns_nothing(s, s.turn ^ 1) else 0
    return 8 if mine == 0 and home(s.turn) & ~other == 0 else 0


cdef uint32_t check_seat(const RushCards *s, uint32_t seat) noexcept nogil:
    """I2 to I7, as far as they are about one seat."""
    cdef int32_t rest[16]
    cdef uint32_t i, cells, filled = 0
    if (s.chamber_bottom[seat] != NO_CARD) != (s.chamber_top[seat] != NO_CARD):
        return 2
    if not (is_set(s.hand[seat]) and is_set(s.shown[seat]) and is_set(s.gone[seat])):
        return 3
    if s.shown[seat] & ~s.hand[seat] or count_bits(s.hand[seat]) > s.held[seat]:
        return 3
    if s.left[seat] > DECK:
        return 4
    for i in range(DECK):
        if (s.deck[seat][i] != NO_CARD) != (i < s.left[seat]) or KING < s.deck[seat][i] != UNKNOWN:
            return 4
    count_rest(s, seat, rest)
    for i in range(ACE, KING + 1):
        if rest[i] < 0:
            return 5
        rest[UNKNOWN] += rest[i]
    if rest[UNKNOWN] != 0:
        return 5
    cells = s.own[seat]
    for i in range(CELLS):
        if cells >> i & 1 and (KING < s.bottom[i] and (s.bottom[i] != UNKNOWN or s.phase == PLAY)
                               or s.top[i] > KING):
            return 6
    if s.chamber_bottom[seat] > KING or s.chamber_top[seat] > KING:
        return 6
    if s.phase == SETUP:
        if s.held[seat] > DEALT:
            return 7
        for i in range(DEALT - s.held[seat]):
            filled |= 1u << (TO_HOME + i if seat else (i + COLUMNS if i < COLUMNS else i - COLUMNS))
        if cells != filled or s.pairs:
            return 7
    return 0


cdef inline bint is_set(uint64_t cards) noexcept nogil:
    """Whether the bits of each rank are set from the lowest on, and no others are."""
    return cards & ~FULL_DECK == 0 and cards >> 1 & ~cards & <uint64_t> 0x7777777777777777 == 0
