"""Rush (Kymani): what moves promise. The op `order` of its table."""

from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.ops cimport move_t


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil
