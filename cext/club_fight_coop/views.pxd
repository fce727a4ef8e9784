"""Club Fight for two: what a seat knows. The ops `to_view`, `determinize` and `check` of its table."""

from libc.stdint cimport uint32_t

from dohyo.cext.rng cimport Rng


cdef void to_view(void *state, uint32_t seat) noexcept nogil
cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil
cdef uint32_t check(const void *state) noexcept nogil
