"""Whether a solitaire can be won when every card is known: depth-first search until a win is found or none is left.

A position that was entered before is not entered again: it was lost, or its search is still going on further up. The
positions entered are kept by their keys of 64 bits. Two positions with one key would hide the second; among 10 million
positions that happens with a chance of 3 in a million. A win is never affected: its line is played.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from cpython.exc cimport PyErr_CheckSignals

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.dispatch cimport canonical, result_bounds
from dohyo.cext.ops cimport MAX_MOVES, MAX_SEATS, Ops, move_t
from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.search.core.budget cimport load_flag, store_flag

cdef enum:
    # Plies of the longest line.
    DEEPEST = 1024
    # Entries of a new table; it doubles when two thirds are used.
    SMALLEST = 1 << 12
    # Nodes between two looks at the stop flag and at Ctrl-C.
    AT_ONCE = 1 << 18
    # What a search ends with.
    LOST = 0
    WON = 1
    PAUSED = 2

# One position of the line under search: its moves, and how many of them were tried.
cdef struct Frame:
    uint32_t count
    uint32_t tried
    move_t moves[MAX_MOVES]

# Keys of positions; 0 marks an empty slot.
cdef struct Keys:
    uint64_t *keys
    uint64_t capacity       # a power of 2
    uint64_t used


cdef inline bint add_key(Keys *table, uint64_t key) noexcept nogil:
    """Put in a key; False if it is there already. The table has room."""
    cdef uint64_t place
    key = 1 if key == 0 else key
    place = key & (table.capacity - 1)
    while table.keys[place]:
        if table.keys[place] == key:
            return False
        place = (place + 1) & (table.capacity - 1)
    table.keys[place] = key
    table.used += 1
    return True


cdef bint new_keys(Keys *table, uint64_t capacity) noexcept nogil:
    """An empty table; False if there is no memory."""
    table.keys = <uint64_t *> calloc(capacity, sizeof(uint64_t))
    table.capacity = capacity
    table.used = 0
    return table.keys != NULL


cdef bint make_room(Keys *table) noexcept nogil:
    """Room for one more key; False if there is no memory."""
    cdef Keys larger
    cdef uint64_t i
    if 3 * table.used < 2 * table.capacity:
        return True
    if not new_keys(&larger, 2 * table.capacity):
        return False
    for i in range(table.capacity):
        if table.keys[i]:
            add_key(&larger, table.keys[i])
    free(table.keys)
    table[0] = larger
    return True


cdef class Solver:
    """Solves one position after the other. `solve` is used from one thread; any may call `interrupt`."""

    cdef const Ops *ops
    cdef Keys seen
    cdef Frame *frames
    cdef char *states
    cdef size_t room
    cdef uint32_t depth         # of the frame that is looked at; frames 0 to depth are in use
    cdef uint64_t nodes
    cdef bint cut               # a line was longer than DEEPEST, or memory ran out
    cdef int32_t stop
    cdef Rng rng

    def __cinit__(self):
        self.frames = <Frame *> malloc(DEEPEST * sizeof(Frame))
        if self.frames == NULL or not new_keys(&self.seen, SMALLEST):
            raise MemoryError

    def __dealloc__(self):
        free(self.frames)
        free(self.states)
        free(self.seen.keys)

    cdef inline char *state_at(self, uint32_t depth) noexcept nogil:
        return self.states + depth * <size_t> self.ops.size

    cdef bint enter(self, uint32_t depth) noexcept nogil:
        """Prepare the frame of the state at a depth; False if it was entered before. A position with one move needs
        no key: what follows it has one."""
        cdef Frame *frame = &self.frames[depth]
        cdef const void *state = self.state_at(depth)
        cdef uint32_t i, symmetry
        cdef move_t best
        frame.tried = 0
        frame.count = self.ops.moves(state, 0, frame.moves)
        if frame.count == 1:
            return True
        if not make_room(&self.seen):
            self.cut = True
            return False
        if not add_key(&self.seen, canonical(self.ops, state, &symmetry)):
            return False
        if self.ops.policy_move != NULL:
            # The move of the simple policy is tried first.
            best = self.ops.policy_move(state, 0, &self.rng)
            for i in range(frame.count):
                if frame.moves[i] == best:
                    frame.moves[i] = frame.moves[0]
                    frame.moves[0] = best
                    break
        return True

    cdef bint hopeless(self, const void *state) noexcept nogil:
        cdef float low, high
        result_bounds(self.ops, state, &low, &high)
        return high < 1

    cdef int run(self, uint64_t most) noexcept nogil:
        """Search on until `nodes` is `most`. After WON the line is the last tried move of the frames 0 to `depth`."""
        cdef const Ops *ops = self.ops
        cdef float result[MAX_SEATS]
        cdef Frame *frame
        cdef char *child
        while True:
            frame = &self.frames[self.depth]
            if frame.tried == frame.count:
                if self.depth == 0:
                    return LOST
                self.depth -= 1
                continue
            if self.nodes >= most:
                return PAUSED
            child = self.state_at(self.depth + 1)
            memcpy(child, self.state_at(self.depth), ops.size)
            ops.play(child, 0, frame.moves[frame.tried])
            frame.tried += 1
            self.nodes += 1
            if ops.to_move(child) == 0:
                ops.result(child, result)
                if result[0] == 1:
                    return WON
            elif self.depth + 1 == DEEPEST:
                self.cut = True
            elif not self.hopeless(child) and self.enter(self.depth + 1):
                self.depth += 1

    def solve(self, Buffer position not None, uint64_t most_nodes):
        """(winnable, nodes, line). position: a state of a game of one seat; most_nodes: positions visited by playing a
        move, after which it is given up.

        winnable is None where it is undecided: at the limit, after `interrupt`, or where a line was too long or memory
        ran out. line: codes of moves that win, where winnable.
        """
        cdef const Ops *ops = position.kernel.ops
        cdef int ended = PAUSED
        cdef uint64_t until
        cdef float result[MAX_SEATS]
        if ops.seats != 1:
            raise ValueError(f"{position.kernel.id}: expected a game of one seat, got {ops.seats} seats")
        if ops.to_move(position.state) == 0:
            ops.result(position.state, result)
            return result[0] == 1, 0, []
        self._prepare(position)
        while ended == PAUSED and self.nodes < most_nodes and not load_flag(&self.stop):
            until = min(most_nodes, self.nodes + AT_ONCE)
            with nogil:
                ended = self.run(until)
            PyErr_CheckSignals()
        line = []
        if ended == WON:
            line = [self.frames[i].moves[self.frames[i].tried - 1] for i in range(self.depth + 1)]
        winnable = None if ended == PAUSED or (ended == LOST and self.cut) else ended == WON
        return winnable, self.nodes, line

    def interrupt(self):
        """End the running `solve` soon, or the next one if none runs and `arm` does not come between."""
        store_flag(&self.stop, 1)

    def arm(self):
        """Forget earlier interruptions."""
        store_flag(&self.stop, 0)

    cdef _prepare(self, Buffer position):
        """Start anew from a position, with an empty table of the smallest size."""
        cdef size_t room = (DEEPEST + 1) * <size_t> position.kernel.ops.size
        if room > self.room:
            free(self.states)
            self.room = 0
            self.states = <char *> malloc(room)
            if self.states == NULL:
                raise MemoryError
            self.room = room
        free(self.seen.keys)
        if not new_keys(&self.seen, SMALLEST):
            raise MemoryError
        self.ops = position.kernel.ops
        self.nodes = 0
        self.depth = 0
        self.cut = False
        seed_rng(&self.rng, 0)
        memcpy(self.states, position.state, self.ops.size)
        self.enter(0)
