"""Which move of a node to search first: the table's, then killers (Akl, Newborn 1977: moves that refuted a sibling),
then by the game's own order and the history (Schaeffer 1983: moves that refuted nodes anywhere)."""

from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport abs
from libc.string cimport memset

from dohyo.cext.dispatch cimport order
from dohyo.cext.ops cimport MAX_SEATS, Ops, move_t

cdef enum:
    # Plies of a line.
    MAX_PLY = 128
    # Entries of the history: moves beyond share them.
    HISTORY = 1024
    # Scores above all that `order` and the history say.
    FIRST = 1 << 30
    KILLER = 1 << 29
    # How far an entry of the history goes, up or down.
    HISTORY_MOST = 16384

# What refuted nodes before.
cdef struct Memory:
    uint32_t history_shift      # halvings of the history where it is added to the game's order
    move_t killers[MAX_PLY][2]
    int32_t history[MAX_SEATS][HISTORY]


cdef inline void forget(Memory *memory) noexcept nogil:
    """Begin a search."""
    memset(memory.killers, 0xff, sizeof(memory.killers))
    memset(memory.history, 0, sizeof(memory.history))


cdef inline void rank(const Ops *ops, const Memory *memory, const void *state, uint32_t ply, uint32_t seat,
                      move_t table_move, const move_t *moves, uint32_t count, int32_t *scores) noexcept nogil:
    """Score the moves: those known to be good first, then by the game's order and the history."""
    cdef uint32_t i
    order(ops, state, seat, moves, count, scores)
    for i in range(count):
        if moves[i] == table_move:
            scores[i] = FIRST
        elif moves[i] == memory.killers[ply][0]:
            scores[i] = KILLER + 1
        elif moves[i] == memory.killers[ply][1]:
            scores[i] = KILLER
        else:
            scores[i] += memory.history[seat][moves[i] % HISTORY] >> memory.history_shift


cdef inline void pick(move_t *moves, int32_t *scores, uint32_t first, uint32_t count) noexcept nogil:
    """Bring the best move from `first` on to that place; of equals the earlier one."""
    cdef uint32_t i, best = first
    for i in range(first + 1, count):
        if scores[i] > scores[best]:
            best = i
    moves[first], moves[best] = moves[best], moves[first]
    scores[first], scores[best] = scores[best], scores[first]


cdef inline void remember(int32_t *entry, int32_t bonus) noexcept nogil:
    """Move a history entry towards +-HISTORY_MOST, the slower the nearer it is."""
    entry[0] += bonus - entry[0] * abs(bonus) // HISTORY_MOST


cdef inline void reward(Memory *memory, uint32_t ply, uint32_t seat, const move_t *moves, uint32_t cut,
                        int32_t depth) noexcept nogil:
    """moves[cut] refuted the node, and the moves before it did not."""
    cdef uint32_t i
    cdef int32_t bonus = min(depth * depth, HISTORY_MOST // 4)
    if memory.killers[ply][0] != moves[cut]:
        memory.killers[ply][1] = memory.killers[ply][0]
        memory.killers[ply][0] = moves[cut]
    remember(&memory.history[seat][moves[cut] % HISTORY], bonus)
    for i in range(cut):
        remember(&memory.history[seat][moves[i] % HISTORY], -bonus)
