"""Principal variation search over the ops table: the core of `alphabeta`, without the GIL.

Values are those of `evaluate` (ops.pxd) for the seat to move at a node, and change their sign only where the seat
changes. The search is fail-soft. A value of +-WIN or beyond is a proof; a subtree that never met the horizon is
complete, whatever its depth.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport abs, calloc, free, malloc
from libc.string cimport memcpy, memmove

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.dispatch cimport canonical, minimax_bounds, reflect
from dohyo.cext.ops cimport MAX_MOVES, WIN, Ops, first_seat, move_t
from dohyo.search.core.budget cimport Budget, Meter, out_of_time
from dohyo.search.core.ordering cimport KILLER, MAX_PLY, forget, pick, rank, reward
from dohyo.search.core.ttable cimport (
    EXACT, LAST_AGE, LOWER, NO_MOVE, UPPER, WAYS, TableEntry, Table,
    bound_of, depth_of, find, is_complete, next_age, store, value_of,
)

cdef enum:
    INFINITE = 2 * WIN
    # Nodes between two looks at the clock: a power of two.
    POLL = 256
    # At less depth a look into the table costs more than it saves.
    TABLE_DEPTH = 2
    # A late move is reduced only where at least this depth is left.
    REDUCE_DEPTH = 3
    # Answers of the table.
    NOT = 0
    ESTIMATE = 1
    PROOF = 2


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


cdef inline int32_t answer(const TableEntry *entry, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """How an entry settles a node with this window: NOT, by an ESTIMATE, or by a PROOF, which counts at any depth."""
    cdef int32_t value = value_of(entry)
    cdef int32_t settled = ESTIMATE if depth_of(entry) >= depth else NOT
    if is_complete(entry):
        settled = PROOF
    if value >= beta and bound_of(entry) & LOWER:
        return PROOF if value >= WIN else settled
    if value <= alpha and bound_of(entry) & UPPER:
        return PROOF if value <= -WIN else settled
    return settled if bound_of(entry) == EXACT else NOT


cdef inline void extend_line(Search *s, uint32_t ply, move_t move) noexcept nogil:
    """Put a move before the line of the next ply."""
    cdef uint32_t length = min(s.lengths[ply + 1], MAX_PLY - 1)
    s.lines[ply][0] = move
    memcpy(&s.lines[ply][1], s.lines[ply + 1], length * sizeof(move_t))
    s.lengths[ply] = length + 1


cdef int32_t value_at(Search *s, uint32_t ply, uint32_t seat, int32_t depth, int32_t alpha,
                      int32_t beta) noexcept nogil:
    """The value of the node at `ply` to `seat`, whoever is to move there: exact inside the window, else a bound."""
    cdef const Ops *ops = s.ops
    cdef const char *state = state_at(s, ply)
    cdef uint32_t mover, mask = ops.to_move(state)
    cdef int32_t value, low, high
    s.lengths[ply] = 0

    # 1. A finished game has its value; at the horizon the evaluation speaks.
    if mask == 0:
        return clipped(s, ops.evaluate(state, seat))
    if depth <= 0 or ply == MAX_PLY:
        s.horizon += 1
        s.seldepth = max(s.seldepth, ply)
        return ops.evaluate(state, seat)

    # 2. What can be forced bounds the value, and may settle it.
    minimax_bounds(ops, state, seat, &low, &high)
    low = clipped(s, low)
    high = clipped(s, high)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    mover = first_seat(mask)
    if mover == seat:
        value = search(s, ply, mover, depth, alpha, beta)
    else:
        value = -search(s, ply, mover, depth, -beta, -alpha)
    return max(low, min(high, value))


cdef int32_t search(Search *s, uint32_t ply, uint32_t seat, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """As `value_at`, for the seat to move, with depth left. 0 when the budget is spent."""
    cdef const Ops *ops = s.ops
    cdef const char *state = state_at(s, ply)
    cdef move_t moves[MAX_MOVES]
    cdef int32_t scores[MAX_MOVES]
    cdef move_t move, best_move = NO_MOVE, table_move = NO_MOVE
    cdef uint32_t i, count, symmetry = 0
    cdef uint64_t key = 0, horizon = s.horizon
    cdef int32_t value, less, settled, best = -INFINITE, floor = alpha
    cdef bint principal = beta - alpha > 1
    cdef TableEntry *entry = NULL

    # 3. The table may know the answer, or at least a good move. Principal nodes go on for the sake of the line.
    if depth >= TABLE_DEPTH:
        key = canonical(ops, state, &symmetry)
        entry = find(&s.table, key)
    if entry != NULL:
        settled = NOT if principal else answer(entry, depth, alpha, beta)
        if settled != NOT:
            s.horizon += settled == ESTIMATE
            return value_of(entry)
        table_move = entry.move
        if table_move != NO_MOVE:
            table_move = reflect(ops, state, table_move, symmetry, True)

    # 4. List the moves and guess how good they are.
    count = ops.moves(state, seat, moves)
    rank(ops, &s.memory, state, ply, seat, table_move, moves, count, scores)

    for i in range(count):
        # 5. At the last ply only the most promising moves are tried, unless they are all proven losses.
        if depth == 1 and i == s.last_ply_moves and i > 0 and best > -WIN:
            s.horizon += 1
            break
        pick(moves, scores, i, count)
        move = moves[i]
        if not advance(s, ply, seat, move):
            return 0

        # 6. The first move gets the whole window; the others must show that they beat it, late ones at less depth.
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

        # 7. Keep the best move, and its line where it is the principal one.
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if principal:
                    extend_line(s, ply, move)
            # 8. A move too good to be allowed ends the node and is remembered.
            if value >= beta:
                if depth >= TABLE_DEPTH:
                    reward(&s.memory, ply, seat, moves, i, depth)
                break

    # 9. Store what was found.
    if depth >= TABLE_DEPTH:
        move = reflect(ops, state, best_move, symmetry, False)
        store(&s.table, key, move, best, depth, LOWER if best >= beta else EXACT if best > floor else UPPER,
              s.horizon == horizon)
    return best


cdef void search_roots(Search *s, uint32_t first, int32_t depth) noexcept nogil:
    """Find the best of the roots from `first` on and bring it to that place; the others keep their order."""
    cdef uint32_t i
    cdef uint64_t horizon = s.horizon
    cdef int32_t value, alpha = -s.limit, best = -INFINITE
    cdef Root found
    for i in range(first, s.count):
        if not advance(s, 0, s.seat, s.roots[i].move):
            return
        if i == first:
            value = value_at(s, 1, s.seat, depth - 1, alpha, s.limit)
        else:
            value = value_at(s, 1, s.seat, depth - 1, alpha, alpha + 1)
            if alpha < value < s.limit and not s.aborted:
                value = value_at(s, 1, s.seat, depth - 1, alpha, s.limit)
        if s.aborted:
            return
        if value > best:
            best = value
            alpha = max(alpha, value)
            found.move = s.roots[i].move
            found.value = value
            found.depth = depth
            found.final = False
            found.length = min(s.lengths[1], MAX_PLY - 1) + 1
            found.line[0] = found.move
            memcpy(&found.line[1], s.lines[1], (found.length - 1) * sizeof(move_t))
            memmove(&s.roots[first + 1], &s.roots[first], (i - first) * sizeof(Root))
            s.roots[first] = found
        if best >= s.limit:
            break
    s.roots[first].final = s.horizon == horizon or (s.limit == WIN and abs(best) == WIN)


cdef class Pvs:

    def __cinit__(self, Meter meter):
        self.meter = meter
        self.s = <Search *> calloc(1, sizeof(Search))
        if self.s == NULL:
            raise MemoryError
        self.s.budget = &meter.budget

    def __dealloc__(self):
        if self.s != NULL:
            free(self.s.states)
            free(self.s.table.entries)
            free(self.s)

    def resize(self, megabytes):
        """Give the table the largest power of two of bytes that fits; forget its entries if that changes its size."""
        cdef Table *table = &self.s.table
        cdef uint64_t buckets = 1 << (megabytes << 20).bit_length() - 1
        buckets //= WAYS * sizeof(TableEntry)
        if table.entries != NULL and table.mask == buckets - 1:
            return
        free(table.entries)
        table.entries = <TableEntry *> calloc(buckets, WAYS * sizeof(TableEntry))
        if table.entries == NULL:
            raise MemoryError
        table.mask = buckets - 1
        table.age = 0
        table.oldest = 1

    def begin(self, Buffer position, uint32_t seat, moves, *, bint clear, bint margin, uint32_t last_ply_moves,
              uint32_t late,
              uint32_t history_shift):
        """Take a position and the moves to choose from (codes), ordered at first sight. clear: forget the table;
        margin: tell wins apart by their margin; for the rest see the parameters of `alphabeta`."""
        cdef Search *s = self.s
        cdef uint32_t i
        s.ops = position.kernel.ops
        free(s.states)
        s.states = <char *> malloc(<size_t> (MAX_PLY + 1) * s.ops.size)
        if s.states == NULL:
            raise MemoryError
        memcpy(s.states, position.state, s.ops.size)
        next_age(&s.table, clear)
        forget(&s.memory)
        s.seat = seat
        s.limit = INFINITE - 1 if margin else WIN
        s.last_ply_moves = last_ply_moves
        s.late = late
        s.memory.history_shift = history_shift
        s.aborted = False
        s.seldepth = 0
        s.horizon = 0
        s.count = len(moves)
        for i in range(s.count):
            s.roots[i].move = moves[i]
        with nogil:
            order_roots(s)

    def deepen(self, int32_t depth, uint32_t lines):
        """One iteration: exact values for the best so many moves. False if the budget ended it; what it had found by
        then stands."""
        cdef Search *s = self.s
        cdef uint32_t first
        with nogil:
            for first in range(min(lines, s.count)):
                search_roots(s, first, depth)
                if s.aborted:
                    break
        return not s.aborted

    def ranked(self, uint32_t lines):
        """The best moves first, as (value, depth, final, codes of the line): final when no deeper search can tell more,
        depth 0 for moves that were not yet searched."""
        cdef Search *s = self.s
        cdef const Root *root
        cdef uint32_t i, k
        found = []
        for i in range(min(lines, s.count)):
            root = &s.roots[i]
            found.append((root.value, root.depth, bool(root.final), [root.line[k] for k in range(root.length)]))
        return found

    @property
    def seldepth(self):
        """The deepest ply at which the horizon was met."""
        return self.s.seldepth

    @property
    def hashfull(self):
        """Thousandths of the table used by this search, from a sample."""
        cdef const Table *table = &self.s.table
        cdef uint32_t i, used = 0
        for i in range(1000):
            used += (table.entries[i].check & LAST_AGE) == table.age
        return used


cdef void order_roots(Search *s) noexcept nogil:
    """Sort the roots as a node would, and value them by the evaluation of what each leads to."""
    cdef move_t moves[MAX_MOVES]
    cdef int32_t scores[MAX_MOVES]
    cdef uint32_t i
    for i in range(s.count):
        moves[i] = s.roots[i].move
    rank(s.ops, &s.memory, s.states, 0, s.seat, NO_MOVE, moves, s.count, scores)
    for i in range(s.count):
        pick(moves, scores, i, s.count)
        memcpy(state_at(s, 1), s.states, s.ops.size)
        s.ops.play(state_at(s, 1), s.seat, moves[i])
        s.roots[i].move = s.roots[i].line[0] = moves[i]
        s.roots[i].length = 1
        s.roots[i].depth = 0
        s.roots[i].value = clipped(s, s.ops.evaluate(state_at(s, 1), s.seat))
        s.roots[i].final = s.ops.to_move(state_at(s, 1)) == 0
