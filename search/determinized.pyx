"""Search over determinizations: the core of `alphabeta` where something is hidden, left to chance or chosen at once.

The root's view is turned into worlds, the same for every candidate move, and in each the value of every candidate is
searched by alpha-beta; a candidate is worth its mean over the worlds (perfect-information Monte Carlo: Levy 1989,
Ginsberg 2001). A move searched in one world is chosen as if all cards were open, so that plans are valued which a seat
cannot carry out, because it will not know the world it is in (strategy fusion: Frank and Basin 1998). Two remedies:
the first decisions of a line are made from what their seat knows, by redrawn worlds (in the spirit of EPIMC: Arjonilla,
Saffidine and Cazenave 2024, with fresh worlds, because the ones at hand are told apart by the first card that turns
up); and leaves may be means of games played on by the kernel's policy, which looks only at what a seat knows.
"""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.ops cimport MAX_MOVES, MAX_SEATS, first_seat, infoset, move_t
from dohyo.cext.rng cimport Rng, derive, seed_rng
from dohyo.search.bayes cimport answer, new_bayes
from dohyo.search.budget cimport Budget, Meter, add_count, out_of_time
from dohyo.search.ordering cimport FIRST, MAX_PLY, forget, pick, rank, reward
from dohyo.search.playout cimport chance, likely
from dohyo.search.ttable cimport (
    EXACT, LOWER, NO_MOVE, UPPER, WAYS, Entry, bound_of, depth_of, find, is_complete, next_age, store, value_of,
)
from dohyo.search.zerosum cimport MOST_CHOICES, solve

#: The most worlds that a search can have.
most_worlds = int(MOST_WORLDS)

cdef enum:
    # Nodes that a thread takes from the budget at once; then it looks at the clock.
    POLL = 256
    # At less depth a look into the table costs more than it saves.
    TABLE_DEPTH = 2
    # Worlds that are compared to find out whether anything is hidden.
    COMPARED = 20
    # Rounds of regret matching at the root, as many as this many payoffs allow, within these bounds.
    PAYOFFS = 1 << 20
    MOST_ROUNDS = 1000
    LEAST_ROUNDS = 50
    # Worlds that are told apart where both seats choose at once.
    MOST_AT_ONCE = 512


# --- the budget ----------------------------------------------------------------------------------------------------

cdef bint more_nodes(Walker *w) noexcept nogil:
    """Take nodes from the budget; False when it is spent."""
    cdef Budget *budget = w.plan.budget
    cdef uint64_t before = add_count(&budget.taken, POLL)
    add_count(&budget.nodes, w.unreported)
    w.unreported = 0
    if before >= budget.most_nodes or out_of_time(budget):
        w.aborted = True
        return False
    w.left = min(<uint64_t> POLL, budget.most_nodes - before)
    return True


cdef inline bint visit(Walker *w, void *state, uint32_t seat, move_t move) noexcept nogil:
    """Play a move in place. False when the budget is spent."""
    if w.left == 0 and not more_nodes(w):
        return False
    w.left -= 1
    w.unreported += 1
    w.plan.ops.play(state, seat, move)
    return True


cdef inline bint advance(Walker *w, uint32_t ply, uint32_t seat, move_t move) noexcept nogil:
    """Play from `ply` into the state behind it. False when the budget is spent."""
    memcpy(state_at(w, ply + 1), state_at(w, ply), w.plan.ops.size)
    return visit(w, state_at(w, ply + 1), seat, move)


cdef inline void extend_line(Walker *w, uint32_t ply, move_t move) noexcept nogil:
    """Put a move before the line of the next ply."""
    cdef uint32_t length = min(w.lengths[ply + 1], <uint32_t> LINE - 1)
    w.lines[ply][0] = move
    memcpy(&w.lines[ply][1], w.lines[ply + 1], length * sizeof(move_t))
    w.lengths[ply] = length + 1


# --- leaves --------------------------------------------------------------------------------------------------------

