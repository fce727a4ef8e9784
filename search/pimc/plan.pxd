"""What a search over sampled worlds keeps: a plan that its threads share, and the memory of each thread.

Values inside a world are whole numbers from -SURE, a certain loss of the root's seat, to SURE, a certain win: so they
can be cut by windows, and means over worlds are means of expected results. `side` is 0 for the root's seat and all who
share its result, 1 for its opponent.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from dohyo.cext.ops cimport MAX_MOVES, Ops, move_t
from dohyo.search.core.budget cimport Budget
from dohyo.search.core.ordering cimport MAX_PLY, Memory
from dohyo.search.core.ttable cimport Table
from dohyo.search.simultaneous.bayesian_game cimport BayesianGame

cdef enum:
    SURE = 1000000
    # Entries of the table of decisions: a power of two.
    DECISIONS = 1 << 14
    # Moves of a line that are kept.
    LINE = 32
    # States that a step needs beyond the ply it starts from.
    SPARE = 4
    # Worlds of one search.
    MOST_WORLDS = 4096

# How worlds are searched: see the parameters of `alphabeta`.
cdef struct PimcSettings:
    uint32_t candidates
    uint32_t beam_width
    uint32_t epimc_depth
    uint32_t redraws
    uint32_t leaf_playouts
    uint32_t leaf_plies

# A decision made from what a seat knows, for all worlds that it cannot tell apart.
cdef struct Decision:
    uint64_t key
    move_t move

cdef struct Candidate:
    move_t move
    bint dropped            # not searched: it fell too far behind, or promised too little
    uint32_t counted        # worlds in which it was searched as deep and as well as the plan says now
    uint32_t depth          # of the last complete iteration, 0 before the first
    uint32_t worlds         # that it was searched in
    double mean             # in [0, 1]
    double error            # standard error of the mean over the worlds
    double share            # its part of a mixed strategy, 0 where there is none
    uint32_t length
    move_t line[LINE]       # what follows it in the first world

cdef struct Plan:
    const Ops *ops
    Budget *budget
    PimcSettings settings
    uint32_t seat           # the root's
    bint cooperative        # all seats share one result
    bint at_once            # both seats choose at the root
    bint taken_back         # one of them has chosen, unseen: its choice is taken back
    bint known              # there is one world: nothing is hidden
    uint64_t seed
    char *view
    uint32_t total          # moves to choose from
    uint32_t count          # of candidates among them, which come first
    Candidate candidates[MAX_MOVES]
    # The iteration.
    int32_t depth
    uint32_t worlds         # it ends with so many
    uint64_t next           # the world to be searched next
    bint rated              # one iteration with the same depth and settings is complete
    uint64_t horizon        # where it stopped short of the end of the game, or left moves out
    uint64_t sampled        # decisions that few redrawn worlds settled
    float *values           # [world][candidate], in [0, 1]
    uint64_t *keys          # of each world
    uint8_t *done           # whether each world was searched
    BayesianGame *root_game  # where both choose at the root

cdef struct SearchThread:
    Plan *plan
    char *states            # MAX_PLY of them and some spare ones, the root's first
    Table table
    Decision *decisions
    uint64_t stream         # of the random numbers of leaves
    uint64_t left           # nodes that may be visited before the budget is asked again
    uint64_t unreported     # nodes visited that the budget does not know of
    bint aborted
    uint32_t seldepth
    uint64_t horizon
    uint64_t sampled
    Memory memory
    uint32_t lengths[MAX_PLY + SPARE]
    move_t lines[MAX_PLY + SPARE][LINE]


cdef inline char *state_at(SearchThread *thread, uint32_t ply) noexcept nogil:
    return thread.states + <size_t> ply * thread.plan.ops.size
