"""How fast the rules are: random games from the start, counted per CPU-second of this thread."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dohyo.cext.kernel cimport Buffer
from dohyo.cext.dispatch cimport play_randomly, random_playout
from dohyo.cext.ops cimport MAX_OPTIONS, MAX_SEATS, Ops
from dohyo.cext.rng cimport Rng, next64, seed_rng
from dohyo.search.core.clock cimport thread_cpu_ns

cdef enum:
    BATCH = 256


def playouts(Buffer start not None, double seconds, uint64_t seed=0, *, options=None, bint fused=True):
    """Play random games, by the weights of `random_move`, for that many CPU-seconds.

    options: the values of the rule options, where there is chance: then each game is dealt anew, and that is part of
    it; None: each game begins from `start`. fused: by the kernel's `random_playout` where it has one; else by
    `random_move` and `play` in a loop. Returns (games, CPU-seconds, sum of the results of seat 0).
    """
    cdef const Ops *ops = start.kernel.ops
    cdef int32_t values[MAX_OPTIONS]
    cdef Rng rng
    cdef uint64_t games = 0, begin, spent = 0, limit = <uint64_t> (seconds * 1e9)
    cdef double won = 0
    cdef float result[MAX_SEATS]
    cdef bint fresh = options is not None
    cdef int i, _
    if fresh:
        for i in range(_checked(len(options))):
            values[i] = options[i]
    cdef void *state = malloc(ops.size)
    if state == NULL:
        raise MemoryError
    seed_rng(&rng, seed)
    with nogil:
        begin = thread_cpu_ns()
        while spent < limit or games == 0:
            for _ in range(BATCH):
                if fresh:
                    ops.deal(state, values, next64(&rng))
                else:
                    memcpy(state, start.state, ops.size)
                if fused:
                    random_playout(ops, state, &rng, NULL)
                else:
                    play_randomly(ops, state, &rng, NULL)
                ops.result(state, result)
                won += result[0]
            games += BATCH
            spent = thread_cpu_ns() - begin
    free(state)
    return games, spent * 1e-9, won


cdef int _checked(size_t options) except -1:
    if options > MAX_OPTIONS:
        raise ValueError(f"{options} options; at most {MAX_OPTIONS} fit")
    return <int> options
