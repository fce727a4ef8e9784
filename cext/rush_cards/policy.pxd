"""Rush (Kymani): moves chosen without search. The op `policy_move` of its table."""

from libc.stdint cimport uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil
