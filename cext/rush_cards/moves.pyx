"""Rush (Kymani): which moves there are."""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext.cards cimport ACE, JACK, KING, NO_CARD, UNKNOWN
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_cards.state cimport (
    ACE_TO_TEN, ALL, ATTACK, ATTACK_TOP, BITS, CELLS, COLUMNS, FIELD, FIELD_SHIFT, FUSE, KIND_SHIFT, MOVE, NEIGHBOURS,
    PLACE, PLACE_PAIR, SETUP, TO_HOME, WITHDRAW, RushCards, code, copies, count_bits, home, is_over, list_cells,
    list_steps, lower_ends, next_cell, nth_bit, pick_bit, remove, running_counts, upper_ends,
)


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const RushCards *s = <const RushCards *> state
    return 0 if is_over(s) else 1u << s.turn


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t mine = s.own[seat], other = s.own[seat ^ 1], rank, top
    cdef uint32_t free = home(seat) & ~(mine | other)
    cdef uint32_t count = 0
    if s.phase == SETUP:
        for rank in range(ACE, KING + 1):
            out[count] = code(PLACE, rank, next_cell(s, seat))
            count += copies(s.hand[seat], rank) != 0
        return count
    count = list_steps(mine, ALL & ~(mine | other), MOVE, out)
    count += list_steps(mine, other, ATTACK, out + count)
    count += list_steps(mine, other & s.pairs, ATTACK_TOP, out + count)
    if s.chamber_bottom[seat] == NO_CARD:
        for rank in range(ACE, JACK):
            for top in range(ACE, JACK):
                out[count] = code(FUSE, rank, top)
                count += may_fuse(s, seat, rank, top)
    for rank in range(ACE, KING + 1):
        if copies(s.hand[seat], rank):
            count += list_cells(free, code(PLACE, rank, 0), out + count)
    if s.chamber_bottom[seat] != NO_CARD:
        count += list_cells(free, code(PLACE_PAIR, 0, 0), out + count)
    count += list_cells(mine & home(seat), code(WITHDRAW, 0, 0), out + count)
    invariant_state(count > 0, b"a seat on move that owns a card has an action (I8)", state, sizeof(RushCards))
    return count


cdef inline bint may_fuse(const RushCards *s, uint32_t seat, uint32_t bottom, uint32_t top) noexcept nogil:
    """Whether the known hand has these two cards (R6)."""
    cdef uint64_t rest = s.hand[seat] & ACE_TO_TEN
    if copies(rest, bottom) == 0:
        return False
    remove(&rest, bottom)
    return copies(rest, top) != 0


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t kind = move >> KIND_SHIFT, a = move >> FIELD_SHIFT & FIELD, b = move & FIELD
    cdef uint32_t mine = s.own[seat], other = s.own[seat ^ 1]
    if to_move(state) != 1u << seat:
        return False
    if s.phase == SETUP:
        return kind == PLACE and b == next_cell(s, seat) and (
            copies(s.hand[seat], a) != 0 if a <= KING else a == UNKNOWN and count_bits(s.hand[seat]) < s.held[seat])
    if kind == FUSE:
        return a < JACK and b < JACK and s.chamber_bottom[seat] == NO_CARD and may_fuse(s, seat, a, b)
    if kind > WITHDRAW or b >= CELLS:
        return False
    if kind <= ATTACK_TOP:
        if a >= CELLS or not mine >> a & NEIGHBOURS[a] >> b & 1:
            return False
        if kind == MOVE:
            return not (mine | other) >> b & 1
        return (other if kind == ATTACK else other & s.pairs) >> b & 1
    if kind == WITHDRAW:
        return a == 0 and (mine & home(seat)) >> b & 1
    if not (home(seat) & ~(mine | other)) >> b & 1:
        return False
    if kind == PLACE:
        return a <= KING and copies(s.hand[seat], a) != 0
    return a == 0 and s.chamber_bottom[seat] != NO_CARD


# --- a random one ----------------------------------------------------------------------------------------------------

cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
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
