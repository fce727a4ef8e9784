"""Rush (Mark Steere): what a move does, and keys of positions."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from dohyo.cext.hashing cimport zobrist
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rush_stones.moves cimport legal
from dohyo.cext.rush_stones.state cimport (
    BLACK, CENTRE, GIVE, LARGEST, MOST_STONES, OUTSIDE, POINTS, STRIDE, SYMMETRIES, WHITE, RushStones, has_legal,
    margin, verdict,
)

cdef enum:
    ZOBRIST_TABLE = 1

cdef uint64_t KEYS[441][2][8]
cdef uint64_t TURN_KEY
cdef uint64_t SIZE_KEYS[20]
cdef uint16_t MIRROR[8][441]


cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: the size. Nothing is random."""
    cdef RushStones *s = <RushStones *> state
    cdef uint32_t row, column, half = options[0] // 2
    memset(s, 0, sizeof(RushStones))
    s.size = <uint8_t> options[0]
    memset(s.point, OUTSIDE, POINTS)
    for row in range(CENTRE - half, CENTRE + half + 1):
        for column in range(CENTRE - half, CENTRE + half + 1):
            s.point[row * STRIDE + column] = 0
    refresh(s)


cdef inline uint32_t rank_of(const int16_t *open, uint32_t count, int16_t p) noexcept nogil:
    """How many entries lie below p. Counting them all beats a binary search here: it runs without branches, eight
    entries at a time."""
    cdef uint32_t i
    cdef int16_t rank = 0
    for i in range(count):
        rank += open[i] < p
    return <uint32_t> rank


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef RushStones *s = <RushStones *> state
    cdef uint32_t i, place
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(RushStones))
    cdef uint32_t said = verdict(s, seat, move)
    # The list stays in order, so that equal positions are equal bytes.
    s.empty -= 1
    place = rank_of(s.open, s.empty + 1, <int16_t> move)
    memmove(&s.open[place], &s.open[place + 1], (s.empty - place) * sizeof(int16_t))
    s.open[s.empty] = 0
    s.point[move] = <uint8_t> (1 << 3 * seat)
    s.stones[seat] += 1
    for i in range(SYMMETRIES):
        s.keys[i] ^= KEYS[move][seat][i]
    if said & GIVE or (s.empty and not has_legal(s, seat)):
        s.turn ^= 1


cdef void result(const void *state, float *out) noexcept nogil:
    out[0] = margin(<const RushStones *> state) > 0
    out[1] = 1 - out[0]


cdef void refresh(void *state) noexcept nogil:
    cdef RushStones *s = <RushStones *> state
    cdef uint32_t p, i, seat
    memset(s.keys, 0, sizeof(s.keys))
    memset(s.open, 0, sizeof(s.open))
    s.stones[0] = s.stones[1] = s.empty = 0
    for p in range(POINTS):
        if s.point[p] == 0:
            s.open[s.empty] = <int16_t> p
            s.empty += 1
        elif s.point[p] != OUTSIDE:
            seat = s.point[p] == WHITE
            s.stones[seat] += 1
            for i in range(SYMMETRIES):
                s.keys[i] ^= KEYS[p][seat][i]


# --- keys and symmetry -----------------------------------------------------------------------------------------------

cdef uint64_t key_of(const RushStones *s, uint64_t stones) noexcept nogil:
    return stones ^ SIZE_KEYS[s.size] ^ (TURN_KEY & -<uint64_t> s.turn)


cdef uint64_t hash_(const void *state) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    return key_of(s, s.keys[0])


cdef uint64_t canonical(const void *state, uint32_t *symmetry) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    cdef uint64_t least = s.keys[0]
    cdef uint32_t i
    symmetry[0] = 0
    for i in range(1, SYMMETRIES):
        if s.keys[i] < least:
            least = s.keys[i]
            symmetry[0] = i
    return key_of(s, least)


cdef move_t reflect(const void *state, move_t move, uint32_t symmetry, bint back) noexcept nogil:
    # Of the eight, only the two quarter turns are not their own inverse: 5 and 6 undo each other.
    if back and (symmetry == 5 or symmetry == 6):
        symmetry ^= 3
    return MIRROR[symmetry][move]


cdef void fill_tables() except *:
    global TURN_KEY
    cdef uint32_t seat, p, i, t
    cdef int32_t row, column
    for t in range(SYMMETRIES):
        for p in range(POINTS):
            row = <int32_t> (p // STRIDE) - CENTRE
            column = <int32_t> (p % STRIDE) - CENTRE
            if t & 1:
                column = -column
            if t & 2:
                row = -row
            if t & 4:
                row, column = column, row
            MIRROR[t][p] = <uint16_t> ((row + CENTRE) * STRIDE + column + CENTRE)
    for p in range(POINTS):
        for seat in range(2):
            for i in range(SYMMETRIES):
                KEYS[p][seat][i] = zobrist(ZOBRIST_TABLE, 2 * MIRROR[i][p] + seat)
    TURN_KEY = zobrist(ZOBRIST_TABLE, 2 * POINTS)
    for i in range(LARGEST + 1):
        SIZE_KEYS[i] = zobrist(ZOBRIST_TABLE, 2 * POINTS + 1 + i)


fill_tables()


# --- invariants ------------------------------------------------------------------------------------------------------

cdef uint32_t check(const void *state) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    cdef RushStones again
    cdef int32_t p, half, row, column
    if s.size % 2 == 0 or s.size < 3 or s.size > LARGEST or s.turn > 1:
        return 1
    half = s.size // 2
    for p in range(POINTS):
        row = p // STRIDE - CENTRE
        column = p % STRIDE - CENTRE
        if (s.point[p] == OUTSIDE) != (row > half or row < -half or column > half or column < -half):
            return 1
        if s.point[p] != OUTSIDE and s.point[p] != 0 and s.point[p] != BLACK and s.point[p] != WHITE:
            return 1
    memcpy(&again, s, sizeof(RushStones))
    refresh(&again)
    if not same(s, &again):
        return 2
    if s.empty and not has_legal(s, s.turn):
        return 3
    return 0


cdef bint same(const RushStones *a, const RushStones *b) noexcept nogil:
    cdef uint32_t i
    if a.stones[0] != b.stones[0] or a.stones[1] != b.stones[1] or a.empty != b.empty:
        return False
    for i in range(SYMMETRIES):
        if a.keys[i] != b.keys[i]:
            return False
    for i in range(MOST_STONES):
        if a.open[i] != b.open[i]:
            return False
    return True
