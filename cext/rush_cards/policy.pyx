"""Rush (Kymani): moves chosen without search."""

from libc.stdint cimport uint32_t, uint64_t

from dohyo.cext.cards cimport ACE, KING
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below
from dohyo.cext.rush_cards.moves cimport random_move
from dohyo.cext.rush_cards.state cimport (
    ALL, ATTACK, ATTACK_TOP, COLUMNS, FIELD_SHIFT, LAST_COLUMN, MOVE, NEAR_ROW, NEIGHBOURS, PLACE, ROWS, SETUP, VALUE,
    RushCards, code, copies, far_row, is_middle, lowest_bit, next_cell, pick_bit, strength,
)
from dohyo.cext.rush_cards.values cimport behind, guard_of, runs

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
