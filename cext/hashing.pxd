"""Keys of positions, after Zobrist (1970): one random word for each fact, combined by exclusive or."""

from libc.stdint cimport uint64_t

from dohyo.cext.rng cimport derive


cdef inline uint64_t zobrist(uint64_t table, uint64_t fact) noexcept nogil:
    """The word of fact number `fact` of the table numbered `table` (a number that each game chooses once)."""
    return derive(table, fact)
