"""Choices made at once, by regret: external sampling (Lanctot, Waugh, Zinkevich and Bowling 2009), one round deep.

In one pass one seat learns: where it chooses, all its moves are tried in the same world, and it learns what each would
have given; the other seat draws its move by what it has learnt in its own passes. Nothing has to be estimated of what
was not tried, so the values have little variance. A pass ends where the next choice would be a secret again, at a leaf
(leaves.pxd).

Nodes are closed: the other seat may choose by its own hand, but not by that of the root's seat. So it learns in worlds
that fit its own view: from the world of the iteration another one is drawn that it cannot tell from that one. In that
world the root's seat learns, too, what it would do with the cards that it has there: nodes of hands that it may have
for all that the other seat knows.

Where the other seat has already chosen, unseen, its choice is taken back and made anew by what it has learnt, as far as
it looks the same to the root's seat.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.dispatch cimport infoset, observed_move
from dohyo.cext.ops cimport MAX_MOVES, NO_CHOICE, Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.search.core.entries cimport MoveEntry, obtain
from dohyo.search.ismcts.leaves cimport finish
from dohyo.search.ismcts.trees cimport LEVELS, Iteration, Root, Trees, joined
from dohyo.search.simultaneous.regret_matching cimport current, drawn, learn


cdef inline uint32_t root_node(Root *root, move_t *moves, MoveEntry **entries, float *chances) noexcept nogil:
    """As `node`, at the root: only the moves that may be chosen there, and what was counted there."""
    memcpy(moves, root.move, root.count * sizeof(move_t))
    memcpy(entries, root.entry, root.count * sizeof(entries[0]))
    current(entries, root.count, chances)
    return root.count


cdef inline uint32_t node(Trees *trees, Iteration *iteration, const void *state, uint32_t seat, move_t *moves,
                          MoveEntry **entries, float *chances) noexcept nogil:
    """The moves of a seat, their entries and the chances to choose them now; returns how many."""
    cdef uint64_t key = infoset(trees.ops, state, seat, iteration.scratch)
    cdef uint32_t i, count
    if key == trees.root.key and seat == trees.root.seat:
        return root_node(&trees.root, moves, entries, chances)
    count = trees.ops.moves(state, seat, moves)
    for i in range(count):
        entries[i] = obtain(&trees.entries, joined(key, seat, moves[i]))
    current(entries, count, chances)
    return count


cdef inline bint next_round(const Ops *ops, const void *state, uint32_t mask) noexcept nogil:
    """Whether the next choice is hidden from the other seat."""
    cdef uint32_t seat = first_seat(mask)
    cdef move_t move
    cdef Rng rng
    if mask == 3:
        return True
    if ops.observed_move == NULL:
        return False
    # Any move will do: they are all secrets or none is.
    seed_rng(&rng, 0)
    move = ops.random_move(state, seat, &rng)
    return observed_move(ops, state, seat, move, 1 - seat) != move


cdef inline float worth(Trees *trees, Iteration *iteration, void *state, uint32_t seat) noexcept nogil:
    """The value of a leaf to a seat. The state is used up."""
    cdef float result[2]
    finish(trees.ops, &trees.settings.leaf, state, &iteration.rng, result)
    return result[seat]


cdef inline move_t reply(Trees *trees, Iteration *iteration, const void *state, uint32_t seat) noexcept nogil:
    """A move of the seat that does not learn."""
    cdef const Ops *ops = trees.ops
    cdef move_t moves[MAX_MOVES]
    cdef MoveEntry *entries[MAX_MOVES]
    cdef float chances[MAX_MOVES]
    cdef uint32_t i, left = 0, count = node(trees, iteration, state, seat, moves, entries, chances)
    trees.root.together = True
    if iteration.observed != NO_CHOICE:
        for i in range(count):
            if ops.observed_move(state, seat, moves[i], 1 - seat) == iteration.observed:
                moves[left] = moves[i]
                chances[left] = chances[i]
                left += 1
        count = left
        iteration.observed = NO_CHOICE
    return moves[drawn(chances, count, &iteration.rng)]


cdef inline void note(Root *root, const float *values, uint32_t plies) noexcept nogil:
    """What the moves of the root gave in one world."""
    cdef uint32_t i
    for i in range(root.count):
        root.entry[i].visits += 1
        root.entry[i].sum += values[i]
        root.entry[i].squares += values[i] * values[i]
        if plies > root.deepest[i]:
            root.deepest[i] = plies


cdef inline float traverse(Trees *trees, Iteration *iteration, uint32_t level, uint32_t seat) noexcept nogil:
    """The value to `seat`, which learns, of the state at a level. The state is used up.

    Level 0 is where the pass begins; if it is the root of the search, `iteration.own` is set.
    """
    cdef const Ops *ops = trees.ops
    cdef void *state = iteration.level[level]
    cdef void *after
    cdef move_t moves[MAX_MOVES]
    cdef MoveEntry *entries[MAX_MOVES]
    cdef float chances[MAX_MOVES]
    cdef float values[MAX_MOVES]
    cdef float value = 0
    cdef move_t other = NO_CHOICE
    cdef uint32_t count, i, mask = ops.to_move(state)
    cdef bint own = level == 0 and iteration.own, fresh = level == 0
    while True:
        if mask == 0 or (not fresh and next_round(ops, state, mask)) or level + 1 == LEVELS:
            return worth(trees, iteration, state, seat)
        if mask != 1u << (1 - seat):
            break
        # The other seat's choices up to the next one of the seat that learns.
        ops.play(state, 1 - seat, reply(trees, iteration, state, 1 - seat))
        mask = ops.to_move(state)
        fresh = False
    if mask == 3:
        other = reply(trees, iteration, state, 1 - seat)
    if own:
        count = root_node(&trees.root, moves, entries, chances)
    else:
        count = node(trees, iteration, state, seat, moves, entries, chances)
    after = iteration.level[level + 1]
    for i in range(count):
        memcpy(after, state, ops.size)
        if mask == 3 and seat == 1:
            ops.play(after, 0, other)
        ops.play(after, seat, moves[i])
        if mask == 3 and seat == 0:
            ops.play(after, 1, other)
        values[i] = traverse(trees, iteration, level + 1, seat)
        value += chances[i] * values[i]
    learn(entries, count, chances, values, iteration.weight)
    if own:
        note(&trees.root, values, 1 + (other != NO_CHOICE))
    return value
