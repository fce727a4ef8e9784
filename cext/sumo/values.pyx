"""Sumo: what positions and moves are worth."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport JOKER, KING, RANKS, SHOWN, rank_of
from dohyo.cext.ops cimport WIN, move_t
from dohyo.cext.sumo.state cimport (
    ACCEPT, ATTACK, ATTACKS, BASE, COPIES, EDGE, HAND, HIGHEST, JOKERS, OVER, PUSHES, RING, STRENGTH, WILD, Sumo,
    after_push, outside, ring_is_up,
)

cdef enum:
    # Weights of `evaluate`, in thousandths of log-odds; fitted by tests/fit/sumo.py.
    COLUMN = 576
    SAVED = 71
    PUSH = 441
    CHALLENGED = 86
    # What a column is worth in `order` while a challenge may still cancel the push.
    HELD = 350

# What a card in the hand is worth in `evaluate`.
cdef int32_t WORTH[16]
# By what an attack counts, what it gains in the mean: columns times COLUMN.
cdef int32_t FORCE[16]


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """In thousandths of log-odds: the column, the cards known in the hands, the challenges left to the seat nearer to
    its edge, and the push that is pending."""
    cdef const Sumo *s = <const Sumo *> state
    cdef int32_t value
    cdef uint32_t i
    if s.phase == OVER:
        value = WIN if s.x > EDGE else -WIN if s.x < -EDGE else 0
        return value if seat == 0 else -value
    value = COLUMN * s.x + hand_worth(s.hand[0]) - hand_worth(s.hand[1])
    # At the edge an unused challenge saves the seat that would be out with the next push.
    i = 2 - ring_is_up(s) - s.sumoup
    value -= SAVED * <int32_t> i * s.x
    if s.phase != ATTACK:
        i = 2 - s.sumoup if s.phase == RING else 1
        value += (PUSH - CHALLENGED * <int32_t> i) * (after_push(s) - s.x)
    return value if seat == 0 else -value


cdef inline int32_t hand_worth(const uint8_t *hand) noexcept nogil:
    cdef int32_t worth = 0
    cdef uint32_t i
    for i in range(HAND):
        worth += WORTH[rank_of(hand[i])]
    return worth


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """For an attack, the mean of `evaluate` at the end of the round against the attack of a hand that the seat knows
    nothing of; for a challenge, that it succeeds against cards unknown as often as not. The other hand counts only as
    far as it has been shown."""
    cdef const Sumo *s = <const Sumo *> state
    cdef int32_t base = COLUMN * s.x, sign = 1 - 2 * <int32_t> seat, pending
    cdef uint32_t i, move, left
    cdef const uint8_t *hand = s.hand[1 - seat]
    for i in range(HAND):
        base -= sign * WORTH[rank_of(hand[i])] if hand[i] & SHOWN else 0
    base = sign * base + hand_worth(s.hand[seat])
    if s.phase == ATTACK:
        for i in range(count):
            move = moves[i]
            scores[i] = base + FORCE[STRENGTH[move]] - COPIES[move] * WORTH[BASE[move]] - JOKERS[move] * WORTH[JOKER]
        return
    # The seat is the one that is pushed.
    pending = COLUMN * (after_push(s) - s.x) * sign
    left = (s.phase == RING) + (not s.sumoup)
    for i in range(count):
        scores[i] = base + (pending if moves[i] == ACCEPT else pending - pending * <int32_t> left // (1 + left))
        if moves[i] == ACCEPT and outside(after_push(s)):
            scores[i] = -WIN


# --- tables ----------------------------------------------------------------------------------------------------------

# By rank, compared with the mean card, in thousandths of log-odds; fitted by tests/fit/sumo.py.
WORTHS = (0, 880, -131, -342, -334, -257, -312, -299, -187, -136, -67, 301, 381, 487, 65, 0)


cdef void fill_worths() except *:
    cdef uint32_t rank
    for rank in range(RANKS):
        WORTH[rank] = WORTHS[rank]


cdef void fill_forces() except *:
    """Against hands of three random ranks that play their highest attack or any, evenly; a wild card draws any."""
    cdef int64_t[16] weights
    cdef int64_t total = 0, gain, wild
    cdef uint32_t hand, i, value
    cdef uint64_t attacks
    memset(weights, 0, sizeof(weights))
    for hand in range(4096):
        if 0 < (hand & 15) <= KING and 0 < (hand >> 4 & 15) <= KING and 0 < hand >> 8 <= KING:
            attacks = ATTACKS[hand]
            value = 0
            for i in range(attacks & 7):
                value = max(value, STRENGTH[attacks >> (8 * i + 8) & 255])
                # 60 is a multiple of every number of attacks.
                weights[STRENGTH[attacks >> (8 * i + 8) & 255]] += 60 // <int64_t> (attacks & 7)
            weights[value] += 60
    wild = weights[WILD]
    weights[WILD] = 0
    for value in range(WILD + 1, HIGHEST + 1):
        weights[value] += wild // (HIGHEST - WILD)
        total += weights[value]
    for i in range(WILD + 1, HIGHEST + 1):
        gain = 0
        for value in range(WILD + 1, HIGHEST + 1):
            gain += weights[value] * PUSHES[i][value]
        FORCE[i] = <int32_t> (HELD * gain // total)
        FORCE[WILD] += FORCE[i] // (HIGHEST - WILD)


fill_worths()
fill_forces()
