"""The table of `mcts` where something is hidden: one entry for each move tried at each information set.

Open addressing: an entry lies in one of the WAYS places from where its key points to, the first that is free when it
is made. The low bits of the key are the age of the search that made the entry; those of another age are free places,
so a new search empties the table by a new age.

Threads share the table without locks: a place is claimed by one atomic exchange, is cleared, and then gets its key. To
others a place that is claimed is a place taken. Counts may lose an update now and then, which does no harm
(Enzenberger and Müller 2009).
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.search.budget cimport add_count, load_count, store_flag, swap_count

cdef enum:
    WAYS = 16
    AGE_BITS = 12
    LAST_AGE = (1 << AGE_BITS) - 1

cdef extern from *:
    """
    #define dohyo_publish_key(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
    #define dohyo_read_key(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
    """
    void publish_key "dohyo_publish_key"(uint64_t *p, uint64_t key) noexcept nogil
    uint64_t read_key "dohyo_read_key"(const uint64_t *p) noexcept nogil

cdef struct Entry:
    uint64_t key            # its low AGE_BITS are the age, never 0
    double sum              # of results, for the seat that chooses
    double squares          # of their squares
    double average          # how often regret matching would have chosen the move so far, added up
    float regret            # how much better than the choices made the move would have been, added up
    uint32_t visits
    uint32_t available      # times the move could have been chosen
    uint32_t unused

cdef struct Entries:
    Entry *place            # all places
    uint64_t places         # that there is memory for: a power of two, and WAYS - 1 besides
    uint64_t size           # of these the search uses so many: a power of two
    uint64_t most_used      # the largest size since all places were last cleared
    uint64_t age
    char apart[64]
    uint64_t used           # places that this search has filled
    int32_t full            # an entry found no place
    char apart_again[64]


cdef inline Entry *first_place(const Entries *entries, uint64_t key) noexcept nogil:
    return entries.place + (key >> AGE_BITS & (entries.size - 1))


cdef inline uint64_t aged(const Entries *entries, uint64_t key) noexcept nogil:
    return (key & ~<uint64_t> LAST_AGE) | entries.age


cdef inline Entry *find(const Entries *entries, uint64_t key) noexcept nogil:
    """The entry of a key, or NULL."""
    cdef Entry *at = first_place(entries, key)
    cdef uint64_t wanted = aged(entries, key), there
    cdef uint32_t i
    for i in range(WAYS):
        there = read_key(&at[i].key)
        if there == wanted:
            return &at[i]
        if there & LAST_AGE != entries.age:
            return NULL
    return NULL


cdef inline Entry *obtain(Entries *entries, uint64_t key) noexcept nogil:
    """The entry of a key, made if there is none; NULL if there is no place for it."""
    cdef Entry *at = first_place(entries, key)
    cdef uint64_t wanted = aged(entries, key), there
    cdef uint32_t i
    for i in range(WAYS):
        there = read_key(&at[i].key)
        if there & LAST_AGE != entries.age:
            # All bits but the age make a key that no move has.
            if swap_count(&at[i].key, there, <uint64_t> (-1) << AGE_BITS | entries.age):
                memset(<char *> &at[i] + sizeof(uint64_t), 0, sizeof(Entry) - sizeof(uint64_t))
                publish_key(&at[i].key, wanted)
                add_count(&entries.used, 1)
                return &at[i]
            there = read_key(&at[i].key)
        if there == wanted:
            return &at[i]
    store_flag(&entries.full, 1)
    return NULL


cdef inline void empty(Entries *entries, uint64_t size) noexcept nogil:
    """Forget all entries, and use so many places: a power of two. No thread may work."""
    entries.used = 0
    entries.full = 0
    entries.age += 1
    if entries.age > LAST_AGE:
        entries.age = 1
        memset(entries.place, 0, (entries.most_used + WAYS - 1) * sizeof(Entry))
        entries.most_used = 0
    entries.size = size
    if size > entries.most_used:
        entries.most_used = size
