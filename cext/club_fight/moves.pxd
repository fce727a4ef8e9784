"""Club Fight: what one club can do to the grid, in both modes.

Actions that clear the same cells with the same club are one move: its code is club << 9 | mask of the cells, bit 0
for the upper left one, row by row.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport JOKER, UNKNOWN, rank_of
from dohyo.cext.club_fight.state cimport (
    ALL_CELLS, CELLS, CLUB_SHIFT, COUNT_BITS, COUNT_MASK, DIAMONDS, HEARTS, SPADES, Grid, lowest, lowest64, nth, ones,
    three,
)
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, below, uint128_t

cdef enum:
    # Actions, in the order in which a move is named after the first that it can be.
    MATCH = 0
    SUM = 1
    ANY = 2
    LINE = 3
    UP_DOWN = 4
    RUN = 5
    ACTIONS = 6

cdef struct Chances:
    # What clubs may do to a grid, before any is chosen.
    uint128_t sums[10]          # byte s of sums[k]: subsets of the first k cards, Jokers left out, that add up to s
    uint8_t where[9]            # the cells of these cards
    uint32_t cards
    uint64_t counts             # of the grid, Jokers left out
    uint32_t lower[15]          # the cells below each rank
    bint lines                  # whether Line, Up/Down and Run are free
    bint ups_downs
    bint runs


# --- what an action clears -------------------------------------------------------------------------------------------

cdef inline uint32_t line_mask(uint32_t line) noexcept nogil:
    """The cells of line 0 to 5: the rows, then the columns."""
    return 7 << 3 * line if line < 3 else 0x49 << (line - 3)


cdef inline uint32_t lines_of(uint32_t mask) noexcept nogil:
    """The lines that meet these cells, bit by bit."""
    cdef uint32_t rows = mask | mask >> 1 | mask >> 2
    return (rows & 1) | (rows >> 2 & 2) | (rows >> 4 & 4) | ((mask | mask >> 3 | mask >> 6) & 7) << 3


cdef inline uint32_t byte_of(uint128_t bytes, uint32_t i) noexcept nogil:
    return <uint8_t> (bytes >> 8 * i)


cdef inline uint32_t count_of(uint64_t counts, uint32_t rank) noexcept nogil:
    return counts >> COUNT_BITS * rank & COUNT_MASK


cdef inline void look(const Grid *g, Chances *c) noexcept nogil:
    """Work out what does not depend on the club. The counts of sums up to 13 fit their bytes: 62 is the most."""
    cdef uint32_t cell, rank, cards = 0, rest = g.filled & ~(g.by_rank[JOKER] | g.by_rank[UNKNOWN]), lower = 0
    cdef uint128_t sums = 1
    c.sums[0] = sums
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        sums += sums << 8 * rank_of(g.cell[cell])
        c.where[cards] = <uint8_t> cell
        cards += 1
        c.sums[cards] = sums
    c.cards = cards
    c.counts = g.counts & ((<uint64_t> 1 << COUNT_BITS * JOKER) - 1)
    c.lines = not three(g.by_suit[DIAMONDS])
    c.ups_downs = not three(g.by_suit[SPADES])
    c.runs = not three(g.by_suit[HEARTS])
    for rank in range(1, JOKER):
        c.lower[rank] = lower
        lower |= g.by_rank[rank]
    c.lower[JOKER] = lower


cdef inline uint32_t higher(const Grid *g, const Chances *c, uint32_t club) noexcept nogil:
    """The cells above a rank, Jokers left out."""
    return c.lower[JOKER] & ~(c.lower[club] | g.by_rank[club])


cdef inline uint32_t side(uint64_t counts, uint32_t club, int32_t step) noexcept nogil:
    """How many runs go up (step 1) or down (step -1) from a club, one card or more."""
    cdef uint32_t ways = 1, total = 0, rank = club + step
    while True:
        ways *= count_of(counts, rank)
        if ways == 0:
            return total
        total += ways
        rank += step


cdef inline uint32_t short_side(const Grid *g, const Chances *c, uint32_t club, int32_t step) noexcept nogil:
    """How many of them are too short to stand alone (R7)."""
    return count_of(c.counts, club + step) if g.runmin == 2 else 0


cdef inline uint32_t one_side(const Grid *g, uint64_t counts, uint32_t club, int32_t step,
                              uint32_t index) noexcept nogil:
    """The cells of run number `index` of `side`, shorter ones first."""
    cdef uint32_t ways = 1, mask = 0, rank = club + step, last
    while True:
        ways *= count_of(counts, rank)
        if index < ways:
            break
        index -= ways
        rank += step
    last = rank
    rank = club
    while rank != last:
        rank += step
        mask |= nth(g.by_rank[rank], index % count_of(counts, rank))
        index //= count_of(counts, rank)
    return mask


cdef inline uint32_t weigh(const Grid *g, const Chances *c, uint32_t club, uint32_t *ways) noexcept nogil:
    """Count the targets of each action with a club; return their sum. Nothing is listed for it: sums come from the
    table, runs are products of counts."""
    cdef uint32_t up, down
    ways[MATCH] = g.by_rank[club] != 0
    ways[SUM] = byte_of(c.sums[c.cards], club)
    ways[ANY] = ones(g.filled)
    ways[LINE] = ones(lines_of(g.by_rank[club])) if c.lines else 0
    ways[UP_DOWN] = 0
    if c.ups_downs:
        ways[UP_DOWN] = (2 <= club <= 7 and c.lower[club] != 0) + (7 <= club <= 12 and higher(g, c, club) != 0)
    ways[RUN] = 0
    if c.runs:
        up = side(c.counts, club, 1)
        down = side(c.counts, club, -1)
        ways[RUN] = (up + 1) * (down + 1) - 1 - short_side(g, c, club, 1) - short_side(g, c, club, -1)
    return ways[MATCH] + ways[SUM] + ways[ANY] + ways[LINE] + ways[UP_DOWN] + ways[RUN]


cdef inline uint32_t sum_cells(const Grid *g, const Chances *c, uint32_t club, uint32_t index) noexcept nogil:
    """From the last card to the first: of the subsets that remain, those without the card come before those with it."""
    cdef uint32_t k = c.cards, sum = club, without, mask = 0
    while sum:
        k -= 1
        without = byte_of(c.sums[k], sum)
        if index >= without:
            index -= without
            mask |= 1 << c.where[k]
            sum -= rank_of(g.cell[c.where[k]])
    return mask


cdef inline uint32_t run_cells(const Grid *g, const Chances *c, uint32_t club, uint32_t index) noexcept nogil:
    """First the runs that only go up, then those that only go down, then the others."""
    cdef uint32_t up = side(c.counts, club, 1), down = side(c.counts, club, -1)
    cdef uint32_t skip_up = short_side(g, c, club, 1), skip_down = short_side(g, c, club, -1)
    if index < up - skip_up:
        return one_side(g, c.counts, club, 1, index + skip_up)
    index -= up - skip_up
    if index < down - skip_down:
        return one_side(g, c.counts, club, -1, index + skip_down)
    index -= down - skip_down
    return one_side(g, c.counts, club, 1, index % up) | one_side(g, c.counts, club, -1, index // up)


cdef inline uint32_t target(const Grid *g, const Chances *c, uint32_t club, uint32_t action,
                            uint32_t index) noexcept nogil:
    """The cells that target number `index` of an action clears; index is below what `weigh` counted."""
    if action == MATCH:
        return g.by_rank[club]
    if action == SUM:
        return sum_cells(g, c, club, index)
    if action == ANY:
        return nth(g.filled, index)
    if action == LINE:
        return line_mask(lowest(nth(lines_of(g.by_rank[club]), index))) & g.filled
    if action == UP_DOWN:
        return c.lower[club] if index == 0 and club <= 7 and c.lower[club] else higher(g, c, club)
    return run_cells(g, c, club, index)


# --- moves -----------------------------------------------------------------------------------------------------------

cdef inline move_t sample_action(const Grid *g, uint32_t clubs, Rng *rng) noexcept nogil:
    """Uniform over the triples (club of the mask, action, target), which count each on its own even where they clear
    the same cells."""
    cdef Chances c
    cdef uint32_t ways[4][6]
    cdef uint32_t ranks[4]
    cdef uint32_t n = 0, total = 0, i = 0, action = 0, index
    look(g, &c)
    while clubs:
        ranks[n] = lowest(clubs)
        total += weigh(g, &c, ranks[n], ways[n])
        clubs &= clubs - 1
        n += 1
    index = below(rng, total)
    while index >= ways[i][action]:
        index -= ways[i][action]
        action += 1
        if action == ACTIONS:
            action = 0
            i += 1
    return ranks[i] << CLUB_SHIFT | target(g, &c, ranks[i], action, index)


cdef inline uint32_t list_actions(const Grid *g, uint32_t clubs, move_t *out) noexcept nogil:
    """Write every move of the clubs of a mask, ascending and without repeats; return how many."""
    cdef Chances c
    cdef uint32_t ways[6]
    cdef uint64_t found[8]
    cdef uint64_t word
    cdef uint32_t club, action, index, mask, i, n = 0
    look(g, &c)
    while clubs:
        club = lowest(clubs)
        clubs &= clubs - 1
        memset(found, 0, sizeof(found))
        weigh(g, &c, club, ways)
        for action in range(ACTIONS):
            for index in range(ways[action]):
                mask = target(g, &c, club, action, index)
                found[mask >> 6] |= <uint64_t> 1 << (mask & 63)
        for i in range(8):
            word = found[i]
            while word:
                out[n] = club << CLUB_SHIFT | i << 6 | lowest64(word)
                n += 1
                word &= word - 1
    return n


cdef inline bint is_line(const Grid *g, uint32_t club, uint32_t mask) noexcept nogil:
    cdef uint32_t line
    for line in range(6):
        if mask == (line_mask(line) & g.filled) and mask & g.by_rank[club]:
            return True
    return False


cdef inline bint is_run(const Grid *g, uint32_t club, uint32_t mask) noexcept nogil:
    """Whether the cells hold one card of each of some ranks, and the ranks and the club's are consecutive."""
    cdef uint32_t ranks = 1 << club, bit, cards = ones(mask)
    while mask:
        bit = 1 << rank_of(g.cell[lowest(mask)])
        if ranks & bit or bit >> JOKER:
            return False
        ranks |= bit
        mask &= mask - 1
    ranks >>= lowest(ranks)
    return cards >= g.runmin and (ranks & (ranks + 1)) == 0


