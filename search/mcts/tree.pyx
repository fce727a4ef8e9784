"""Monte Carlo tree search, the part without the GIL: see blocks.pxd for the memory."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memmove, memset

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.dispatch cimport random_playout, result_bounds
from dohyo.cext.ops cimport MAX_ACTIONS, MAX_MOVES, MAX_SEATS, NOBODY, Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.search.core.budget cimport (
    Budget, Meter, add_count, load_count, load_flag, out_of_time, store_flag, swap_count,
)
from dohyo.search.core.clock cimport thread_cpu_ns
from dohyo.search.core.playout cimport chance
from dohyo.search.mcts.backup cimport back_up, back_up_best, prove
from dohyo.search.mcts.blocks cimport (
    BUSY, FIRST, MAX_PATH, Arrays, Block, PathStep, Tree, arrays_of, block_at, block_units, decode,
)
from dohyo.search.mcts.selection cimport best_child, choose, rank_of

cdef extern from *:
    """
    static inline int dohyo_claim(uint32_t *p) {
        uint32_t none = 0;
        return __atomic_compare_exchange_n(p, &none, 1u, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    }
    #define dohyo_publish(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
    #define dohyo_read(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
    """
    # Turn 0 into BUSY; False if it was not 0.
    bint claim "dohyo_claim"(uint32_t *p) noexcept nogil
    void publish "dohyo_publish"(uint32_t *p, uint32_t value) noexcept nogil
    uint32_t read_link "dohyo_read"(uint32_t *p) noexcept nogil

cdef enum:
    # Simulations between two looks at the clock and the budget; the stop flag is read for each.
    AT_ONCE = 16
    # Blocks that are looked through for the new root even when the time is over.
    LOOK_THROUGH = 32768


# --- blocks --------------------------------------------------------------------------------------------------------

cdef uint32_t new_block(Tree *tree, uint64_t key, uint32_t seat, const move_t *moves, uint32_t count) noexcept nogil:
    """A block without statistics; 0 if the arena is full."""
    cdef uint64_t units = block_units(&tree.settings, count)
    cdef uint64_t offset
    while True:
        offset = load_count(&tree.used)
        if offset + units > tree.capacity:
            store_flag(&tree.full, 1)
            return 0
        if swap_count(&tree.used, offset, offset + units):
            break
    cdef Block *block = block_at(tree, <uint32_t> offset)
    memset(block, 0, 8 * units)
    block.key = key
    block.count = count
    block.seat = seat
    memcpy(arrays_of(tree, block).move, moves, count * sizeof(move_t))
    return <uint32_t> offset


cdef uint32_t new_root(Tree *tree, const move_t *moves, uint32_t count) noexcept nogil:
    """Empty the tree and make the root's block with these moves; 0 if not even that fits."""
    tree.used = FIRST
    tree.full = 0
    tree.root = new_block(tree, tree.ops.hash(tree.root_state), first_seat(tree.ops.to_move(tree.root_state)),
                          moves, count)
    return tree.root


cdef uint32_t find_block(const Tree *tree, uint64_t key, Budget *budget) noexcept nogil:
    """The block of the state with this key, or 0; 0 too if the time is over and it is not among the first ones, where
    a position a few moves on nearly always stands."""
    cdef uint64_t offset = FIRST
    cdef uint32_t looks = 0
    cdef Block *block
    while offset < tree.used and not (over_at_times(&looks, budget) and looks > LOOK_THROUGH):
        block = block_at(tree, <uint32_t> offset)
        if block.key == key:
            return <uint32_t> offset
        offset += block_units(&tree.settings, block.count)
    return 0


cdef inline bint over_at_times(uint32_t *looks, Budget *budget) noexcept nogil:
    """Whether the time is over, where that is asked often: it looks at every 1024th call."""
    looks[0] += 1
    return looks[0] % 1024 == 0 and out_of_time(budget)


cdef bint keep_subtree(Tree *tree, uint32_t root, Budget *budget) noexcept nogil:
    """Make the block `root` the root, and close ranks over everything that is not below it. No thread may work.

    If the time is over before anything moves, all stays where it is; if later, the tree is broken: False.
    """
    cdef uint64_t offset, units, next_free = FIRST
    cdef uint32_t looks = 0
    cdef Block *block
    cdef Arrays a
    cdef uint32_t i
    tree.root = root
    # Parents stand before their children, so one pass finds who stays, and where each goes.
    offset = FIRST
    while offset < tree.used:
        if over_at_times(&looks, budget):
            return True
        block = block_at(tree, <uint32_t> offset)
        block.moved_to = 0
        offset += block_units(&tree.settings, block.count)
    block_at(tree, root).moved_to = FIRST
    offset = root
    while offset < tree.used:
        if over_at_times(&looks, budget):
            return True
        block = block_at(tree, <uint32_t> offset)
        units = block_units(&tree.settings, block.count)
        if block.moved_to:
            block.moved_to = <uint32_t> next_free
            next_free += units
            a = arrays_of(tree, block)
            for i in range(block.count):
                if a.child[i]:
                    block_at(tree, a.child[i]).moved_to = FIRST
        offset += units
    offset = root
    while offset < tree.used:
        if over_at_times(&looks, budget):
            return False
        block = block_at(tree, <uint32_t> offset)
        units = block_units(&tree.settings, block.count)
        if block.moved_to:
            a = arrays_of(tree, block)
            for i in range(block.count):
                if a.child[i]:
                    a.child[i] = block_at(tree, a.child[i]).moved_to
        offset += units
    offset = root
    while offset < tree.used:
        if over_at_times(&looks, budget):
            return False
        block = block_at(tree, <uint32_t> offset)
        units = block_units(&tree.settings, block.count)
        if block.moved_to:
            memmove(block_at(tree, block.moved_to), block, 8 * units)
        offset += units
    tree.used = next_free
    tree.root = FIRST
    tree.full = 0
    return True


# --- one simulation ------------------------------------------------------------------------------------------------

cdef void expand(Tree *tree, uint32_t *link, const void *state, uint32_t seat) noexcept nogil:
    """Make the block of the state behind a link that this thread has claimed, and publish it."""
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t count = tree.ops.moves(state, seat, moves)
    cdef uint32_t offset = new_block(tree, tree.ops.hash(state), seat, moves, count)
    if offset and (tree.settings.prior_visits > 0 or tree.settings.minimax > 0):
        init_priors(tree, block_at(tree, offset), state)
    publish(link, offset)


cdef void init_priors(Tree *tree, Block *block, const void *state) noexcept nogil:
    """Start the statistics of a new block with the priors of its moves: what `order` says of them."""
    cdef int32_t scores[MAX_MOVES]
    cdef Arrays a = arrays_of(tree, block)
    cdef uint32_t i
    tree.ops.order(state, block.seat, a.move, block.count, scores)
    cdef float prior
    for i in range(block.count):
        prior = chance(tree.ops, scores[i])
        if tree.settings.prior_visits > 0:
            a.shared_visits[i] = tree.settings.prior_visits
            a.shared_wins[i] = tree.settings.prior_visits * prior
        if tree.settings.minimax > 0:
            a.backed_up[i] = prior


cdef bint decided(const Ops *ops, const void *state, float *result) noexcept nogil:
    """Whether the result is certain before the game is over; then what it is. Two seats that share 1 only."""
    cdef float low, high
    result_bounds(ops, state, &low, &high)
    result[0] = low
    result[1] = 1 - low
    return low == high


cdef void evaluate_leaf(Tree *tree, void *state, Rng *rng, uint8_t *owner, float *result) noexcept nogil:
    """A random game's result, `evaluate`, or a mixture of both; the latter two for two seats that share 1."""
    cdef float part = tree.settings.evaluation, value = 0
    if part > 0:
        value = chance(tree.ops, tree.ops.evaluate(state, 0))
    if part == 1:
        result[0] = value
        result[1] = 1 - value
        return
    random_playout(tree.ops, state, rng, owner)
    tree.ops.result(state, result)
    if part > 0:
        result[0] += part * (value - result[0])
        result[1] = 1 - result[0]


cdef void simulate(Tree *tree, Rng *rng, void *state) noexcept nogil:
    """Descend, expand, play out, back up."""
    cdef const Ops *ops = tree.ops
    cdef PathStep path[MAX_PATH]
    cdef uint8_t owners[MAX_ACTIONS]
    cdef uint8_t *owner = NULL
    cdef float result[MAX_SEATS]
    cdef Block *block
    cdef Arrays a
    cdef bint sure = True
    cdef uint32_t depth = 0, offset = tree.root, place, link
    memcpy(state, tree.root_state, ops.size)
    if tree.settings.rave:
        owner = owners
        memset(owner, NOBODY, ops.num_actions)
    while True:
        # 1. Choose a move and count the visit at once, which is the virtual loss.
        block = block_at(tree, offset)
        a = arrays_of(tree, block)
        place = choose(tree, block, &a, rng)
        path[depth].block = block
        path[depth].place = place
        depth += 1
        block.visits += 1
        a.visits[place] += 1
        # 2. A proved move needs no look.
        if a.proof[place]:
            result[0] = decode(a.proof[place], 0)
            result[1] = decode(a.proof[place], 1)
            break
        ops.play(state, block.seat, a.move[place])
        if owner != NULL:
            owner[a.move[place]] = <uint8_t> block.seat
        # 3. The end of the game, or what comes to the same, is exact.
        if ops.to_move(state) == 0:
            ops.result(state, result)
            if tree.settings.solver:
                prove(tree, path, depth, result)
            break
        if tree.settings.solver and decided(ops, state, result):
            prove(tree, path, depth, result)
            break
        # 4. Go on below an expanded move; expand one that was visited often enough.
        link = read_link(&a.child[place])
        if (link == 0 and a.visits[place] > tree.settings.expand_at and not load_flag(&tree.full) and depth < MAX_PATH
                and claim(&a.child[place])):
            expand(tree, &a.child[place], state, first_seat(ops.to_move(state)))
            link = read_link(&a.child[place])
        if link > BUSY and depth < MAX_PATH:
            offset = link
            continue
        # 5. Estimate a leaf.
        evaluate_leaf(tree, state, rng, owner, result)
        sure = tree.settings.evaluation == 1
        break
    back_up(tree, path, depth, result, owner)
    if tree.settings.minimax > 0:
        back_up_best(tree, path, depth, result if sure else NULL)
    if depth > tree.deepest:
        tree.deepest = depth
        if depth >= tree.most_depth:
            store_flag(&tree.done, 1)


cdef void work(Tree *tree, Budget *budget, Rng *rng, void *state) noexcept nogil:
    """One thread's share of a search: simulations until the budget is spent or the tree is done. At least one."""
    cdef uint64_t before
    cdef uint32_t i, mine
    cdef bint ended = False
    while not ended:
        # Take several nodes of the budget at once: threads that count every node together wait for each other.
        before = add_count(&budget.taken, AT_ONCE)
        if before >= budget.most_nodes:
            return
        mine = AT_ONCE
        if budget.most_nodes - before < AT_ONCE:
            mine = <uint32_t> (budget.most_nodes - before)
        for i in range(mine):
            simulate(tree, rng, state)
            # A full tree grows no deeper, so a depth limit would never be reached.
            if (load_flag(&tree.done) or load_flag(&budget.stop)
                    or (tree.most_depth <= MAX_PATH and load_flag(&tree.full))):
                mine = i + 1
                ended = True
                break
        add_count(&budget.nodes, mine)
        ended = ended or out_of_time(budget)


# --- the owner -----------------------------------------------------------------------------------------------------

cdef class SearchTree:
    """A tree and its memory, kept from search to search."""

    cdef Tree tree
    cdef Buffer root

    def __cinit__(self):
        memset(&self.tree, 0, sizeof(Tree))

    def __dealloc__(self):
        free(self.tree.arena)

    def forget(self):
        """Drop the whole tree."""
        self.root = None

    def prepare(self, Meter meter, Buffer position, moves, megabytes, *, exploration, first_play, rave,
                rave_equivalence, prior_visits, minimax, evaluation, expand_at, solver, depth, reuse):
        """Set the root. meter: of the search, which does not wait for what was kept when its time is over; moves: codes
        of the moves to choose from; the numbers: see blocks.pxd, TreeSettings.

        reuse: keep what an earlier search found below this position, where it did and all moves are allowed.
        Returns the number of visits kept. MemoryError if the tree does not fit into memory.
        """
        # Offsets have 32 bits.
        cdef uint64_t capacity = min(<uint64_t> megabytes * (1 << 20) // 8, <uint64_t> 0xffffffff)
        cdef bint collect = rave and position.kernel.ops.num_actions > 0
        cdef bint shared = collect or prior_visits > 0
        cdef bint kept
        cdef move_t codes[MAX_MOVES]
        cdef uint32_t i, count = <uint32_t> len(moves)
        kept = (reuse and self.root is not None and self.root.kernel is position.kernel
                and capacity == self.tree.capacity and shared == self.tree.settings.shared
                and (minimax > 0) == (self.tree.settings.minimax > 0))
        if capacity != self.tree.capacity:
            self.root = None
            free(self.tree.arena)
            self.tree.capacity = 0
            self.tree.arena = <char *> malloc(8 * capacity)
            if self.tree.arena == NULL:
                raise MemoryError(f"a tree of {megabytes} MB does not fit into memory")
            self.tree.capacity = capacity
        self.tree.settings.exploration = exploration
        self.tree.settings.first_play = first_play
        self.tree.settings.shared = shared
        self.tree.settings.rave = collect
        self.tree.settings.rave_equivalence = rave_equivalence
        self.tree.settings.prior_visits = prior_visits if position.kernel.ops.order != NULL else 0
        self.tree.settings.minimax = minimax if position.kernel.ops.order != NULL else 0
        self.tree.settings.evaluation = evaluation
        self.tree.settings.expand_at = expand_at
        self.tree.settings.solver = solver
        self.tree.ops = position.kernel.ops
        self.tree.done = 0
        self.tree.deepest = 0
        self.tree.most_depth = 0xffffffff if depth is None else min(depth, MAX_PATH)
        self.root = position
        self.tree.root_state = position.state
        if kept and self._keep(&meter.budget, self.tree.ops.hash(position.state), count):
            return block_at(&self.tree, self.tree.root).visits
        for i in range(count):
            codes[i] = moves[i]
        if new_root(&self.tree, codes, count) == 0:
            self.root = None
            raise MemoryError(f"a tree of {megabytes} MB has no room for a single node")
        if self.tree.settings.prior_visits > 0 or self.tree.settings.minimax > 0:
            init_priors(&self.tree, block_at(&self.tree, FIRST), position.state)
        return 0

    cdef bint _keep(self, Budget *budget, uint64_t key, uint32_t count):
        """Whether the block of the state with this key and so many moves was found and is the root now."""
        cdef uint32_t root
        cdef bint kept = True
        with nogil:
            root = find_block(&self.tree, key, budget)
            if root == 0 or block_at(&self.tree, root).count != count:
                kept = False
            # Moving memory takes time that the search is short of: only when more than half of it is used, and some of
            # that not below the root.
            elif 2 * self.tree.used > self.tree.capacity and root != self.tree.root:
                kept = keep_subtree(&self.tree, root, budget)
            else:
                self.tree.root = root
        return kept

    def work(self, Meter meter, seed):
        """Search in this thread, without the GIL, until the meter says stop or the root is proved."""
        cdef Rng rng
        cdef void *state = malloc(self.tree.ops.size)
        if state == NULL:
            raise MemoryError
        seed_rng(&rng, seed)
        with nogil:
            work(&self.tree, &meter.budget, &rng, state)
        free(state)

    def ranked(self, top):
        """The best moves first, at most `top`: (move, visits, value for the seat to move, proof, line) each.

        proof: the exact result for the seat to move, or None; line: moves from this one on, most visited first.
        May be asked while threads work.
        """
        cdef Block *block = block_at(&self.tree, self.tree.root)
        cdef Arrays a = arrays_of(&self.tree, block)
        cdef uint32_t i
        order = sorted(range(block.count), key=lambda i: -rank_of(block, &a, i))
        found = []
        for i in order[:top]:
            proof = decode(a.proof[i], block.seat) if a.proof[i] else None
            # Threads may lose a visit now and then, but no mean is more than a win for that.
            value = proof if proof is not None else (min(1.0, a.wins[i] / a.visits[i]) if a.visits[i] else None)
            found.append((a.move[i], a.visits[i], value, proof, self._line(&a, i)))
        return found

    cdef list _line(self, const Arrays *first, uint32_t place):
        cdef Arrays a = first[0]
        cdef Block *block
        cdef uint32_t link
        line = [a.move[place]]
        link = read_link(&a.child[place])
        while link > BUSY:
            block = block_at(&self.tree, link)
            if block.visits == 0:
                break
            place = best_child(&self.tree, block)
            a = arrays_of(&self.tree, block)
            line.append(a.move[place])
            link = read_link(&a.child[place])
        return line

    @property
    def visits(self):
        """Of the root."""
        return block_at(&self.tree, self.tree.root).visits

    @property
    def deepest(self):
        """Plies of the longest descent of this search."""
        return self.tree.deepest

    @property
    def fill(self):
        """The used part of the arena, in thousandths."""
        return self.tree.used * 1000 // self.tree.capacity


def rate(Buffer start, double seconds, *, double exploration=0.7, uint64_t simulations=20000):
    """How fast plain UCT is: searches of so many simulations from `start`, for that many CPU-seconds of this thread.

    Returns (simulations, CPU-seconds).
    """
    cdef SearchTree owner = SearchTree()
    cdef Meter meter = Meter()
    cdef int64_t begin = thread_cpu_ns(), limit = <int64_t> (seconds * 1e9)
    cdef uint64_t total = 0
    seat = start.to_move[0]
    while total == 0 or thread_cpu_ns() - begin < limit:
        owner.prepare(meter, start, start.moves(seat), 1024, exploration=exploration, first_play=1e3, rave=False,
                      rave_equivalence=1, prior_visits=0, minimax=0, evaluation=0, expand_at=1, solver=False,
                      depth=None, reuse=False)
        meter.begin_search(None, simulations)
        owner.work(meter, total)
        total += simulations
    return total, (thread_cpu_ns() - begin) * 1e-9
