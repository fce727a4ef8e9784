"""Monte Carlo tree search over information sets, the part without the GIL: see trees.pxd for what it is."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.dispatch cimport hides, infoset, observed_move, order, take_back
from dohyo.cext.ops cimport MAX_MOVES, MAX_SEATS, NOBODY, NO_CHOICE, Ops, first_seat, move_t
from dohyo.cext.rng cimport below, derive, seed_rng
from dohyo.search.core.budget cimport Budget, Meter, add_count, load_flag, out_of_time
from dohyo.search.core.entries cimport FEWEST, WAYS, MoveEntry, crowded, empty, exhausted, find, grow, obtain
from dohyo.search.ismcts.candidates cimport (
    best_first, best_known, look_up, most_looked_at, most_promising, prune, untried,
)
from dohyo.search.ismcts.external_sampling cimport traverse
from dohyo.search.ismcts.leaves cimport finish, played
from dohyo.search.ismcts.trees cimport LEVELS, MAX_PATH, Iteration, Trees, first_key, joined

cdef enum:
    # Iterations between two looks at the clock; the stop flag is read for each.
    AT_ONCE = 8


# --- one iteration -------------------------------------------------------------------------------------------------

cdef inline uint64_t node_key(Trees *trees, Iteration *iteration, uint32_t seat) noexcept nogil:
    if trees.settings.closed:
        return infoset(trees.ops, iteration.state, seat, iteration.scratch)
    return iteration.key[seat]


cdef inline void play(Trees *trees, Iteration *iteration, uint32_t seat, move_t move) noexcept nogil:
    """Play a move; every seat's node follows what it sees of it."""
    cdef const Ops *ops = trees.ops
    cdef move_t seen
    cdef uint32_t other = 1 - seat
    if not trees.settings.closed:
        seen = observed_move(ops, iteration.state, seat, move, other)
        iteration.key[seat] = joined(iteration.key[seat], seat, move)
        iteration.key[other] = joined(iteration.key[other], seat, seen)
    ops.play(iteration.state, seat, move)
    iteration.plies += 1


cdef inline void count_step(Iteration *iteration, uint32_t seat, MoveEntry *entry) noexcept nogil:
    """A visit is counted on the way down, its result on the way up."""
    entry.visits += 1
    iteration.path[iteration.steps].entry = entry
    iteration.path[iteration.steps].seat = seat
    iteration.steps += 1


cdef bint descend(Trees *trees, Iteration *iteration, uint32_t seat) noexcept nogil:
    """One choice of a seat whose choices are counted. False where the tree ends: the move is played all the same."""
    cdef const Ops *ops = trees.ops
    cdef move_t moves[MAX_MOVES]
    cdef MoveEntry *entries[MAX_MOVES]
    cdef uint64_t key
    cdef uint32_t i, place, count = ops.moves(iteration.state, seat, moves)
    if count == 1:
        play(trees, iteration, seat, moves[0])
        return True
    key = node_key(trees, iteration, seat)
    count = prune(ops, &trees.settings, &trees.entries, key, iteration.state, seat, moves, count)
    look_up(&trees.entries, key, seat, moves, count, entries)
    for i in range(count):
        if entries[i] != NULL:
            entries[i].available += 1
    place = untried(ops, iteration.state, seat, moves, entries, count, &iteration.rng)
    if place < count:
        if entries[place] == NULL:
            entries[place] = obtain(&trees.entries, joined(key, seat, moves[place]))
            if entries[place] != NULL:
                entries[place].available += 1
        if entries[place] != NULL:
            count_step(iteration, seat, entries[place])
        play(trees, iteration, seat, moves[place])
        return False
    place = most_promising(&trees.settings, entries, count)
    count_step(iteration, seat, entries[place])
    play(trees, iteration, seat, moves[place])
    return True


cdef void follow(Trees *trees, Iteration *iteration, uint32_t seat) noexcept nogil:
    """One choice of a seat whose choices are not counted: what it has found to be good, else what a playout plays."""
    cdef const Ops *ops = trees.ops
    cdef move_t moves[MAX_MOVES]
    cdef MoveEntry *entries[MAX_MOVES]
    cdef uint32_t place, count = ops.moves(iteration.state, seat, moves)
    if count > 1:
        look_up(&trees.entries, node_key(trees, iteration, seat), seat, moves, count, entries)
        place = best_known(&trees.settings, entries, count)
        if place == count:
            play(trees, iteration, seat, played(ops, &trees.settings.leaf, iteration.state, seat, &iteration.rng))
            return
        moves[0] = moves[place]
    play(trees, iteration, seat, moves[0])


