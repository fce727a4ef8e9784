"""The optional entries of the ops table, each with what stands in its place where a game has none.

Searchers call these in place of testing entries for NULL. Only where a search takes another course without an entry
(no order, so no pruning by it) does it look at the table itself.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.ops cimport NO_CHOICE, WIN, Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng


# --- information ---------------------------------------------------------------------------------------------------

cdef inline bint hides(const Ops *ops) noexcept nogil:
    """Whether a seat does not know everything, so that views differ from states."""
    return ops.to_view != NULL


cdef inline void to_view(const Ops *ops, void *state, uint32_t seat) noexcept nogil:
    """Make a state the view of a seat. Without the entry nothing is hidden, and a state is its own view."""
    if ops.to_view != NULL:
        ops.to_view(state, seat)


cdef inline void determinize(const Ops *ops, void *view, uint32_t seat, Rng *rng) noexcept nogil:
    """Make the view of a seat a state. Without the entry it is one already."""
    if ops.determinize != NULL:
        ops.determinize(view, seat, rng)


cdef inline move_t observed_move(const Ops *ops, const void *state, uint32_t seat, move_t move,
                                 uint32_t observer) noexcept nogil:
    """What another seat sees of a move. Without the entry, the move."""
    return move if ops.observed_move == NULL else ops.observed_move(state, seat, move, observer)


cdef inline move_t take_back(const Ops *ops, void *state, uint32_t seat) noexcept nogil:
    """Take back a choice that stands unseen. Without the entry none ever stands: NO_CHOICE."""
    return <move_t> NO_CHOICE if ops.take_back == NULL else ops.take_back(state, seat)


cdef inline uint64_t infoset(const Ops *ops, const void *state, uint32_t seat, void *scratch) noexcept nogil:
    """Key of what a seat knows: equal for states that it cannot tell apart. `scratch` has room for a state."""
    if ops.to_view == NULL:
        return ops.hash(state)
    memcpy(scratch, state, ops.size)
    ops.to_view(scratch, seat)
    return ops.hash(scratch)


# --- symmetry ------------------------------------------------------------------------------------------------------

cdef inline uint64_t canonical(const Ops *ops, const void *state, uint32_t *symmetry) noexcept nogil:
    """The key shared by positions that symmetries turn into each other, and the symmetry that gives it. Without the
    entry, the key of the state, and symmetry 0, which changes nothing."""
    if ops.canonical == NULL:
        symmetry[0] = 0
        return ops.hash(state)
    return ops.canonical(state, symmetry)


cdef inline move_t reflect(const Ops *ops, const void *state, move_t move, uint32_t symmetry,
                           bint back) noexcept nogil:
    """A move as seen through a symmetry. Without the entry, the move."""
    return move if ops.reflect == NULL else ops.reflect(state, move, symmetry, back)


# --- values --------------------------------------------------------------------------------------------------------

cdef inline void result_bounds(const Ops *ops, const void *state, float *low, float *high) noexcept nogil:
    """Bounds of the result of seat 0. Without the entry, 0 and 1."""
    if ops.result_bounds == NULL:
        low[0] = 0
        high[0] = 1
    else:
        ops.result_bounds(state, low, high)


cdef inline void value_bounds(const Ops *ops, const void *state, uint32_t seat, int32_t *low,
                              int32_t *high) noexcept nogil:
    """Bounds of the value of the finished game. Without the entry, -2 * WIN and 2 * WIN."""
    if ops.value_bounds == NULL:
        low[0] = -2 * WIN
        high[0] = 2 * WIN
    else:
        ops.value_bounds(state, seat, low, high)


cdef inline void minimax_bounds(const Ops *ops, const void *state, uint32_t seat, int32_t *low,
                                int32_t *high) noexcept nogil:
    """The same under best play by both. Without the entry, `value_bounds`."""
    if ops.minimax_bounds == NULL:
        value_bounds(ops, state, seat, low, high)
    else:
        ops.minimax_bounds(state, seat, low, high)


cdef inline bint order(const Ops *ops, const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                       int32_t *scores) noexcept nogil:
    """Score the moves; return whether the game has an order. Without the entry every score is 0."""
    cdef uint32_t i
    if ops.order == NULL:
        for i in range(count):
            scores[i] = 0
        return False
    ops.order(state, seat, moves, count, scores)
    return True


# --- moves chosen without search -----------------------------------------------------------------------------------

cdef inline move_t policy_move(const Ops *ops, const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """A move by the simple policy. Without the entry, a random one."""
    return ops.random_move(state, seat, rng) if ops.policy_move == NULL else ops.policy_move(state, seat, rng)


cdef inline move_t playout_move(const Ops *ops, const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """A move by the best cheap judgement of the game. Without the entry, one by `policy_move`."""
    return policy_move(ops, state, seat, rng) if ops.playout_move == NULL else ops.playout_move(state, seat, rng)


cdef inline void play_randomly(const Ops *ops, void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """What `random_playout` does, by `random_move` and `play`."""
    cdef uint32_t seat, mask = ops.to_move(state)
    cdef move_t move
    while mask:
        seat = first_seat(mask)
        move = ops.random_move(state, seat, rng)
        if owner != NULL:
            owner[move] = <uint8_t> seat
        ops.play(state, seat, move)
        mask = ops.to_move(state)


cdef inline void random_playout(const Ops *ops, void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """Play on at random to the end. Without the entry, `play_randomly`."""
    if ops.random_playout == NULL:
        play_randomly(ops, state, rng, owner)
    else:
        ops.random_playout(state, rng, owner)
