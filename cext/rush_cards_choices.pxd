"""Rush (Kymani): moves chosen without search. The ops `random_move` and `policy_move` of its table."""

from libc.stdint cimport uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil
cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil
