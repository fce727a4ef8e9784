"""Club Fight for two: the state; the rules are in kernel.pyx. Codes above actions are gifts: GIVE + club."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from dohyo.cext.club_fight.state cimport Grid, cleared_all

cdef enum:
    HAND = 3
    DECK = 6
    GIVE = 8192
    PLAYING = 0
    GIVING = 1

cdef struct ClubFightCoop:
    Grid grid
    uint16_t hand[2]            # bit r for the club of rank r
    uint16_t shown[2]           # those of them that the other seat has seen (R15); 0 once hands are open
    uint16_t display            # a mask as well: one club or none
    uint16_t spent              # the clubs played
    uint8_t hidden[2]           # clubs in the hand that the view does not know; 0 in states
    uint8_t undrawn[2]          # clubs in the seat's deck
    uint8_t clubs[2][13]        # the seat's deck, the top club last, 0 behind it
    uint8_t first               # option: the seat that began
    uint8_t turn                # the seat on turn; after the end, the seat that would be
    uint8_t phase               # PLAYING or GIVING

# I1 to I4 stand in club_fight/state.pxd.
# I5  Hands, display, spent and undrawn clubs are the 13 clubs, each once; at most three are in a hand and one in the
#     display, unknown ones only in hands and decks, and there is nothing behind the top of a deck.
# I6  Shown clubs are in the hand; none is shown and none hidden when both decks are empty (R16).
# I7  first and turn are seats. Whoever gives has a club to give and has not won.


cdef inline uint32_t playable(const ClubFightCoop *s) noexcept nogil:
    """The clubs that the seat on turn may play, or give."""
    return s.hand[s.turn] | s.display


cdef inline bint is_over(const ClubFightCoop *s) noexcept nogil:
    """Whether the game is won, or the seat on turn has no club (R14)."""
    return cleared_all(&s.grid) or (playable(s) | s.hidden[s.turn]) == 0
