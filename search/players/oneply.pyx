"""What needs no search: a random move, and the evaluation of each move's outcome."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.ops cimport Ops, move_t
from dohyo.cext.rng cimport Rng, derive, seed_rng


def draw(Buffer position, uint32_t seat, uint64_t seed):
    """One random move by the kernel's `random_move`, the same for equal positions and seeds."""
    cdef const Ops *ops = position.kernel.ops
    cdef Rng rng
    cdef move_t move
    with nogil:
        seed_rng(&rng, derive(seed, ops.hash(position.state)))
        move = ops.random_move(position.state, seat, &rng)
    return move


def outcomes(Buffer position, uint32_t seat, moves):
    """`evaluate` for `seat` after each of the moves (legal codes), as a list."""
    cdef const Ops *ops = position.kernel.ops
    cdef void *after = malloc(ops.size)
    cdef move_t move
    cdef int32_t value
    if after == NULL:
        raise MemoryError
    values = []
    try:
        for code in moves:
            move = code
            with nogil:
                memcpy(after, position.state, ops.size)
                ops.play(after, seat, move)
                value = ops.evaluate(after, seat)
            values.append(value)
    finally:
        free(after)
    return values
