"""One round of Sumo as a game of its own: both seats hold a hand that the other does not see, and choose a play.

Solved by regret matching+ (Tammelin 2014): alternating updates, strategies averaged with weights that grow linearly.
Sums run in a fixed order, so equal games have equal solutions on every machine.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

import numpy as np

cdef enum:
    # Plays of one hand at most, and plays in all.
    MOST = 5
    PLAYS = 13

# What both seats share: their possible hands, each with the plays it offers.
cdef struct Deals:
    uint32_t hands
    const uint8_t *plays        # MOST a hand
    const uint8_t *sizes        # of them in use
    const double *chance        # of the hand

# One seat: positive regrets, the strategy of now, and the weighted sum of strategies; MOST numbers a hand.
cdef struct Side:
    double *regret
    double *strategy
    double *sum


cdef void mixture(const Deals *deals, const double *strategy, double *out) noexcept nogil:
    """How often each play is seen of a seat."""
    cdef uint32_t h, k
    memset(out, 0, PLAYS * sizeof(double))
    for h in range(deals.hands):
        for k in range(deals.sizes[h]):
            out[deals.plays[MOST * h + k]] += deals.chance[h] * strategy[MOST * h + k]


cdef void against(const double *payoff, const double *met, uint32_t seat, double *out) noexcept nogil:
    """What each play gets the seat (0, 1) against a mixture of plays."""
    cdef uint32_t i, j
    for i in range(PLAYS):
        out[i] = 0
        for j in range(PLAYS):
            out[i] += met[j] * (-payoff[PLAYS * j + i] if seat else payoff[PLAYS * i + j])


cdef void update(const Deals *deals, Side *side, const double *worth, double weight) noexcept nogil:
    """One step of regret matching+ for every hand of a seat."""
    cdef uint32_t h, k, size
    cdef double mean, total
    cdef double *regret
    cdef double *strategy
    cdef const uint8_t *plays
    for h in range(deals.hands):
        size = deals.sizes[h]
        plays = deals.plays + MOST * h
        regret = side.regret + MOST * h
        strategy = side.strategy + MOST * h
        mean = total = 0
        for k in range(size):
            mean += strategy[k] * worth[plays[k]]
        for k in range(size):
            regret[k] += worth[plays[k]] - mean
            regret[k] = regret[k] if regret[k] > 0 else 0
            total += regret[k]
        for k in range(size):
            strategy[k] = regret[k] / total if total > 0 else 1 / <double> size
            side.sum[MOST * h + k] += weight * strategy[k]


cdef double best_reply(const Deals *deals, const double *worth) noexcept nogil:
    """What a seat gets that answers with its best play in every hand."""
    cdef uint32_t h, k
    cdef double total = 0, best
    for h in range(deals.hands):
        best = worth[deals.plays[MOST * h]]
        for k in range(1, deals.sizes[h]):
            if worth[deals.plays[MOST * h + k]] > best:
                best = worth[deals.plays[MOST * h + k]]
        total += deals.chance[h] * best
    return total


cdef void average(const Deals *deals, Side *side) noexcept nogil:
    """Make the strategy the average one."""
    cdef uint32_t h, k
    cdef double total
    for h in range(deals.hands):
        total = 0
        for k in range(deals.sizes[h]):
            total += side.sum[MOST * h + k]
        for k in range(deals.sizes[h]):
            side.strategy[MOST * h + k] = side.sum[MOST * h + k] / total


def solve(plays, sizes, chances, payoff, uint32_t steps):
    """An approximate equilibrium: (low, high, strategies, worths).

    plays: the plays of each hand as numbers below 13, five a row; sizes: how many of the row are in use; chances: of
    the hands, the same for both seats and independent; payoff: 13 x 13, what the first seat gets by its play (row) and
    the other's, and the other loses; steps: at least 1.
    low: what the first seat gets at least by its strategy; high: at most against the other's; strategies: by seat and
    hand, in the places of `plays`; worths: by seat, what each play gets it against the other's strategy.
    """
    cdef const uint8_t[:, ::1] of_plays = np.ascontiguousarray(plays, dtype=np.uint8)
    cdef const uint8_t[::1] of_sizes = np.ascontiguousarray(sizes, dtype=np.uint8)
    cdef const double[::1] of_chances = np.ascontiguousarray(chances, dtype=np.float64)
    cdef const double[:, ::1] pay = np.ascontiguousarray(payoff, dtype=np.float64)
    if (plays.shape != (len(sizes), MOST) or chances.shape != sizes.shape or payoff.shape != (PLAYS, PLAYS)
            or not 0 < sizes.min() <= sizes.max() <= MOST or plays.max() >= PLAYS or steps == 0):
        raise ValueError("shapes or numbers are out of range")
    work, worths = np.zeros((2, 3, len(sizes), MOST)), np.zeros((2, PLAYS))
    cdef double[:, :, :, ::1] at = work
    cdef double[:, ::1] worth = worths
    cdef Deals deals
    cdef Side sides[2]
    cdef double met[PLAYS]
    cdef double low, high
    cdef uint32_t step, seat
    cdef const double *paid = &pay[0, 0]
    cdef double *worth_to[2]
    deals.hands = <uint32_t> of_sizes.shape[0]
    deals.plays = &of_plays[0, 0]
    deals.sizes = &of_sizes[0]
    deals.chance = &of_chances[0]
    for seat in range(2):
        sides[seat].regret = &at[seat, 0, 0, 0]
        sides[seat].strategy = &at[seat, 1, 0, 0]
        sides[seat].sum = &at[seat, 2, 0, 0]
        worth_to[seat] = &worth[seat, 0]
        # Without regrets: each hand plays all that it can.
        update(&deals, &sides[seat], worth_to[seat], 0)
    with nogil:
        for step in range(1, steps + 1):
            for seat in range(2):
                mixture(&deals, sides[1 - seat].strategy, met)
                against(paid, met, seat, worth_to[seat])
                update(&deals, &sides[seat], worth_to[seat], step)
        for seat in range(2):
            average(&deals, &sides[seat])
        for seat in range(2):
            mixture(&deals, sides[1 - seat].strategy, met)
            against(paid, met, seat, worth_to[seat])
        high = best_reply(&deals, worth_to[0])
        low = -best_reply(&deals, worth_to[1])
    return low, high, work[:, 1], worths