cdef void redeterminize(Trees *trees, Iteration *iteration, uint32_t seat) noexcept nogil:
    """Go on for another seat, in a world that it cannot tell from this one. Visits so far have not been."""
    cdef uint32_t i
    for i in range(iteration.steps):
        iteration.path[i].entry.visits -= 1
    iteration.steps = 0
    iteration.traverser = seat
    iteration.may_switch = False
    # What the root's seat has learnt by its own hand is not for the hand that it has in the other world.
    iteration.key[1 - seat] = joined(iteration.key[1 - seat], seat, NO_CHOICE)
    trees.ops.to_view(iteration.state, seat)
    trees.ops.determinize(iteration.state, seat, &iteration.rng)


cdef void go_down(Trees *trees, Iteration *iteration) noexcept nogil:
    """From behind the root move to where the tree ends."""
    cdef uint32_t seat, mask = trees.ops.to_move(iteration.state)
    while mask and iteration.steps < MAX_PATH:
        seat = first_seat(mask)
        # Sometimes not at the first node that could be, so that those further down are reached as well.
        if iteration.may_switch and seat != iteration.traverser and below(&iteration.rng, 2):
            redeterminize(trees, iteration, seat)
        if iteration.traverser != NOBODY and iteration.traverser != seat:
            follow(trees, iteration, seat)
        elif not descend(trees, iteration, seat):
            break
        mask = trees.ops.to_move(iteration.state)


cdef inline void begin(Trees *trees, Iteration *iteration, uint64_t number) noexcept nogil:
    """Imagine world number `number`."""
    seed_rng(&iteration.rng, derive(trees.seed, number))
    memcpy(iteration.state, trees.root.view, trees.ops.size)
    trees.ops.determinize(iteration.state, trees.root.seat, &iteration.rng)
    iteration.key[0] = first_key(0)
    iteration.key[1] = first_key(1)
    iteration.plies = iteration.steps = 0
    iteration.traverser = trees.root.seat if trees.settings.opponent_sampling else NOBODY
    # The first try of each move is for the root's seat, or a short search might say nothing of any.
    iteration.may_switch = (number > 0 and trees.settings.opponent_sampling
                            and below(&iteration.rng, 1000) < trees.settings.opponent_sampling)


cdef void iterate(Trees *trees, Iteration *iteration) noexcept nogil:
    """Choose a root move, imagine a world, descend, play out, back up."""
    cdef uint32_t place, i, count = most_looked_at(&trees.settings, trees.root.count, <uint32_t> trees.iterations)
    cdef float result[MAX_SEATS]
    cdef float value
    trees.iterations += 1
    place = 0
    while place < count and trees.root.entry[place].visits:
        place += 1
    if place == count:
        place = most_promising(&trees.settings, trees.root.entry, count)
    for i in range(count):
        trees.root.entry[i].available += 1
    begin(trees, iteration, trees.root.tries[place])
    trees.root.tries[place] += 1
    count_step(iteration, trees.root.seat, trees.root.entry[place])
    play(trees, iteration, trees.root.seat, trees.root.move[place])
    go_down(trees, iteration)
    if iteration.plies > trees.root.deepest[place]:
        trees.root.deepest[place] = iteration.plies
        if iteration.plies >= trees.most_depth:
            trees.done = True
    finish(trees.ops, &trees.settings.leaf, iteration.state, &iteration.rng, result)
    for i in range(iteration.steps):
        value = result[iteration.path[i].seat]
        iteration.path[i].entry.sum += value
        iteration.path[i].entry.squares += value * value


cdef void train(Trees *trees, Iteration *iteration, uint32_t seat, bint own) noexcept nogil:
    """A pass of one seat (external_sampling.pxd)."""
    memcpy(iteration.level[0], iteration.state, trees.ops.size)
    iteration.own = own
    traverse(trees, iteration, 0, seat)


