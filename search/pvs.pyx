"""Principal variation search over the ops table: the core of `alphabeta`, without the GIL.

Values are those of `evaluate` (ops.pxd) for the seat to move at a node, and change their sign only where the seat
changes. The search is fail-soft. A value of +-WIN or beyond is a proof; a subtree that never met the horizon is
complete, whatever its depth.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memmove, memset

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.ops cimport MAX_MOVES, MAX_SEATS, WIN, Ops, first_seat, move_t
from dohyo.search.budget cimport Budget, Meter, out_of_time
from dohyo.search.clock cimport thread_cpu_ns
from dohyo.search.ttable cimport (
    COMPLETE, EXACT, LAST_AGE, LOWER, NO_MOVE, UPPER, WAYS, Entry, Table,
    bound_of, depth_of, find, is_alive, next_age, store, value_of,
)

cdef enum:
    MAX_PLY = 128
    INFINITE = 2 * WIN
    # Nodes between two looks at the clock: a power of two.
    POLL = 256
    # At less depth a look into the table costs more than it saves.
    TABLE_DEPTH = 2
    # Entries of the history, and how far one goes: moves beyond share entries.
    HISTORY = 1024
    HISTORY_MOST = 16384
    # What comes first: the move of the table, then the killers, above all that `order` and the history say.
    FIRST = 1 << 30
    KILLER = 1 << 29
    # A late move is reduced only where so much depth is left.
    REDUCE_DEPTH = 3
    RATE_NODES = 1000000

cdef struct Root:
    move_t move
    int32_t value
    uint32_t depth              # of the iteration that gave the value, 0 before the first
    uint32_t length
    bint final                  # no deeper search can change the value
    move_t line[MAX_PLY]

cdef struct Search:
    const Ops *ops
    Budget *budget
    Table table
    char *states                # MAX_PLY + 1 of them, the root's first
    uint32_t seat               # to move at the root
    int32_t limit               # values are clipped to +-limit: WIN where all wins count alike
    uint32_t frontier           # moves tried at the last ply, 0 for all
    uint32_t late               # moves searched to full depth before the rest is reduced, 0 for all
    bint aborted
    uint32_t seldepth
    uint64_t horizon            # leaves valued by estimate, moves left out
    uint32_t count              # of roots
    Root roots[MAX_MOVES]
    uint32_t lengths[MAX_PLY + 1]
    move_t lines[MAX_PLY + 1][MAX_PLY]
    move_t killers[MAX_PLY][2]
    int32_t history[MAX_SEATS][HISTORY]


cdef inline char *state_at(Search *s, uint32_t ply) noexcept nogil:
    return s.states + <size_t> ply * s.ops.size


cdef inline int32_t clipped(const Search *s, int32_t value) noexcept nogil:
    return max(-s.limit, min(s.limit, value))


cdef inline bint advance(Search *s, uint32_t ply, uint32_t seat, move_t move) noexcept nogil:
    """Visit a node: play from `ply` into the state behind it. False when the budget is spent."""
    cdef Budget *budget = s.budget
    if budget.nodes >= budget.most_nodes or (budget.nodes % POLL == 0 and out_of_time(budget)):
        s.aborted = True
        return False
    budget.nodes += 1
    memcpy(state_at(s, ply + 1), state_at(s, ply), s.ops.size)
    s.ops.play(state_at(s, ply + 1), seat, move)
    return True


cdef int32_t value_at(Search *s, uint32_t ply, uint32_t seat, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """The value to `seat`, whoever is to move there."""
    cdef const Ops *ops = s.ops
    cdef const char *state = state_at(s, ply)
    cdef uint32_t mask = ops.to_move(state)
    s.lengths[ply] = 0
    if mask == 0:
        return clipped(s, ops.evaluate(state, seat))
    if depth <= 0 or ply == MAX_PLY:
        s.horizon += 1
        s.seldepth = max(s.seldepth, ply)
        return ops.evaluate(state, seat)
    if first_seat(mask) == seat:
        return search(s, ply, seat, depth, alpha, beta)
    return -search(s, ply, first_seat(mask), depth, -beta, -alpha)


cdef int32_t search(Search *s, uint32_t ply, uint32_t seat, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """The value of the node at `ply` to the seat to move there: exact inside the window, else a bound. 0 if aborted."""
    cdef const Ops *ops = s.ops
    cdef const char *state = state_at(s, ply)
    cdef move_t moves[MAX_MOVES]
    cdef int32_t scores[MAX_MOVES]
    cdef move_t move, best_move = NO_MOVE, table_move = NO_MOVE
    cdef uint32_t i, count, symmetry = 0
    cdef uint64_t key = 0, horizon = s.horizon
    cdef int32_t value, low, high, best = -INFINITE, floor = alpha, less
    cdef bint principal = beta - alpha > 1
    cdef Entry *entry = NULL

    # 1. What is still open bounds the result, and may settle it.
    if ops.margins != NULL:
        ops.margins(state, seat, &low, &high)
        low = clipped(s, low)
        high = clipped(s, high)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)

    # 2. The table may know the answer, or at least a good move. Principal nodes go on for the sake of the line.
    if depth >= TABLE_DEPTH:
        key = ops.hash(state) if ops.canonical == NULL else ops.canonical(state, &symmetry)
        entry = find(&s.table, key)
    if entry != NULL:
        if not principal and answers(entry, depth, alpha, beta):
            s.horizon += depth_of(entry) != COMPLETE
            return value_of(entry)
        table_move = entry.move
        if table_move != NO_MOVE and ops.canonical != NULL:
            table_move = ops.reflect(state, table_move, symmetry, True)

    # 3. List the moves and guess how good they are.
    count = ops.moves(state, seat, moves)
    rank(s, ply, seat, table_move, moves, count, scores)

    for i in range(count):
        # 4. At the last ply only the most promising moves are tried, unless they are all proven losses.
        if depth == 1 and i == s.frontier and i > 0 and best > -WIN:
            s.horizon += 1
            break
        pick(moves, scores, i, count)
        move = moves[i]
        if not advance(s, ply, seat, move):
            return 0

        # 5. The first move gets the whole window; the others must show that they beat it, late ones at less depth.
        if i == 0:
            value = value_at(s, ply + 1, seat, depth - 1, alpha, beta)
        else:
            less = 1 if s.late and i >= s.late and depth >= REDUCE_DEPTH and scores[i] < KILLER else 0
            value = value_at(s, ply + 1, seat, depth - 1 - less, alpha, alpha + 1)
            if value > alpha and less and not s.aborted:
                value = value_at(s, ply + 1, seat, depth - 1, alpha, alpha + 1)
            if alpha < value < beta and not s.aborted:
                value = value_at(s, ply + 1, seat, depth - 1, alpha, beta)
        if s.aborted:
            return 0

        # 6. Keep the best move, and its line where it is the principal one.
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if principal:
                    extend_line(s, ply, move)
            # 7. A move too good to be allowed ends the node and is remembered.
            if value >= beta:
                if depth >= TABLE_DEPTH:
                    reward(s, ply, seat, moves, i, depth)
                break

    # 8. Store what was found.
    if depth >= TABLE_DEPTH:
        move = best_move if ops.canonical == NULL else ops.reflect(state, best_move, symmetry, False)
        store(&s.table, key, move, best, COMPLETE if s.horizon == horizon else depth,
              LOWER if best >= beta else EXACT if best > floor else UPPER)
    return best
