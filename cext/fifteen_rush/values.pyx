"""Fifteen Rush: what positions and moves are worth."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport ACE, UNKNOWN, count_ranks
from dohyo.cext.fifteen_rush.play cimport play
from dohyo.cext.fifteen_rush.state cimport (
    PAIR_BITS, PARTNER, PILES, PLACES, SUITS, FifteenRush, cards_left, count_bits,
)
from dohyo.cext.fifteen_rush.views cimport list_unseen, to_view
from dohyo.cext.ops cimport WIN, move_t

cdef enum:
    # Weights of `evaluate`, fitted by tests/fit/fifteen_rush.py.
    START = 178
    TALON_CARD = 8          # a card of stock or waste
    PAIR_SHOWN = 24         # a pair that shows
    COVERED = -7            # a card of a pile but the lowest
    BLOCKING = -47          # a card that lies on one of its partners
    HOPELESS = -1436        # a card that lies on all its partners, so that it will stay

cdef struct Unseen:
    # The cards that a view does not show, by rank and together.
    uint8_t cards[16]
    uint32_t total


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """The log-odds, in hundredths, that the game of `policy_move` from here is won: how the cards left lie."""
    cdef const FifteenRush *s = <const FifteenRush *> state
    cdef Unseen u
    if s.legal == 0:
        return end_value(s)
    u.total = 0
    return outlook(s, &u)


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """Moves are played in the view; cards that it does not know count by what they are on average."""
    cdef FifteenRush view = (<const FifteenRush *> state)[0]
    cdef FifteenRush after
    cdef Unseen u
    cdef uint32_t i
    to_view(&view, seat)
    count_unseen(&view, &u)
    for i in range(count):
        after = view
        play(&after, seat, moves[i])
        # Nothing can be played: that is the end, unless a card just turned up is unknown.
        scores[i] = end_value(&after) if after.legal == 0 and after.shows[UNKNOWN] == 0 else outlook(&after, &u)


cdef void count_unseen(const FifteenRush *s, Unseen *u) noexcept nogil:
    cdef uint8_t found[52]
    memset(u.cards, 0, sizeof(u.cards))
    u.total = list_unseen(s, found)
    count_ranks(found, u.total, u.cards)


cdef int32_t end_value(const FifteenRush *s) noexcept nogil:
    """`evaluate` of a finished game."""
    cdef int32_t left = cards_left(s)
    return -WIN - left if left else WIN


cdef int32_t outlook(const FifteenRush *s, const Unseen *u) noexcept nogil:
    """How the cards left lie. Unknown ones count by what they are on average."""
    cdef int32_t value = START + TALON_CARD * s.cards + PAIR_SHOWN * <int32_t> count_bits(s.legal & PAIR_BITS)
    cdef uint32_t i, h, card, partner, partners, others
    # How many cards of each rank lie further down in the pile, four bits a rank; and the unknown ones.
    cdef uint64_t beneath
    cdef int32_t unknown
    for i in range(PILES):
        beneath = 0
        unknown = 0
        for h in range(s.height[i]):
            card = s.pile[i][h]
            value += COVERED if h else 0
            if card == UNKNOWN:
                # About one card in sixteen is a partner of another.
                value += BLOCKING * unknown // 16
                unknown += 1
                continue
            partner = PARTNER[card]
            partners = beneath >> 4 * partner & 15
            others = SUITS - s.gone[partner] - (partner == ACE)
            if partners:
                value += HOPELESS if partners == others else BLOCKING
            elif unknown:
                value += BLOCKING * unknown * u.cards[partner] // <int32_t> u.total
                if others == 1 and u.cards[partner]:
                    value += (HOPELESS - BLOCKING) * unknown // <int32_t> u.total
            beneath += <uint64_t> 1 << 4 * card
        if s.top[i] == UNKNOWN:
            value += PAIR_SHOWN * fitting(s, u) // <int32_t> u.total
    return value


cdef int32_t fitting(const FifteenRush *s, const Unseen *u) noexcept nogil:
    """How many pairs the unseen cards would make with the cards that show."""
    cdef uint32_t i
    cdef int32_t pairs = 0
    for i in range(PLACES):
        pairs += u.cards[PARTNER[s.top[i]]]
    return pairs
