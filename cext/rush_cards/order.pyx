"""Rush (Kymani): what moves promise, from what a seat knows."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy

from dohyo.cext.cards cimport JACK
from dohyo.cext.ops cimport WIN, move_t
from dohyo.cext.rush_cards.state cimport (
    ATTACK_TOP, FIELD, FIELD_SHIFT, FUSE, HAND, KIND_SHIFT, MOVE, NEIGHBOURS, PLACE, PLACE_PAIR, SETUP, VALUE,
    WITHDRAW, RushCards, far_row, is_middle, lowest_bit, strength,
)
from dohyo.cext.rush_cards.values cimport (
    AHEAD, CARDS, CARDS_COUNT, CHAMBER, CLEAR, COUNT, DECIDED, EMPTY, FEATURES, FUSABLE, HANGING, LOOSE, MEAN_COUNT,
    NOWHERE, OPEN, RUN, UNDEALT, UNITS, WEIGHT, Sight, behind, count_at, describe, guard_of, look, row_of, runs,
)

cdef enum:
    # In the set-up, what a card is worth in its place for each point that it counts.
    ARRANGED = 10

# A clear unit of the enemy: what that is worth, while nothing ahead counts as much as it guards by.
cdef struct Threat:
    uint32_t cell
    uint32_t guard
    int32_t worth

# What `order` looks at, and the board after a move.
cdef struct Outlook:
    Sight sight             # before the move
    Threat threats[30]
    uint32_t threatening    # how many threats there are
    uint32_t own[2]         # the cells with units after the move
    uint32_t changed        # the cell where one stands that did not before, or counts less; else NOWHERE
    uint32_t count          # what it counts


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """In play, about `evaluate` after the move: all of it for cards and for what is as good as decided; on the board,
    what the unit that moves, comes or is attacked is worth, and the enemy units that it holds up. Cards drawn and those
    of the other hand that the seat does not know count as unknown ones. In the set-up, high cards are for the middle of
    the row nearer to the enemy, low ones for the other cells."""
    cdef const RushCards *s = <const RushCards *> state
    cdef RushCards known
    cdef Outlook out
    cdef int32_t features[36]
    cdef int32_t base, change
    cdef uint32_t i
    memcpy(&known, s, sizeof(RushCards))
    known.hand[seat ^ 1] = s.shown[seat ^ 1]
    known.turn = <uint8_t> (seat ^ 1)
    if s.phase == SETUP:
        known.own[seat ^ 1] = 0
    look(&known, &out.sight)
    list_threats(&known, seat ^ 1, &out)
    describe(&known, &out.sight, features)
    features[RUN] = 0
    base = 0
    for i in range(FEATURES):
        base += WEIGHT[i] * features[i]
    base = -base if seat else base
    for i in range(count):
        out.own[0] = s.own[0]
        out.own[1] = s.own[1]
        out.changed = NOWHERE
        if s.phase == SETUP:
            change = ARRANGED * <int32_t> VALUE[moves[i] >> FIELD_SHIFT & FIELD] * (1 if is_middle(s, seat) else -1)
        else:
            change = cards_change(s, seat, moves[i]) + board_change(&known, seat, moves[i], &out)
            change += prospects(&out, seat)
        scores[i] = base + change if change > -WIN // 2 else -WIN


cdef void list_threats(const RushCards *s, uint32_t seat, Outlook *out) noexcept nogil:
    """The clear units of a seat."""
    cdef uint32_t cells = s.own[seat], cell, guard
    cdef Threat *threat
    out.threatening = 0
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        guard = guard_of(s, cell)
        if out.sight.least[seat ^ 1][guard] & AHEAD[seat][cell] == 0:
            threat = &out.threats[out.threatening]
            out.threatening += 1
            threat.cell = cell
            threat.guard = guard
            threat.worth = clear_worth(&out.sight, seat, cell, guard)


cdef inline int32_t clear_worth(const Sight *sight, uint32_t seat, uint32_t cell, uint32_t guard) noexcept nogil:
    """What it is worth that a unit is clear, and perhaps open."""
    cdef uint32_t row = row_of(seat, cell)
    return WEIGHT[CLEAR + row] + (WEIGHT[OPEN + row] if sight.reserve[seat ^ 1] < guard else 0)


cdef int32_t unit_worth(const Sight *sight, uint32_t seat, uint32_t cell, uint32_t count, uint32_t guard,
                        uint32_t beaten) noexcept nogil:
    """What the features of the board say of a unit; beaten: LOOSE or HANGING."""
    cdef uint32_t row = row_of(seat, cell), other = seat ^ 1
    cdef int32_t worth = WEIGHT[UNITS + row] + WEIGHT[COUNT + row] * <int32_t> count
    if sight.least[other][guard] & AHEAD[seat][cell] == 0:
        worth += clear_worth(sight, seat, cell, guard)
    if sight.least[other][guard + 1] & NEIGHBOURS[cell]:
        worth += WEIGHT[beaten] + WEIGHT[beaten + 1] * <int32_t> guard
    return worth


cdef int32_t cards_change(const RushCards *s, uint32_t seat, move_t move) noexcept nogil:
    """What a move changes in hand, chamber and deck (R6 to R10)."""
    cdef uint32_t kind = move >> KIND_SHIFT, a = move >> FIELD_SHIFT & FIELD, b = move & FIELD
    cdef int32_t cards = 0, count = 0, fusable = 0, worth = 0, drawn
    if kind <= ATTACK_TOP:
        return 0
    if kind == PLACE_PAIR:
        return -WEIGHT[CHAMBER] * <int32_t> (VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]])
    if kind == FUSE:
        cards = fusable = -2
        count = -<int32_t> (VALUE[a] + VALUE[b])
        worth = -WEIGHT[CHAMBER] * count
    elif kind == PLACE:
        cards = -1
        count = -<int32_t> VALUE[a]
        fusable = -1 if a < JACK else 0
    else:
        cards = 1 + (s.pairs >> b & 1)
        count = <int32_t> strength(s, b)
        fusable = (s.bottom[b] < JACK) + (s.pairs >> b & 1)
    drawn = HAND - <int32_t> s.held[seat] - cards
    drawn = 0 if drawn < 0 else drawn if drawn < s.left[seat] else s.left[seat]
    worth += WEIGHT[CARDS] * (cards + drawn) + WEIGHT[CARDS_COUNT] * (count + MEAN_COUNT * drawn)
    worth += WEIGHT[FUSABLE] * fusable - WEIGHT[UNDEALT] * drawn
    return worth + (WEIGHT[EMPTY] if drawn and drawn == s.left[seat] else 0)


cdef int32_t board_change(const RushCards *s, uint32_t seat, move_t move, Outlook *out) noexcept nogil:
    """What a move changes on the board, but for steps onto the far row; that board is in `out` afterwards."""
    cdef uint32_t kind = move >> KIND_SHIFT, a = move >> FIELD_SHIFT & FIELD, b = move & FIELD
    if kind == PLACE:
        return arrival(seat, b, VALUE[a], VALUE[a], out)
    if kind == PLACE_PAIR:
        return arrival(seat, b, VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]],
                       VALUE[s.chamber_top[seat]], out)
    if kind == MOVE:
        return departure(s, seat, a, HANGING, out) + arrival(seat, b, strength(s, a), guard_of(s, a), out)
    if kind == WITHDRAW:
        return departure(s, seat, b, HANGING, out)
    if kind == FUSE:
        return 0
    return clash(s, seat, a, b, kind == ATTACK_TOP, out)


cdef inline int32_t departure(const RushCards *s, uint32_t seat, uint32_t cell, uint32_t beaten,
                              Outlook *out) noexcept nogil:
    """A unit leaves its cell."""
    out.own[seat] ^= 1u << cell
    return -unit_worth(&out.sight, seat, cell, strength(s, cell), guard_of(s, cell), beaten)


cdef int32_t arrival(uint32_t seat, uint32_t cell, uint32_t count, uint32_t guard, Outlook *out) noexcept nogil:
    """A unit of the seat that moves comes to a cell."""
    cdef int32_t worth = unit_worth(&out.sight, seat, cell, count, guard, HANGING)
    cdef const Threat *threat
    cdef uint32_t i
    out.own[seat] |= 1u << cell
    out.changed = cell
    out.count = count
    for i in range(out.threatening):
        threat = &out.threats[i]
        if AHEAD[seat ^ 1][threat.cell] >> cell & 1 and count >= threat.guard:
            worth += threat.worth
    return worth


cdef int32_t clash(const RushCards *s, uint32_t seat, uint32_t start, uint32_t end, bint top_only,
                   Outlook *out) noexcept nogil:
    """R5."""
    cdef uint32_t other = seat ^ 1, mine = strength(s, start)
    cdef uint32_t theirs = VALUE[s.top[end]] if top_only else strength(s, end)
    cdef int32_t worth = 0
    if mine <= theirs:
        worth += departure(s, seat, start, HANGING, out)
    if mine < theirs:
        return worth
    worth -= departure(s, other, end, LOOSE, out)
    if top_only:
        out.own[other] |= 1u << end
        out.changed = end
        out.count = VALUE[s.bottom[end]]
        return worth - unit_worth(&out.sight, other, end, out.count, out.count, LOOSE)
    if s.advance and mine > theirs:
        worth += departure(s, seat, start, HANGING, out) + arrival(seat, end, mine, guard_of(s, start), out)
    return worth


cdef int32_t prospects(const Outlook *out, uint32_t seat) noexcept nogil:
    """What steps onto the far rows are worth after the move: RUN and `fate`, or a loss at once."""
    cdef uint32_t other = seat ^ 1, won = out.own[seat] & far_row(seat), cell
    cdef int32_t worth = WEIGHT[RUN] * <int32_t> runs_left(out, seat)
    if out.own[other] & far_row(other):
        return -WIN
    if won:
        cell = lowest_bit(won)
        if won & won - 1 or not clears(out, other, cell, count_after(out, seat, cell)):
            worth += DECIDED
    elif runs_left(out, other):
        worth -= DECIDED
    return worth


cdef uint32_t runs_left(const Outlook *out, uint32_t seat) noexcept nogil:
    """How many steps of `safe_runs` a seat has after the move."""
    cdef uint32_t cells = runs(out.own, seat), count = 0, cell
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        count += not clears(out, seat ^ 1, cell, count_after(out, seat, behind(seat, cell)))
    return count


cdef inline uint32_t count_after(const Outlook *out, uint32_t seat, uint32_t cell) noexcept nogil:
    return out.count if cell == out.changed else count_at(&out.sight, seat, cell)


cdef inline bint clears(const Outlook *out, uint32_t seat, uint32_t cell, uint32_t count) noexcept nogil:
    """Whether a unit of the seat beside a cell counts at least so much after the move."""
    cdef uint32_t beside = NEIGHBOURS[cell] & out.own[seat]
    if beside & out.sight.least[seat][count] & ~(1u << out.changed):
        return True
    return beside >> out.changed & 1 and out.count >= count