cdef inline bint can_clear(const Grid *g, uint32_t club, uint32_t mask) noexcept nogil:
    """Whether some action with the club clears exactly these cells."""
    cdef Chances c
    cdef uint32_t sum = 0, rest = mask
    if mask == 0 or mask & ~g.filled:
        return False
    if mask == g.by_rank[club] or (mask & (mask - 1)) == 0:
        return True
    look(g, &c)
    if not mask & ~c.lower[JOKER]:
        while rest:
            sum += rank_of(g.cell[lowest(rest)])
            rest &= rest - 1
        if sum == club:
            return True
    if c.lines and is_line(g, club, mask):
        return True
    if c.ups_downs and ((2 <= club <= 7 and mask == c.lower[club])
                        or (7 <= club <= 12 and mask == higher(g, &c, club))):
        return True
    return c.runs and is_run(g, club, mask)


# --- the moves that clear most ---------------------------------------------------------------------------------------

cdef struct Best:
    # Moves that clear the most cells so far, or at most `less` cells less; some of them clear even less than that.
    move_t moves[512]
    uint32_t count
    uint32_t cells
    uint32_t less


cdef inline uint32_t sum_length(const Chances *c, uint32_t sum) noexcept nogil:
    """As many of the lowest cards as do not pass a sum: no more can add up to it."""
    cdef uint32_t rank, cards = 0
    for rank in range(1, sum + 1):
        if sum < rank * count_of(c.counts, rank):
            return cards + sum // rank
        cards += count_of(c.counts, rank)
        sum -= rank * count_of(c.counts, rank)
    return cards


