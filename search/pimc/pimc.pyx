"""Search over determinizations: the core of `alphabeta` where something is hidden, left to chance or chosen at once.

The root's view is turned into worlds, the same for every candidate move, and in each the value of every candidate is
searched by alpha-beta; a candidate is worth its mean over the worlds (perfect-information Monte Carlo: Levy 1989,
Ginsberg 2001). A move searched in one world is chosen as if all cards were open, so that plans are valued which a seat
cannot carry out, because it will not know the world it is in (strategy fusion: Frank and Basin 1998). Two remedies:
the first decisions of a line are made from what their seat knows, by redrawn worlds (in the spirit of EPIMC: Arjonilla,
Saffidine and Cazenave 2024, with fresh worlds, because the ones at hand are told apart by the first card that turns
up); and leaves may be means of games played on by the kernel's policy, which looks only at what a seat knows.

Candidates that fall behind over the worlds need not be searched in more of them (racing: Maron and Moore 1994).
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.dispatch cimport determinize, infoset, take_back
from dohyo.cext.ops cimport MAX_MOVES, NO_CHOICE, move_t
from dohyo.cext.rng cimport Rng, derive, seed_rng
from dohyo.search.core.budget cimport Meter, add_count
from dohyo.search.core.ordering cimport MAX_PLY, forget, pick
from dohyo.search.core.ttable cimport NO_MOVE, WAYS, TableEntry, next_age
from dohyo.search.pimc.plan cimport (
    DECISIONS, MOST_WORLDS, SPARE, SURE, Candidate, Decision, Plan, SearchThread, state_at,
)
from dohyo.search.pimc.rating cimport behind, rate_candidates, usual
from dohyo.search.pimc.visiting cimport advance
from dohyo.search.pimc.world cimport choices, line_up, value_at
from dohyo.search.simultaneous.bayesian_game cimport new_bayesian_game
from dohyo.search.simultaneous.matrix_game cimport MOST_CHOICES

#: The most worlds that a search can have.
most_worlds = int(MOST_WORLDS)

cdef enum:
    # Worlds that are compared to find out whether anything is hidden.
    COMPARED = 20
    # The most worlds with values of their own, where both seats choose at once.
    MOST_AT_ONCE = 512


cdef void draw_world(const Plan *plan, void *state, uint64_t number) noexcept nogil:
    """The world of that number. A choice that the other seat has made unseen, while the root's seat makes its own, is
    taken back: then both choose at once."""
    cdef Rng rng
    memcpy(state, plan.view, plan.ops.size)
    seed_rng(&rng, derive(plan.seed, number))
    determinize(plan.ops, state, plan.seat, &rng)
    if plan.taken_back:
        take_back(plan.ops, state, 1 - plan.seat)


cdef bint stands_unseen(const Plan *plan, void *scratch) noexcept nogil:
    """Whether the other seat has made its choice, and that tells nothing of it."""
    draw_world(plan, scratch, 0)
    return take_back(plan.ops, scratch, 1 - plan.seat) != NO_CHOICE and plan.ops.to_move(scratch) == 3


cdef void search_world(SearchThread *thread, uint64_t number) noexcept nogil:
    """Value every candidate in one world."""
    cdef Plan *plan = thread.plan
    cdef float *values = plan.values + number * plan.count
    cdef uint32_t i
    draw_world(plan, thread.states, number)
    plan.keys[number] = plan.ops.hash(thread.states)
    thread.stream = derive(plan.seed, ~number)
    if plan.at_once:
        fill_matrix(thread, number)
        return
    if copy_twin(plan, number):
        return
    for i in range(plan.count):
        if plan.candidates[i].dropped or number < plan.candidates[i].counted:
            continue
        if not advance(thread, 0, plan.seat, plan.candidates[i].move):
            return
        values[i] = expectation(value_at(thread, 1, 0, plan.depth - 1, plan.settings.epimc_depth, False, -SURE, SURE))
        if thread.aborted:
            return
        if number == 0:
            plan.candidates[i].length = thread.lengths[1]
            memcpy(plan.candidates[i].line, thread.lines[1], sizeof(plan.candidates[i].line))


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


cdef void fill_matrix(SearchThread *thread, uint64_t number) noexcept nogil:
    """Value every pair of choices at the root in one world."""
    cdef Plan *plan = thread.plan
    cdef move_t replies[MAX_MOVES]
    cdef uint32_t i, j, first, second, other = 1 - plan.seat, columns = choices(thread, 0, other, replies)
    cdef float *payoff
    plan.root_game.columns[number] = columns
    plan.root_game.keys[number] = infoset(plan.ops, thread.states, other, state_at(thread, 1))
    for i in range(plan.count):
        payoff = plan.root_game.payoff + (number * plan.count + i) * MOST_CHOICES
        for j in range(columns):
            first = plan.candidates[i].move if plan.seat == 0 else replies[j]
            second = replies[j] if plan.seat == 0 else plan.candidates[i].move
            if not advance(thread, 0, 0, first) or not advance(thread, 1, 1, second):
                return
            payoff[j] = expectation(value_at(thread, 2, 0, plan.depth - 1, plan.settings.epimc_depth, False, -SURE,
                                             SURE))
            if thread.aborted:
                return


cdef class Pimc:
    """The memory of one searcher, and its searches one after the other."""

    cdef Plan *plan
    cdef SearchThread *search_threads
    cdef uint32_t threads
    cdef Meter meter

    def __cinit__(self, Meter meter):
        self.meter = meter
        self.plan = <Plan *> calloc(1, sizeof(Plan))
        if self.plan == NULL:
            raise MemoryError
        self.plan.budget = &meter.budget

    def __dealloc__(self):
        self.free_threads()
        if self.plan != NULL:
            free(self.plan.view)
            free(self.plan.values)
            free(self.plan.keys)
            free(self.plan.done)
            free(self.plan.root_game)
            free(self.plan)

    cdef void free_threads(self) noexcept:
        cdef uint32_t t
        for t in range(self.threads):
            free(self.search_threads[t].states)
            free(self.search_threads[t].table.entries)
            free(self.search_threads[t].decisions)
        free(self.search_threads)
        self.search_threads = NULL
        self.threads = 0

    def resize(self, megabytes, uint32_t threads):
        """Make room for so many threads and their tables, which share the megabytes. MemoryError."""
        cdef uint64_t buckets = max(1 << 20, (megabytes << 20) // threads) // (WAYS * sizeof(TableEntry))
        cdef SearchThread *thread
        cdef uint32_t t
        buckets = 1 << (<object> buckets).bit_length() - 1
        if self.threads == threads and self.search_threads[0].table.mask == buckets - 1:
            return
        self.free_threads()
        self.search_threads = <SearchThread *> calloc(threads, sizeof(SearchThread))
        if self.search_threads == NULL:
            raise MemoryError
        self.threads = threads
        for t in range(threads):
            thread = &self.search_threads[t]
            thread.plan = self.plan
            thread.decisions = <Decision *> malloc(DECISIONS * sizeof(Decision))
            thread.table.entries = <TableEntry *> calloc(buckets, WAYS * sizeof(TableEntry))
            if thread.table.entries == NULL or thread.decisions == NULL:
                self.free_threads()
                raise MemoryError
            thread.table.mask = buckets - 1
            thread.table.age = 0
            thread.table.oldest = 1

    def begin(self, Buffer view not None, uint32_t seat, moves, uint64_t seed, *, bint cooperative, candidates,
              beam_width, epimc_depth, redraws, leaf_playouts, leaf_plies, history_shift):
        """Take a view and the moves to choose from (codes); for the numbers see the parameters of `alphabeta`. `resize`
        comes first."""
        cdef Plan *plan = self.plan
        cdef uint32_t t
        plan.ops = view.kernel.ops
        plan.seat = seat
        plan.seed = seed
        plan.cooperative = cooperative or plan.ops.seats == 1
        plan.taken_back = False
        plan.settings.candidates = candidates
        plan.settings.beam_width = beam_width
        plan.settings.epimc_depth = epimc_depth
        plan.settings.redraws = redraws
        plan.settings.leaf_playouts = leaf_playouts
        plan.settings.leaf_plies = leaf_plies
        plan.depth = 0
        plan.worlds = 0
        plan.rated = False
        self.take_view(view)
        plan.taken_back = stands_unseen(plan, self.search_threads[0].states)
        plan.at_once = plan.taken_back or plan.ops.to_move(view.state) == 3
        self.make_room(<uint32_t> len(moves))
        for t in range(self.threads):
            self.search_threads[t].memory.history_shift = history_shift
        self.compare_worlds()
        self.line_up_candidates(moves)

    cdef int take_view(self, Buffer view) except -1:
        """Keep the view, and reset the threads."""
        cdef Plan *plan = self.plan
        cdef SearchThread *thread
        cdef uint32_t t
        free(plan.view)
        plan.view = <char *> malloc(plan.ops.size)
        if plan.view == NULL:
            raise MemoryError
        memcpy(plan.view, view.state, plan.ops.size)
        for t in range(self.threads):
            thread = &self.search_threads[t]
            free(thread.states)
            thread.states = <char *> malloc(<size_t> (MAX_PLY + SPARE) * plan.ops.size)
            if thread.states == NULL:
                raise MemoryError
            next_age(&thread.table, True)
            memset(thread.decisions, 0, DECISIONS * sizeof(Decision))
            forget(&thread.memory)
            thread.left = thread.unreported = 0
            thread.aborted = False
            thread.seldepth = 0
        return 0

    cdef int make_room(self, uint32_t count) except -1:
        """For the values of so many moves in as many worlds as there may be."""
        cdef Plan *plan = self.plan
        free(plan.values)
        free(plan.keys)
        free(plan.done)
        free(plan.root_game)
        plan.root_game = NULL
        plan.values = <float *> malloc(<size_t> MOST_WORLDS * count * sizeof(float))
        plan.keys = <uint64_t *> malloc(MOST_WORLDS * sizeof(uint64_t))
        plan.done = <uint8_t *> calloc(MOST_WORLDS, 1)
        if plan.at_once:
            plan.root_game = new_bayesian_game(min(count, <uint32_t> MOST_CHOICES), MOST_AT_ONCE)
        if (plan.values == NULL or plan.keys == NULL or plan.done == NULL
                or (plan.at_once and plan.root_game == NULL)):
            raise MemoryError
        return 0

    cdef void line_up_candidates(self, moves):
        """Order the moves at first sight; those beyond the settings are dropped for now."""
        cdef Plan *plan = self.plan
        cdef SearchThread *thread = &self.search_threads[0]
        cdef move_t codes[MAX_MOVES]
        cdef int32_t scores[MAX_MOVES]
        cdef uint32_t i, count = <uint32_t> len(moves), kept
        for i in range(count):
            codes[i] = moves[i]
        memcpy(thread.states, plan.view, plan.ops.size)
        thread.stream = plan.seed
        line_up(thread, 0, plan.seat, NO_MOVE, codes, count, scores)
        kept = count
        if plan.settings.candidates and plan.ops.order != NULL:
            kept = plan.settings.candidates
        memset(plan.candidates, 0, sizeof(plan.candidates))
        for i in range(count):
            pick(codes, scores, i, count)
            plan.candidates[i].move = codes[i]
            plan.candidates[i].dropped = i >= kept and not plan.at_once
        plan.count = min(count, <uint32_t> MOST_CHOICES) if plan.at_once else count
        plan.total = count

    cdef void compare_worlds(self) noexcept:
        """Find out whether anything is hidden: then worlds differ."""
        cdef Plan *plan = self.plan
        cdef char *world = self.search_threads[0].states
        cdef char *other = state_at(&self.search_threads[0], 1)
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
            plan.settings.epimc_depth = 0
            plan.settings.candidates = 0
            plan.settings.beam_width = 0

    def plan_iteration(self, int32_t depth, uint32_t worlds, uint32_t redraws):
        """Search so deep in so many worlds next. If the depth and the redrawn worlds are those of the last iteration,
        only where a candidate was not yet searched so."""
        cdef Plan *plan = self.plan
        cdef uint32_t i
        if worlds > self.room:
            raise ValueError(f"{worlds} worlds; at most {self.room} fit")
        if depth != plan.depth or redraws != plan.settings.redraws:
            plan.horizon = 0
            plan.sampled = 0
            plan.rated = False
            for i in range(plan.count):
                plan.candidates[i].counted = 0
        plan.next = worlds
        for i in range(plan.count):
            if not plan.candidates[i].dropped:
                plan.next = min(plan.next, plan.candidates[i].counted)
        memset(plan.done + plan.next, 0, MOST_WORLDS - plan.next)
        plan.settings.redraws = redraws
        plan.depth = depth
        plan.worlds = worlds

    def work(self, uint32_t number):
        """One thread's share of the iteration. Threads are numbered from 0."""
        cdef Plan *plan = self.plan
        cdef SearchThread *thread = &self.search_threads[number]
        cdef uint64_t world
        with nogil:
            thread.horizon = thread.sampled = 0
            while not thread.aborted:
                world = add_count(&plan.next, 1)
                if world >= plan.worlds:
                    break
                search_world(thread, world)
                plan.done[world] = not thread.aborted
            add_count(&plan.horizon, thread.horizon)
            add_count(&plan.sampled, thread.sampled)
            add_count(&plan.budget.nodes, thread.unreported)
            thread.unreported = 0

    def finish(self):
        """End the iteration after all threads: its values count. If the budget ended it, False; then only what was
        added to an iteration of the same kind counts, world by world."""
        cdef Plan *plan = self.plan
        cdef uint32_t complete = 0
        while complete < plan.worlds and plan.done[complete]:
            complete += 1
        if complete == plan.worlds or (complete and plan.rated):
            rate_candidates(plan, complete)
        return complete == plan.worlds

    def drop(self, double errors):
        """Search no longer what is worse than the best by more than so many standard errors; return how many stay. What
        was dropped before in an iteration of the same kind comes back where this is no longer so."""
        cdef Plan *plan = self.plan
        cdef Candidate *c
        cdef uint32_t i, best = plan.count, left = 1
        cdef double square
        if plan.at_once or errors <= 0:
            return plan.count
        for i in range(plan.count):
            if not plan.candidates[i].dropped and (
                    best == plan.count or plan.candidates[i].mean > plan.candidates[best].mean):
                best = i
        square = usual(plan, best)
        for i in range(plan.count):
            c = &plan.candidates[i]
            if i == best:
                continue
            if c.counted:
                c.dropped = behind(plan, i, best, errors, square)
            left += not c.dropped
        return left

    def bring_back(self):
        """Let all moves be searched again."""
        cdef uint32_t i
        for i in range(self.plan.count):
            self.plan.candidates[i].dropped = False

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
    def sampled(self):
        """Whether it made decisions by redrawn worlds: more of them may decide otherwise."""
        return self.plan.sampled > 0

    @property
    def whole(self):
        """Whether no move was left out from the beginning."""
        cdef uint32_t i
        for i in range(self.plan.count):
            if self.plan.candidates[i].depth == 0:
                return False
        return True

    @property
    def seldepth(self):
        """The deepest ply at which the horizon was met."""
        return max(self.search_threads[t].seldepth for t in range(self.threads))