cdef inline uint32_t side_of(const Plan *plan, uint32_t seat) noexcept nogil:
    return 0 if plan.common or seat == plan.seat else 1


cdef int32_t final_value(const Plan *plan, const void *state) noexcept nogil:
    """A finished game to side 0."""
    cdef float result[MAX_SEATS]
    plan.ops.result(state, result)
    return <int32_t> (SURE * (2 * result[plan.seat] - 1))


cdef int32_t estimate(const Plan *plan, const void *state) noexcept nogil:
    """The evaluation to side 0; never as much as a certain win or loss."""
    cdef float p = chance(plan.ops, plan.ops.evaluate(state, plan.seat))
    return <int32_t> ((SURE - 1) * (2 * p - 1))


cdef int32_t played_on(Walker *w, void *state, Rng *rng) noexcept nogil:
    """Play on in place by the policy, to the end or for the plies of the settings; the value to side 0."""
    cdef const Plan *plan = w.plan
    cdef uint32_t seat, plies = 0, mask = plan.ops.to_move(state), before = 0
    cdef move_t move
    while mask:
        # Between two choices made at once a position says nothing.
        if plan.settings.leaf_plies and plies >= plan.settings.leaf_plies and before != 3:
            return estimate(plan, state)
        seat = first_seat(mask)
        move = likely(plan.ops, state, seat, rng)
        if not visit(w, state, seat, move):
            return 0
        before = mask
        mask = plan.ops.to_move(state)
        plies += 1
    return final_value(plan, state)


