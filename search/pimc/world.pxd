"""The search of one world: what the root asks of it."""

from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.ops cimport move_t
from dohyo.search.pimc.plan cimport SearchThread

cdef int32_t value_at(SearchThread *thread, uint32_t ply, uint32_t side, int32_t depth, uint32_t epimc_depth,
                      bint fused, int32_t alpha, int32_t beta) noexcept nogil

cdef void line_up(SearchThread *thread, uint32_t ply, uint32_t seat, move_t table_move, const move_t *moves,
                  uint32_t count, int32_t *scores) noexcept nogil

cdef uint32_t choices(SearchThread *thread, uint32_t ply, uint32_t seat, move_t *moves) noexcept nogil
