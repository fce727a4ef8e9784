"""How fast the rules are: uniform games from a position, counted per CPU-second of this thread."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.ops cimport MAX_SEATS, Ops
from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.search.clock cimport thread_cpu_ns
from dohyo.search.playout cimport play_out

cdef enum:
    BATCH = 256


def playouts(Buffer start, double seconds, uint64_t seed=0, bint fused=True):
    """Play uniformly random games from `start` for that many CPU-seconds.

    fused: by the kernel's `rollout` where it has one; else by `sample` and `play` in a loop.
    Returns (games, CPU-seconds, sum of the results of seat 0).
    """
    cdef const Ops *ops = start.kernel.ops
    cdef void *state = malloc(ops.size)
    cdef Rng rng
    cdef uint64_t games = 0, begin, spent = 0, limit = <uint64_t> (seconds * 1e9)
    cdef double won = 0
    cdef float result[MAX_SEATS]
    cdef int _
    if state == NULL:
        raise MemoryError
    seed_rng(&rng, seed)
    with nogil:
        begin = thread_cpu_ns()
        while spent < limit or games == 0:
            for _ in range(BATCH):
                memcpy(state, start.state, ops.size)
                if fused and ops.rollout != NULL:
                    ops.rollout(state, &rng, NULL)
                else:
                    play_out(ops, state, &rng, NULL)
                ops.result(state, result)
                won += result[0]
            games += BATCH
            spent = thread_cpu_ns() - begin
    free(state)
    return games, spent * 1e-9, won
