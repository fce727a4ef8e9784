"""Sumo: what a seat knows. The ops `to_view`, `determinize` and `check` of its table."""

from libc.stdint cimport uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng
from dohyo.cext.sumo_state cimport CARDS, LEADER, MADE, Sumo


cdef bint can_be_made(const Sumo *s, uint32_t seat, uint32_t code) noexcept nogil
cdef void to_view(void *state, uint32_t seat) noexcept nogil
cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil
cdef uint32_t check(const void *state) noexcept nogil


cdef inline move_t hidden(const Sumo *s, move_t move) noexcept nogil:
    """What the other seat sees of an attack while it lies face down."""
    if move >= MADE:
        return move
    return MADE + CARDS[move] if s.placement == LEADER else MADE