cdef void iterate_by_regret(Trees *trees, Iteration *iteration) noexcept nogil:
    """As `iterate`, for games in which seats choose at once: all root moves in one world, and then what the other seat
    would do, in a world that it imagines."""
    cdef const Ops *ops = trees.ops
    cdef uint32_t seat = trees.root.seat, other = 1 - seat
    cdef uint64_t number = trees.iterations
    cdef move_t stood
    trees.iterations += 1
    begin(trees, iteration, number)
    iteration.weight = <float> (number + 1)
    iteration.observed = NO_CHOICE
    stood = take_back(ops, iteration.state, other)
    if stood != NO_CHOICE:
        iteration.observed = ops.observed_move(iteration.state, other, stood, seat)
    train(trees, iteration, seat, True)
    if not trees.root.together:
        return
    if trees.settings.opponent_sampling:
        ops.to_view(iteration.state, other)
        ops.determinize(iteration.state, other, &iteration.rng)
        train(trees, iteration, seat, False)
    train(trees, iteration, other, False)


cdef void work(Trees *trees, Budget *budget, uint64_t most, Iteration *iteration) noexcept nogil:
    """Iterations, at least one, until so many are done, time is up or the depth is reached."""
    cdef uint32_t i, mine
    cdef bint ended = False
    while most and not ended:
        mine = AT_ONCE if most > AT_ONCE else <uint32_t> most
        most -= mine
        for i in range(mine):
            if crowded(&trees.entries):
                grow(&trees.entries)
            if trees.settings.regret:
                iterate_by_regret(trees, iteration)
            else:
                iterate(trees, iteration)
            if trees.done or load_flag(&budget.stop) or (
                    trees.most_depth <= MAX_PATH and exhausted(&trees.entries)):
                mine = i + 1
                ended = True
                break
        add_count(&budget.nodes, mine)
        ended = ended or out_of_time(budget)


# --- the owner -----------------------------------------------------------------------------------------------------

