"""Values at the horizon of a world."""

from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcpy

from dohyo.cext.dispatch cimport determinize, playout_move, to_view
from dohyo.cext.ops cimport MAX_SEATS, first_seat
from dohyo.cext.rng cimport Rng, derive, seed_rng
from dohyo.search.core.playout cimport chance
from dohyo.search.pimc.plan cimport SURE, Plan, SearchThread, state_at
from dohyo.search.pimc.visiting cimport visit


cdef inline uint32_t side_of(const Plan *plan, uint32_t seat) noexcept nogil:
    return 0 if plan.cooperative or seat == plan.seat else 1


cdef inline int32_t final_value(const Plan *plan, const void *state) noexcept nogil:
    """A finished game to side 0."""
    cdef float result[MAX_SEATS]
    plan.ops.result(state, result)
    return <int32_t> (SURE * (2 * result[plan.seat] - 1))


cdef inline int32_t estimate(const Plan *plan, const void *state) noexcept nogil:
    """The evaluation to side 0; never as much as a certain win or loss."""
    cdef float p = chance(plan.ops, plan.ops.evaluate(state, plan.seat))
    return <int32_t> ((SURE - 1) * (2 * p - 1))


cdef inline int32_t played_on(SearchThread *thread, void *state, Rng *rng) noexcept nogil:
    """Play on in place by the game's best cheap judgement, to the end or for the plies of the settings; the value to
    side 0."""
    cdef const Plan *plan = thread.plan
    cdef uint32_t seat, plies = 0, mask = plan.ops.to_move(state), before = 0
    while mask:
        # Between two choices made at once a position says nothing.
        if plan.settings.leaf_plies and plies >= plan.settings.leaf_plies and before != 3:
            return estimate(plan, state)
        seat = first_seat(mask)
        if not visit(thread, state, seat, playout_move(plan.ops, state, seat, rng)):
            return 0
        before = mask
        mask = plan.ops.to_move(state)
        plies += 1
    return final_value(plan, state)


cdef inline int32_t leaf(SearchThread *thread, uint32_t ply, bint fused) noexcept nogil:
    """The value of a state to side 0 by estimate, never as much as a certain win or loss. fused: choices on the way
    were made knowing the world, so that games are played on in worlds redrawn from what the root's seat knows."""
    cdef const Plan *plan = thread.plan
    cdef void *state = state_at(thread, ply + 1)
    cdef Rng rng
    cdef uint32_t k
    cdef int64_t total = 0
    thread.horizon += 1
    thread.seldepth = max(thread.seldepth, ply)
    if plan.settings.leaf_playouts == 0:
        return estimate(plan, state_at(thread, ply))
    for k in range(plan.settings.leaf_playouts):
        seed_rng(&rng, derive(thread.stream, k))
        memcpy(state, state_at(thread, ply), plan.ops.size)
        if fused and not plan.known:
            to_view(plan.ops, state, plan.seat)
            determinize(plan.ops, state, plan.seat, &rng)
        total += played_on(thread, state, &rng)
        if thread.aborted:
            return 0
    return max(1 - SURE, min(SURE - 1, <int32_t> (total // <int64_t> plan.settings.leaf_playouts)))
