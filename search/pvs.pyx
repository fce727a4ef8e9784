"""Principal variation search over the ops table: the core of `alphabeta`, without the GIL.

Values are those of `evaluate` (ops.pxd) for the seat to move at a node, and change their sign only where the seat
changes. The search is fail-soft. A value of +-WIN or beyond is a proof; a subtree that never met the horizon is
complete, whatever its depth.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport abs, calloc, free, malloc
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
    # Answers of the table.
    NOT = 0
    ESTIMATE = 1
    PROOF = 2

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
    uint32_t trust              # shift of the history where it is added to the game's order
    uint32_t late               # moves searched to full depth before the rest is reduced, 0 for all
    bint aborted
    uint32_t exp
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


cdef inline int32_t answer(const Entry *entry, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """How an entry settles a node with this window: NOT, by an ESTIMATE, or by a PROOF, which counts at any depth."""
    cdef int32_t value = value_of(entry)
    cdef int32_t settled = ESTIMATE if depth_of(entry) >= depth else NOT
    if depth_of(entry) == COMPLETE:
        settled = PROOF
    if value >= beta and bound_of(entry) & LOWER:
        return PROOF if value >= WIN else settled
    if value <= alpha and bound_of(entry) & UPPER:
        return PROOF if value <= -WIN else settled
    return settled if bound_of(entry) == EXACT else NOT


cdef void rank(Search *s, uint32_t ply, uint32_t seat, move_t table_move, const move_t *moves, uint32_t count,
               int32_t *scores) noexcept nogil:
    """Score the moves: those known to be good first, then by the game's order and the history."""
    cdef uint32_t i
    if s.ops.order != NULL:
        s.ops.order(state_at(s, ply), seat, moves, count, scores)
    else:
        memset(scores, 0, count * sizeof(int32_t))
    for i in range(count):
        if moves[i] == table_move:
            scores[i] = FIRST
        elif moves[i] == s.killers[ply][0]:
            scores[i] = KILLER + 1
        elif moves[i] == s.killers[ply][1]:
            scores[i] = KILLER
        else:
            scores[i] += s.history[seat][moves[i] % HISTORY] >> s.trust


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


