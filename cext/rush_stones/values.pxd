"""Rush (Mark Steere): what positions and moves are worth. The ops `evaluate`, `order`, `result_bounds`,
`value_bounds` and `minimax_bounds` of its table."""

from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.ops cimport move_t


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil

cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil

cdef void result_bounds(const void *state, float *low, float *high) noexcept nogil
cdef void value_bounds(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil
cdef void minimax_bounds(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil
