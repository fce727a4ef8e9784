"""The smallest kernel: one seat counts down from ten by one or two. For tests of the ops table; not installed."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport malloc

import numpy as np

from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops, move_t
from dohyo.cext.rng cimport Rng, below

cdef struct Tiny:
    uint8_t left


cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    (<Tiny *> state).left = 10


cdef uint32_t to_move(const void *state) noexcept nogil:
    return (<const Tiny *> state).left > 0


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    out[0] = 1
    out[1] = 2
    return 1 + ((<const Tiny *> state).left > 1)


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    return seat == 0 and 1 <= move <= 2 and move <= (<const Tiny *> state).left


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    (<Tiny *> state).left -= <uint8_t> move


cdef void result(const void *state, float *out) noexcept nogil:
    out[0] = 1


cdef uint64_t hash_(const void *state) noexcept nogil:
    return (<const Tiny *> state).left


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    return 1 + below(rng, 1 + ((<const Tiny *> state).left > 1))


cdef void refresh(void *state) noexcept nogil:
    """Nothing is derived."""


cdef uint32_t check(const void *state) noexcept nogil:
    return (<const Tiny *> state).left > 10


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    return 0


cdef void to_view(void *state, uint32_t seat) noexcept nogil:
    """Nothing is hidden."""


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    """Nothing is hidden."""


cdef move_t observed_move(const void *state, uint32_t seat, move_t move, uint32_t observer) noexcept nogil:
    return move


cdef move_t take_back(void *state, uint32_t seat) noexcept nogil:
    return 0


cdef uint64_t canonical(const void *state, uint32_t *symmetry) noexcept nogil:
    symmetry[0] = 0
    return hash_(state)


cdef move_t reflect(const void *state, move_t move, uint32_t symmetry, bint back) noexcept nogil:
    return move


def kernel(missing=(), version=OPS_VERSION, size=sizeof(Tiny), seats=1, num_actions=3, logit=1.0):
    """The kernel, without the entries `missing`."""
    # One table for each kernel, for the life of the process, as `make_kernel` asks for.
    cdef Ops *ops = <Ops *> new_table()
    ops[0] = Ops(
        version=version, size=size, seats=seats, num_actions=num_actions, logit=logit,
        deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
        random_move=random_move, refresh=refresh, check=check,
        to_view=to_view, determinize=determinize, observed_move=observed_move, take_back=take_back,
        canonical=canonical, reflect=reflect,
        evaluate=evaluate, order=NULL, result_bounds=NULL, value_bounds=NULL, minimax_bounds=NULL,
        policy_move=NULL, playout_move=NULL,
        random_playout=NULL,
    )
    if "deal" in missing:
        ops.deal = NULL
    if "to_move" in missing:
        ops.to_move = NULL
    if "moves" in missing:
        ops.moves = NULL
    if "legal" in missing:
        ops.legal = NULL
    if "play" in missing:
        ops.play = NULL
    if "result" in missing:
        ops.result = NULL
    if "hash" in missing:
        ops.hash = NULL
    if "random_move" in missing:
        ops.random_move = NULL
    if "refresh" in missing:
        ops.refresh = NULL
    if "check" in missing:
        ops.check = NULL
    if "evaluate" in missing:
        ops.evaluate = NULL
    if "to_view" in missing:
        ops.to_view = NULL
    if "determinize" in missing:
        ops.determinize = NULL
    if "observed_move" in missing:
        ops.observed_move = NULL
    if "take_back" in missing:
        ops.take_back = NULL
    if "canonical" in missing:
        ops.canonical = NULL
    if "reflect" in missing:
        ops.reflect = NULL
    return make_kernel("tiny", ops, np.dtype([("left", np.uint8)]))


cdef void *new_table() except NULL:
    cdef void *table = malloc(sizeof(Ops))
    if table == NULL:
        raise MemoryError
    return table