cdef void reward(Search *s, uint32_t ply, uint32_t seat, const move_t *moves, uint32_t cut, int32_t depth) noexcept nogil:
    """moves[cut] refuted the node, and the moves before it did not."""
    cdef uint32_t i
    cdef int32_t bonus = min(depth * depth, HISTORY_MOST // 4)
    if s.killers[ply][0] != moves[cut]:
        s.killers[ply][1] = s.killers[ply][0]
        s.killers[ply][0] = moves[cut]
    remember(&s.history[seat][moves[cut] % HISTORY], bonus)
    for i in range(cut):
        remember(&s.history[seat][moves[i] % HISTORY], -bonus)


cdef inline void extend_line(Search *s, uint32_t ply, move_t move) noexcept nogil:
    """Put a move before the line of the next ply."""
    cdef uint32_t length = min(s.lengths[ply + 1], MAX_PLY - 1)
    s.lines[ply][0] = move
    memcpy(&s.lines[ply][1], s.lines[ply + 1], length * sizeof(move_t))
    s.lengths[ply] = length + 1


cdef int32_t value_at(Search *s, uint32_t ply, uint32_t seat, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """The value of the node at `ply` to `seat`, whoever is to move there: exact inside the window, else a bound."""
    cdef const Ops *ops = s.ops
    cdef const char *state = state_at(s, ply)
    cdef uint32_t mover, mask = ops.to_move(state)
    cdef int32_t low = -INFINITE, high = INFINITE
    s.lengths[ply] = 0

    # 1. A finished game has its value; what is still open bounds that of others, and may settle it.
    if mask == 0:
        return clipped(s, ops.evaluate(state, seat))
    if ops.margins != NULL:
        ops.margins(state, seat, &low, &high)
        low = clipped(s, low)
        high = clipped(s, high)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high

    # 2. At the horizon the evaluation speaks, within those bounds.
    if depth <= 0 or ply == MAX_PLY:
        s.horizon += 1
        s.seldepth = max(s.seldepth, ply)
        return max(low, min(high, ops.evaluate(state, seat)))
    mover = first_seat(mask)
    return search(s, ply, mover, depth, alpha, beta) if mover == seat else -search(s, ply, mover, depth, -beta, -alpha)


cdef int32_t search(Search *s, uint32_t ply, uint32_t seat, int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """As `value_at`, for the seat to move, with depth left. 0 when the budget is spent."""
    cdef const Ops *ops = s.ops
    cdef const char *state = state_at(s, ply)
    cdef move_t moves[MAX_MOVES]
    cdef int32_t scores[MAX_MOVES]
    cdef move_t move, best_move = NO_MOVE, table_move = NO_MOVE
    cdef uint32_t i, count, symmetry = 0
    cdef uint64_t key = 0, horizon = s.horizon
    cdef int32_t same, value, less, settled, best = -INFINITE, floor = alpha
    cdef bint principal = beta - alpha > 1
    cdef Entry *entry = NULL

    # 3. The table may know the answer, or at least a good move. Principal nodes go on for the sake of the line.
    if depth >= TABLE_DEPTH:
        key = ops.hash(state) if ops.canonical == NULL else ops.canonical(state, &symmetry)
        entry = find(&s.table, key)
    if entry != NULL:
        settled = NOT if principal else answer(entry, depth, alpha, beta)
        if settled != NOT:
            s.horizon += settled == ESTIMATE
            return value_of(entry)
        table_move = entry.move
        if table_move != NO_MOVE and ops.canonical != NULL:
            table_move = ops.reflect(state, table_move, symmetry, True)

    # 4. List the moves and guess how good they are.
    count = ops.moves(state, seat, moves)
    rank(s, ply, seat, table_move, moves, count, scores)

    for i in range(count):
        # 5. At the last ply only the most promising moves are tried, unless they are all proven losses.
        if s.exp & 8 and depth == 2 and i == 3 * s.frontier and i > 0 and best > -WIN and not principal:
            s.horizon += 1
            break
        if s.exp & 16 and depth == 3 and i == 6 * s.frontier and i > 0 and best > -WIN and not principal:
            s.horizon += 1
            break
        if depth == 1 and i == s.frontier and i > 0 and best > -WIN:
            s.horizon += 1
            break
        pick(moves, scores, i, count)
        move = moves[i]
        if not advance(s, ply, seat, move):
            return 0

        same = 0
        if s.exp & 1 and i == 0 and ply < 100 and ops.to_move(state_at(s, ply + 1)) == 1 << seat:
            same = 1
        # 6. The first move gets the whole window; the others must show that they beat it, late ones at less depth.
        if i == 0:
            value = value_at(s, ply + 1, seat, depth - 1 + same, alpha, beta)
        else:
            less = 1 if s.late and i >= s.late and depth >= REDUCE_DEPTH and scores[i] < KILLER else 0
            if s.exp & 2 and less and i >= 4 * s.late and depth >= 4:
                less = 2
            if s.exp & 4 and less and depth >= 5 and i >= 2 * s.late:
                less += 1
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
                    reward(s, ply, seat, moves, i, depth)
                break

    # 9. Store what was found.
    if depth >= TABLE_DEPTH:
        move = best_move if ops.canonical == NULL else ops.reflect(state, best_move, symmetry, False)
        store(&s.table, key, move, best, COMPLETE if s.horizon == horizon else depth,
              LOWER if best >= beta else EXACT if best > floor else UPPER)
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
    """The memory of one `alphabeta` searcher, and its searches one after the other."""

    cdef Search *s
    cdef Meter meter

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
        buckets //= WAYS * sizeof(Entry)
        if table.entries != NULL and table.mask == buckets - 1:
            return
        free(table.entries)
        table.entries = <Entry *> calloc(buckets, WAYS * sizeof(Entry))
        if table.entries == NULL:
            raise MemoryError
        table.mask = buckets - 1
        table.age = 0
        table.oldest = 1

    def begin(self, Buffer position, uint32_t seat, moves, *, bint clear, bint margin, uint32_t frontier, uint32_t late,
              uint32_t trust, uint32_t exp=0):
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
        memset(s.killers, 0xff, sizeof(s.killers))
        memset(s.history, 0, sizeof(s.history))
        s.seat = seat
        s.limit = INFINITE - 1 if margin else WIN
        s.frontier = frontier
        s.late = late
        s.trust = trust
        s.exp = exp
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
    rank(s, 0, s.seat, NO_MOVE, moves, s.count, scores)
    for i in range(s.count):
        pick(moves, scores, i, s.count)
        memcpy(state_at(s, 1), s.states, s.ops.size)
        s.ops.play(state_at(s, 1), s.seat, moves[i])
        s.roots[i].move = s.roots[i].line[0] = moves[i]
        s.roots[i].length = 1
        s.roots[i].depth = 0
        s.roots[i].value = clipped(s, s.ops.evaluate(state_at(s, 1), s.seat))
        s.roots[i].final = s.ops.to_move(state_at(s, 1)) == 0


def rate(Buffer start, double seconds, **settings):
    """Search a position by iterative deepening, again and again from an empty table, for that many CPU-seconds of this
    thread. settings: as for `Pvs.begin`. Returns (nodes, CPU-seconds)."""
    cdef Meter meter = Meter()
    cdef Pvs pvs = Pvs(meter)
    cdef uint64_t nodes = 0, begin = thread_cpu_ns()
    cdef double spent = 0
    seat = start.to_move[0]
    pvs.resize(64)
    while spent < seconds or nodes == 0:
        meter.begin_search(None, RATE_NODES)
        pvs.begin(start, seat, start.moves(seat), clear=True, **settings)
        depth = 1
        while depth < MAX_PLY and pvs.deepen(depth, 1):
            depth += 1
        nodes += meter.budget.nodes
        spent = (thread_cpu_ns() - begin) * 1e-9
    return nodes, spent
