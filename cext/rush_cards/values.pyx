"""Rush (Kymani): the features of values.pxd, their weights, and `evaluate`."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport ACE, JACK, KING
from dohyo.cext.kernel cimport Buffer
from dohyo.cext.ops cimport WIN
from dohyo.cext.rush_cards.state cimport (
    BITS, CELLS, COLUMNS, NEIGHBOURS, VALUE, RushCards, copies, count_bits, far_row, is_over, lowest_bit, strength,
    winner,
)

#: Names of the features, in order.
NAMES = (
    *(f"units{row}" for row in range(1, 7)), *(f"count{row}" for row in range(1, 7)),
    *(f"clear{row}" for row in range(1, 7)), *(f"open{row}" for row in range(1, 7)),
    "loose", "loose_guard", "hanging", "hanging_guard", "run", "chamber", "cards", "cards_count", "fusable", "deck",
    "empty", "on_move",
)
#: What one of each feature is worth, in thousandths of log-odds; fitted by tests/fit/rush_cards.py.
WEIGHTS = (
    -56, -125, -116, -246, -189, 29,
    9, 18, 20, 36, 52, 44,
    43, 123, 210, 261, 210, 29,
    116, 372, 490, 586, 472, 217,
    200, -34, 195, -34, 56, 0, -165, 14, 45, -15, -961, 12,
)


cdef void look(const RushCards *s, Sight *sight) noexcept nogil:
    cdef uint32_t seat, cells, cell, count
    memset(sight, 0, sizeof(Sight))
    for seat in range(2):
        cells = s.own[seat]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            sight.least[seat][strength(s, cell)] |= 1u << cell
        for count in range(30, 0, -1):
            sight.least[seat][count - 1] |= sight.least[seat][count]
        sight.reserve[seat] = <uint8_t> reserve(s, seat, s.hand[seat])


cdef uint32_t reserve(const RushCards *s, uint32_t seat, uint64_t known) noexcept nogil:
    """The highest count that a seat could place, as far as one knows who knows these cards of its hand."""
    cdef uint32_t chamber = VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]], rank = KING, best
    if copies(known, ACE):
        best = VALUE[ACE]
    else:
        while rank > ACE and copies(known, rank) == 0:
            rank -= 1
        best = rank if rank > ACE else 0
        if count_bits(known) < s.held[seat] and best < HIGH_COUNT:
            best = HIGH_COUNT
    return best if best > chamber else chamber


# --- evaluate --------------------------------------------------------------------------------------------------------

cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """In thousandths of log-odds, but for what is as good as decided. A win is worth more the earlier it came."""
    cdef const RushCards *s = <const RushCards *> state
    cdef int32_t won, value
    cdef Sight sight
    cdef int32_t features[36]
    cdef uint32_t i
    if is_over(s):
        won = winner(s)
        value = WIN + 1 + (s.maxplies - s.ply if s.ply < s.maxplies else 0)
        return 0 if won < 0 else value if won == <int32_t> seat else -value
    look(s, &sight)
    describe(s, &sight, features)
    value = DECIDED * fate(s, &sight)
    value = value if s.turn == 0 else -value
    for i in range(FEATURES):
        value += WEIGHT[i] * features[i]
    return value if seat == 0 else -value


cdef void describe(const RushCards *s, const Sight *sight, int32_t *features) noexcept nogil:
    """The features, as seat 0 has more of them than seat 1."""
    cdef uint32_t seat
    cdef int32_t sign = 1
    memset(features, 0, FEATURES * sizeof(int32_t))
    for seat in range(2):
        describe_board(s, sight, seat, sign, features)
        describe_cards(s, seat, sign, features)
        sign = -1
    features[ON_MOVE] = 1 - 2 * <int32_t> s.turn


cdef inline void describe_board(const RushCards *s, const Sight *sight, uint32_t seat, int32_t sign,
                                int32_t *features) noexcept nogil:
    cdef uint32_t cells = s.own[seat], other = seat ^ 1, cell, row, guard
    cdef uint32_t beaten = LOOSE if s.turn == seat else HANGING
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        row = row_of(seat, cell)
        guard = guard_of(s, cell)
        features[UNITS + row] += sign
        features[COUNT + row] += sign * <int32_t> strength(s, cell)
        if sight.least[other][guard] & AHEAD[seat][cell] == 0:
            features[CLEAR + row] += sign
            if sight.reserve[other] < guard:
                features[OPEN + row] += sign
        if sight.least[other][guard + 1] & NEIGHBOURS[cell]:
            features[beaten] += sign
            features[beaten + 1] += sign * <int32_t> guard
    if s.turn != seat:
        features[RUN] += sign * <int32_t> count_bits(safe_runs(s.own, sight, seat))


cdef inline void describe_cards(const RushCards *s, uint32_t seat, int32_t sign, int32_t *features) noexcept nogil:
    cdef int32_t unknown = <int32_t> s.held[seat] - <int32_t> count_bits(s.hand[seat])
    cdef int32_t count = MEAN_COUNT * unknown, fusable = 0, number
    cdef uint32_t rank
    for rank in range(ACE, KING + 1):
        number = BITS[copies(s.hand[seat], rank)]
        count += number * VALUE[rank]
        fusable += number if rank < JACK else 0
    features[CHAMBER] += sign * <int32_t> (VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]])
    features[CARDS] += sign * <int32_t> s.held[seat]
    features[CARDS_COUNT] += sign * count
    features[FUSABLE] += sign * (fusable - 1 if fusable else 0)
    features[UNDEALT] += sign * <int32_t> s.left[seat]
    features[EMPTY] += sign * (s.left[seat] == 0)


cdef inline uint32_t safe_runs(const uint32_t *own, const Sight *sight, uint32_t seat) noexcept nogil:
    """Those of `runs` where no enemy unit is beside that defeats the unit or ties with it."""
    cdef uint32_t cells = runs(own, seat), safe = 0, cell
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if sight.least[seat ^ 1][count_at(sight, seat, behind(seat, cell))] & NEIGHBOURS[cell] == 0:
            safe |= 1u << cell
    return safe


cdef int32_t fate(const RushCards *s, const Sight *sight) noexcept nogil:
    """For the seat on move: -1 if it cannot remove what wins for the other; 1 if that is not needed, and it has a step
    onto its far row that the other cannot answer; else 0."""
    cdef uint32_t seat = s.turn, other = seat ^ 1, cells = s.own[other] & far_row(other), cell
    if cells:
        cell = lowest_bit(cells)
        return 0 if cells & cells - 1 == 0 and sight.least[seat][strength(s, cell)] & NEIGHBOURS[cell] else -1
    return safe_runs(s.own, sight, seat) != 0


# --- for the fit, and tables -----------------------------------------------------------------------------------------

def features(Buffer position not None):
    """The features of a state, as seat 0 has more of them than seat 1, in the order of NAMES."""
    cdef int32_t found[36]
    cdef Sight sight
    cdef const RushCards *s = state_of(position)
    look(s, &sight)
    describe(s, &sight, found)
    return [found[i] for i in range(FEATURES)]


def decided(Buffer position not None):
    """Whether only an oversight can change who wins."""
    cdef Sight sight
    cdef const RushCards *s = state_of(position)
    look(s, &sight)
    return is_over(s) or fate(s, &sight) != 0


cdef const RushCards *state_of(Buffer position) except NULL:
    if position.kernel.id != "rush-cards":
        raise ValueError(f"these are features of rush-cards, not of {position.kernel.id}")
    return <const RushCards *> position.state


cdef void fill_tables() except *:
    cdef uint32_t seat, cell, other, i
    cdef int32_t apart
    for i in range(FEATURES):
        WEIGHT[i] = WEIGHTS[i]
    for seat in range(2):
        for cell in range(CELLS):
            for other in range(CELLS):
                apart = <int32_t> (cell % COLUMNS) - <int32_t> (other % COLUMNS)
                if -1 <= apart <= 1 and row_of(seat, other) > row_of(seat, cell):
                    AHEAD[seat][cell] |= 1u << other


fill_tables()
