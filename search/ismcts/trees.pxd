"""Trees of information sets: `mcts` where a seat does not know everything.

Every iteration imagines a world: what the root's seat does not know is drawn at random (Cowling, Powley and Whitehouse
2012). Each seat has a tree of its own, whose nodes are what that seat knows, so that nobody chooses by what it cannot
see; an iteration descends all trees at once. A node has no memory of its own. It is a key, and the statistics of its
moves lie in one table under the key mixed with the move (entries.pxd).

Each thread of a search has trees, a table and worlds of its own, and what they say of the root moves is added up (root
parallelization: Chaslot, Winands and van den Herik 2008). Every iteration writes to each move of the nodes near the
root, so threads would wait for each other's writes most of the time if they shared them.

A key is one of two things. Open nodes: all moves so far as the seat saw them, but not what turned up by chance, so
that the statistics of a move are means over what may turn up. Closed nodes: everything that the seat knows.

Which moves are legal differs between worlds, so a move is compared with others by how often it could have been chosen,
not by the visits of the node. The worlds of a search are numbered: try number n of each root move meets world n.

The other seat must not choose by what only the root's seat knows, as it would if its statistics came from worlds that
fit the hand of the root's seat (Goodman 2019). So one seat learns from an iteration. Iterations for the other seat
begin as all do; at a node of that seat they go on in another world, one that the seat cannot tell from the one
imagined, and only its choices from there on are counted. In iterations for the root's seat the other one chooses what
it has found to be good.
"""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext.ops cimport MAX_MOVES, MAX_SEATS, Ops, move_t
from dohyo.cext.rng cimport Rng, mix
from dohyo.search.core.entries cimport Entries, MoveEntry
from dohyo.search.ismcts.leaves cimport Leaf

cdef enum:
    MAX_PATH = 512
    # States that a worker holds in addition to the current one.
    LEVELS = 12

cdef struct InfosetSettings:
    float exploration       # weight of the exploration term
    uint32_t widen          # moves of a node that are looked at at first, the best by `order`; 0 for all
    uint32_t growth         # so many more each time that the visits of the node double
    uint32_t opponent_sampling  # thousandths of the iterations that are for the other seat to learn from
    bint closed             # nodes are all that a seat knows
    bint regret             # where seats choose at once they do so by regret matching
    Leaf leaf

cdef struct Root:
    const void *view
    uint32_t seat
    uint64_t key            # of its closed node
    uint32_t count          # moves, the best by `order` first
    move_t move[512]
    MoveEntry *entry[512]       # of each move, in `counts`
    MoveEntry counts[512]
    uint32_t tries[512]     # iterations that began with the move, whoever learnt from them
    uint32_t deepest[512]   # plies of the longest descent through the move
    bint together           # by regret: the other seat chooses in the same round

cdef struct Trees:
    const Ops *ops
    InfosetSettings settings
    Root root
    Entries entries
    uint64_t seed           # of the worlds
    uint32_t most_depth     # where to end
    bint done               # the depth was reached
    uint64_t iterations

# One choice of an iteration, and whose it was.
cdef struct CountedChoice:
    MoveEntry *entry
    uint32_t seat

# One iteration.
cdef struct Iteration:
    void *state
    void *scratch
    void *level[12]         # LEVELS states for regret matching
    Rng rng
    # By UCB1:
    uint64_t key[2]         # of the node of each seat, where nodes are open
    uint32_t traverser      # the seat whose choices are counted; NOBODY for all
    bint may_switch         # the iteration is to train the other seat, and is still in the world of the root's seat
    uint32_t plies
    uint32_t steps
    CountedChoice path[512]
    # By regret:
    bint own                # the pass begins at the root of the search
    move_t observed         # what the root's seat has seen of the other's choice, which comes next; else NO_CHOICE
    float weight            # of this iteration's choices in the averages


cdef inline uint64_t joined(uint64_t key, uint32_t seat, move_t move) noexcept nogil:
    """The key of a move at a node, or of a node after a move."""
    return mix(key + (<uint64_t> move << 1 | seat) * <uint64_t> 0x9e3779b97f4a7c15)


cdef inline uint64_t first_key(uint32_t seat) noexcept nogil:
    """The key of each seat's open node at the root."""
    return mix(<uint64_t> 0x6a09e667f3bcc909 + seat)