cdef class InfosetTrees:
    """The trees of one thread of a searcher's searches, one after the other, and their memory."""

    cdef Trees trees
    cdef Buffer view
    cdef uint64_t megabytes

    def __cinit__(self):
        memset(&self.trees, 0, sizeof(Trees))

    def __dealloc__(self):
        free(self.trees.entries.place)

    def prepare(self, Buffer view, uint32_t seat, moves, megabytes, *, uint64_t seed, exploration, widen, growth,
                opponent_sampling, closed, regret, plies, policy_share, cooperative, depth):
        """Set the root: the view of a seat that is to move, and the codes of the moves to choose from.

        The other numbers: see InfosetSettings and Leaf; seed: of the worlds; depth: where to end, or None. MemoryError
        if there is no memory for the table.
        """
        cdef Trees *trees = &self.trees
        self.allocate(megabytes)
        empty(&trees.entries)
        trees.ops = view.kernel.ops
        trees.settings.exploration = exploration
        trees.settings.widen = widen
        trees.settings.growth = growth
        trees.settings.closed = closed
        trees.settings.regret = regret
        trees.settings.leaf.plies = plies
        trees.settings.leaf.policy_share = policy_share
        trees.settings.leaf.cooperative = cooperative
        self.view = view
        trees.root.view = view.state
        trees.root.seat = seat
        trees.settings.opponent_sampling = 0 if self.other_knows_all() else opponent_sampling
        trees.seed = seed
        trees.done = False
        trees.iterations = 0
        trees.root.together = False
        trees.most_depth = 0xffffffff if depth is None else min(depth, MAX_PATH)
        self.set_moves(moves)

    cdef int allocate(self, uint64_t megabytes) except -1:
        cdef uint64_t places = FEWEST
        if megabytes == self.megabytes:
            return 0
        free(self.trees.entries.place)
        memset(&self.trees.entries, 0, sizeof(self.trees.entries))
        self.megabytes = 0
        while 2 * places * sizeof(MoveEntry) <= megabytes << 20:
            places *= 2
        self.trees.entries.place = <MoveEntry *> calloc(places + WAYS - 1, sizeof(MoveEntry))
        if self.trees.entries.place == NULL:
            raise MemoryError(f"a table of {megabytes} MB does not fit into memory")
        self.trees.entries.places = places
        self.megabytes = megabytes
        return 0

    cdef bint other_knows_all(self) except -1:
        """Whether there is no other seat, or it knows all that the root's seat knows."""
        cdef const Ops *ops = self.trees.ops
        if ops.seats == 1 or not hides(ops):
            return True
        cdef Buffer seen = self.view.copy()
        ops.to_view(seen.state, 1 - self.trees.root.seat)
        return memcmp(seen.state, self.view.state, ops.size) == 0

    cdef int set_moves(self, moves) except -1:
        cdef Trees *trees = &self.trees
        cdef const Ops *ops = trees.ops
        cdef int32_t scores[MAX_MOVES]
        cdef uint32_t i, seat = trees.root.seat
        trees.root.key = ops.hash(trees.root.view)
        trees.root.count = <uint32_t> len(moves)
        for i in range(trees.root.count):
            trees.root.move[i] = moves[i]
        if order(ops, trees.root.view, seat, trees.root.move, trees.root.count, scores):
            best_first(scores, trees.root.move, trees.root.count, trees.root.count)
        for i in range(trees.root.count):
            memset(&trees.root.counts[i], 0, sizeof(MoveEntry))
            trees.root.entry[i] = &trees.root.counts[i]
            trees.root.tries[i] = trees.root.deepest[i] = 0
        return 0

    def work(self, Meter meter, most=None):
        """Search in this thread, without the GIL, until the meter says stop or the depth is reached, or so many
        iterations are done: as many as the meter allows unless said."""
        cdef const Ops *ops = self.trees.ops
        cdef uint64_t each = (ops.size + 63) & ~<uint64_t> 63
        cdef Iteration *iteration = <Iteration *> malloc(sizeof(Iteration))
        cdef char *states = <char *> malloc((2 + LEVELS) * each)
        cdef uint32_t i
        cdef uint64_t share = meter.budget.most_nodes if most is None else most
        try:
            if iteration == NULL or states == NULL:
                raise MemoryError
            iteration.state = states
            iteration.scratch = states + each
            for i in range(LEVELS):
                iteration.level[i] = states + (2 + i) * each
            with nogil:
                work(&self.trees, &meter.budget, share, iteration)
        finally:
            free(iteration)
            free(states)

    def ranked(self):
        """(move, visits, sum of values, sum of their squares, average strategy, deepest) of every root move, in no
        particular order; values are those of the root's seat. May be asked while the thread works."""
        cdef uint32_t i
        cdef MoveEntry *entry
        found = []
        for i in range(self.trees.root.count):
            entry = self.trees.root.entry[i]
            found.append((self.trees.root.move[i], entry.visits, entry.sum, entry.squares, entry.average,
                          self.trees.root.deepest[i]))
        return found

    def tried(self, Buffer known, seat, line):
        """What was tried at a node of a seat that is to move: (move, visits, mean value for the seat) of each move that
        was. known: its view, or a state; line: (seat, move) of all moves from the root to there, as the seat saw them.
        """
        cdef const Ops *ops = self.trees.ops
        cdef move_t moves[MAX_MOVES]
        cdef uint32_t i, count, chooser = seat
        cdef uint64_t key = first_key(chooser)
        cdef MoveEntry *entry
        for mover, move in line:
            key = joined(key, mover, move)
        cdef Buffer scratch = known.copy()
        if self.trees.settings.closed:
            key = infoset(ops, known.state, chooser, scratch.state)
        found = []
        count = ops.moves(known.state, chooser, moves)
        for i in range(count):
            entry = find(&self.trees.entries, joined(key, chooser, moves[i]))
            if entry != NULL and entry.visits:
                found.append((moves[i], entry.visits, entry.sum / entry.visits))
        return found

    @property
    def together(self):
        """By regret: whether the other seat chooses in the same round, so that the move has to be drawn."""
        return bool(self.trees.root.together)

    @property
    def iterations(self):
        """Of this search."""
        return self.trees.iterations

    @property
    def fill(self):
        """The used part of the table, in thousandths."""
        # Places past the end take what the last ones have no room for.
        return min(1000, self.trees.entries.used * 1000 // self.trees.entries.size)
