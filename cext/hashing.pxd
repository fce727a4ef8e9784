"""Keys of positions.

`zobrist` after Zobrist (1970): one random word for each fact, combined by exclusive or, for large boards of which a
move changes little. `hash_bytes` for small structs in which equal positions are equal bytes.
"""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.rng cimport derive, mix, uint128_t


cdef inline uint64_t zobrist(uint64_t table, uint64_t fact) noexcept nogil:
    """The word of fact number `fact` of the table numbered `table` (a number that each game chooses once)."""
    return derive(table, fact)


cdef inline uint64_t hash_bytes(uint64_t table, const void *bytes, size_t size) noexcept nogil:
    """A key of `size` bytes, by folded multiplication of words (as in wyrand); `table` as for `zobrist`."""
    cdef const uint8_t *at = <const uint8_t *> bytes
    cdef uint64_t key = mix(table) ^ size, word
    cdef uint128_t product
    while size:
        word = 0
        memcpy(&word, at, size if size < 8 else 8)
        product = <uint128_t> (key ^ <uint64_t> 0xa0761d6478bd642f) * (word ^ <uint64_t> 0xe7037ed1a0b428db)
        key = <uint64_t> (product >> 64) ^ <uint64_t> product ^ word
        if size < 8:
            break
        at += 8
        size -= 8
    return mix(key)
