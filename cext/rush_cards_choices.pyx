"""Rush (Kymani): moves chosen without search."""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext.cards cimport ACE, KING, NO_CARD
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_cards_state cimport (
    ACE_TO_TEN, ALL, ATTACK, ATTACK_TOP, BITS, COLUMNS, FIELD_SHIFT, FUSE, LAST_COLUMN, MOVE, NEAR_ROW, NEIGHBOURS,
    PLACE, PLACE_PAIR, ROWS, SETUP, TO_HOME, VALUE, WITHDRAW, RushCards, code, copies, count_bits, far_row, home,
    is_middle, lower_ends, lowest_bit, next_cell, nth_bit, pick_bit, running_counts, strength, upper_ends,
)
from dohyo.cext.rush_cards_worth cimport behind, guard_of, runs


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


# --- policy --------------------------------------------------------------------------------------------------------

cdef enum:
    # No move has this code.
    NONE = 0xffffffff
    # One in so many moves that nothing urges is random.
    RANDOM_ONE_IN = 4


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """The first of these that there is:

    1. Against an enemy unit on the own nearest row, the attack that removes it whole and survives, or else ties.
    2. A step onto the far row where no enemy unit could remove the unit.
    3. Against an enemy unit that threatens such a step: the attack that removes it whole and survives, or else ties;
       or the hand card of the highest count, placed onto the cell where it would step.
    4. The attack that removes the most while the attacker survives.
    5. Three times in four, the step forward of the unit that is farthest, of those that no enemy unit could attack
       there and survive.
    6. `random_move`.

    Equally good moves at random. In the set-up, the card of the highest count onto the three middle cells of the row
    nearer to the enemy, that of the lowest onto the others."""
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t other = seat ^ 1
    cdef uint32_t intruders = s.own[other] & far_row(other)
    cdef move_t chosen = NONE
    if s.phase == SETUP:
        return code(PLACE, highest(s.hand[seat]) if is_middle(s, seat) else lowest(s.hand[seat]), next_cell(s, seat))
    if intruders:
        chosen = removal(s, seat, lowest_bit(intruders), rng)
    if chosen == NONE:
        chosen = break_through(s, seat, rng)
    if chosen == NONE:
        chosen = hold(s, seat, rng)
    if chosen == NONE:
        chosen = capture(s, seat, rng)
    if chosen == NONE and below(rng, RANDOM_ONE_IN):
        chosen = advance(s, seat, rng)
    return random_move(state, seat, rng) if chosen == NONE else chosen


cdef inline bint beats(const RushCards *s, uint32_t units, uint32_t count) noexcept nogil:
    """Whether any of these units counts more."""
    while units:
        if strength(s, lowest_bit(units)) > count:
            return True
        units &= units - 1
    return False


cdef move_t removal(const RushCards *s, uint32_t seat, uint32_t cell, Rng *rng) noexcept nogil:
    """The attack that removes the whole enemy unit on a cell: by one that survives, else by one that does not."""
    cdef uint32_t units = s.own[seat] & NEIGHBOURS[cell], theirs = strength(s, cell), unit, equal = 0
    cdef bint survives = False
    cdef move_t chosen = NONE
    while units:
        unit = lowest_bit(units)
        units &= units - 1
        if strength(s, unit) < theirs or (survives and strength(s, unit) == theirs):
            continue
        if strength(s, unit) > theirs and not survives:
            survives = True
            equal = 0
        equal += 1
        if below(rng, equal) == 0:
            chosen = code(ATTACK, unit, cell)
    return chosen


cdef inline uint32_t free_runs(const RushCards *s, uint32_t seat) noexcept nogil:
    """The free cells of its far row that a seat can step onto so that no unit of the other could remove it there."""
    cdef uint32_t cells = runs(s.own, seat), safe = 0, cell
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if not beats(s, s.own[seat ^ 1] & NEIGHBOURS[cell], strength(s, behind(seat, cell)) - 1):
            safe |= 1u << cell
    return safe


