"""The tree of `mcts`: blocks of siblings in one arena, written by several threads without locks.

A block holds one expanded node: a header and, side by side, the statistics of all its moves as arrays, so that
choosing among hundreds of moves is a few vector instructions for each. A node that was never expanded has no block,
only its place in the arrays of its parent. Blocks are found by their offset in the arena, in units of 8 bytes; 0 is
no block. A block is always allocated after its parent, so offsets grow along every line.

Threads share the tree (Enzenberger and Müller 2009): counts may lose an update now and then, which does no harm; a
block is written whole before its offset is published. A visit is counted on the way down and its result on the way
up, so a move being tried by one thread looks worse to the others (a virtual loss).
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from dohyo.cext.ops cimport Ops, move_t

cdef enum:
    # A child of which a thread is just making the block.
    BUSY = 1
    # Offset of the first block.
    FIRST = 2
    MAX_PATH = 1024

cdef struct Block:
    uint64_t key            # hash of the state
    uint32_t count          # moves
    uint32_t seat           # the seat that chooses here
    uint32_t visits         # of all moves together
    uint32_t proved         # moves with a proof
    uint32_t moved_to       # used while compacting
    uint32_t unused

# Arrays behind the header, each of `count` rounded up to 8 entries:
#   double   wins      sum of results, for the seat that chooses
#   uint32_t visits
#   uint32_t child     offset of the block, 0 or BUSY
#   move_t   move
#   uint8_t  proof     0, or 1 + code of the exact result (see `encode`)
#   float    shared_visits, shared_wins    only with TreeSettings.shared: the prior, and results of the action elsewhere
#   float    backed_up          only with TreeSettings.minimax: the evaluation behind the move, backed up by minimax
cdef struct Arrays:
    double *wins
    uint32_t *visits
    uint32_t *child
    move_t *move
    uint8_t *proof
    float *shared_visits
    float *shared_wins
    float *backed_up

# One move of the path of a simulation.
cdef struct PathStep:
    Block *block
    uint32_t place

cdef struct TreeSettings:
    float exploration       # weight of the exploration term
    float first_play        # value of a move never tried; above 1 each is tried once first
    float minimax           # the part of a move's value that is its evaluation backed up by minimax
    bint shared             # blocks have the arrays of shared statistics
    bint rave               # results count for the same actions taken later, too
    float rave_equivalence  # visits of a move at which its own and the shared statistics weigh alike
    float prior_visits      # visits that the prior of a move counts as among shared statistics; 0: no priors
    float evaluation        # the part of a leaf's value that `evaluate` gives; the rest is a random game's
    uint32_t expand_at      # visits that a move must have before it gets a block
    bint solver             # prove results

cdef struct Tree:
    const Ops *ops
    const void *root_state
    char *arena
    uint64_t capacity       # of the arena, in units
    uint32_t root           # offset of the root's block
    uint32_t most_depth     # where to end
    TreeSettings settings
    # What threads write must not share a cache line with what they all read.
    char apart[64]
    uint64_t used           # units: whole blocks from FIRST on
    int32_t full            # a block found no room
    int32_t done            # the root is proved, or the depth reached
    uint32_t deepest        # plies of the longest descent
    char apart_again[64]


cdef inline uint64_t padded(uint64_t count) noexcept nogil:
    return (count + 7) & ~<uint64_t> 7


cdef inline uint64_t block_units(const TreeSettings *settings, uint64_t count) noexcept nogil:
    """Units of a block with so many moves."""
    cdef uint64_t each = 21 + (8 if settings.shared else 0) + (4 if settings.minimax > 0 else 0)
    return (sizeof(Block) + padded(count) * each) // 8


cdef inline Block *block_at(const Tree *tree, uint32_t offset) noexcept nogil:
    return <Block *> (tree.arena + 8 * <uint64_t> offset)


cdef inline Arrays arrays_of(const Tree *tree, Block *block) noexcept nogil:
    cdef Arrays a
    cdef uint64_t n = padded(block.count)
    a.wins = <double *> (<char *> block + sizeof(Block))
    a.visits = <uint32_t *> (a.wins + n)
    a.child = a.visits + n
    a.move = a.child + n
    cdef float *rest = <float *> (a.move + n)
    a.shared_visits = rest
    a.shared_wins = rest + n
    rest += 2 * n if tree.settings.shared else 0
    a.backed_up = rest
    rest += n if tree.settings.minimax > 0 else 0
    a.proof = <uint8_t *> rest
    return a


cdef inline uint8_t encode(const float *result) noexcept nogil:
    """The proof of an exact result of up to two seats, each 0, 1/2 or 1."""
    return <uint8_t> (1 + <int> (2 * result[0]) + 3 * <int> (2 * result[1]))


cdef inline float decode(uint8_t proof, uint32_t seat) noexcept nogil:
    """What a proved result is worth to a seat."""
    return 0.5 * (((proof - 1) // 3) if seat else ((proof - 1) % 3))
