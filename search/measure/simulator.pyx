"""Whole games by simple policies, from one deal each: what they add up to, and single games ply by ply.

Every game is dealt from a seed of its own and played by random numbers of its own, so game number i is the same
whichever games are played besides, and whether it is only counted or traced.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cpython.bytearray cimport PyByteArray_AS_STRING

import numpy as np

from dohyo.cext.kernel cimport Kernel
from dohyo.cext.ops cimport MAX_MOVES, MAX_OPTIONS, MAX_SEATS, WIN, Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng, below, derive, seed_rng

#: The policies, in the order of their numbers.
POLICIES = ("random", "uniform", "greedy")

cdef enum:
    RANDOM = 0
    UNIFORM = 1
    GREEDY = 2

# Sums over games of a pair (x, y): the mean is x / y, and the others give its error.
cdef struct Sums:
    double x
    double y
    double xx
    double xy
    double yy

# One game while it is played.
cdef struct GameCounts:
    double plies
    double moves        # distinct legal moves, summed over the plies
    double choices      # plies with two or more


cdef inline void count(Sums *sums, double x, double y) noexcept nogil:
    sums.x += x
    sums.y += y
    sums.xx += x * x
    sums.xy += x * y
    sums.yy += y * y


cdef move_t look_ahead(const Ops *ops, const void *state, uint32_t seat, const move_t *moves, uint32_t found,
                       void *scratch, Rng *rng) noexcept nogil:
    """The move after which `evaluate` is best, ties at random. For games in which everything is known."""
    cdef int32_t value, best = -2 * WIN
    cdef uint32_t i, chosen = 0, equal = 0
    for i in range(found):
        memcpy(scratch, state, ops.size)
        ops.play(scratch, seat, moves[i])
        value = ops.evaluate(scratch, seat)
        if value > best:
            best = value
            equal = 0
        if value == best:
            equal += 1
            if below(rng, equal) == 0:
                chosen = i
    return moves[chosen]


cdef move_t choose(const Ops *ops, uint32_t policy, const void *state, uint32_t seat, const move_t *moves,
                   uint32_t found, void *scratch, Rng *rng) noexcept nogil:
    """The move of a policy. It is shown the true state, and looks only at what the seat knows."""
    if policy == RANDOM:
        return ops.random_move(state, seat, rng)
    if policy == UNIFORM:
        return moves[below(rng, found)]
    if ops.policy_move != NULL:
        return ops.policy_move(state, seat, rng)
    return look_ahead(ops, state, seat, moves, found, scratch, rng)


cdef class Simulator:
    """Games of one kernel under one policy, one after the other. policy: one of POLICIES; seed: 64 bits."""

    cdef readonly Kernel kernel
    # Games counted so far; of these the games that each seat won, and the drawn ones.
    cdef readonly uint64_t games
    cdef uint64_t won_by[MAX_SEATS]
    cdef readonly uint64_t drawn
    cdef Sums plies
    cdef Sums moves
    cdef Sums choices
    cdef Sums margins
    cdef const Ops *ops
    cdef int32_t options[MAX_OPTIONS]
    cdef uint64_t seed
    cdef uint32_t policy
    cdef void *state
    cdef void *scratch

    def __init__(self, Kernel kernel not None, options, str policy, uint64_t seed):
        cdef uint32_t i
        if self.state != NULL:
            raise RuntimeError("a simulator is made once")
        self.kernel = kernel
        self.ops = kernel.ops
        self.policy = POLICIES.index(policy)
        self.seed = seed
        if len(options) > MAX_OPTIONS:
            raise ValueError(f"{len(options)} options; at most {MAX_OPTIONS} fit")
        if self.policy == GREEDY and self.ops.policy_move == NULL and self.ops.to_view != NULL:
            raise ValueError(f"{kernel.id} has no policy")
        for i in range(<uint32_t> len(options)):
            self.options[i] = options[i]
        self.state = calloc(1, self.ops.size)
        self.scratch = calloc(1, self.ops.size)
        if self.state == NULL or self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.state)
        free(self.scratch)

    cdef void deal(self, uint64_t number, Rng *rng) noexcept nogil:
        memset(self.state, 0, self.ops.size)
        self.ops.deal(self.state, self.options, derive(self.seed, 2 * number))
        seed_rng(rng, derive(self.seed, 2 * number + 1))

    cdef uint32_t step(self, uint32_t mask, Rng *rng, move_t *move, uint32_t *found) noexcept nogil:
        """Play one move. Returns the seat that played; found: the number of its distinct legal moves."""
        cdef move_t moves[MAX_MOVES]
        cdef uint32_t seat = first_seat(mask)
        found[0] = self.ops.moves(self.state, seat, moves)
        move[0] = choose(self.ops, self.policy, self.state, seat, moves, found[0], self.scratch, rng)
        self.ops.play(self.state, seat, move[0])
        return seat

    cdef void play_one(self, uint64_t number) noexcept nogil:
        """Play a game and count it."""
        cdef Rng rng
        cdef GameCounts counts
        cdef float result[MAX_SEATS]
        cdef move_t move
        cdef uint32_t found, seat, mask
        cdef int32_t value
        memset(&counts, 0, sizeof(GameCounts))
        self.deal(number, &rng)
        mask = self.ops.to_move(self.state)
        while mask:
            self.step(mask, &rng, &move, &found)
            counts.plies += 1
            counts.moves += found
            counts.choices += found > 1
            mask = self.ops.to_move(self.state)
        self.ops.result(self.state, result)
        for seat in range(self.ops.seats):
            self.won_by[seat] += result[seat] == 1
        self.drawn += result[0] == <float> 0.5
        value = self.ops.evaluate(self.state, 0)
        value = -value if value < 0 else value
        count(&self.margins, value - WIN if value >= WIN else 0, 1)
        count(&self.plies, counts.plies, 1)
        count(&self.moves, counts.moves, counts.plies)
        count(&self.choices, counts.choices, 1)

    def play(self, uint32_t games):
        """Play and count so many more games; their last states, as a structured array."""
        ends = bytearray(<size_t> games * self.ops.size)
        cdef char *out = PyByteArray_AS_STRING(ends)
        cdef uint32_t i
        with nogil:
            for i in range(games):
                self.play_one(self.games)
                memcpy(out + <size_t> i * self.ops.size, self.state, self.ops.size)
                self.games += 1
        return np.frombuffer(ends, dtype=self.kernel.fields)

    def trace(self, uint64_t number):
        """Play game `number` without counting it: (states, seats, moves, found), arrays over its plies, the states one
        longer; found: how many distinct legal moves there were."""
        cdef Rng rng
        cdef move_t move = 0
        cdef uint32_t found = 0, mask
        self.deal(number, &rng)
        states = bytearray((<char *> self.state)[:self.ops.size])
        seats, moves, counts = [], [], []
        mask = self.ops.to_move(self.state)
        while mask:
            seats.append(self.step(mask, &rng, &move, &found))
            moves.append(move)
            counts.append(found)
            states += (<char *> self.state)[:self.ops.size]
            mask = self.ops.to_move(self.state)
        return (np.frombuffer(states, dtype=self.kernel.fields), np.array(seats, dtype=np.int64),
                np.array(moves, dtype=np.int64), np.array(counts, dtype=np.int64))

    @property
    def won(self):
        """Games that each seat won."""
        return tuple(self.won_by[seat] for seat in range(<int> self.ops.seats))

    @property
    def sums(self):
        """What means follow from: {name: (x, y, xx, xy, yy)}, sums over the games; the mean is x / y.

        plies: of a game; moves: distinct legal ones at a decision; choices: decisions of a game with two or more;
        margin: of a finished game, by `evaluate`, 0 for a draw.
        """
        named = {"plies": self.plies, "moves": self.moves, "choices": self.choices, "margin": self.margins}
        return {name: (s["x"], s["y"], s["xx"], s["xy"], s["yy"]) for name, s in named.items()}
