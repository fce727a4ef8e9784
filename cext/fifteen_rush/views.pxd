"""Fifteen Rush: what the player knows. The ops `to_view`, `determinize` and `check` of its table."""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.fifteen_rush.state cimport FifteenRush
from dohyo.cext.rng cimport Rng


cdef void to_view(void *state, uint32_t seat) noexcept nogil
cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil
cdef uint32_t check(const void *state) noexcept nogil
cdef uint32_t list_unseen(const FifteenRush *s, uint8_t *out) noexcept nogil
