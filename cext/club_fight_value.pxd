"""Club Fight: what positions are worth, and what moves are worth before the refill is known, for both modes.

The numbers are hundredths of log-odds of winning, fitted by engine/weights/fit_club_fight.py.
"""

from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.cards cimport JOKER, KING, UNKNOWN
from dohyo.cext.club_fight cimport (
    ALL_CELLS, ALL_CLUBS, CLUB_SHIFT, DIAMONDS, HEARTS, SPADES, SUITED, Grid, ones, three,
)
from dohyo.cext.ops cimport WIN, move_t

cdef extern from *:
    """
    /* What each club that is left is worth, A to K, in hundredths of log-odds. */
    static const int32_t dohyo_club_worth[14] = {0, 74, 91, 94, 105, 119, 138, 221, 183, 160, 146, 138, 134, 134};
    """
    const int32_t CLUB_WORTH "dohyo_club_worth"[14]

cdef enum:
    # The other numbers of `value_of`, in hundredths of log-odds.
    BASE = 194
    PER_CARD = 35
    PER_PACE = 176
    PER_JOKER = 40
    NO_LINES = 27
    NO_RUNS = 44
    PER_REACH = 23
    KEPT_REACH = 5

cdef struct Reaches:
    # Per rank the cells that a club clears by Match, or by Up/Down where it has one.
    uint32_t match[14]
    uint32_t down[14]
    uint32_t up[14]


cdef inline void survey(const Grid *g, Reaches *r) noexcept nogil:
    cdef uint32_t rank, low = 0
    cdef uint32_t ranked = g.filled & ~(g.by_rank[JOKER] | g.by_rank[UNKNOWN])
    for rank in range(1, KING + 1):
        r.match[rank] = g.by_rank[rank]
        r.down[rank] = low if 2 <= rank <= 7 else 0
        r.up[rank] = ranked & ~(low | g.by_rank[rank]) if 7 <= rank <= 12 else 0
        low |= g.by_rank[rank]


cdef inline uint32_t best_reach(const Grid *g, const Reaches *r, uint32_t filled, uint32_t clubs) noexcept nogil:
    """The most of these cells that one of the clubs clears by Match, or by Up/Down where that is free."""
    cdef uint32_t rank, most = 0
    cdef uint32_t free = 0 if three(g.by_suit[SPADES] & filled) else filled
    for rank in range(1, KING + 1):
        if clubs >> rank & 1:
            most = max(most, ones(r.match[rank] & filled), ones(r.down[rank] & free), ones(r.up[rank] & free))
    return most


cdef inline int32_t value_of_clubs(uint32_t rest) noexcept nogil:
    """The clubs left: those in the middle clear most."""
    cdef uint32_t rank
    cdef int32_t value = 0
    for rank in range(1, KING + 1):
        value += CLUB_WORTH[rank] * <int32_t> (rest >> rank & 1)
    return value


cdef inline int32_t value_at(const Grid *g, const Reaches *r, uint32_t filled, uint32_t clubs, uint32_t rest,
                             int32_t worth) noexcept nogil:
    """The value while some of the cells are filled. clubs: those that can be played now; rest: all that are left, and
    their worth."""
    cdef int32_t left = <int32_t> (g.left + ones(filled)), value = BASE + worth
    cdef int32_t jokers = g.jokers - <int32_t> ones(g.cleared >> SUITED) - <int32_t> ones(g.by_rank[JOKER] & ~filled)
    # Cards left, on their own and for each turn left.
    value -= PER_CARD * left + PER_PACE * left // <int32_t> ones(rest)
    # Jokers left, which hardly anything clears.
    value -= PER_JOKER * jokers
    # What is blocked; blocks of Up/Down count in the reach.
    value -= NO_LINES * three(g.by_suit[DIAMONDS] & filled) + NO_RUNS * three(g.by_suit[HEARTS] & filled)
    # What the hand can clear now.
    return value + PER_REACH * <int32_t> best_reach(g, r, filled, clubs)


cdef inline int32_t end_value(int32_t left, uint32_t rest) noexcept nogil:
    """The value of a finished game: clubs left of a game won, or minus cards left of a game lost."""
    return -WIN - left if left else WIN + <int32_t> ones(rest)


cdef inline int32_t value_of(const Grid *g, uint32_t clubs, uint32_t spent, bint over) noexcept nogil:
    """The value for `evaluate`. clubs: those that can be played now; spent: those played so far; over: nothing can be
    played any more."""
    cdef uint32_t rest = ALL_CLUBS & ~spent
    cdef int32_t left = <int32_t> (g.left + ones(g.filled))
    cdef Reaches r
    if left == 0 or over:
        return end_value(left, rest)
    survey(g, &r)
    return value_at(g, &r, g.filled, clubs, rest, value_of_clubs(rest))


cdef inline void order_actions(const Grid *g, uint32_t clubs, uint32_t spent, const move_t *moves, uint32_t count,
                               int32_t *scores) noexcept nogil:
    """For `order`: the value after each action, with the empty cells not yet refilled and no club drawn or given."""
    cdef uint32_t i, club, filled, rest = ALL_CLUBS & ~spent
    cdef int32_t left, worth = value_of_clubs(rest)
    cdef Reaches r
    survey(g, &r)
    for i in range(count):
        club = moves[i] >> CLUB_SHIFT
        filled = g.filled & ~(moves[i] & ALL_CELLS)
        left = <int32_t> (g.left + ones(filled))
        if left == 0 or rest == <uint32_t> 1 << club:
            scores[i] = end_value(left, rest & ~(<uint32_t> 1 << club))
        else:
            scores[i] = value_at(g, &r, filled, clubs & ~(<uint32_t> 1 << club), rest & ~(<uint32_t> 1 << club),
                                 worth - CLUB_WORTH[club])


cdef inline void order_gifts(const Grid *g, uint32_t known, uint32_t clubs, uint32_t spent, const move_t *moves,
                             uint32_t count, uint32_t first, int32_t *scores) noexcept nogil:
    """For `order`: the value when the other seat plays next, with the club given. known: the clubs of its hand that
    are known; clubs: those that may be given; first: the code that gives the club of rank 0."""
    cdef uint32_t i, gift, rest = ALL_CLUBS & ~spent
    cdef int32_t worth = value_of_clubs(rest)
    cdef Reaches r
    survey(g, &r)
    for i in range(count):
        gift = <uint32_t> 1 << (moves[i] - first)
        scores[i] = value_at(g, &r, g.filled, known | gift, rest, worth)
        # The best of the clubs that are kept is played a turn later, if the grid still allows it.
        scores[i] += KEPT_REACH * <int32_t> best_reach(g, &r, g.filled, clubs & ~gift)
