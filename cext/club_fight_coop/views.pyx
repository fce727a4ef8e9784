"""Club Fight for two: what a seat knows (R15 and R16 of kernel.pyx), and the invariants I5 to I7 of state.pxd."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from dohyo.cext.cards cimport ACE, KING, NO_CARD, UNKNOWN, shuffle
from dohyo.cext.club_fight.state cimport ALL_CLUBS, CLUBS, check_grid, hide_deck, imagine_deck, ones
from dohyo.cext.club_fight_coop.state cimport GIVING, HAND, ClubFightCoop, is_over
from dohyo.cext.rng cimport Rng


cdef void to_view(void *state, uint32_t seat) noexcept nogil:
    cdef ClubFightCoop *s = <ClubFightCoop *> state
    cdef uint32_t other = 1 - seat, i
    hide_deck(&s.grid)
    for i in range(2):
        memset(s.clubs[i], UNKNOWN, s.undrawn[i])
    if s.undrawn[0] | s.undrawn[1]:
        s.hidden[other] += <uint8_t> ones(s.hand[other] & ~s.shown[other])
        s.hand[other] = s.shown[other]


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    """The clubs unseen are those of both decks and the unknown ones of the other hand, in random order."""
    cdef ClubFightCoop *s = <ClubFightCoop *> view
    cdef uint32_t other = 1 - seat, i, rank, count = 0
    cdef uint8_t unseen[13]
    to_view(view, seat)
    imagine_deck(&s.grid, rng)
    for rank in range(ACE, KING + 1):
        if not (s.hand[0] | s.hand[1] | s.display | s.spent) >> rank & 1:
            unseen[count] = <uint8_t> rank
            count += 1
    shuffle(unseen, count, rng)
    while s.hidden[other]:
        s.hidden[other] -= 1
        count -= 1
        s.hand[other] |= <uint16_t> (1 << unseen[count])
    for i in range(2):
        for rank in range(s.undrawn[i]):
            count -= 1
            s.clubs[i][rank] = unseen[count]


# --- invariants ------------------------------------------------------------------------------------------------------

cdef uint32_t check_clubs(const ClubFightCoop *s) noexcept nogil:
    """I5 and I6."""
    cdef uint32_t i, seat, club, known = s.display | s.spent, unknown = 0
    if s.display & s.spent or ones(s.display) > 1:
        return 5
    for seat in range(2):
        if s.undrawn[seat] > CLUBS or s.hand[seat] & known or s.hidden[seat] > HAND:
            return 5
        if ones(s.hand[seat]) + s.hidden[seat] > HAND:
            return 5
        known |= s.hand[seat]
        unknown += s.hidden[seat]
    for seat in range(2):
        for i in range(CLUBS):
            club = s.clubs[seat][i]
            if (club == NO_CARD) != (i >= s.undrawn[seat]):
                return 5
            if club == UNKNOWN:
                unknown += 1
            elif club > KING or (club and known >> club & 1):
                return 5
            elif club:
                known |= 1 << club
    if known & ~ALL_CLUBS or ones(known) + unknown != CLUBS:
        return 5
    if s.shown[0] & ~s.hand[0] or s.shown[1] & ~s.hand[1]:
        return 6
    if not s.undrawn[0] | s.undrawn[1] and s.shown[0] | s.shown[1] | s.hidden[0] | s.hidden[1]:
        return 6
    return 0


cdef uint32_t check(const void *state) noexcept nogil:
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    cdef uint32_t broken = check_grid(&s.grid)
    if broken == 0:
        broken = check_clubs(s)
    if broken:
        return broken
    if s.first > 1 or s.turn > 1 or s.phase > GIVING or (s.phase == GIVING and is_over(s)):
        return 7
    return 0
