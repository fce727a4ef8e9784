"""Fills the tables of state.pxd."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport ACE, DRAWN, JACK, JOKER, KING, RANKS, SHOWN, UNKNOWN, fill_deck

# Combinations by their codes from COMBINATIONS on: rank, copies of it, Jokers.
COMBOS = (
    (3, 2, 0), (3, 3, 0), (4, 2, 0), (5, 2, 0), (3, 1, 1), (3, 2, 1), (3, 1, 2), (4, 1, 1), (5, 1, 1),
)


cdef void fill_tables() except *:
    cdef uint32_t rank, code, i, j, number, count
    cdef uint8_t held[16]
    for rank in range(ACE, JOKER + 1):
        VALUE[rank] = HIGHEST if rank == ACE else WILD if rank == JOKER else rank
        BASE[rank] = rank
        COPIES[rank] = CARDS[rank] = 1
        STRENGTH[rank] = VALUE[rank]
    for code, (rank, i, j) in enumerate(COMBOS, COMBINATIONS):
        BASE[code] = rank
        COPIES[code] = i
        JOKERS[code] = j
        CARDS[code] = i + j
        STRENGTH[code] = rank * (i + j)
    for number in range(4096):
        memset(held, 0, RANKS)
        for i in range(HAND):
            held[number >> 4 * i & 15] += 1
        count = 0
        for code in range(ACE, CHALLENGE):
            if held[BASE[code]] >= COPIES[code] and (JOKERS[code] == 0 or held[JOKER] >= JOKERS[code]):
                count += 1
                ATTACKS[number] |= <uint64_t> code << 8 * count
                PLAYS[number] |= <uint64_t> (STRENGTH[code] << HAND | places_of(number, code)) << 8 * count
        ATTACKS[number] |= count
        PLAYS[number] |= count
    for i in range(WILD + 1, HIGHEST + 1):
        for j in range(WILD + 1, i):
            PUSHES[i][j] = 1 if class_of(i) == class_of(j) else <int8_t> (class_of(i) + (class_of(j) == 0))
            PUSHES[j][i] = -PUSHES[i][j]
    for i in range(256):
        PLACE[i] = <uint8_t> (4 * (i % 16 % UNKNOWN) + (0 if i & SHOWN else 2 if i & DRAWN else 1))
    for i in range(2):
        fill_deck(DECK[i], 4, 2 * i, False)


cdef uint32_t places_of(uint32_t number, uint32_t code) noexcept nogil:
    """Where the cards of an attack stand in a hand that has them, a bit each."""
    cdef uint32_t place, rank, places = 0, copies = COPIES[code], jokers = JOKERS[code]
    for place in range(HAND):
        rank = number >> 4 * place & 15
        if rank == BASE[code] and copies:
            copies -= 1
            places |= 1 << place
        elif rank == JOKER and jokers:
            jokers -= 1
            places |= 1 << place
    return places


cdef uint32_t class_of(uint32_t value) noexcept nogil:
    """0 for a number, 1 for a face card, 2 for an ace."""
    return (value >= JACK) + (value > KING)


fill_tables()