cdef int32_t leaf(Walker *w, uint32_t ply, bint fused) noexcept nogil:
    """The value of a state to side 0 by estimate. fused: choices on the way were made knowing the world, so that games
    are played on in worlds redrawn from what the root's seat knows."""
    cdef const Plan *plan = w.plan
    cdef void *state = state_at(w, ply + 1)
    cdef Rng rng
    cdef uint32_t k
    cdef int64_t total = 0
    w.horizon += 1
    w.seldepth = max(w.seldepth, ply)
    if plan.settings.leaf_playouts == 0:
        return estimate(plan, state_at(w, ply))
    for k in range(plan.settings.leaf_playouts):
        seed_rng(&rng, derive(w.stream, k))
        memcpy(state, state_at(w, ply), plan.ops.size)
        if fused and plan.ops.mask != NULL and not plan.known:
            plan.ops.mask(state, plan.seat)
            plan.ops.determinize(state, plan.seat, &rng)
        total += played_on(w, state, &rng)
        if w.aborted:
            return 0
    return <int32_t> (total // <int64_t> plan.settings.leaf_playouts)


# --- inside a world ------------------------------------------------------------------------------------------------

cdef int32_t value_at(Walker *w, uint32_t ply, uint32_t side, int32_t depth, uint32_t postpone, bint fused,
                      int32_t alpha, int32_t beta) noexcept nogil:
    """The value of the state at `ply` to a side: exact inside the window, else a bound. 0 when the budget is spent.

    postpone: decisions still to be made from what their seat knows; fused: some before were not.
    """
    cdef const Plan *plan = w.plan
    cdef const char *state = state_at(w, ply)
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t count, mover, mask = plan.ops.to_move(state)
    cdef int32_t value
    w.lengths[ply] = 0

    # 1. A finished game has its value; at the horizon there are estimates.
    if mask == 0:
        value = final_value(plan, state)
        return -value if side else value
    if depth <= 0 or ply + SPARE >= MAX_PLY:
        value = leaf(w, ply, fused)
        return -value if side else value

    # 2. Choices made at once are a matrix game.
    if mask == 3:
        value = matrix_value(w, ply, depth, postpone)
        return -value if side else value

    # 3. A forced move is no decision, and costs no depth.
    mover = first_seat(mask)
    count = plan.ops.moves(state, mover, moves)
    if count == 1:
        if not advance(w, ply, mover, moves[0]):
            return 0
        value = value_at(w, ply + 1, side, depth, postpone, fused, alpha, beta)
        extend_line(w, ply, moves[0])
        return value
    if postpone:
        return committed(w, ply, side, mover, moves, count, depth, postpone, alpha, beta)
    if side_of(plan, mover) == side:
        return search(w, ply, side, mover, moves, count, depth, alpha, beta)
    return -search(w, ply, 1 - side, mover, moves, count, depth, -beta, -alpha)


cdef uint32_t line_up(Walker *w, uint32_t ply, uint32_t seat, move_t table_move, move_t *moves, uint32_t count,
                      int32_t *scores) noexcept nogil:
    """Score moves for `pick`; return how many of them are to be searched."""
    cdef const Plan *plan = w.plan
    cdef Rng rng
    cdef move_t favourite
    cdef uint32_t i
    rank(plan.ops, &w.memory, state_at(w, ply), ply, seat, table_move, moves, count, scores)
    if plan.ops.order == NULL:
        if plan.ops.policy != NULL:
            seed_rng(&rng, w.stream)
            favourite = plan.ops.policy(state_at(w, ply), seat, &rng)
            for i in range(count):
                if moves[i] == favourite and scores[i] < FIRST:
                    scores[i] = FIRST - 1
    elif plan.settings.width and plan.settings.width < count:
        w.horizon += 1
        return plan.settings.width
    return count


cdef int32_t search(Walker *w, uint32_t ply, uint32_t side, uint32_t seat, move_t *moves, uint32_t count,
                    int32_t depth, int32_t alpha, int32_t beta) noexcept nogil:
    """As `value_at`, for the side that is to move with `count` moves, as if all saw the world."""
    cdef const char *state = state_at(w, ply)
    cdef int32_t scores[MAX_MOVES]
    cdef move_t best_move = NO_MOVE, table_move = NO_MOVE
    cdef uint64_t key = 0, horizon = w.horizon
    cdef uint32_t i
    cdef int32_t value, best = -SURE - 1, floor = alpha
    cdef bint principal = beta - alpha > 1
    cdef Entry *entry = NULL

    # 1. The table may know the answer, or at least a good move. Principal nodes go on for the sake of the line.
    if depth >= TABLE_DEPTH:
        key = w.plan.ops.hash(state)
        entry = find(&w.table, key)
    if entry != NULL:
        value = value_of(entry)
        if (not principal and (depth_of(entry) >= depth or is_complete(entry))
                and ((value >= beta and bound_of(entry) & LOWER) or (value <= alpha and bound_of(entry) & UPPER)
                     or bound_of(entry) == EXACT)):
            w.horizon += not is_complete(entry)
            return value
        table_move = entry.move

    # 2. The first move gets the whole window; the others must show that they beat it.
    count = line_up(w, ply, seat, table_move, moves, count, scores)
    for i in range(count):
        pick(moves, scores, i, count)
        if not advance(w, ply, seat, moves[i]):
            return 0
        if i == 0:
            value = value_at(w, ply + 1, side, depth - 1, 0, True, alpha, beta)
        else:
            value = value_at(w, ply + 1, side, depth - 1, 0, True, alpha, alpha + 1)
            if alpha < value < beta and not w.aborted:
                value = value_at(w, ply + 1, side, depth - 1, 0, True, alpha, beta)
        if w.aborted:
            return 0
        if value > best:
            best = value
            best_move = moves[i]
            if value > alpha:
                alpha = value
                if principal:
                    extend_line(w, ply, moves[i])
            if value >= beta:
                reward(&w.memory, ply, seat, moves, i, depth)
                break

    # 3. Store what was found.
    if depth >= TABLE_DEPTH:
        store(&w.table, key, best_move, best, depth, LOWER if best >= beta else EXACT if best > floor else UPPER,
              w.horizon == horizon)
    return best


cdef int32_t matrix_value(Walker *w, uint32_t ply, int32_t depth, uint32_t postpone) noexcept nogil:
    """The value to side 0 of a state in which both seats choose at once."""
    cdef double payoff[MOST_CHOICES * MOST_CHOICES]
    cdef double mix[2][MOST_CHOICES]
    cdef move_t moves[2][MAX_MOVES]
    cdef uint32_t counts[2]
    cdef uint32_t i, j, place, seat, rows = w.plan.seat
    for seat in range(2):
        counts[seat] = choices(w, ply, seat, moves[seat])
    for i in range(counts[0]):
        if not advance(w, ply, 0, moves[0][i]):
            return 0
        for j in range(counts[1]):
            if not advance(w, ply + 1, 1, moves[1][j]):
                return 0
            place = i * counts[1] + j if rows == 0 else j * counts[0] + i
            payoff[place] = value_at(w, ply + 2, 0, depth - 1, postpone, True, -SURE, SURE)
            if w.aborted:
                return 0
    return <int32_t> solve(counts[rows], counts[1 - rows], payoff, mix[0], mix[1])


cdef uint32_t choices(Walker *w, uint32_t ply, uint32_t seat, move_t *moves) noexcept nogil:
    """The moves of a seat that are tried where both choose at once, best first; return how many."""
    cdef int32_t scores[MAX_MOVES]
    cdef uint32_t i, listed = w.plan.ops.moves(state_at(w, ply), seat, moves), count
    if listed <= w.plan.settings.width and listed <= MOST_CHOICES:
        return listed
    count = line_up(w, ply, seat, NO_MOVE, moves, listed, scores)
    if count > MOST_CHOICES:
        w.horizon += 1
        count = MOST_CHOICES
    for i in range(count):
        pick(moves, scores, i, listed)
    return count


# --- decisions made from what a seat knows -------------------------------------------------------------------------

cdef int32_t committed(Walker *w, uint32_t ply, uint32_t side, uint32_t seat, move_t *moves, uint32_t count,
                       int32_t depth, uint32_t postpone, int32_t alpha, int32_t beta) noexcept nogil:
    """As `value_at`, for a node at which the seat to move decides without seeing the world."""
    cdef move_t move = decide(w, ply, seat, moves, count, depth, postpone)
    cdef int32_t value
    if w.aborted or not advance(w, ply, seat, move):
        return 0
    value = value_at(w, ply + 1, side, depth - 1, postpone - 1, False, alpha, beta)
    extend_line(w, ply, move)
    return value


cdef move_t decide(Walker *w, uint32_t ply, uint32_t seat, move_t *moves, uint32_t count, int32_t depth,
                   uint32_t postpone) noexcept nogil:
    """The move that is best on average over worlds redrawn from what a seat knows: one move for all states that it
    cannot tell apart."""
    cdef const Plan *plan = w.plan
    cdef void *view = state_at(w, ply + 1)
    cdef int32_t scores[MAX_MOVES]
    cdef int64_t sums[MAX_MOVES]
    cdef uint64_t key, stream = w.stream
    cdef uint32_t i, k, best = 0
    cdef Decision *known
    memcpy(view, state_at(w, ply), plan.ops.size)
    if plan.ops.mask != NULL:
        plan.ops.mask(view, seat)
    key = derive(plan.ops.hash(view), <uint64_t> depth << 32 | postpone << 8 | seat)
    known = &w.decisions[key & (DECISIONS - 1)]
    if known.key == key:
        return known.move
    w.stream = derive(plan.seed, key)
    count = line_up(w, ply + 1, seat, NO_MOVE, moves, count, scores)
    for i in range(count):
        pick(moves, scores, i, count)
        sums[i] = 0
    for k in range(plan.settings.redraws):
        add_world(w, ply + 1, seat, moves, count, depth, postpone, derive(w.stream, k), sums)
        if w.aborted:
            return 0
    for i in range(1, count):
        if sums[i] > sums[best]:
            best = i
    w.stream = stream
    known.key = key
    known.move = moves[best]
    return moves[best]


cdef void add_world(Walker *w, uint32_t ply, uint32_t seat, const move_t *moves, uint32_t count, int32_t depth,
                    uint32_t postpone, uint64_t stream, int64_t *sums) noexcept nogil:
    """Add the value of each move, to the side of `seat`, in one world of the view at `ply`."""
    cdef const Plan *plan = w.plan
    cdef void *world = state_at(w, ply + 1)
    cdef Rng rng
    cdef uint32_t i
    memcpy(world, state_at(w, ply), plan.ops.size)
    if plan.ops.determinize != NULL:
        seed_rng(&rng, stream)
        plan.ops.determinize(world, seat, &rng)
    w.stream = stream
    for i in range(count):
        if not advance(w, ply + 1, seat, moves[i]):
            return
        sums[i] += value_at(w, ply + 2, side_of(plan, seat), depth - 1, postpone - 1, False, -SURE, SURE)
        if w.aborted:
            return


# --- the root ------------------------------------------------------------------------------------------------------

cdef void draw_world(Plan *plan, void *state, uint64_t number) noexcept nogil:
    """The world of that number."""
    cdef Rng rng
    memcpy(state, plan.view, plan.ops.size)
    if plan.ops.determinize != NULL:
        seed_rng(&rng, derive(plan.seed, number))
        plan.ops.determinize(state, plan.seat, &rng)


cdef void search_world(Walker *w, uint64_t number) noexcept nogil:
    """Value every candidate in one world."""
    cdef Plan *plan = w.plan
    cdef float *values = plan.values + number * plan.count
    cdef uint32_t i
    draw_world(plan, w.states, number)
    plan.keys[number] = plan.ops.hash(w.states)
    w.stream = derive(plan.seed, ~number)
    if plan.at_once:
        fill_matrix(w, number)
        return
    if copy_twin(plan, number):
        return
    for i in range(plan.count):
        if plan.candidates[i].dropped:
            continue
        if not advance(w, 0, plan.seat, plan.candidates[i].move):
            return
        values[i] = expectation(value_at(w, 1, 0, plan.depth - 1, plan.settings.postpone, False, -SURE, SURE))
        if w.aborted:
            return
        if number == 0:
            plan.candidates[i].length = w.lengths[1]
            memcpy(plan.candidates[i].line, w.lines[1], sizeof(plan.candidates[i].line))


cdef inline float expectation(int32_t value) noexcept nogil:
    """From a value to an expected result in [0, 1]."""
    return <float> 0.5 + <float> value / (2 * SURE)


cdef bint copy_twin(Plan *plan, uint64_t number) noexcept nogil:
    """Take over the values of an equal world that was searched; False if there is none."""
    cdef uint64_t other
    for other in range(number):
        if plan.keys[other] == plan.keys[number] and plan.done[other]:
            memcpy(plan.values + number * plan.count, plan.values + other * plan.count, plan.count * sizeof(float))
            return True
    return False


cdef void fill_matrix(Walker *w, uint64_t number) noexcept nogil:
    """Value every pair of choices at the root in one world."""
    cdef Plan *plan = w.plan
    cdef move_t replies[MAX_MOVES]
    cdef uint32_t i, j, first, second, other = 1 - plan.seat, columns = choices(w, 0, other, replies)
    cdef float *payoff
    plan.bayes.columns[number] = columns
    plan.bayes.keys[number] = infoset(plan.ops, w.states, other, state_at(w, 1))
    for i in range(plan.count):
        payoff = plan.bayes.payoff + (number * plan.count + i) * MOST_CHOICES
        for j in range(columns):
            first = plan.candidates[i].move if plan.seat == 0 else replies[j]
            second = replies[j] if plan.seat == 0 else plan.candidates[i].move
            if not advance(w, 0, 0, first) or not advance(w, 1, 1, second):
                return
            payoff[j] = expectation(value_at(w, 2, 0, plan.depth - 1, plan.settings.postpone, False, -SURE, SURE))
            if w.aborted:
                return


cdef uint32_t rounds_for(const Plan *plan, uint32_t worlds) noexcept nogil:
    """Rounds of regret matching that take about equally long for few worlds and many."""
    cdef uint32_t k, payoffs = 0
    for k in range(worlds):
        payoffs += plan.count * plan.bayes.columns[k]
    return max(<uint32_t> LEAST_ROUNDS, min(<uint32_t> MOST_ROUNDS, <uint32_t> PAYOFFS // max(1, payoffs)))


cdef void rate_candidates(Plan *plan, uint32_t worlds) noexcept nogil:
    """Sum up the values of the first so many worlds."""
    cdef Candidate *c
    cdef double value, total, squares
    cdef uint32_t i, k
    if plan.at_once:
        answer(plan.bayes, worlds, rounds_for(plan, worlds))
    for i in range(plan.count):
        c = &plan.candidates[i]
        if c.dropped:
            continue
        c.depth = plan.depth
        c.worlds = worlds
        if plan.at_once:
            c.mean = plan.bayes.worth[i]
            c.error = sqrt(plan.bayes.spread[i])
            c.share = plan.bayes.mix[i]
            continue
        total = squares = 0
        for k in range(worlds):
            total += plan.values[k * plan.count + i]
        c.mean = total / worlds
        for k in range(worlds):
            value = plan.values[k * plan.count + i] - c.mean
            squares += value * value
        c.error = sqrt(squares / worlds / (worlds - 1)) if worlds > 1 else 0


cdef bint behind(const Plan *plan, uint32_t i, uint32_t best, double errors) noexcept nogil:
    """Whether a candidate is worse than the best by more than so many standard errors of the difference, world by
    world."""
    cdef const float *values
    cdef double difference, total = 0, squares = 0, mean
    cdef uint32_t k, worlds = plan.candidates[best].worlds
    for k in range(worlds):
        values = plan.values + <size_t> k * plan.count
        difference = values[best] - values[i]
        total += difference
        squares += difference * difference
    mean = total / worlds
    return mean > errors * sqrt(max(0.0, squares / worlds - mean * mean) / (worlds - 1))


cdef class Worlds:

    def __cinit__(self, Meter meter):
        self.meter = meter
        self.plan = <Plan *> calloc(1, sizeof(Plan))
        if self.plan == NULL:
            raise MemoryError
        self.plan.budget = &meter.budget

    def __dealloc__(self):
        self.free_walkers()
        if self.plan != NULL:
            free(self.plan.view)
            free(self.plan.values)
            free(self.plan.keys)
            free(self.plan.done)
            free(self.plan.bayes)
            free(self.plan)

    cdef void free_walkers(self) noexcept:
        cdef uint32_t t
        for t in range(self.threads):
            free(self.walkers[t].states)
            free(self.walkers[t].table.entries)
            free(self.walkers[t].decisions)
        free(self.walkers)
        self.walkers = NULL
        self.threads = 0

    def resize(self, megabytes, uint32_t threads):
        """Make room for so many threads and their tables, which share the megabytes. MemoryError."""
        cdef uint64_t buckets = max(1 << 20, (megabytes << 20) // threads) // (WAYS * sizeof(Entry))
        cdef Walker *w
        cdef uint32_t t
        buckets = 1 << (<object> buckets).bit_length() - 1
        if self.threads == threads and self.walkers[0].table.mask == buckets - 1:
            return
        self.free_walkers()
        self.walkers = <Walker *> calloc(threads, sizeof(Walker))
        if self.walkers == NULL:
            raise MemoryError
        self.threads = threads
        for t in range(threads):
            w = &self.walkers[t]
            w.plan = self.plan
            w.decisions = <Decision *> malloc(DECISIONS * sizeof(Decision))
            w.table.entries = <Entry *> calloc(buckets, WAYS * sizeof(Entry))
            if w.table.entries == NULL or w.decisions == NULL:
                self.free_walkers()
                raise MemoryError
            w.table.mask = buckets - 1
            w.table.age = 0
            w.table.oldest = 1

    def begin(self, Buffer view not None, uint32_t seat, moves, uint64_t seed, *, bint common, candidates, width,
              postpone, redraws, leaf_playouts, leaf_plies, history_shift):
        """Take a view and the moves to choose from (codes); for the numbers see the parameters of `alphabeta`. `resize`
        comes first."""
        cdef Plan *plan = self.plan
        cdef uint32_t t
        plan.ops = view.kernel.ops
        plan.seat = seat
        plan.seed = seed
        plan.common = common or plan.ops.seats == 1
        plan.at_once = plan.ops.to_move(view.state) == 3
        plan.settings.candidates = candidates
        plan.settings.width = width
        plan.settings.postpone = postpone
        plan.settings.redraws = redraws
        plan.settings.leaf_playouts = leaf_playouts
        plan.settings.leaf_plies = leaf_plies
        plan.depth = 0
        plan.worlds = 0
        self.make_room(view, <uint32_t> len(moves))
        for t in range(self.threads):
            self.walkers[t].memory.history_shift = history_shift
        self.compare_worlds()
        self.line_up_candidates(moves)

    cdef int make_room(self, Buffer view, uint32_t count) except -1:
        cdef Plan *plan = self.plan
        cdef Walker *w
        cdef uint32_t t
        free(plan.view)
        free(plan.values)
        free(plan.keys)
        free(plan.done)
        free(plan.bayes)
        plan.bayes = NULL
        plan.view = <char *> malloc(plan.ops.size)
        plan.values = <float *> malloc(<size_t> MOST_WORLDS * count * sizeof(float))
        plan.keys = <uint64_t *> malloc(MOST_WORLDS * sizeof(uint64_t))
        plan.done = <uint8_t *> calloc(MOST_WORLDS, 1)
        if plan.at_once:
            plan.bayes = new_bayes(min(count, <uint32_t> MOST_CHOICES), MOST_AT_ONCE)
        if (plan.view == NULL or plan.values == NULL or plan.keys == NULL or plan.done == NULL
                or (plan.at_once and plan.bayes == NULL)):
            raise MemoryError
        memcpy(plan.view, view.state, plan.ops.size)
        for t in range(self.threads):
            w = &self.walkers[t]
            free(w.states)
            w.states = <char *> malloc(<size_t> (MAX_PLY + SPARE) * plan.ops.size)
            if w.states == NULL:
                raise MemoryError
            next_age(&w.table, True)
            memset(w.decisions, 0, DECISIONS * sizeof(Decision))
            forget(&w.memory)
            w.left = w.unreported = 0
            w.aborted = False
            w.seldepth = 0
        return 0

    cdef void line_up_candidates(self, moves):
        """Order the moves at first sight, and keep as many as are to be searched."""
        cdef Plan *plan = self.plan
        cdef Walker *w = &self.walkers[0]
        cdef move_t codes[MAX_MOVES]
        cdef int32_t scores[MAX_MOVES]
        cdef uint32_t i, count = <uint32_t> len(moves), kept
        for i in range(count):
            codes[i] = moves[i]
        memcpy(w.states, plan.view, plan.ops.size)
        w.stream = plan.seed
        line_up(w, 0, plan.seat, NO_MOVE, codes, count, scores)
        kept = count
        if plan.settings.candidates and plan.ops.order != NULL:
            kept = min(count, plan.settings.candidates)
        if plan.at_once:
            kept = min(kept, <uint32_t> MOST_CHOICES)
        memset(plan.candidates, 0, sizeof(plan.candidates))
        for i in range(count):
            pick(codes, scores, i, count)
            plan.candidates[i].move = codes[i]
        plan.count = kept
        plan.total = count

    cdef void compare_worlds(self) noexcept:
        """Find out whether anything is hidden: then worlds differ."""
        cdef Plan *plan = self.plan
        cdef char *world = self.walkers[0].states
        cdef char *other = state_at(&self.walkers[0], 1)
        cdef uint32_t k
        plan.known = not plan.at_once
        draw_world(plan, world, 0)
        for k in range(1, COMPARED):
            draw_world(plan, other, k)
            if memcmp(world, other, plan.ops.size):
                plan.known = False
                break
        if plan.known:
            # Then a search can prove something, if it leaves nothing out.
            plan.settings.postpone = 0
            plan.settings.candidates = 0
            plan.settings.width = 0

    def plan_iteration(self, int32_t depth, uint32_t worlds):
        """Search so deep in so many worlds next. If the depth is that of the last iteration, in those beyond it."""
        cdef Plan *plan = self.plan
        if worlds > self.room:
            raise ValueError(f"{worlds} worlds; at most {self.room} fit")
        if depth != plan.depth:
            memset(plan.done, 0, MOST_WORLDS)
            plan.worlds = 0
            plan.horizon = 0
        plan.next = plan.worlds
        plan.depth = depth
        plan.worlds = worlds

    def work(self, uint32_t thread):
        """One thread's share of the iteration. Threads have the numbers from 0."""
        cdef Plan *plan = self.plan
        cdef Walker *w = &self.walkers[thread]
        cdef uint64_t number
        with nogil:
            w.horizon = 0
            while not w.aborted:
                number = add_count(&plan.next, 1)
                if number >= plan.worlds:
                    break
                search_world(w, number)
                plan.done[number] = not w.aborted
            add_count(&plan.horizon, w.horizon)
            add_count(&plan.budget.nodes, w.unreported)
            w.unreported = 0

    def finish(self):
        """End the iteration after all threads: its values count. If the budget ended it, False; then only what was
        added to an iteration of the same depth counts, world by world."""
        cdef Plan *plan = self.plan
        cdef uint32_t complete = 0
        while complete < plan.worlds and plan.done[complete]:
            complete += 1
        if complete == plan.worlds or (complete and self.plan.candidates[0].depth == plan.depth):
            rate_candidates(plan, complete)
        return complete == plan.worlds

    def drop(self, double errors):
        """Search no longer what is worse than the best by more than so many standard errors; return how many stay."""
        cdef Plan *plan = self.plan
        cdef uint32_t i, best = plan.count, left = 0
        for i in range(plan.count):
            if not plan.candidates[i].dropped and (
                    best == plan.count or plan.candidates[i].mean > plan.candidates[best].mean):
                best = i
        for i in range(plan.count):
            if plan.at_once or plan.candidates[i].dropped or i == best:
                continue
            plan.candidates[i].dropped = errors > 0 and behind(plan, i, best, errors)
        for i in range(plan.count):
            left += not plan.candidates[i].dropped
        return left

    def ranked(self):
        """The moves as (move, depth, mean, error, share, worlds, moves that follow in the first world), depth 0 for
        those not yet searched; the order is that at first sight."""
        cdef const Candidate *c
        cdef uint32_t i, k
        found = []
        for i in range(self.plan.total):
            c = &self.plan.candidates[i]
            found.append((c.move, c.depth, c.mean, c.error, c.share, c.worlds, [c.line[k] for k in range(c.length)]))
        return found

    @property
    def room(self):
        """The most worlds that this search can have."""
        return MOST_AT_ONCE if self.plan.at_once else MOST_WORLDS

    @property
    def known(self):
        """Whether nothing is hidden from the seat: then there is one world."""
        return bool(self.plan.known)

    @property
    def final(self):
        """Whether the last iteration met no horizon, so that a deeper one would find the same."""
        return self.plan.horizon == 0

    @property
    def seldepth(self):
        """The deepest ply at which the horizon was met."""
        return max(self.walkers[t].seldepth for t in range(self.threads))
