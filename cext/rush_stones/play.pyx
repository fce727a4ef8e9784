"""Rush (Mark Steere): what a move does, random games as one loop, and keys of positions."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from dohyo.cext.hashing cimport zobrist
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_stones.moves cimport legal
from dohyo.cext.rush_stones.state cimport (
    BLACK, CENTRE, GIVE, LARGEST, MOST_STONES, OUTSIDE, PATIENCE, POINTS, SHIFT, STRIDE, SYMMETRIES, VERDICT, WHITE,
    WHITES, RushStones, around, has_legal, list_legal, margin, verdict,
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


# --- random games ----------------------------------------------------------------------------------------------------

cdef inline size_t place_of(const int16_t *open, int16_t p) noexcept nogil:
    """Where p stands in a list without order."""
    cdef size_t i = 0
    while open[i] != p:
        i += 1
    return i


cdef void random_playout(void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """`random_move` and `play` in one loop.

    Measured: the one branch, on acceptance, is worth its wrong guesses (a ninth of the draws), because the processor
    draws the next point before this one is settled; whose turn follows is arithmetic, for no guess would be right.
    """
    cdef RushStones *s = <RushStones *> state
    cdef uint8_t *point = s.point
    cdef const uint16_t *verdicts = VERDICT
    cdef int16_t *open = s.open
    cdef int16_t start[361]
    cdef move_t found[361]
    cdef Rng local = rng[0]     # a copy that lives in registers: bytes stored through `point` might alias the original
    cdef size_t i, p
    cdef uint32_t said, count
    cdef uint32_t opened = s.empty, left = opened, side = s.turn << 8, misses = 0, white = 0
    if owner != NULL:
        memcpy(start, open, opened * sizeof(int16_t))
    while left:
        i = below(&local, left)
        p = open[i]
        said = verdicts[side | around(point, p)]
        if said == 0:
            misses += 1
            if misses < PATIENCE:
                continue
            s.empty = <uint16_t> left
            count = list_legal(s, side >> 8, found)
            misses = 0
            if count == 0:
                side ^= GIVE
                continue
            p = found[below(&local, count)]
            i = place_of(open, <int16_t> p)
            said = verdicts[side | around(point, p)]
        misses = 0
        left -= 1
        open[i] = open[left]
        point[p] = <uint8_t> (said >> SHIFT)
        white += said >> WHITES
        side ^= said & GIVE
    rng[0] = local
    s.stones[0] += <uint16_t> (opened - white)
    s.stones[1] += <uint16_t> white
    s.turn = <uint8_t> (side >> 8)
    s.empty = 0
    if owner != NULL:
        for i in range(opened):
            owner[start[i]] = point[start[i]] >> 3


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
