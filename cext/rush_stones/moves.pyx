"""Rush (Mark Steere): which moves there are."""

from libc.stdint cimport uint32_t

from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_stones.state cimport ACCEPT, PATIENCE, POINTS, RushStones, list_legal, verdict


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
