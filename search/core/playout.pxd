"""Leaves: random games by the ops that every kernel has, and chances from evaluations."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy

from dohyo.cext.ops cimport Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng


cdef inline move_t likely(const Ops *ops, const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """A move by the game's best cheap judgement: `playout_move`, else `policy_move`, else `random_move`."""
    if ops.playout_move != NULL:
        return ops.playout_move(state, seat, rng)
    if ops.policy_move != NULL:
        return ops.policy_move(state, seat, rng)
    return ops.random_move(state, seat, rng)


cdef inline void play_out(const Ops *ops, void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """What `random_playout` does (ops.pxd), by `random_move` and `play`."""
    cdef uint32_t seat, mask = ops.to_move(state)
    cdef move_t move
    while mask:
        seat = first_seat(mask)
        move = ops.random_move(state, seat, rng)
        if owner != NULL:
            owner[move] = <uint8_t> seat
        ops.play(state, seat, move)
        mask = ops.to_move(state)


cdef inline float chance(const Ops *ops, int32_t value) noexcept nogil:
    """The expected result of an evaluation: the logistic function, within 1e-4, by operations that are exact alike on
    every machine."""
    cdef float x = <float> value * ops.logit * <float> 1.44269504
    x = 30 if x > 30 else x
    x = -30 if x < -30 else x
    # 2^x: the whole part goes into the exponent, the rest into a polynomial.
    cdef int32_t whole = <int32_t> (x + 128) - 128
    cdef float rest = x - <float> whole
    cdef uint32_t bits = <uint32_t> (whole + 127) << 23
    cdef float power
    memcpy(&power, &bits, 4)
    power *= ((<float> 0.0790204 * rest + <float> 0.2241) * rest + <float> 0.6967) * rest + <float> 1.0
    return power / (1 + power)
