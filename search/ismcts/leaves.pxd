"""Leaves over information sets: playouts, to the end or cut off by the evaluation, as a value for each seat."""

from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.dispatch cimport playout_move
from dohyo.cext.ops cimport Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.search.core.playout cimport chance

cdef struct Leaf:
    uint32_t plies          # of a playout before `evaluate` ends it
    uint32_t policy_share   # thousandths of its moves that the game's policy chooses, if it has one; the rest is random
    bint cooperative        # both seats get what seat 0 gets


cdef inline move_t played(const Ops *ops, const Leaf *leaf, const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """A move of a playout."""
    if leaf.policy_share >= 1000 or (leaf.policy_share and below(rng, 1000) < leaf.policy_share):
        return playout_move(ops, state, seat, rng)
    return ops.random_move(state, seat, rng)


cdef inline void value_of(const Ops *ops, const Leaf *leaf, const void *state, float *result) noexcept nogil:
    """What the evaluation expects each seat to get."""
    result[0] = chance(ops, ops.evaluate(state, 0))
    result[1] = result[0] if leaf.cooperative else 1 - result[0]


cdef inline void finish(const Ops *ops, const Leaf *leaf, void *state, Rng *rng, float *result) noexcept nogil:
    """Play on from a state and say what each seat gets. The state is used up."""
    cdef uint32_t mask = ops.to_move(state), plies = leaf.plies, seat
    while mask:
        if plies == 0:
            value_of(ops, leaf, state, result)
            return
        plies -= 1
        seat = first_seat(mask)
        ops.play(state, seat, played(ops, leaf, state, seat, rng))
        mask = ops.to_move(state)
    ops.result(state, result)
