"""What a search may spend: see budget.pxd."""

from libc.stdint cimport int64_t, uint64_t

import time

cdef int64_t NEVER = (<uint64_t> -1) >> 1


cdef class Meter:
    """The limits of one searcher's searches, one after the other, and what the running one has spent."""

    def begin_search(self, seconds, nodes):
        """Start the count. seconds, nodes: limits, or None."""
        self.begin = time.monotonic()
        self.budget.nodes = self.budget.taken = 0
        self.budget.deadline = NEVER
        # Past a million seconds there is no difference to none.
        if seconds is not None and seconds < 1e6:
            self.budget.deadline = monotonic_ns() + <int64_t> (1e9 * max(0.0, seconds))
        self.budget.most_nodes = NEVER if nodes is None else nodes

    def arm(self):
        """Forget earlier interruptions."""
        store_flag(&self.budget.stop, 0)

    def interrupt(self):
        """End the running search, or the next one if none runs and `arm` does not come between."""
        store_flag(&self.budget.stop, 1)

    @property
    def nodes(self):
        return load_count(&self.budget.nodes)

    @property
    def elapsed(self):
        """Seconds since `begin_search`."""
        return time.monotonic() - self.begin
