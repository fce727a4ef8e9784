"""Random games by the ops that every kernel has."""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.ops cimport Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng


cdef inline void play_out(const Ops *ops, void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """What `rollout` does (ops.pxd), by `sample` and `play`."""
    cdef uint32_t seat, mask = ops.to_move(state)
    cdef move_t move
    while mask:
        seat = first_seat(mask)
        move = ops.sample(state, seat, rng)
        if owner != NULL:
            owner[move] = <uint8_t> seat
        ops.play(state, seat, move)
        mask = ops.to_move(state)
