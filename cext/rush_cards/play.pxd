"""Rush (Kymani): what a move does. The ops `deal`, `play`, `result` and `refresh` of its table."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from dohyo.cext.ops cimport move_t


cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil
cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil
cdef void result(const void *state, float *out) noexcept nogil
cdef void refresh(void *state) noexcept nogil
