"""Sumo: which moves there are, and moves chosen without search."""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.sumo.state cimport (
    ACCEPT, ATTACK, CHALLENGE, LEADER, MADE, OVER, STRENGTH, Sumo, after_push, attacks_of, holds, outside, pushed,
)
from dohyo.cext.sumo.views cimport can_be_made


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const Sumo *s = <const Sumo *> state
    if s.phase == OVER:
        return 0
    if s.phase != ATTACK:
        return 1 << pushed(s)
    if s.placement == LEADER:
        return s.lead if s.attack[s.lead - 1] == 0 else 3 - s.lead
    return (s.attack[0] == 0) | (s.attack[1] == 0) << 1


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef const Sumo *s = <const Sumo *> state
    cdef uint64_t attacks
    cdef uint32_t i
    if s.phase != ATTACK:
        out[0] = CHALLENGE
        out[1] = ACCEPT
        return 1 if outside(after_push(s)) else 2
    attacks = attacks_of(s.hand[seat])
    invariant_state((attacks & 7) > 0, b"a hand has an attack", state, sizeof(Sumo))
    for i in range(attacks & 7):
        out[i] = attacks >> (8 * i + 8) & 255
    return attacks & 7


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    """In a view the other seat's choice may also be one that is not seen, while the view's own is open."""
    cdef const Sumo *s = <const Sumo *> state
    if not to_move(state) >> seat & 1:
        return False
    if s.phase != ATTACK:
        return move == CHALLENGE or (move == ACCEPT and not outside(after_push(s)))
    if move >= MADE:
        return s.viewer == 2 - seat and s.attack[1 - seat] == 0 and can_be_made(s, seat, move)
    return holds(s.hand[seat], move)


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the legal moves: attacks of different ranks, and challenge or accept where both are legal."""
    cdef const Sumo *s = <const Sumo *> state
    cdef uint64_t attacks
    if s.phase == ATTACK:
        attacks = attacks_of(s.hand[seat])
        return attacks >> (8 * below(rng, attacks & 7) + 8) & 255
    if outside(after_push(s)):
        return CHALLENGE
    return CHALLENGE + below(rng, 2)


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """The attack that counts most, wild ones least, equal ones at random; challenges at random where they are free."""
    cdef const Sumo *s = <const Sumo *> state
    cdef uint64_t attacks
    cdef uint32_t i, code, equal = 0
    cdef move_t best = 0
    if s.phase != ATTACK:
        return random_move(state, seat, rng)
    attacks = attacks_of(s.hand[seat])
    for i in range(attacks & 7):
        code = attacks >> (8 * i + 8) & 255
        if STRENGTH[code] > STRENGTH[best]:
            best = code
            equal = 1
        elif STRENGTH[code] == STRENGTH[best]:
            equal += 1
            if below(rng, equal) == 0:
                best = code
    return best
