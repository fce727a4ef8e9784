"""What candidates are worth over the worlds, and which of them fall behind."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from dohyo.search.pimc.plan cimport Candidate, Plan
from dohyo.search.simultaneous.bayesian_game cimport solve_bayesian

cdef enum:
    # Rounds of regret matching at the root, as many as this many payoffs allow, within these bounds.
    PAYOFFS = 1 << 20
    MOST_ROUNDS = 1000
    LEAST_ROUNDS = 50


cdef inline uint32_t rounds_for(const Plan *plan, uint32_t worlds) noexcept nogil:
    """Rounds of regret matching that take about equally long for few worlds and many."""
    cdef uint32_t k, payoffs = 0
    for k in range(worlds):
        payoffs += plan.count * plan.root_game.columns[k]
    return max(<uint32_t> LEAST_ROUNDS, min(<uint32_t> MOST_ROUNDS, <uint32_t> PAYOFFS // max(1, payoffs)))


cdef inline void rate_candidates(Plan *plan, uint32_t worlds) noexcept nogil:
    """Sum up the values of the first so many worlds."""
    cdef Candidate *c
    cdef double value, total, squares
    cdef uint32_t i, k
    plan.rated = True
    if plan.at_once:
        solve_bayesian(plan.root_game, worlds, rounds_for(plan, worlds))
    for i in range(plan.count):
        c = &plan.candidates[i]
        if c.dropped or worlds <= c.counted:
            continue
        c.depth = plan.depth
        c.worlds = c.counted = worlds
        if plan.at_once:
            c.mean = plan.root_game.worth[i]
            c.error = sqrt(plan.root_game.spread[i])
            c.share = plan.root_game.mix[i]
            continue
        total = squares = 0
        for k in range(worlds):
            total += plan.values[k * plan.count + i]
        c.mean = total / worlds
        for k in range(worlds):
            value = plan.values[k * plan.count + i] - c.mean
            squares += value * value
        c.error = sqrt(squares / worlds / (worlds - 1)) if worlds > 1 else 0


cdef inline double difference(const Plan *plan, uint32_t i, uint32_t best, double *squares) noexcept nogil:
    """By how much the best is better than a candidate, summed over the worlds in which both were searched; and the sum
    of the squares."""
    cdef const float *values
    cdef double each, total = 0
    cdef uint32_t k
    squares[0] = 0
    for k in range(shared(plan, i, best)):
        values = plan.values + <size_t> k * plan.count
        each = values[best] - values[i]
        total += each
        squares[0] += each * each
    return total


cdef inline uint32_t shared(const Plan *plan, uint32_t i, uint32_t best) noexcept nogil:
    """The worlds in which both were searched."""
    return min(plan.candidates[i].counted, plan.candidates[best].counted)


cdef inline double usual(const Plan *plan, uint32_t best) noexcept nogil:
    """The mean square of the differences between the best and the others that are still searched."""
    cdef double squares, total = 0
    cdef uint32_t i, worlds = 0
    for i in range(plan.count):
        if i != best and not plan.candidates[i].dropped:
            difference(plan, i, best, &squares)
            total += squares
            worlds += shared(plan, i, best)
    return total / max(<uint32_t> 1, worlds)


cdef inline bint behind(const Plan *plan, uint32_t i, uint32_t best, double errors, double square) noexcept nogil:
    """Whether a candidate is worse than the best by more than so many standard errors of the difference, world by
    world.

    Two imagined worlds are counted in (as by Agresti and Coull 1998 for proportions), in which they differ by the root
    of `square`, one way and the other: so a few worlds that happen to agree leave an error.
    """
    cdef double squares, mean = difference(plan, i, best, &squares)
    cdef uint32_t worlds = shared(plan, i, best) + 2
    mean /= worlds
    return mean > errors * sqrt(((squares + 2 * square) / worlds - mean * mean) / worlds)
