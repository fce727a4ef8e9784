"""Visiting nodes within the budget, and the lines that are kept of them."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.ops cimport move_t
from dohyo.search.core.budget cimport Budget, add_count, out_of_time
from dohyo.search.pimc.core cimport LINE, Walker, state_at

cdef enum:
    # Nodes that a thread takes from the budget at once; then it looks at the clock.
    POLL = 256


cdef inline bint more_nodes(Walker *w) noexcept nogil:
    """Take nodes from the budget; False when it is spent."""
    cdef Budget *budget = w.plan.budget
    cdef uint64_t before = add_count(&budget.taken, POLL)
    add_count(&budget.nodes, w.unreported)
    w.unreported = 0
    if before >= budget.most_nodes or out_of_time(budget):
        w.aborted = True
        return False
    w.left = min(<uint64_t> POLL, budget.most_nodes - before)
    return True


cdef inline bint visit(Walker *w, void *state, uint32_t seat, move_t move) noexcept nogil:
    """Play a move in place. False when the budget is spent."""
    if w.left == 0 and not more_nodes(w):
        return False
    w.left -= 1
    w.unreported += 1
    w.plan.ops.play(state, seat, move)
    return True


cdef inline bint advance(Walker *w, uint32_t ply, uint32_t seat, move_t move) noexcept nogil:
    """Play from `ply` into the state behind it. False when the budget is spent."""
    memcpy(state_at(w, ply + 1), state_at(w, ply), w.plan.ops.size)
    return visit(w, state_at(w, ply + 1), seat, move)


cdef inline void extend_line(Walker *w, uint32_t ply, move_t move) noexcept nogil:
    """Put a move before the line of the next ply."""
    cdef uint32_t length = min(w.lengths[ply + 1], <uint32_t> LINE - 1)
    w.lines[ply][0] = move
    memcpy(&w.lines[ply][1], w.lines[ply + 1], length * sizeof(move_t))
    w.lengths[ply] = length + 1
