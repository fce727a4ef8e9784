"""Rush (Mark Steere): what positions and moves are worth."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.ops cimport WIN, move_t
from dohyo.cext.rush_stones.state cimport BLACK, GIVE, OUTSIDE, STRIDE, VERDICT, WHITE, RushStones, around, margin

cdef enum:
    STONE = 100

# WORTH[sum of the neighbours][seat to move] is what an empty point is worth to seat 0, in hundredths of a stone.
cdef int32_t WORTH[256][2]
# The same two numbers as one pair; and by how much a stone of seat 0 or 1 beside the point changes each, as a pair.
cdef int64_t WORTHS[256]
cdef int32_t GAIN[2][256]
# What an empty point adds, by the sum of its neighbours, to four counts of 16 bits: points that are seat 0's and seat
# 1's for ever; points that earn seat 0 and seat 1 an extra turn.
cdef uint64_t CLAIMS[256]


# --- pairs -----------------------------------------------------------------------------------------------------------

# A pair of signed numbers (a, b) in one word is a + b * 2^half, so that pairs add up as words do.


cdef inline int32_t first_of_64(int64_t pair) noexcept nogil:
    return <int32_t> pair


cdef inline int32_t second_of_64(int64_t pair) noexcept nogil:
    return <int32_t> ((pair - <int32_t> pair) >> 32)


cdef inline int32_t first_of_32(int32_t pair) noexcept nogil:
    return <int16_t> pair


cdef inline int32_t second_of_32(int32_t pair) noexcept nogil:
    return (pair - <int16_t> pair) >> 16


# --- bounds ----------------------------------------------------------------------------------------------------------

cdef inline int32_t final_value(int32_t lead) noexcept nogil:
    """`evaluate` of a finished game for the seat that leads by so many stones."""
    return WIN + lead if lead > 0 else lead - WIN


cdef void result_bounds(const void *state, float *low, float *high) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    low[0] = margin(s) > s.empty
    high[0] = margin(s) >= -<int32_t> s.empty


cdef void value_bounds(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    cdef int32_t lead = margin(s) if seat == 0 else -margin(s)
    # The seat on move places at least one of the stones to come.
    cdef int32_t mine = s.empty and s.turn == seat
    cdef int32_t theirs = s.empty and s.turn != seat
    low[0] = final_value(lead - s.empty + 2 * mine)
    high[0] = final_value(lead + s.empty - 2 * theirs)


cdef void minimax_bounds(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil:
    """The seat on move can take every point that now earns it an extra turn, one after the other: each has a stone of
    the other colour beside it, so it stays legal. Points walled in by one colour are the other's for ever."""
    cdef const RushStones *s = <const RushStones *> state
    cdef int32_t lead = margin(s) if seat == 0 else -margin(s)
    cdef int32_t mine, theirs
    cdef uint32_t i
    cdef uint64_t claims = 0
    for i in range(s.empty):
        claims += CLAIMS[around(s.point, s.open[i])]
    mine = claims >> (16 * seat + 32 * (s.turn == seat)) & 0xffff
    theirs = claims >> (16 * (1 - seat) + 32 * (s.turn != seat)) & 0xffff
    low[0] = final_value(lead - s.empty + 2 * mine)
    high[0] = final_value(lead + s.empty - 2 * theirs)


# --- estimates -------------------------------------------------------------------------------------------------------

cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """The stones so far, and for every empty point what its neighbours promise of it, the seat to move considered."""
    cdef const RushStones *s = <const RushStones *> state
    cdef int32_t lead = margin(s)
    cdef int32_t value = STONE * lead
    cdef uint32_t i, turn = s.turn
    if s.empty == 0:
        return final_value(lead if seat == 0 else -lead)
    for i in range(s.empty):
        value += WORTH[around(s.point, s.open[i])][turn]
    return value if seat == 0 else -value


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """`evaluate` after the move, but for forfeited turns: only the neighbours of the point change, and the seat to
    move. Both possible seats to move are reckoned at once, as pairs in one word."""
    cdef const RushStones *s = <const RushStones *> state
    cdef const int32_t *gain = GAIN[seat]
    cdef uint32_t i, sum, turn
    cdef int32_t value
    cdef int64_t total = 0
    cdef int32_t base[2]
    # What a stone beside a point adds to what that point is worth, as a pair; 0 for points that are taken.
    cdef int32_t change[441]
    cdef size_t p
    memset(change, 0, sizeof(change))
    for i in range(s.empty):
        p = s.open[i]
        sum = around(s.point, p)
        total += WORTHS[sum]
        change[p] = gain[sum]
    # The stones so far and this one.
    base[0] = base[1] = STONE * (margin(s) + 1 - 2 * <int32_t> seat)
    base[0] += first_of_64(total)
    base[1] += second_of_64(total)
    for i in range(count):
        p = moves[i]
        sum = around(s.point, p)
        turn = seat ^ (VERDICT[seat << 8 | sum] & GIVE) >> 8
        value = (change[p - STRIDE] + change[p - 1]) + (change[p + 1] + change[p + STRIDE])
        value = base[turn] - WORTH[sum][turn] + (second_of_32(value) if turn else first_of_32(value))
        scores[i] = -value if seat else value


# --- tables ----------------------------------------------------------------------------------------------------------

# What an empty point is worth to the seat to move, in hundredths of a stone: by how many neighbours are its stones,
# how many the other side's, and (within a row) how many lie outside the board: 0, 1, 2. Fitted to games of this
# evaluation against itself by tests/fit/rush_stones.py.
PROMISES = {
    (0, 0): (1, -2, 11),
    (0, 1): (50, 47, 51),
    (0, 2): (69, 89, 112),
    (0, 3): (91, 107),
    (0, 4): (102,),
    (1, 0): (-49, -49, -56),
    (1, 1): (33, 86, 111),
    (1, 2): (62, 118),
    (1, 3): (100,),
    (2, 0): (-74, -89, -106),
    (2, 1): (80, 91),
    (2, 2): (76,),
    (3, 0): (-94, -106),
    (3, 1): (145,),
    (4, 0): (-101,),
}


cdef void fill_tables() except *:
    cdef uint32_t sum, black, white, seat, mine, other, p, i
    for sum in range(256):
        black = sum & 7
        white = sum >> 3 & 7
        for seat in range(2):
            mine = white if seat else black
            other = black if seat else white
            if not (mine >= 2 and other == 0):
                if mine + other >= 2:
                    CLAIMS[sum] += <uint64_t> 1 << (32 + 16 * seat)
                if mine == 0 and other >= 2 and other + (sum >> 6) == 4:
                    CLAIMS[sum] += <uint64_t> 1 << (16 * seat)
    for (mine, other), worths in PROMISES.items():
        for i, worth in enumerate(worths):
            WORTH[BLACK * mine + WHITE * other + OUTSIDE * i][0] = worth
            WORTH[WHITE * mine + BLACK * other + OUTSIDE * i][1] = -worth
    for sum in range(256):
        WORTHS[sum] = WORTH[sum][0] + WORTH[sum][1] * (<int64_t> 1 << 32)
        for seat in range(2):
            # With four neighbours taken there is no room for another; no sum is looked up past the table.
            p = (sum + (WHITE if seat else BLACK)) & 255
            GAIN[seat][sum] = (WORTH[p][0] - WORTH[sum][0]) + (WORTH[p][1] - WORTH[sum][1]) * 65536


fill_tables()
