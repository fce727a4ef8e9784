"""Fills the tables of state.pxd."""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.cards cimport ACE, KING, RANKS


cdef void fill_tables() except *:
    cdef uint32_t i, first, second, code = 0
    for i in range(RANKS):
        PARTNER[i] = <uint8_t> (ACE if i == ACE else 15 - i if ACE < i <= KING else NO_RANK)
    for first in range(PLACES):
        for second in range(first + 1, PLACES):
            FIRST[code] = <uint8_t> first
            SECOND[code] = <uint8_t> second
            for i in range(256):
                if i >> second & 1:
                    MEETS[first][i] |= <uint32_t> 1 << code
                if i >> first & 1:
                    MEETS[second][i] |= <uint32_t> 1 << code
            code += 1


fill_tables()
