"""Rush (Mark Steere): which moves there are. The ops `to_move`, `moves`, `legal`, `random_move` and
`random_playout` of its table."""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng


cdef uint32_t to_move(const void *state) noexcept nogil
cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil
cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil
cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil
cdef void random_playout(void *state, Rng *rng, uint8_t *owner) noexcept nogil
