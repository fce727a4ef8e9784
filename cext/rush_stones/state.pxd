"""Rush (Mark Steere): the state, and which points are legal; the rules are in kernel.pyx.

A move code is the index of its point in the padded board: 21 columns and rows, so that the four neighbours lie at
constant distances, the board in the middle, so that the eight reflections do not depend on its size.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from dohyo.cext.ops cimport move_t

cdef enum:
    STRIDE = 21
    CENTRE = 10
    POINTS = STRIDE * STRIDE
    LARGEST = 19
    MOST_STONES = LARGEST * LARGEST
    # Bytes of `point`. The sum over four neighbours counts them all: black + 8 * white + 64 * outside.
    BLACK = 1
    WHITE = 8
    OUTSIDE = 64
    # Bits of VERDICT; from SHIFT on stands the byte of the stone placed, so that bit WHITES is set for white ones.
    ACCEPT = 1
    GIVE = 256
    SHIFT = 9
    WHITES = 12
    # Draws that may miss before the legal points are listed.
    PATIENCE = 8
    SYMMETRIES = 8

cdef struct RushStones:
    uint64_t keys[8]            # derived: the key of the stones under each reflection
    uint16_t stones[2]          # derived: stones of each seat
    uint16_t empty              # derived: entries of `open`
    uint8_t size
    uint8_t turn                # the seat on move; after the end, the seat that would be
    uint8_t point[441]          # 0, BLACK, WHITE or OUTSIDE
    int16_t open[361]           # derived: the empty points, ascending; 0 behind them

# I1  size is odd, 3 to 19; turn is 0 or 1; OUTSIDE stands exactly around the board.
# I2  stones, empty, open and keys are what `refresh` makes of point.
# I3  The seat on move has a legal point unless the board is full (R6).

# VERDICT[seat << 8 | sum of the neighbours] is 0 for a forbidden point; else ACCEPT, GIVE if the turn then passes on,
# and the stone. A constant of C: each module that uses it has its own copy, at a place that the compiler knows; a
# table of another module would be reached through a pointer, at 6 % of the nodes a second of alpha-beta.
cdef extern from *:
    """
    #define RS_SEAT(i) ((i) >> 8)
    #define RS_MINE(i) (RS_SEAT(i) ? (i) >> 3 & 7 : (i) & 7)
    #define RS_OTHER(i) (RS_SEAT(i) ? (i) & 7 : (i) >> 3 & 7)
    #define RS_FORBIDDEN(i) (RS_MINE(i) >= 2 && RS_OTHER(i) == 0)
    #define RS_STONE(i) (RS_SEAT(i) ? 8 : 1)
    #define RS_GIVE(i) (RS_MINE(i) + RS_OTHER(i) >= 2 ? 0 : 256)
    #define RS_1(i) (RS_FORBIDDEN(i) ? 0 : RS_STONE(i) << 9 | RS_GIVE(i) | 1)
    #define RS_4(i) RS_1(i), RS_1((i) + 1), RS_1((i) + 2), RS_1((i) + 3)
    #define RS_16(i) RS_4(i), RS_4((i) + 4), RS_4((i) + 8), RS_4((i) + 12)
    #define RS_64(i) RS_16(i), RS_16((i) + 16), RS_16((i) + 32), RS_16((i) + 48)
    #define RS_256(i) RS_64(i), RS_64((i) + 64), RS_64((i) + 128), RS_64((i) + 192)
    static const unsigned short RS_VERDICT[512] = {RS_256(0), RS_256(256)};
    """
    const uint16_t VERDICT "RS_VERDICT"[512]


cdef inline uint32_t around(const uint8_t *point, size_t p) noexcept nogil:
    """The sum over the neighbours of a point."""
    cdef const uint8_t *above = point + p - STRIDE
    return (above[0] + above[STRIDE - 1]) + (above[STRIDE + 1] + above[2 * STRIDE])


cdef inline uint32_t verdict(const RushStones *s, uint32_t seat, uint32_t p) noexcept nogil:
    return VERDICT[seat << 8 | around(s.point, p)]


cdef inline bint has_legal(const RushStones *s, uint32_t seat) noexcept nogil:
    cdef uint32_t i
    for i in range(s.empty):
        if verdict(s, seat, s.open[i]) & ACCEPT:
            return True
    return False


cdef inline uint32_t list_legal(const RushStones *s, uint32_t seat, move_t *out) noexcept nogil:
    cdef uint32_t i, count = 0
    for i in range(s.empty):
        out[count] = s.open[i]
        count += verdict(s, seat, s.open[i]) & ACCEPT
    return count


cdef inline int32_t margin(const RushStones *s) noexcept nogil:
    return <int32_t> s.stones[0] - <int32_t> s.stones[1]
