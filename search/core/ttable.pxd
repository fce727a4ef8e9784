"""The transposition table: what was found of positions seen before, in buckets of four entries, one cache line each.

A bucket is chosen by the low bits of the key; these are implied by where an entry stands, so its lowest AGE_BITS hold
the number of the search that used it last. The table is cleared by counting on: entries older than `oldest` are dead,
and a dead entry decides nothing, so that a search after `clear` equals one with a new table.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.ops cimport move_t

cdef enum:
    WAYS = 4
    AGE_BITS = 14
    LAST_AGE = (1 << AGE_BITS) - 1
    # Bounds, as bits: what the value says of the true one.
    LOWER = 1
    UPPER = 2
    EXACT = LOWER | UPPER
    # Set where the subtree ends in finished games only: deep enough for every search.
    COMPLETE = 512
    NO_MOVE = 0xffffffff

cdef struct TableEntry:
    uint64_t check          # the key, with the age in its low bits
    move_t move             # as seen from the canonical position; NO_MOVE for none
    int32_t packed          # value * 1024 + COMPLETE or 0 + depth * 4 + bound

cdef struct Table:
    TableEntry *entries
    uint64_t mask           # buckets - 1, at least LAST_AGE
    uint32_t age
    uint32_t oldest


cdef inline int32_t value_of(const TableEntry *entry) noexcept nogil:
    return entry.packed >> 10


cdef inline int32_t depth_of(const TableEntry *entry) noexcept nogil:
    return entry.packed >> 2 & 127


cdef inline int32_t bound_of(const TableEntry *entry) noexcept nogil:
    return entry.packed & EXACT


cdef inline bint is_complete(const TableEntry *entry) noexcept nogil:
    return (entry.packed & COMPLETE) != 0


cdef inline bint is_alive(const Table *table, const TableEntry *entry) noexcept nogil:
    return (entry.check & LAST_AGE) >= table.oldest


cdef inline void next_age(Table *table, bint clear) noexcept nogil:
    """Begin a search. clear: forget everything."""
    if table.age == LAST_AGE:
        memset(table.entries, 0, (table.mask + 1) * WAYS * sizeof(TableEntry))
        table.age = 0
        table.oldest = 1
    table.age += 1
    if clear:
        table.oldest = table.age


cdef inline TableEntry *find(const Table *table, uint64_t key) noexcept nogil:
    """The entry of a key, or NULL."""
    cdef TableEntry *entry = table.entries + (key & table.mask) * WAYS
    cdef uint32_t i
    for i in range(WAYS):
        if entry[i].check >> AGE_BITS == key >> AGE_BITS and is_alive(table, entry + i):
            entry[i].check = key >> AGE_BITS << AGE_BITS | table.age
            return entry + i
    return NULL


cdef inline void store(Table *table, uint64_t key, move_t move, int32_t value, int32_t depth, int32_t bound,
                       bint complete) noexcept nogil:
    """Keep a result: over that of the same key, else over a dead entry, else over the least deep of an earlier search,
    else over the least deep. value: 22 bits with sign; depth: at most 127."""
    cdef TableEntry *entry = table.entries + (key & table.mask) * WAYS
    cdef TableEntry *chosen = entry
    cdef int32_t worth, least = 1 << 20
    cdef uint32_t i
    for i in range(WAYS):
        if not is_alive(table, entry + i):
            worth = -1
        elif entry[i].check >> AGE_BITS == key >> AGE_BITS:
            chosen = entry + i
            if move == NO_MOVE:
                move = chosen.move
            break
        else:
            worth = depth_of(entry + i) + ((entry[i].check & LAST_AGE) == table.age) * 128
        if worth < least:
            least = worth
            chosen = entry + i
    chosen.check = key >> AGE_BITS << AGE_BITS | table.age
    chosen.move = move
    chosen.packed = value * 1024 + complete * COMPLETE + depth * 4 + bound
