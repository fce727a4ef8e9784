"""What candidates are worth over the worlds, and which of them fall behind."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from dohyo.search.bayes cimport answer
from dohyo.search.determinized cimport Candidate, Plan

cdef enum:
    # Rounds of regret matching at the root, as many as this many payoffs allow, within these bounds.
    PAYOFFS = 1 << 20
    MOST_ROUNDS = 1000
    LEAST_ROUNDS = 50


cdef inline uint32_t rounds_for(const Plan *plan, uint32_t worlds) noexcept nogil:
    """Rounds of regret matching that take about equally long for few worlds and many."""
    cdef uint32_t k, payoffs = 0
    for k in range(worlds):
        payoffs += plan.count * plan.bayes.columns[k]
    return max(<uint32_t> LEAST_ROUNDS, min(<uint32_t> MOST_ROUNDS, <uint32_t> PAYOFFS // max(1, payoffs)))


cdef inline void rate_candidates(Plan *plan, uint32_t worlds) noexcept nogil:
    """Sum up the values of the first so many worlds."""
    cdef Candidate *c
    cdef double value, total, squares
    cdef uint32_t i, k
    plan.rated = True
    if plan.at_once:
        answer(plan.bayes, worlds, rounds_for(plan, worlds))
    for i in range(plan.count):
        c = &plan.candidates[i]
        if c.dropped or worlds <= c.counted:
            continue
        c.depth = plan.depth
        c.worlds = c.counted = worlds
        if plan.at_once:
            c.mean = plan.bayes.worth[i]
            c.error = sqrt(plan.bayes.spread[i])
            c.share = plan.bayes.mix[i]
            continue
        total = squares = 0
        for k in range(worlds):
            total += plan.values[k * plan.count + i]
        c.mean = total / worlds
        for k in range(worlds):
            value = plan.values[k * plan.count + i] - c.mean
            squares += value * value
        c.error = sqrt(squares / worlds / (worlds - 1)) if worlds > 1 else 0


cdef inline bint behind(const Plan *plan, uint32_t i, uint32_t best, double errors) noexcept nogil:
    """Whether a candidate is worse than the best by more than so many standard errors of the difference, world by
    world, in the worlds in which both were searched.

    Two imagined worlds, in which one of them wins and the other loses, are counted in (as by Agresti and Coull 1998 for
    proportions): so a few worlds that happen to agree leave an error, and moves of equal value are never apart.
    """
    cdef const float *values
    cdef double difference, total = 0, squares = 2, mean
    cdef uint32_t k, worlds = min(plan.candidates[i].counted, plan.candidates[best].counted), counted = worlds + 2
    for k in range(worlds):
        values = plan.values + <size_t> k * plan.count
        difference = values[best] - values[i]
        total += difference
        squares += difference * difference
    mean = total / counted
    return mean > errors * sqrt((squares / counted - mean * mean) / counted)
