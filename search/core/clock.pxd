"""The clocks of this layer, in nanoseconds."""

from libc.stdint cimport int64_t
from posix.time cimport CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec


cdef inline int64_t monotonic_ns() noexcept nogil:
    """The clock of `time.monotonic_ns`."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return <int64_t> t.tv_sec * 1000000000 + t.tv_nsec


cdef inline int64_t thread_cpu_ns() noexcept nogil:
    """CPU time of the calling thread."""
    cdef timespec t
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
    return <int64_t> t.tv_sec * 1000000000 + t.tv_nsec
