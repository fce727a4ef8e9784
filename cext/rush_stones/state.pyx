"""Fills the table of state.pxd."""

from libc.stdint cimport uint16_t, uint32_t


cdef void fill_tables() except *:
    cdef uint32_t sum, black, white, seat, mine, other
    for sum in range(256):
        black = sum & 7
        white = sum >> 3 & 7
        for seat in range(2):
            mine = white if seat else black
            other = black if seat else white
            if not (mine >= 2 and other == 0):
                VERDICT[seat << 8 | sum] = <uint16_t> (
                    (WHITE if seat else BLACK) << SHIFT | (0 if mine + other >= 2 else GIVE) | ACCEPT)


fill_tables()
