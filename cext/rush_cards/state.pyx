"""Fills the tables of state.pxd."""

from libc.stdint cimport uint8_t, uint32_t

from dohyo.cext.cards cimport ACE, KING


cdef void fill_tables() except *:
    cdef uint32_t cell, rank, word, bit, n
    for cell in range(CELLS):
        if cell >= COLUMNS:
            NEIGHBOURS[cell] |= 1u << (cell - COLUMNS)
        if cell < CELLS - COLUMNS:
            NEIGHBOURS[cell] |= 1u << (cell + COLUMNS)
        if cell % COLUMNS:
            NEIGHBOURS[cell] |= 1u << (cell - 1)
        if cell % COLUMNS < COLUMNS - 1:
            NEIGHBOURS[cell] |= 1u << (cell + 1)
    for rank in range(ACE, KING + 1):
        VALUE[rank] = 14 if rank == ACE else <uint8_t> rank
    for word in range(1024):
        BITS[word] = <uint8_t> count_bits(word)
    for word in range(256):
        n = 0
        for bit in range(8):
            if word >> bit & 1:
                SELECT[n << 8 | word] = <uint8_t> bit
                n += 1


fill_tables()