cdef move_t break_through(const RushCards *s, uint32_t seat, Rng *rng) noexcept nogil:
    cdef uint32_t cells = free_runs(s, seat), cell
    if cells == 0:
        return NONE
    cell = pick_bit(cells, rng)
    return code(MOVE, behind(seat, cell), cell)


cdef move_t hold(const RushCards *s, uint32_t seat, Rng *rng) noexcept nogil:
    """Rule 3 of `policy_move`."""
    cdef uint32_t cells = free_runs(s, seat ^ 1), cell
    cdef move_t chosen
    if cells == 0:
        return NONE
    cell = pick_bit(cells, rng)
    chosen = removal(s, seat, behind(seat ^ 1, cell), rng)
    if chosen == NONE and s.hand[seat]:
        return code(PLACE, highest(s.hand[seat]), cell)
    return chosen


cdef inline uint32_t highest(uint64_t cards) noexcept nogil:
    """The rank that counts most in a set of cards that is not empty."""
    cdef uint32_t rank = KING
    if copies(cards, ACE):
        return ACE
    while copies(cards, rank) == 0:
        rank -= 1
    return rank


cdef inline uint32_t lowest(uint64_t cards) noexcept nogil:
    """The rank that counts least in a set of cards that is not empty."""
    cdef uint32_t rank = ACE + 1
    while rank <= KING and copies(cards, rank) == 0:
        rank += 1
    return rank if rank <= KING else ACE


cdef move_t capture(const RushCards *s, uint32_t seat, Rng *rng) noexcept nogil:
    """Rule 4 of `policy_move`."""
    cdef uint32_t mine = s.own[seat], enemies = s.own[seat ^ 1], cell, most = 0, equal = 0, units, theirs
    cdef move_t chosen = NONE
    enemies &= mine << COLUMNS | mine >> COLUMNS | (mine & ~LAST_COLUMN) << 1 | mine >> 1 & ~LAST_COLUMN
    while enemies:
        cell = lowest_bit(enemies)
        enemies &= enemies - 1
        units = mine & NEIGHBOURS[cell]
        theirs = strength(s, cell)
        if theirs >= most and beats(s, units, theirs):
            chosen = prefer(s, units, theirs, code(ATTACK, 0, cell), chosen, &most, &equal, rng)
        theirs = VALUE[s.top[cell]]
        if s.pairs >> cell & 1 and theirs >= most and beats(s, units, theirs):
            chosen = prefer(s, units, theirs, code(ATTACK_TOP, 0, cell), chosen, &most, &equal, rng)
    return chosen


cdef inline move_t prefer(const RushCards *s, uint32_t units, uint32_t count, move_t attack, move_t chosen,
                          uint32_t *most, uint32_t *equal, Rng *rng) noexcept nogil:
    """Of the attack by those of the units that count more, and what was chosen of others that remove `most`."""
    cdef uint32_t unit
    if count > most[0]:
        most[0] = count
        equal[0] = 0
    while units:
        unit = lowest_bit(units)
        units &= units - 1
        if strength(s, unit) > count:
            equal[0] += 1
            if below(rng, equal[0]) == 0:
                chosen = attack | unit << FIELD_SHIFT
    return chosen


cdef move_t advance(const RushCards *s, uint32_t seat, Rng *rng) noexcept nogil:
    """Rule 5 of `policy_move`."""
    cdef uint32_t ends = (s.own[seat] >> COLUMNS if seat else s.own[seat] << COLUMNS) & ALL & ~(s.own[0] | s.own[1])
    cdef uint32_t row, cells, cell, start, safe
    for row in range(ROWS - 1, 0, -1):
        cells = ends & <uint32_t> NEAR_ROW << COLUMNS * (ROWS - 1 - row if seat else row)
        safe = 0
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            start = behind(seat, cell)
            if not beats(s, s.own[seat ^ 1] & NEIGHBOURS[cell], guard_of(s, start)):
                safe |= 1u << cell
        if safe:
            cell = pick_bit(safe, rng)
            return code(MOVE, behind(seat, cell), cell)
    return NONE
