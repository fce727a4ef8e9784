"""What a principal variation search keeps between and within nodes."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from dohyo.cext.ops cimport MAX_MOVES, Ops, move_t
from dohyo.search.core.budget cimport Budget, Meter
from dohyo.search.core.ordering cimport MAX_PLY, Memory
from dohyo.search.core.ttable cimport Table

cdef struct Root:
    move_t move
    int32_t value
    uint32_t depth              # of the iteration that gave the value, 0 before the first
    uint32_t length
    bint final                  # no deeper search can change the value
    move_t line[MAX_PLY]

cdef struct Search:
    const Ops *ops
    Budget *budget
    Table table
    char *states                # MAX_PLY + 1 of them, the root's first
    uint32_t seat               # to move at the root
    int32_t limit               # values are clipped to +-limit: WIN where all wins count alike
    uint32_t last_ply_moves           # moves tried at the last ply, 0 for all
    uint32_t late               # moves searched to full depth before the rest is reduced, 0 for all
    bint aborted
    uint32_t seldepth
    uint64_t horizon            # leaves valued by estimate, moves left out
    uint32_t count              # of roots
    Root roots[MAX_MOVES]
    uint32_t lengths[MAX_PLY + 1]
    move_t lines[MAX_PLY + 1][MAX_PLY]
    Memory memory


cdef inline char *state_at(Search *s, uint32_t ply) noexcept nogil:
    return s.states + <size_t> ply * s.ops.size


cdef class Pvs:
    """The memory of one `alphabeta` searcher, and its searches one after the other."""

    cdef Search *s
    cdef Meter meter
