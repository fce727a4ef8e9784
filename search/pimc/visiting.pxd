"""Visiting nodes within the budget, and the lines that are kept of them."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.ops cimport move_t
from dohyo.search.core.budget cimport Budget, add_count, out_of_time
from dohyo.search.pimc.plan cimport LINE, SearchThread, state_at

cdef enum:
    # Nodes that a thread takes from the budget at once; then it looks at the clock.
    POLL = 256


cdef inline bint more_nodes(SearchThread *thread) noexcept nogil:
    """Take nodes from the budget; False when it is spent."""
    cdef Budget *budget = thread.plan.budget
    cdef uint64_t before = add_count(&budget.taken, POLL)
    add_count(&budget.nodes, thread.unreported)
    thread.unreported = 0
    if before >= budget.most_nodes or out_of_time(budget):
        thread.aborted = True
        return False
    thread.left = min(<uint64_t> POLL, budget.most_nodes - before)
    return True


cdef inline bint visit(SearchThread *thread, void *state, uint32_t seat, move_t move) noexcept nogil:
    """Play a move in place. False when the budget is spent."""
    if thread.left == 0 and not more_nodes(thread):
        return False
    thread.left -= 1
    thread.unreported += 1
    thread.plan.ops.play(state, seat, move)
    return True


cdef inline bint advance(SearchThread *thread, uint32_t ply, uint32_t seat, move_t move) noexcept nogil:
    """Play from `ply` into the state behind it. False when the budget is spent."""
    memcpy(state_at(thread, ply + 1), state_at(thread, ply), thread.plan.ops.size)
    return visit(thread, state_at(thread, ply + 1), seat, move)


cdef inline void extend_line(SearchThread *thread, uint32_t ply, move_t move) noexcept nogil:
    """Put a move before the line of the next ply."""
    cdef uint32_t length = min(thread.lengths[ply + 1], <uint32_t> LINE - 1)
    thread.lines[ply][0] = move
    memcpy(&thread.lines[ply][1], thread.lines[ply + 1], length * sizeof(move_t))
    thread.lengths[ply] = length + 1
