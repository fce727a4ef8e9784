"""Choosing among the moves of a block: which to try next, and which to play."""

from libc.math cimport sqrtf
from libc.stdint cimport int32_t, uint32_t

from dohyo.cext.ops cimport MAX_MOVES
from dohyo.cext.rng cimport Rng, below
from dohyo.search.core.logarithm cimport ln
from dohyo.search.mcts.blocks cimport Arrays, Block, Tree, TreeSettings, arrays_of, decode

# The score of a proved loss, below all others.
cdef enum:
    LOST = -1000000


cdef inline void score_plain(const TreeSettings *settings, uint32_t count, uint32_t total, const double *wins,
                             const uint32_t *visits, float *score) noexcept nogil:
    """UCB1 (Kocsis and Szepesvári 2006)."""
    cdef float explore = settings.exploration * sqrtf(ln(total + 1)) / (1 - settings.minimax)
    cdef float first_play = settings.first_play
    cdef float inverse
    cdef uint32_t i
    for i in range(count):
        inverse = 1 / <float> <int32_t> visits[i]
        score[i] = <float> wins[i] * inverse + explore * sqrtf(inverse)
        score[i] = score[i] if visits[i] else first_play


cdef inline void score_shared(const TreeSettings *settings, uint32_t count, uint32_t total, const double *wins,
                              const uint32_t *visits, const float *shared_visits, const float *shared_wins,
                              float *score) noexcept nogil:
    """UCB1 over a mean of the move's own results and the shared ones (Gelly and Silver 2011): the weight of the latter
    is shared / (shared + own + shared * own / equivalence)."""
    cdef float explore = settings.exploration * sqrtf(ln(total + 1)) / (1 - settings.minimax)
    cdef float inverse = 1 / settings.rave_equivalence
    cdef float first_play = settings.first_play
    cdef float own, shared, beta, mean, action
    cdef uint32_t i
    for i in range(count):
        own = <float> <int32_t> visits[i]
        shared = shared_visits[i]
        mean = (<float> wins[i] + first_play * <float> 0.001) / (own + <float> 0.001)
        action = (shared_wins[i] + first_play * <float> 0.001) / (shared + <float> 0.001)
        beta = shared / (shared + own + shared * own * inverse + <float> 0.001)
        score[i] = mean + beta * (action - mean) + explore * sqrtf(1 / (own + 1))


cdef inline void blend(float part, uint32_t count, const float *backed_up, float *score) noexcept nogil:
    """Mix the evaluations backed up by minimax into the scores (Lanctot, Winands, Pepels and Sturtevant 2014)."""
    cdef uint32_t i
    for i in range(count):
        score[i] += part * (backed_up[i] - score[i])


cdef inline uint32_t choose(Tree *tree, Block *block, const Arrays *a, Rng *rng) noexcept nogil:
    """The place of the move to try next; of equals, one at random."""
    cdef float score[MAX_MOVES]
    cdef float best = -2e30
    cdef uint32_t count = block.count, i, found = 0, start
    if tree.settings.shared:
        score_shared(&tree.settings, count, block.visits, a.wins, a.visits, a.shared_visits, a.shared_wins, score)
    else:
        score_plain(&tree.settings, count, block.visits, a.wins, a.visits, score)
    if tree.settings.minimax > 0:
        blend(tree.settings.minimax, count, a.backed_up, score)
    if block.proved:
        for i in range(count):
            if a.proof[i]:
                # A proved loss is never tried again; a proved draw is worth what it is, no more.
                score[i] = decode(a.proof[i], block.seat)
                score[i] = LOST if score[i] == 0 else score[i]
    start = below(rng, count)
    for i in range(start, count):
        if score[i] > best:
            best = score[i]
            found = i
    for i in range(start):
        if score[i] > best:
            best = score[i]
            found = i
    return found


cdef inline double rank_of(const Block *block, const Arrays *a, uint32_t i) noexcept nogil:
    """What moves are ordered by, larger first: visits, with proved results out of their range; ties by value."""
    cdef double visits = a.visits[i]
    cdef double value = a.wins[i] / visits if visits > 0 else 0
    cdef float proved
    if a.proof[i]:
        proved = decode(a.proof[i], block.seat)
        if proved == 1:
            return 1e18
        if proved == 0:
            return 1e-9 * visits
    return 1 + visits + 0.5 * value


cdef inline uint32_t best_child(const Tree *tree, Block *block) noexcept nogil:
    """The place of the move to play: proved wins first, then by visits; a proved loss last."""
    cdef Arrays a = arrays_of(tree, block)
    cdef double rank, best = -1
    cdef uint32_t i, found = 0
    for i in range(block.count):
        rank = rank_of(block, &a, i)
        if rank > best:
            best = rank
            found = i
    return found
