"""Rush (Mark Steere): which moves there are, and random games as one loop."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_stones.state cimport (
    ACCEPT, GIVE, PATIENCE, POINTS, SHIFT, VERDICT, WHITES, RushStones, around, list_legal, verdict,
)


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    return (1 << s.turn) if s.empty else 0


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef uint32_t count = list_legal(<const RushStones *> state, seat, out)
    invariant_state(count > 0, b"a seat on move has a legal point (R6)", state, sizeof(RushStones))
    return count


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    return (seat == s.turn and move < POINTS and s.point[move] == 0 and s.empty > 0
            and (verdict(s, seat, move) & ACCEPT) != 0)


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the legal points: draws from the empty ones, rejecting the forbidden."""
    cdef const RushStones *s = <const RushStones *> state
    cdef move_t out[361]
    cdef uint32_t _, p
    for _ in range(PATIENCE):
        p = s.open[below(rng, s.empty)]
        if verdict(s, seat, p) & ACCEPT:
            return p
    return out[below(rng, list_legal(s, seat, out))]


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
    draws the next point before this one is settled; whose turn follows is arithmetic, for it cannot be guessed.
    """
    cdef RushStones *s = <RushStones *> state
    cdef uint8_t *point = s.point
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
        said = VERDICT[side | around(point, p)]
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
            said = VERDICT[side | around(point, p)]
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
