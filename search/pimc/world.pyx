"""The search of one world: alpha-beta, matrix games, and decisions made from what a seat knows.

Values are whole numbers from -SURE to SURE to a side (plan.pxd). The search is fail-soft. Near the horizon it
leaves out the moves that promise least (a beam: forward pruning). What it then finds may be too little for the seat to
move, and is an estimate as much as a leaf's; an estimate is never SURE or -SURE.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from dohyo.cext.dispatch cimport determinize, to_view
from dohyo.cext.ops cimport MAX_MOVES, first_seat, move_t
from dohyo.cext.rng cimport Rng, derive, seed_rng
from dohyo.search.core.ordering cimport FIRST, MAX_PLY, pick, rank, reward
from dohyo.search.core.ttable cimport (
    EXACT, LOWER, NO_MOVE, UPPER, TableEntry, bound_of, depth_of, find, is_complete, store, value_of,
)
from dohyo.search.pimc.estimates cimport final_value, leaf, side_of
from dohyo.search.pimc.plan cimport DECISIONS, SPARE, SURE, Decision, Plan, SearchThread, state_at
from dohyo.search.pimc.visiting cimport advance, extend_line
from dohyo.search.simultaneous.matrix_game cimport MOST_CHOICES, solve

cdef enum:
    # At less depth a look into the table costs more than it saves.
    TABLE_DEPTH = 2


cdef int32_t value_at(SearchThread *thread, uint32_t ply, uint32_t side, int32_t depth, uint32_t epimc_depth,
                      bint fused, int32_t alpha, int32_t beta) noexcept nogil:
    """The value of the state at `ply` to a side: exact inside the window, else a bound. 0 when the budget is spent.

    epimc_depth: decisions still to be made from what their seat knows; fused: some before were not.
    """
    cdef const Plan *plan = thread.plan
    cdef const char *state = state_at(thread, ply)
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t count, mover, mask = plan.ops.to_move(state)
    cdef int32_t value
    thread.lengths[ply] = 0

    # 1. A finished game has its value; at the horizon there are estimates.
    if mask == 0:
        value = final_value(plan, state)
        return -value if side else value
    if depth <= 0 or ply + SPARE >= MAX_PLY:
        value = leaf(thread, ply, fused)
        return -value if side else value

    # 2. Choices made at once are a matrix game.
    if mask == 3:
        value = matrix_value(thread, ply, depth, epimc_depth)
        return -value if side else value

    # 3. A forced move is not a decision, and costs no depth.
    mover = first_seat(mask)
    count = plan.ops.moves(state, mover, moves)
    if count == 1:
        if not advance(thread, ply, mover, moves[0]):
            return 0
        value = value_at(thread, ply + 1, side, depth, epimc_depth, fused, alpha, beta)
        extend_line(thread, ply, moves[0])
        return value
    if epimc_depth:
        return epimc_value(thread, ply, side, mover, moves, count, depth, epimc_depth, alpha, beta)
    if side_of(plan, mover) == side:
        return search(thread, ply, side, mover, moves, count, depth, alpha, beta)
    return -search(thread, ply, 1 - side, mover, moves, count, depth, -beta, -alpha)


cdef void line_up(SearchThread *thread, uint32_t ply, uint32_t seat, move_t table_move, const move_t *moves,
                  uint32_t count, int32_t *scores) noexcept nogil:
    """Score moves for `pick`."""
    cdef const Plan *plan = thread.plan
    cdef Rng rng
    cdef move_t favourite
    cdef uint32_t i
    rank(plan.ops, &thread.memory, state_at(thread, ply), ply, seat, table_move, moves, count, scores)
    if plan.ops.order == NULL and plan.ops.policy_move != NULL:
        seed_rng(&rng, thread.stream)
        favourite = plan.ops.policy_move(state_at(thread, ply), seat, &rng)
        for i in range(count):
            if moves[i] == favourite and scores[i] < FIRST:
                scores[i] = FIRST - 1


cdef inline uint32_t beam(const Plan *plan, uint32_t count, int32_t depth) noexcept nogil:
    """How many of the moves are enough, so many plies before the horizon: half as many again for each ply more, so that
    no move is left out for ever."""
    cdef uint32_t wanted = plan.settings.beam_width + plan.settings.beam_width * <uint32_t> (depth - 1) // 2
    return count if plan.settings.beam_width == 0 or plan.ops.order == NULL or wanted > count else wanted


cdef int32_t search(SearchThread *thread, uint32_t ply, uint32_t side, uint32_t seat, move_t *moves, uint32_t count,
                    int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """As `value_at`, for the side that is to move with `count` moves, as if all saw the world."""
    cdef const char *state = state_at(thread, ply)
    cdef int32_t scores[MAX_MOVES]
    cdef move_t best_move = NO_MOVE, table_move = NO_MOVE
    cdef uint64_t key = 0, horizon = thread.horizon
    cdef uint32_t i, enough = beam(thread.plan, count, depth)
    cdef int32_t value, best = -SURE - 1, floor = alpha
    cdef bint principal = beta - alpha > 1
    cdef TableEntry *entry = NULL

    # 1. The table may know the answer, or at least a good move. Principal nodes go on for the sake of the line.
    if depth >= TABLE_DEPTH:
        key = thread.plan.ops.hash(state)
        entry = find(&thread.table, key)
    if entry != NULL:
        value = value_of(entry)
        if (not principal and (depth_of(entry) >= depth or is_complete(entry))
                and ((value >= beta and bound_of(entry) & LOWER) or (value <= alpha and bound_of(entry) & UPPER)
                     or bound_of(entry) == EXACT)):
            thread.horizon += not is_complete(entry)
            return value
        table_move = entry.move

    # 2. The first move gets the whole window; the others must show that they beat it. Moves may be left out only where
    # there is one that does not lose for sure: so a sure value takes nothing on trust.
    line_up(thread, ply, seat, table_move, moves, count, scores)
    for i in range(count):
        if i >= enough and best > -SURE:
            thread.horizon += 1
            break
        pick(moves, scores, i, count)
        if not advance(thread, ply, seat, moves[i]):
            return 0
        if i == 0:
            value = value_at(thread, ply + 1, side, depth - 1, 0, True, alpha, beta)
        else:
            value = value_at(thread, ply + 1, side, depth - 1, 0, True, alpha, alpha + 1)
            if alpha < value < beta and not thread.aborted:
                value = value_at(thread, ply + 1, side, depth - 1, 0, True, alpha, beta)
        if thread.aborted:
            return 0
        if value > best:
            best = value
            best_move = moves[i]
            if value > alpha:
                alpha = value
                if principal:
                    extend_line(thread, ply, moves[i])
            if value >= beta:
                reward(&thread.memory, ply, seat, moves, i, depth)
                break

    # 3. Store what was found.
    if depth >= TABLE_DEPTH:
        store(&thread.table, key, best_move, best, depth, LOWER if best >= beta else EXACT if best > floor else UPPER,
              thread.horizon == horizon)
    return best


cdef int32_t matrix_value(SearchThread *thread, uint32_t ply, int32_t depth, uint32_t epimc_depth) noexcept nogil:
    """The value to side 0 of a state in which both seats choose at once."""
    cdef double payoff[MOST_CHOICES * MOST_CHOICES]
    cdef double mix[2][MOST_CHOICES]
    cdef move_t moves[2][MAX_MOVES]
    cdef uint32_t counts[2]
    cdef uint32_t i, j, place, seat, rows = thread.plan.seat
    for seat in range(2):
        counts[seat] = choices(thread, ply, seat, moves[seat])
    for i in range(counts[0]):
        if not advance(thread, ply, 0, moves[0][i]):
            return 0
        for j in range(counts[1]):
            if not advance(thread, ply + 1, 1, moves[1][j]):
                return 0
            place = i * counts[1] + j if rows == 0 else j * counts[0] + i
            payoff[place] = value_at(thread, ply + 2, 0, depth - 1, epimc_depth, True, -SURE, SURE)
            if thread.aborted:
                return 0
    return <int32_t> solve(counts[rows], counts[1 - rows], payoff, mix[0], mix[1])


cdef uint32_t choices(SearchThread *thread, uint32_t ply, uint32_t seat, move_t *moves) noexcept nogil:
    """The moves of a seat that are tried where both choose at once: all, or the first by order if there is no room.
    Return how many."""
    cdef int32_t scores[MAX_MOVES]
    cdef uint32_t i, count = thread.plan.ops.moves(state_at(thread, ply), seat, moves)
    if count <= MOST_CHOICES:
        return count
    thread.horizon += 1
    line_up(thread, ply, seat, NO_MOVE, moves, count, scores)
    for i in range(MOST_CHOICES):
        pick(moves, scores, i, count)
    return MOST_CHOICES


# --- decisions made from what a seat knows -------------------------------------------------------------------------

cdef int32_t epimc_value(SearchThread *thread, uint32_t ply, uint32_t side, uint32_t seat, move_t *moves,
                         uint32_t count, int32_t depth, uint32_t epimc_depth, int32_t alpha,
                         int32_t beta) noexcept nogil:
    """As `value_at`, for a node at which the seat to move decides without seeing the world."""
    cdef move_t move = infoset_decision(thread, ply, seat, moves, count, depth, epimc_depth)
    cdef int32_t value
    if thread.aborted or not advance(thread, ply, seat, move):
        return 0
    value = value_at(thread, ply + 1, side, depth - 1, epimc_depth - 1, False, alpha, beta)
    extend_line(thread, ply, move)
    return value


cdef move_t infoset_decision(SearchThread *thread, uint32_t ply, uint32_t seat, move_t *moves, uint32_t count,
                             int32_t depth, uint32_t epimc_depth) noexcept nogil:
    """The move that is best on average over worlds redrawn from what a seat knows: one move for all states that it
    cannot tell apart."""
    cdef const Plan *plan = thread.plan
    cdef void *view = state_at(thread, ply + 1)
    cdef int32_t scores[MAX_MOVES]
    cdef int64_t sums[MAX_MOVES]
    cdef uint64_t key, stream = thread.stream
    cdef uint32_t i, k, best = 0, tried = 0, enough = beam(plan, count, depth)
    cdef int64_t lost = -<int64_t> SURE * plan.settings.redraws
    cdef Decision *known
    memcpy(view, state_at(thread, ply), plan.ops.size)
    to_view(plan.ops, view, seat)
    thread.sampled += 1
    key = derive(plan.ops.hash(view), <uint64_t> depth << 32 | plan.settings.redraws << 16 | epimc_depth << 8 | seat)
    known = &thread.decisions[key & (DECISIONS - 1)]
    if known.key == key:
        return known.move
    thread.stream = derive(plan.seed, key)
    line_up(thread, ply + 1, seat, NO_MOVE, moves, count, scores)
    # More moves than the beam are tried only while all lose for sure.
    while tried < count and (tried < enough or sums[best] == lost):
        enough = max(enough, min(count, 2 * tried))
        for i in range(tried, enough):
            pick(moves, scores, i, count)
            sums[i] = 0
        for k in range(plan.settings.redraws):
            add_world(thread, ply + 1, seat, moves + tried, enough - tried, depth, epimc_depth,
                      derive(thread.stream, k), sums + tried)
            if thread.aborted:
                return 0
        for i in range(tried, enough):
            if sums[i] > sums[best]:
                best = i
        tried = enough
    thread.horizon += tried < count
    thread.stream = stream
    known.key = key
    known.move = moves[best]
    return moves[best]


cdef void add_world(SearchThread *thread, uint32_t ply, uint32_t seat, const move_t *moves, uint32_t count,
                    int32_t depth, uint32_t epimc_depth, uint64_t stream, int64_t *sums) noexcept nogil:
    """Add the value of each move, to the side of `seat`, in one world of the view at `ply`."""
    cdef const Plan *plan = thread.plan
    cdef void *world = state_at(thread, ply + 1)
    cdef Rng rng
    cdef uint32_t i
    memcpy(world, state_at(thread, ply), plan.ops.size)
    seed_rng(&rng, stream)
    determinize(plan.ops, world, seat, &rng)
    thread.stream = stream
    for i in range(count):
        if not advance(thread, ply + 1, seat, moves[i]):
            return
        sums[i] += value_at(thread, ply + 2, side_of(plan, seat), depth - 1, epimc_depth - 1, False, -SURE, SURE)
        if thread.aborted:
            return
