"""Fifteen Rush: what positions and moves are worth. The ops `evaluate` and `order` of its table."""

from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.ops cimport move_t


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil

cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil
