"""Regret matching (Hart and Mas-Colell 2000): playing so as to have nothing to regret in the long run.

A player that chooses each move as often as it regrets not to have chosen it so far does, in the mean, as well as with
any fixed move. When both players of a zero-sum game do so, their average choices approach an equilibrium. Negative
sums of regret are forgotten, and later choices weigh more in the average (regret matching plus: Tammelin 2014), which
gets there faster.
"""

from libc.stdint cimport uint32_t

from dohyo.cext.rng cimport Rng, uniform
from dohyo.search.core.entries cimport MoveEntry


cdef inline void current(MoveEntry **entries, uint32_t count, float *chances) noexcept nogil:
    """With what chance to choose each move now. Entries may be NULL: nothing is known of these moves."""
    cdef float total = 0
    cdef uint32_t i
    for i in range(count):
        chances[i] = entries[i].regret if entries[i] != NULL else 0
        total += chances[i]
    for i in range(count):
        chances[i] = chances[i] / total if total > 0 else 1 / <float> count


cdef inline void learn(MoveEntry **entries, uint32_t count, const float *chances, const float *values, float weight,
                       ) noexcept nogil:
    """What each move would have given, when they were chosen with these chances: add it to what is regretted.
    weight: of this choice in the average."""
    cdef float mean = 0, regret
    cdef uint32_t i
    for i in range(count):
        mean += chances[i] * values[i]
    for i in range(count):
        if entries[i] != NULL:
            regret = entries[i].regret + values[i] - mean
            entries[i].regret = regret if regret > 0 else 0
            entries[i].average += weight * chances[i]


cdef inline uint32_t drawn(const float *chances, uint32_t count, Rng *rng) noexcept nogil:
    """A move drawn with these chances, which add up to about 1."""
    cdef float left = <float> uniform(rng)
    cdef uint32_t i
    for i in range(count - 1):
        left -= chances[i]
        if left < 0:
            return i
    return count - 1
