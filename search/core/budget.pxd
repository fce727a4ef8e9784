"""What a search may spend, shared by its threads."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from dohyo.search.core.clock cimport monotonic_ns

cdef extern from *:
    """
    #include <stdint.h>
    #define dohyo_load(p) __atomic_load_n(p, __ATOMIC_RELAXED)
    #define dohyo_store(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
    #define dohyo_add(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
    static inline int dohyo_swap(uint64_t *p, uint64_t old, uint64_t value) {
        return __atomic_compare_exchange_n(p, &old, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    """
    int32_t load_flag "dohyo_load"(const int32_t *p) noexcept nogil
    void store_flag "dohyo_store"(int32_t *p, int32_t value) noexcept nogil
    uint64_t load_count "dohyo_load"(const uint64_t *p) noexcept nogil
    # The count before the addition.
    uint64_t add_count "dohyo_add"(uint64_t *p, uint64_t value) noexcept nogil
    # Store a value where the old one stands; False if another does.
    bint swap_count "dohyo_swap"(uint64_t *p, uint64_t old, uint64_t value) noexcept nogil

cdef struct Budget:
    int64_t deadline        # of the monotonic clock, in ns; the largest number for none
    uint64_t most_nodes     # the largest number for none
    int32_t stop            # not 0: end now
    # What threads write all the time must not share a cache line with what they all read.
    char apart[64]
    uint64_t taken          # nodes that threads have taken it upon them to visit, where they take several at once
    uint64_t nodes          # visited so far, by all threads


cdef inline bint out_of_time(Budget *budget) noexcept nogil:
    """Whether to end now. Costs a look at the clock (20 ns): not for every node."""
    if load_flag(&budget.stop):
        return True
    if monotonic_ns() < budget.deadline:
        return False
    store_flag(&budget.stop, 1)
    return True


cdef class Meter:
    """Owner of a Budget."""

    cdef Budget budget
    cdef readonly object begin