cdef inline uint32_t run_length(const Chances *c, uint32_t club) noexcept nogil:
    """Cards of the longest run with a club."""
    cdef uint32_t low = club - 1, high = club + 1
    while count_of(c.counts, high):
        high += 1
    while count_of(c.counts, low):
        low -= 1
    return high - low - 2


cdef inline uint32_t at_most(const Chances *c, uint32_t club, uint32_t action) noexcept nogil:
    """No target of the action has more cells than this."""
    if action == SUM:
        return sum_length(c, club)
    if action == RUN:
        return run_length(c, club)
    return 1 if action == ANY else CELLS


cdef inline void consider(Best *best, move_t move) noexcept nogil:
    """Keep a move if it clears enough cells for what is known so far, once."""
    cdef uint32_t i, cells = ones(move & ALL_CELLS)
    if cells + best.less < best.cells:
        return
    if cells > best.cells + best.less:
        best.count = 0
    best.cells = max(best.cells, cells)
    for i in range(best.count):
        if best.moves[i] == move:
            return
    best.moves[best.count] = move
    best.count += 1


cdef inline void keep_best(Best *best) noexcept nogil:
    """Drop the moves that clear too few cells."""
    cdef uint32_t i, count = 0
    for i in range(best.count):
        if ones(best.moves[i] & ALL_CELLS) + best.less >= best.cells:
            best.moves[count] = best.moves[i]
            count += 1
    best.count = count


cdef inline void list_best(const Grid *g, uint32_t clubs, uint32_t less, Best *best) noexcept nogil:
    """List the moves that clear the most cells, or at most `less` cells less.

    Action by action, those first that have few and large targets: most others then need not be looked at.
    """
    cdef Chances c
    cdef uint32_t[6] order = [LINE, UP_DOWN, MATCH, RUN, SUM, ANY]
    cdef uint32_t ways[4][6]
    cdef uint32_t ranks[4]
    cdef uint32_t n = 0, i, k, action, index
    best.count = best.cells = 0
    best.less = less
    look(g, &c)
    while clubs:
        ranks[n] = lowest(clubs)
        weigh(g, &c, ranks[n], ways[n])
        clubs &= clubs - 1
        n += 1
    for k in range(ACTIONS):
        action = order[k]
        for i in range(n):
            if ways[i][action] and at_most(&c, ranks[i], action) + less >= best.cells:
                for index in range(ways[i][action]):
                    consider(best, ranks[i] << CLUB_SHIFT | target(g, &c, ranks[i], action, index))
    keep_best(best)


cdef inline move_t clear_most(const Grid *g, uint32_t clubs, Rng *rng) noexcept nogil:
    """A move that clears the most cells, all such moves equally likely."""
    cdef Best best
    list_best(g, clubs, 0, &best)
    return best.moves[below(rng, best.count)]
