"""Rush (Kymani): moves chosen without search. The ops `sample` and `policy` of its table."""

from libc.stdint cimport uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng


cdef move_t sample(const void *state, uint32_t seat, Rng *rng) noexcept nogil
cdef move_t policy(const void *state, uint32_t seat, Rng *rng) noexcept nogil
