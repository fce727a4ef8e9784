"""What a simulation leaves in the tree: on the path that it took, from its end to the root."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from dohyo.search.core.budget cimport store_flag
from dohyo.search.mcts.blocks cimport Arrays, Block, PathStep, Tree, arrays_of, decode, encode

# A node with so many times RaveEquivalence visits no longer collects shared statistics.
cdef enum:
    RAVE_STOP_FACTOR = 64


cdef inline void prove(Tree *tree, const PathStep *path, uint32_t depth, const float *result) noexcept nogil:
    """The state behind the last step has this exact result: note it, and at every ancestor that follows from it
    (MCTS-Solver, Winands, Björnsson and Saito 2008)."""
    cdef uint8_t proof = encode(result)
    cdef int32_t d = <int32_t> depth - 1
    cdef Block *block
    cdef Arrays a
    cdef uint32_t i
    while d >= 0:
        block = path[d].block
        a = arrays_of(tree, block)
        if a.proof[path[d].place] == 0:
            a.proof[path[d].place] = proof
            block.proved += 1
        if decode(proof, block.seat) < 1:
            # No win: the node is proved only when all its moves are.
            for i in range(block.count):
                if a.proof[i] == 0:
                    return
                if decode(a.proof[i], block.seat) > decode(proof, block.seat):
                    proof = a.proof[i]
        d -= 1
    store_flag(&tree.done, 1)


cdef inline void back_up(Tree *tree, const PathStep *path, uint32_t depth, const float *result,
                         const uint8_t *owner) noexcept nogil:
    """Add a result to every step of the path, and to the actions that the same seat took later on."""
    cdef uint32_t d, i, same
    cdef uint32_t rave_stop = <uint32_t> (RAVE_STOP_FACTOR * tree.settings.rave_equivalence)
    cdef float share
    cdef Block *block
    cdef Arrays a
    for d in range(depth):
        block = path[d].block
        a = arrays_of(tree, block)
        share = result[block.seat]
        a.wins[path[d].place] += share
        if tree.settings.rave and block.visits < rave_stop:
            for i in range(block.count):
                same = owner[a.move[i]] == block.seat
                a.shared_visits[i] += <float> <int32_t> same
                a.shared_wins[i] += share * <float> <int32_t> same


cdef inline void back_up_best(Tree *tree, const PathStep *path, uint32_t depth, const float *leaf) noexcept nogil:
    """Set what stands behind each step of the path to the best that its block offers; `leaf` is the value of the
    state behind the last, NULL to leave that as it is. For two seats that share 1."""
    cdef uint32_t d = depth - 1, i, seat = path[d].block.seat
    cdef float best
    cdef Arrays a = arrays_of(tree, path[d].block)
    if leaf != NULL:
        a.backed_up[path[d].place] = leaf[seat]
    while d > 0:
        best = 0
        for i in range(path[d].block.count):
            best = a.backed_up[i] if a.backed_up[i] > best else best
        d -= 1
        a = arrays_of(tree, path[d].block)
        a.backed_up[path[d].place] = best if path[d].block.seat == seat else 1 - best
        seat = path[d].block.seat
