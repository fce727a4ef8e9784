"""Counting move sequences: the usual proof that rules are right."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.ops cimport MAX_MOVES, Ops, first_seat, move_t

from dohyo.engine.errors import UsageError
from dohyo.engine.game import View

cdef enum:
    DEEPEST = 64


cdef uint64_t count(const Ops *ops, const void *state, char *stack, int32_t depth) noexcept nogil:
    """Sequences of `depth` moves from a state; `stack` has room for a state a ply. Finished games have none."""
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t i, n, seat, mask = ops.to_move(state)
    cdef uint64_t total = 0
    if depth == 0:
        return 1
    if mask == 0:
        return 0
    # Where both choose at once, a choice by one seat is one move: the lower seat's comes first.
    seat = first_seat(mask)
    n = ops.moves(state, seat, moves)
    if depth == 1:
        return n
    for i in range(n):
        memcpy(stack, state, ops.size)
        ops.play(stack, seat, moves[i])
        total += count(ops, stack, stack + ops.size, depth - 1)
    return total


def perft(position, depth):
    """The number of move sequences of that length from a `State`, or a `View` of a game in which nothing is hidden.

    depth: 0 to 64 moves. UsageError for another, and for a view that hides something: what its moves turn up is not
    known. A choice by one seat is one move. Ctrl-C ends it between the moves of the first ply.
    """
    return sum(divide(position, depth).values()) if _checked(position, depth) else 1


def divide(position, depth):
    """As `perft`, but counted for each first move: {move text: sequences}. depth: 1 to 64."""
    if depth < 1:
        raise UsageError(f"DEPTH with --divide: expected a number from 1 to {DEEPEST}, got {depth}")
    cdef int32_t plies = _checked(position, depth)
    cdef Buffer buffer = position.buffer
    cdef const Ops *ops = buffer.kernel.ops
    cdef uint32_t mask = ops.to_move(buffer.state)
    if mask == 0:
        return {}
    cdef uint32_t seat = first_seat(mask)
    cdef uint64_t total
    cdef char *stack = <char *> PyMem_Malloc(<size_t> ops.size * plies)
    if stack == NULL:
        raise MemoryError
    found = {}
    try:
        for move in buffer.moves(seat):
            memcpy(stack, buffer.state, ops.size)
            ops.play(stack, seat, move)
            with nogil:
                total = count(ops, stack, stack + ops.size, plies - 1)
            PyErr_CheckSignals()
            found[position.text(move, seat + 1)] = total
    finally:
        PyMem_Free(stack)
    return found


def _checked(position, depth):
    if not 0 <= depth <= DEEPEST:
        raise UsageError(f"DEPTH: expected a number from 0 to {DEEPEST}, got {depth}")
    if isinstance(position, View) and position.game.kernel.hides:
        raise UsageError(f"the view of seat {position.seat} does not know what turns up; moves are counted from a "
                         "whole state")
    return depth
