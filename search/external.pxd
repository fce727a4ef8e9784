"""Simultaneous choices by regret: external sampling (Lanctot, Waugh, Zinkevich and Bowling 2009), one round deep.

In one pass one seat learns: where it chooses, all its moves are tried in the same world, and it learns what each would
have given; the other seat draws its move by what it has learnt in its own passes. No estimate is needed of what was not
tried, so the values have little variance. A pass ends where both seats choose again, at a leaf (leaves.pxd).

Nodes are closed: the other seat may choose by its own hand, but not by that of the root's seat. So it learns in worlds
that fit its own view: from the world of the iteration another one is drawn that it cannot tell from that one. In that
world the root's seat learns, too, what it would do with the cards that it has there: nodes of cards that it may
have for all that the other seat knows.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.ops cimport MAX_MOVES, Ops, first_seat, infoset, move_t
from dohyo.search.entries cimport Entry, obtain
from dohyo.search.infosets cimport LEVELS, Course, Trees, joined
from dohyo.search.leaves cimport finish
from dohyo.search.regret cimport current, drawn, learn


cdef inline uint32_t node(Trees *trees, Course *course, const void *state, uint32_t seat, move_t *moves,
                          Entry **entries, float *chances) noexcept nogil:
    """The moves of a seat, their entries and the chances to choose them now; returns how many."""
    cdef uint64_t key = infoset(trees.ops, state, seat, course.scratch)
    cdef uint32_t i, count = trees.ops.moves(state, seat, moves)
    for i in range(count):
        entries[i] = obtain(&trees.entries, joined(key, seat, moves[i]))
    current(entries, count, chances)
    return count


cdef inline float worth(Trees *trees, Course *course, void *state, uint32_t seat) noexcept nogil:
    """The value of a leaf to a seat."""
    cdef float result[2]
    finish(trees.ops, &trees.settings.leaf, state, &course.rng, result)
    return result[seat]


cdef inline move_t reply(Trees *trees, Course *course, const void *state, uint32_t seat) noexcept nogil:
    """A move of the seat that does not learn."""
    cdef move_t moves[MAX_MOVES]
    cdef Entry *entries[MAX_MOVES]
    cdef float chances[MAX_MOVES]
    cdef uint32_t count = node(trees, course, state, seat, moves, entries, chances)
    return moves[drawn(chances, count, &course.rng)]


cdef inline float go_on(Trees *trees, Course *course, uint32_t level, uint32_t seat) noexcept nogil:
    """The value to the seat that learns of the state at a level, where the round goes on. The state is used up."""
    cdef const Ops *ops = trees.ops
    cdef void *state = course.level[level]
    cdef move_t moves[MAX_MOVES]
    cdef Entry *entries[MAX_MOVES]
    cdef float chances[MAX_MOVES]
    cdef float values[MAX_MOVES]
    cdef float value = 0
    cdef uint32_t count, i, mask = ops.to_move(state), mover
    while True:
        if mask == 0 or mask == 3 or level + 1 == LEVELS:
            return worth(trees, course, state, seat)
        mover = first_seat(mask)
        if mover == seat:
            break
        ops.play(state, mover, reply(trees, course, state, mover))
        mask = ops.to_move(state)
    count = node(trees, course, state, seat, moves, entries, chances)
    for i in range(count):
        memcpy(course.level[level + 1], state, ops.size)
        ops.play(course.level[level + 1], seat, moves[i])
        values[i] = go_on(trees, course, level + 1, seat)
        value += chances[i] * values[i]
    learn(entries, count, chances, values, 1)
    return value


cdef inline void both_choose(Trees *trees, Course *course, void *state, uint32_t seat, const move_t *moves,
                             uint32_t count, float *values) noexcept nogil:
    """What each move of the seat that learns gives where both choose, when the other draws its move."""
    cdef const Ops *ops = trees.ops
    cdef move_t other = reply(trees, course, state, 1 - seat)
    cdef uint32_t i
    for i in range(count):
        memcpy(course.level[0], state, ops.size)
        ops.play(course.level[0], 0, moves[i] if seat == 0 else other)
        ops.play(course.level[0], 1, other if seat == 0 else moves[i])
        values[i] = go_on(trees, course, 0, seat)


cdef inline void learn_here(Trees *trees, Course *course, void *state, uint32_t seat, float weight) noexcept nogil:
    """A pass of one seat from a state where both choose."""
    cdef move_t moves[MAX_MOVES]
    cdef Entry *entries[MAX_MOVES]
    cdef float chances[MAX_MOVES]
    cdef float values[MAX_MOVES]
    cdef uint32_t count = node(trees, course, state, seat, moves, entries, chances)
    both_choose(trees, course, state, seat, moves, count, values)
    learn(entries, count, chances, values, weight)
