"""Choosing at an information set: which of its moves are looked at, and which of these to try next."""

from libc.math cimport sqrtf
from libc.stdint cimport int32_t, uint32_t, uint64_t

from dohyo.cext.ops cimport MAX_MOVES, Ops, move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.search.core.entries cimport Entries, MoveEntry, find, obtain
from dohyo.search.core.logarithm cimport ln
from dohyo.search.ismcts.trees cimport InfosetSettings, joined

cdef enum:
    # The move under whose key a node counts its own visits: no game has it.
    NODE = 0x7fffffff


cdef inline uint32_t doublings(uint32_t visits) noexcept nogil:
    """How often a count has doubled since the first."""
    cdef uint32_t times = 0
    while visits > 1:
        visits >>= 1
        times += 1
    return times


cdef inline uint32_t most_looked_at(const InfosetSettings *settings, uint32_t count, uint32_t visits) noexcept nogil:
    """How many of the moves a node considers after so many visits (progressive unpruning: Chaslot et al. 2008)."""
    cdef uint32_t wanted = settings.widen + settings.growth * doublings(visits + 1)
    return count if settings.widen == 0 or wanted > count else wanted


cdef inline void best_first(const int32_t *scores, move_t *moves, uint32_t count, uint32_t kept) noexcept nogil:
    """Move the best `kept` moves to the front, the best first; equal ones stay in order. The others are lost."""
    cdef int32_t best[512]
    cdef uint32_t i, at, filled = 0
    cdef move_t move
    for i in range(count):
        if filled == kept and scores[i] <= best[kept - 1]:
            continue
        move = moves[i]
        at = filled if filled < kept else kept - 1
        while at and best[at - 1] < scores[i]:
            best[at] = best[at - 1]
            moves[at] = moves[at - 1]
            at -= 1
        best[at] = scores[i]
        moves[at] = move
        filled += filled < kept


cdef inline uint32_t prune(const Ops *ops, const InfosetSettings *settings, Entries *entries, uint64_t key,
                           const void *state, uint32_t seat, move_t *moves, uint32_t count) noexcept nogil:
    """Visit a node and put the moves that it looks at to the front, the best by `order` first; return how many."""
    cdef int32_t scores[MAX_MOVES]
    cdef uint32_t kept = count
    cdef MoveEntry *node
    if ops.order == NULL:
        return count
    if settings.widen and settings.widen < count:
        node = obtain(entries, joined(key, seat, NODE))
        kept = most_looked_at(settings, count, node.visits if node != NULL else 0)
        if node != NULL:
            node.visits += 1
    ops.order(state, seat, moves, count, scores)
    best_first(scores, moves, count, kept)
    return kept


cdef inline uint32_t untried(const Ops *ops, const void *state, uint32_t seat, const move_t *moves, MoveEntry **entries,
                             uint32_t count, Rng *rng) noexcept nogil:
    """The place of the move to try first of those never tried, or `count` if there is none: the first by `order`;
    without that, one of `policy_move`, or a random one."""
    cdef uint32_t i, found = count, ties = 0
    cdef move_t liked
    for i in range(count):
        if entries[i] == NULL or entries[i].visits == 0:
            if ops.order != NULL:
                return i
            ties += 1
            if below(rng, ties) == 0:
                found = i
    if ties and ops.policy_move != NULL:
        liked = ops.policy_move(state, seat, rng)
        for i in range(count):
            if moves[i] == liked and (entries[i] == NULL or entries[i].visits == 0):
                return i
    return found


cdef inline uint32_t most_promising(const InfosetSettings *settings, MoveEntry **entries,
                                    uint32_t count) noexcept nogil:
    """The place of the move to try next of those tried before: UCB1 with the times that the move could have been chosen
    (Cowling, Powley and Whitehouse 2012)."""
    cdef float score, visits, best = -1
    cdef uint32_t i, found = 0
    for i in range(count):
        visits = <float> <int32_t> entries[i].visits
        score = (<float> entries[i].sum / visits
                 + settings.exploration * sqrtf(ln(entries[i].available + 1) / visits))
        if score > best:
            best = score
            found = i
    return found


cdef inline uint32_t best_known(const InfosetSettings *settings, MoveEntry **entries, uint32_t count) noexcept nogil:
    """The place of the move that is surely good: the highest lower bound of its value; `count` if none was tried."""
    cdef float score, visits, best = -1e9
    cdef uint32_t i, found = count
    for i in range(count):
        if entries[i] != NULL and entries[i].visits:
            visits = <float> <int32_t> entries[i].visits
            score = (<float> entries[i].sum - settings.exploration * sqrtf(visits)) / visits
            if score > best:
                best = score
                found = i
    return found


cdef inline void look_up(Entries *entries, uint64_t key, uint32_t seat, const move_t *moves, uint32_t count,
                         MoveEntry **found) noexcept nogil:
    """The entries of moves at a node, NULL for those without."""
    cdef uint32_t i
    for i in range(count):
        found[i] = find(entries, joined(key, seat, moves[i]))
