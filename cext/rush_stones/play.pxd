"""Rush (Mark Steere): what a move does, and keys of positions. The ops `deal`, `play`, `result`, `refresh`, `check`,
`hash`, `canonical` and `reflect` of its table."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from dohyo.cext.ops cimport move_t


cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil
cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil
cdef void result(const void *state, float *out) noexcept nogil
cdef void refresh(void *state) noexcept nogil
cdef uint32_t check(const void *state) noexcept nogil
cdef uint64_t hash_(const void *state) noexcept nogil
cdef uint64_t canonical(const void *state, uint32_t *symmetry) noexcept nogil
cdef move_t reflect(const void *state, move_t move, uint32_t symmetry, bint back) noexcept nogil
