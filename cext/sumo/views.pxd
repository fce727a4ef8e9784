"""Sumo: what a seat knows. The ops `to_view`, `determinize`, `observed_move`, `take_back` and `check` of its table."""

from libc.stdint cimport uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng
from dohyo.cext.sumo.state cimport Sumo


cdef bint can_be_made(const Sumo *s, uint32_t seat, uint32_t code) noexcept nogil
cdef void to_view(void *state, uint32_t seat) noexcept nogil
cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil
cdef move_t observed_move(const void *state, uint32_t seat, move_t move, uint32_t observer) noexcept nogil
cdef move_t take_back(void *state, uint32_t seat) noexcept nogil
cdef uint32_t check(const void *state) noexcept nogil
