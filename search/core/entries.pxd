"""The table of `mcts` where something is hidden: one entry for each move tried at each information set.

Open addressing: an entry lies in one of the WAYS places from where its key points to, the first that is free when it
is made. The low bits of the key are the age of the search that made the entry; those of another age are free places,
so a new search empties the table by a new age, and begins with few places: they fit into the caches, and memory that is
touched for the first time costs more than to move entries now and then. One thread works with a table.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    WAYS = 16
    FEWEST = 1 << 14        # places that a search begins with
    AGE_BITS = 12
    LAST_AGE = (1 << AGE_BITS) - 1

cdef struct MoveEntry:
    uint64_t key            # its low AGE_BITS are the age, never 0
    double sum              # of results, for the seat that chooses
    double squares          # of their squares
    double average          # how often regret matching would have chosen the move so far, added up
    float regret            # how much better than the choices made the move would have been, added up
    uint32_t visits
    uint32_t available      # times the move could have been chosen
    uint32_t unused

cdef struct Entries:
    MoveEntry *place            # all places
    uint64_t places         # that there is memory for: a power of two, at least FEWEST, and WAYS - 1 besides
    uint64_t size           # of these the search uses so many: a power of two
    uint64_t most_used      # the largest size since all places were last cleared
    uint64_t age
    uint64_t used           # places that this search has filled
    bint full               # an entry found no place


cdef inline MoveEntry *first_place(const Entries *entries, uint64_t key) noexcept nogil:
    return entries.place + (key >> AGE_BITS & (entries.size - 1))


cdef inline uint64_t aged(const Entries *entries, uint64_t key) noexcept nogil:
    return (key & ~<uint64_t> LAST_AGE) | entries.age


cdef inline MoveEntry *find(const Entries *entries, uint64_t key) noexcept nogil:
    """The entry of a key, or NULL."""
    cdef MoveEntry *at = first_place(entries, key)
    cdef uint64_t wanted = aged(entries, key)
    cdef uint32_t i
    for i in range(WAYS):
        if at[i].key == wanted:
            return &at[i]
        if at[i].key & LAST_AGE != entries.age:
            return NULL
    return NULL


cdef inline MoveEntry *obtain(Entries *entries, uint64_t key) noexcept nogil:
    """The entry of a key, made if there is none; NULL if there is no place for it."""
    cdef MoveEntry *at = first_place(entries, key)
    cdef uint64_t wanted = aged(entries, key)
    cdef uint32_t i
    for i in range(WAYS):
        if at[i].key == wanted:
            return &at[i]
        if at[i].key & LAST_AGE != entries.age:
            memset(&at[i], 0, sizeof(MoveEntry))
            at[i].key = wanted
            entries.used += 1
            return &at[i]
    entries.full = True
    return NULL


cdef inline void empty(Entries *entries) noexcept nogil:
    """Forget all entries, and begin with few places."""
    entries.used = 0
    entries.full = False
    entries.age += 1
    if entries.age > LAST_AGE:
        entries.age = 1
        memset(entries.place, 0, (entries.most_used + WAYS - 1) * sizeof(MoveEntry))
        entries.most_used = 0
    use_so_many(entries, FEWEST)


cdef inline void use_so_many(Entries *entries, uint64_t size) noexcept nogil:
    entries.size = size
    if size > entries.most_used:
        entries.most_used = size


cdef inline bint crowded(const Entries *entries) noexcept nogil:
    """Whether it is time to grow, and there is memory: tables that are at most half full are quick."""
    return (2 * entries.used > entries.size or entries.full) and entries.size < entries.places


cdef inline bint exhausted(const Entries *entries) noexcept nogil:
    """Whether an entry found no place and the table cannot grow."""
    return entries.full and entries.size == entries.places


cdef inline void move_entry(Entries *entries, MoveEntry *old) noexcept nogil:
    """Put an entry of this age where it belongs in the grown table. Forgotten if there is no place."""
    cdef MoveEntry entry = old[0]
    cdef MoveEntry *new
    old.key = 0
    entries.used -= 1
    new = obtain(entries, entry.key)
    if new != NULL:
        new[0] = entry


cdef inline void grow(Entries *entries) noexcept nogil:
    """Use twice as many places. Entries move: no pointer to one may be held.

    An entry belongs where it did before or as far up as there were places. Taken in their order, each finds a place no
    further from there than it was. Only those past the end, where the new places are, may find none."""
    cdef MoveEntry past_end[WAYS - 1]
    cdef uint64_t i, size = entries.size
    memcpy(past_end, entries.place + size, sizeof(past_end))
    for i in range(WAYS - 1):
        entries.place[size + i].key = 0
    use_so_many(entries, 2 * size)
    for i in range(size):
        if entries.place[i].key & LAST_AGE == entries.age:
            move_entry(entries, entries.place + i)
    for i in range(WAYS - 1):
        if past_end[i].key & LAST_AGE == entries.age:
            move_entry(entries, past_end + i)
    # Of what was forgotten there may be an entry again.
    entries.full = False
