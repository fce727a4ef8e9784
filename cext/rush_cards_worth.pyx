"""Rush (Kymani): what a position is worth."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport ACE, KING
from dohyo.cext.ops cimport WIN, move_t
from dohyo.cext.rush_cards_state cimport (
    ATTACK_TOP, BITS, CELLS, COLUMNS, FIELD, FIELD_SHIFT, FUSE, HAND, KIND_SHIFT, MOVE, NEAR_ROW, NEIGHBOURS, PLACE,
    PLACE_PAIR, ROWS, SETUP, TO_FAR, VALUE, WITHDRAW, RushCards, copies, count_bits, far_row, is_over, lowest_bit,
    strength, winner,
)

# Weights of `evaluate`, in thousandths of log-odds: from a logistic model of 1,600 games of `policy` with 15 to 70 %
# random moves; IN_DECK and DECIDED are set by hand.
cdef enum:
    # For each point of the cards' counts.
    ON_BOARD = 30
    FORWARD = 41            # added in the half of the other seat
    IN_CHAMBER = 12
    IN_HAND = 4
    # What an unknown card counts in the mean.
    MEAN_VALUE = 8
    # For each card, whatever it is.
    IN_DECK = 10
    # For each free cell of the far row onto which a unit can step at its next turn.
    RUNNER = 733
    ON_MOVE = 75
    # A win that only an oversight can prevent.
    DECIDED = 8000

# For each unit by the steps it has made from the row nearest to its seat, where it guards against intruders.
cdef int32_t PROGRESS[6]
PROGRESS[:] = [-190, -150, -104, -266, 208, 827]


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """In thousandths of log-odds, but for what is as good as decided. A win is worth more the earlier it came."""
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t other = seat ^ 1
    cdef int32_t won, value
    if is_over(s):
        won = winner(s)
        value = WIN + 1 + (s.maxplies - s.ply if s.ply < s.maxplies else 0)
        return 0 if won < 0 else value if won == <int32_t> seat else -value
    value = ON_MOVE + DECIDED * fate(s, s.turn)
    return side_value(s, seat) - side_value(s, other) + (value if s.turn == seat else -value)


cdef int32_t side_value(const RushCards *s, uint32_t seat) noexcept nogil:
    """What a seat has on the board, in hand, chamber and deck."""
    cdef uint32_t cells = s.own[seat], row, cell, rank
    cdef int32_t strengths = 0, forward = 0, unknown = s.held[seat] - count_bits(s.hand[seat])
    cdef int32_t cards = MEAN_VALUE * unknown
    cdef int32_t chamber = VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]]
    cdef int32_t value = RUNNER * BITS[runners(s, seat) >> TO_FAR * (1 - seat)]
    for row in range(ROWS):
        value += PROGRESS[ROWS - 1 - row if seat else row] * BITS[cells >> COLUMNS * row & NEAR_ROW]
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        strengths += strength(s, cell)
        if (cell >= CELLS // 2) != seat:
            forward += strength(s, cell)
    for rank in range(ACE, KING + 1):
        cards += VALUE[rank] * BITS[copies(s.hand[seat], rank)]
    value += ON_BOARD * strengths + FORWARD * forward
    return value + IN_HAND * cards + IN_CHAMBER * chamber + IN_DECK * s.left[seat]


cdef inline uint32_t runners(const RushCards *s, uint32_t seat) noexcept nogil:
    """The free cells of its far row that a seat can step onto."""
    cdef uint32_t ahead = s.own[seat] >> COLUMNS if seat else s.own[seat] << COLUMNS
    return ahead & ~(s.own[0] | s.own[1]) & far_row(seat)


cdef inline bint can_clear(const RushCards *s, uint32_t seat, uint32_t cell, uint32_t count) noexcept nogil:
    """Whether a unit of the seat beside the cell defeats, or ties with, one there that counts so much."""
    cdef uint32_t cells = NEIGHBOURS[cell] & s.own[seat]
    while cells:
        if strength(s, lowest_bit(cells)) >= count:
            return True
        cells &= cells - 1
    return False


cdef int32_t fate(const RushCards *s, uint32_t seat) noexcept nogil:
    """For the seat on move: -1 if it cannot remove what wins for the other; 1 if that is not needed, and it has a step
    onto its far row that the other cannot answer; else 0."""
    cdef uint32_t other = seat ^ 1, cells = s.own[other] & far_row(other), cell
    if cells:
        cell = lowest_bit(cells)
        return 0 if cells & cells - 1 == 0 and can_clear(s, seat, cell, strength(s, cell)) else -1
    cells = runners(s, seat)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if not can_clear(s, other, cell, strength(s, cell + COLUMNS if seat else cell - COLUMNS)):
            return 1
    return 0


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """`evaluate` after the move, but for cards that the seat does not know: those drawn and those of the other hand
    count as unknown ones. In the set-up, only what the card itself is worth where it is placed."""
    cdef const RushCards *s = <const RushCards *> state
    cdef uint8_t counts[30]
    cdef uint32_t i, cells = s.own[0] | s.own[1]
    cdef int32_t base, change
    if s.phase == SETUP:
        for i in range(count):
            scores[i] = unit_value(seat, moves[i] & FIELD, VALUE[moves[i] >> FIELD_SHIFT & FIELD])
        return
    memset(counts, 0, sizeof(counts))
    while cells:
        i = lowest_bit(cells)
        cells &= cells - 1
        counts[i] = <uint8_t> strength(s, i)
    base = known_value(s, seat, s.hand[seat]) - known_value(s, seat ^ 1, s.shown[seat ^ 1]) - ON_MOVE
    for i in range(count):
        change = outlook(s, seat, moves[i], counts)
        scores[i] = base + change if change > -WIN // 2 else -WIN


cdef int32_t known_value(const RushCards *s, uint32_t seat, uint64_t known) noexcept nogil:
    """`side_value` without runners, for one who knows these cards of the hand."""
    cdef uint32_t cells = s.own[seat], cell, rank
    cdef int32_t value = IN_DECK * s.left[seat], cards = MEAN_VALUE * (s.held[seat] - <int32_t> count_bits(known))
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        value += unit_value(seat, cell, strength(s, cell))
    for rank in range(ACE, KING + 1):
        cards += VALUE[rank] * BITS[copies(known, rank)]
    return value + IN_HAND * cards + IN_CHAMBER * (VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]])


cdef inline int32_t unit_value(uint32_t seat, uint32_t cell, int32_t count) noexcept nogil:
    """What a unit that counts so much is worth to its seat on a cell."""
    cdef uint32_t row = ROWS - 1 - cell // COLUMNS if seat else cell // COLUMNS
    return PROGRESS[row] + count * (ON_BOARD + FORWARD * (row >= ROWS // 2))


cdef inline int32_t refill_value(const RushCards *s, uint32_t seat, int32_t held) noexcept nogil:
    """What drawing adds when so many cards are left in the hand (R10)."""
    cdef int32_t drawn = HAND - held if held < HAND else 0
    return (IN_HAND * MEAN_VALUE - IN_DECK) * (drawn if drawn < s.left[seat] else s.left[seat])


cdef int32_t outlook(const RushCards *s, uint32_t seat, move_t move, uint8_t *counts) noexcept nogil:
    """What a move changes. counts: what the unit of each cell counts; left as it was."""
    cdef uint32_t kind = move >> KIND_SHIFT, a = move >> FIELD_SHIFT & FIELD, b = move & FIELD
    cdef uint32_t own[2]
    cdef uint8_t at_start = 0, at_end = counts[b] if kind != FUSE else 0
    cdef int32_t value
    own[0] = s.own[0]
    own[1] = s.own[1]
    if kind == FUSE:
        value = (IN_CHAMBER - IN_HAND) * (VALUE[a] + VALUE[b]) + refill_value(s, seat, s.held[seat] - 2)
        return value + prospects(own, counts, seat)
    if kind == WITHDRAW:
        value = IN_HAND * at_end - unit_value(seat, b, at_end)
        own[seat] ^= 1u << b
    elif kind == PLACE:
        value = unit_value(seat, b, VALUE[a]) - IN_HAND * VALUE[a] + refill_value(s, seat, s.held[seat] - 1)
        own[seat] ^= 1u << b
        counts[b] = VALUE[a]
    elif kind == PLACE_PAIR:
        counts[b] = VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]]
        value = unit_value(seat, b, counts[b]) - IN_CHAMBER * counts[b]
        own[seat] ^= 1u << b
    else:
        at_start = counts[a]
        if kind == MOVE:
            value = shift_unit(own, counts, seat, a, b)
        else:
            value = clash(s, own, counts, seat, a, b, kind == ATTACK_TOP)
    value += prospects(own, counts, seat)
    counts[b] = at_end
    if kind <= ATTACK_TOP:
        counts[a] = at_start
    return value


cdef inline int32_t shift_unit(uint32_t *own, uint8_t *counts, uint32_t seat, uint32_t start,
                               uint32_t end) noexcept nogil:
    """Move a unit in `own` and `counts`; what that adds."""
    own[seat] ^= 1u << start | 1u << end
    counts[end] = counts[start]
    counts[start] = 0
    return unit_value(seat, end, counts[end]) - unit_value(seat, start, counts[end])


cdef inline int32_t clash(const RushCards *s, uint32_t *own, uint8_t *counts, uint32_t seat, uint32_t start,
                          uint32_t end, bint top_only) noexcept nogil:
    """Attack in `own` and `counts` (R5); what that adds."""
    cdef uint32_t mine = counts[start], theirs = VALUE[s.top[end]] if top_only else counts[end]
    cdef int32_t value = 0
    if mine <= theirs:
        value -= unit_value(seat, start, mine)
        own[seat] ^= 1u << start
        counts[start] = 0
    if mine < theirs:
        return value
    value += unit_value(seat ^ 1, end, counts[end])
    if top_only:
        counts[end] = VALUE[s.bottom[end]]
        return value - unit_value(seat ^ 1, end, counts[end])
    own[seat ^ 1] ^= 1u << end
    counts[end] = 0
    if s.advance and mine > theirs:
        value += shift_unit(own, counts, seat, start, end)
    return value


cdef int32_t prospects(const uint32_t *own, const uint8_t *counts, uint32_t seat) noexcept nogil:
    """What `evaluate` says of steps onto the far rows, when `seat` has just moved."""
    cdef uint32_t other = seat ^ 1, threats
    cdef uint32_t mine = steps_ahead(own, seat) & far_row(seat), theirs = steps_ahead(own, other) & far_row(other)
    cdef int32_t value = RUNNER * (<int32_t> BITS[mine >> TO_FAR * other] - BITS[theirs >> TO_FAR * seat])
    if own[other] & far_row(other):
        return -WIN
    threats = own[seat] & far_row(seat)
    if threats:
        if threats & threats - 1 or not any_clears(own, counts, other, lowest_bit(threats), lowest_bit(threats)):
            return value + DECIDED
        return value
    while theirs:
        # The unit that steps there stands one row behind.
        threats = lowest_bit(theirs)
        theirs &= theirs - 1
        if not any_clears(own, counts, seat, threats, threats + COLUMNS if other else threats - COLUMNS):
            return value - DECIDED
    return value


cdef inline uint32_t steps_ahead(const uint32_t *own, uint32_t seat) noexcept nogil:
    """The free cells one step ahead of units of the seat, and bits beyond the board."""
    return (own[seat] >> COLUMNS if seat else own[seat] << COLUMNS) & ~(own[0] | own[1])


cdef inline bint any_clears(const uint32_t *own, const uint8_t *counts, uint32_t seat, uint32_t cell,
                            uint32_t unit) noexcept nogil:
    """Whether a unit of the seat beside `cell` counts at least as much as the one on the cell `unit`."""
    cdef uint32_t cells = NEIGHBOURS[cell] & own[seat]
    while cells:
        if counts[lowest_bit(cells)] >= counts[unit]:
            return True
        cells &= cells - 1
    return False
