"""Rush (Kymani): moves chosen without search."""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext.cards cimport NO_CARD
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_cards_state cimport (
    ACE_TO_TEN, ALL, ATTACK, ATTACK_TOP, BITS, CELLS, COLUMNS, FIELD, FIELD_SHIFT, FUSE, KIND_SHIFT, MOVE, PLACE,
    PLACE_PAIR, SETUP, TO_HOME, VALUE, WITHDRAW, RushCards, code, count_bits, far_row, home, list_steps, lower_ends,
    next_cell, nth_bit, pick_bit, running_counts, strength, upper_ends,
)


cdef move_t sample(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Each move, attack, withdrawal and placing of the pair weighs 1; placing a card of a rank, as many as the hand
    has of it; fusing two ranks, as many as there are ordered pairs of such cards. In the set-up each dealt card weighs
    1."""
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t mine = s.own[seat], other = s.own[seat ^ 1], paired = other & s.pairs
    cdef uint32_t free = (~(mine | other) & home(seat)) >> TO_HOME * seat
    cdef uint32_t inside = (mine & home(seat)) >> TO_HOME * seat
    cdef uint32_t stacked = s.chamber_bottom[seat] != NO_CARD
    cdef uint64_t hand = s.hand[seat], low, high, edges, counts, doubles, double_counts
    cdef uint32_t n, placings, steps, fusions
    if s.phase == SETUP:
        return code(PLACE, pick_bit(hand, rng) >> 2, next_cell(s, seat))
    low = lower_ends(mine)
    high = upper_ends(mine)
    # An edge with one own end is a move or an attack; if the other end is a pair, there is the attack on its top too.
    edges = low ^ high
    counts = running_counts(edges)
    steps = counts >> 56
    doubles = low & upper_ends(paired) | high & lower_ends(paired)
    double_counts = running_counts(doubles)
    placings = BITS[free] * (s.held[seat] + stacked)
    fusions = 0
    if not stacked:
        fusions = count_bits(hand & ACE_TO_TEN)
        fusions *= fusions - 1
    n = below(rng, placings + steps + <uint32_t> (double_counts >> 56) + fusions + BITS[inside])
    if n < placings:
        return sample_placing(s, seat, hand, free, rng)
    n -= placings
    if n < steps:
        return step_along(mine, other, nth_bit(edges, counts, n), ATTACK)
    n -= steps
    if n < fusions:
        return sample_fusion(hand & ACE_TO_TEN, rng)
    n -= fusions
    if n < BITS[inside]:
        return code(WITHDRAW, 0, TO_HOME * seat + nth_bit(inside, running_counts(inside), n))
    return step_along(mine, other, nth_bit(doubles, double_counts, n - BITS[inside]), ATTACK_TOP)


cdef inline move_t sample_placing(const RushCards *s, uint32_t seat, uint64_t hand, uint32_t free,
                                  Rng *rng) noexcept nogil:
    """A random card or the pair, on a random free cell of the home."""
    cdef uint32_t cell = TO_HOME * seat + pick_bit(free, rng)
    cdef uint32_t n = below(rng, s.held[seat] + (s.chamber_bottom[seat] != NO_CARD))
    if n == s.held[seat]:
        return code(PLACE_PAIR, 0, cell)
    return code(PLACE, nth_bit(hand, running_counts(hand), n) >> 2, cell)


cdef inline move_t sample_fusion(uint64_t cards, Rng *rng) noexcept nogil:
    """Two different cards of the set, in random order."""
    cdef uint32_t bottom = pick_bit(cards, rng)
    return code(FUSE, bottom >> 2, pick_bit(cards ^ <uint64_t> 1 << bottom, rng) >> 2)


cdef inline move_t step_along(uint32_t mine, uint32_t other, uint32_t edge, uint32_t attack) noexcept nogil:
    """The move along an edge with one own end, or the attack of that kind."""
    cdef uint32_t start = edge & 31, end = start + COLUMNS - (edge >> 5) * (COLUMNS - 1)
    if not mine >> start & 1:
        start, end = end, start
    return code(attack if other >> end & 1 else MOVE, start, end)


cdef move_t policy(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """The first of these that there is: the attack that clears the own nearest row of an enemy, if it can be so that
    the attacker survives; a move onto the far row; the attack that removes the most while the attacker survives; the
    step forward of the unit that is farthest; else `sample`. Equally good ones at random."""
    cdef const RushCards *s = <const RushCards *> state
    cdef move_t out[512]
    cdef move_t chosen = 0
    cdef uint32_t count, i, score, best = 0, ties = 0
    cdef uint32_t mine = s.own[seat], other = s.own[seat ^ 1]
    if s.phase == SETUP:
        return sample(state, seat, rng)
    count = list_steps(mine, ALL & ~(mine | other), MOVE, out)
    count += list_steps(mine, other, ATTACK, out + count)
    count += list_steps(mine, other & s.pairs, ATTACK_TOP, out + count)
    for i in range(count):
        score = greed(s, seat, out[i])
        if score > best:
            best = score
            ties = 0
        if score and score == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = out[i]
    return chosen if best else sample(state, seat, rng)


cdef inline uint32_t greed(const RushCards *s, uint32_t seat, move_t move) noexcept nogil:
    """How much `policy` wants a move or an attack; 0 for not at all."""
    cdef uint32_t kind = move >> KIND_SHIFT, start = move >> FIELD_SHIFT & FIELD, end = move & FIELD
    cdef uint32_t mine, theirs, advance
    if kind == MOVE:
        if far_row(seat) >> end & 1:
            return 3000
        advance = end // COLUMNS if seat == 0 else (CELLS - 1 - end) // COLUMNS
        return advance if end == (start - COLUMNS if seat else start + COLUMNS) else 0
    mine = strength(s, start)
    theirs = VALUE[s.top[end]] if kind == ATTACK_TOP else strength(s, end)
    if kind == ATTACK and far_row(seat ^ 1) >> end & 1 and mine >= theirs:
        return 4000 + 1000 * (mine > theirs) + theirs
    return 1000 + theirs if mine > theirs else 0
