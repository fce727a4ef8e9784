"""Rush (Kymani), the kernel.

The rules, numbered as the tests cite them (rules.md section 5 settles each):

R1  Each seat has a deck of 52. The board has six rows of five cells; rows 1 and 2 are seat 0's home, rows 5 and 6
    seat 1's. Seat 0 moves up, seat 1 down; the far row is the last in that direction.
R2  Set-up. Ten cards of each deck are dealt. Seat 0 places all of its ten, then seat 1, unseen by the other: the row
    nearer the enemy from column a to e, then the row behind it. Then all are turned face up, each seat draws five, and
    the seat that the option `first` names begins. With setup=random the arrangement is random.
R3  A unit is a card, or a pair of bottom and top card. It counts the sum of its cards: an ace 14, king 13, queen 12,
    jack 11, others their number. At each turn the seat does exactly one of R4 to R9.
R4  Move a unit to an empty neighbouring cell; neighbours are orthogonal.
R5  Attack a neighbouring enemy unit: the unit of lower count is discarded, with equal counts both are. The winner
    stays where it is, or with advance=1 moves onto the cell if that is empty now. Of a pair the top card alone may be
    attacked: it is compared and discarded alone.
R6  Fuse two hand cards, ace or 2 to 10, into a pair in the empty chamber.
R7  Place a hand card on an empty cell of the own home.
R8  Place the pair of the chamber there.
R9  Withdraw a unit from the own home: its cards go to the hand, where the other seat knows them. Of equal cards in a
    hand a known one leaves first.
R10 After its action a seat with less than five cards in hand draws up to five, as far as its deck goes. Discarded
    cards never return.
R11 At the start of a turn, in this order: a seat with a unit on its far row has won; a seat without a card on board,
    in hand or in the chamber has lost, but if the other has none either it is a draw, and with noaction=pass it is
    passed over without a ply while the other has some; at `maxplies` plies (the set-up counts), or `maxquiet` plies
    without an attack, it is a draw.

A cell is 5 * row + column, from a1. A move code is kind << 10 | a << 5 | b: a and b are the cells from and to, the
ranks of bottom and top, the rank and its cell, or 0 and a cell. UNKNOWN as a rank is another seat's card in the set-up.

A set of cards is a word of 64 bits: four bits for each rank, of which so many are set from the lowest on as the set
has cards of the rank. So each card is one bit, and equal sets are equal words.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

from dohyo.cext.cards cimport ACE, JACK, KING, NO_CARD, RANKS, UNKNOWN, fill_deck, shuffle
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport WIN, Ops, move_t
from dohyo.cext.rng cimport Rng, below, seed_rng

cdef extern from *:
    """
    #define EACH_BYTE 0x0101010101010101ull
    #define HIGH_BITS 0x8080808080808080ull
    #define FULL_DECK 0x00fffffffffffff0ull
    #define ACE_TO_TEN 0x00000ffffffffff0ull
    """
    const uint64_t EACH_BYTE
    const uint64_t HIGH_BITS
    # Sets of cards.
    const uint64_t FULL_DECK
    const uint64_t ACE_TO_TEN
    uint32_t lowest_bit "__builtin_ctz"(uint32_t word) noexcept nogil

cdef enum:
    ROWS = 6
    COLUMNS = 5
    CELLS = 30
    DECK = 52
    ALL = (1 << CELLS) - 1
    NEAR_ROW = 31
    HOME_ROWS = 1023
    # From the home of seat 0 to that of seat 1; from the row nearest to seat 0 to the row farthest from it.
    TO_HOME = 20
    TO_FAR = 25
    LAST_COLUMN = 0x21084210
    DEALT = 10
    HAND = 5
    MOVE = 0
    ATTACK = 1
    ATTACK_TOP = 2
    FUSE = 3
    PLACE = 4
    PLACE_PAIR = 5
    WITHDRAW = 6
    KIND_SHIFT = 10
    FIELD_SHIFT = 5
    FIELD = 31
    # Phases.
    PLAY = 0
    SETUP = 1
    # Values of options.
    PASS = 1
    HASH_TABLE = 2

cdef struct RushCards:
    uint64_t hand[2]            # the cards that are known of each hand; in the set-up, of the dealt ones not yet placed
    uint64_t shown[2]           # those of them that the other seat knows
    uint64_t gone[2]            # discarded
    uint32_t own[2]             # the cells with units of each seat, a bit each
    uint32_t pairs              # the cells with pairs
    uint16_t ply
    uint16_t quiet              # plies since the last attack
    uint16_t maxplies           # options: numbers, else the index of the choice
    uint16_t maxquiet
    uint8_t first
    uint8_t setup
    uint8_t advance
    uint8_t noaction
    uint8_t phase               # PLAY or SETUP
    uint8_t turn                # the seat on move; after the end, the seat that would be
    uint8_t held[2]             # cards in each hand (in the set-up, dealt and not yet placed), known or not
    uint8_t left[2]             # cards in each deck
    uint8_t bottom[30]          # the single or bottom card of each cell, or 0
    uint8_t top[30]             # the top card of a pair, else 0
    uint8_t chamber_bottom[2]   # the pair in each chamber, or twice 0
    uint8_t chamber_top[2]
    uint8_t deck[2][52]         # the next card last; 0 behind it
    uint8_t unused[2]           # 0

# I1  Options, phase and turn are in range; `unused` is 0.
# I2  own[0] and own[1] are disjoint sets of cells; pairs is part of them; bottom and top hold cards exactly there; a
#     chamber holds two cards or none.
# I3  hand, shown and gone are sets as told above; shown is part of hand; a hand has as many cards as are known or more.
# I4  A deck holds cards up to `left`, and 0 behind.
# I5  Each seat has 52 cards in all, and known ones at most four of a rank.
# I6  UNKNOWN stands only in decks, and in the set-up on the board.
# I7  In the set-up the cells filled are the first in the order of R2, those and the cards held are ten for each seat,
#     and on move is the first seat that holds any.
# I8  In play the seat on move has a legal action if it owns a card; if it owns none and noaction=pass, neither does
#     the other.

# Weights of `evaluate`, in thousandths of log-odds: from a logistic model of 1,600 games of `policy` with 15 to 70 %
# random moves; IN_DECK and DECIDED are set by hand.
cdef enum:
    # For each point of the cards' counts.
    ON_BOARD = 30
    FORWARD = 41            # added in the half of the other seat
    IN_CHAMBER = 12
    IN_HAND = 4
    # What an unknown card counts in the mean.
    MEAN_VALUE = 8
    # For each card, whatever it is.
    IN_DECK = 10
    # For each free cell of the far row onto which a unit can step at its next turn.
    RUNNER = 733
    ON_MOVE = 75
    # A win that only an oversight can prevent.
    DECIDED = 8000

# For each unit by the steps it has made from the row nearest to its seat, where it guards against intruders.
cdef int32_t PROGRESS[6]
PROGRESS[:] = [-190, -150, -104, -266, 208, 827]

cdef uint32_t NEIGHBOURS[30]
cdef uint8_t VALUE[16]
# SELECT[n << 8 | byte]: the place of the n-th set bit (from 0) of a byte.
cdef uint8_t SELECT[2048]
cdef uint8_t BITS[1024]


# --- bits ----------------------------------------------------------------------------------------------------------

cdef inline uint64_t running_counts(uint64_t word) noexcept nogil:
    """In byte i, how many bits are set in the bytes 0 to i; in the highest byte, in the whole word."""
    word -= word >> 1 & <uint64_t> 0x5555555555555555
    word = (word & <uint64_t> 0x3333333333333333) + (word >> 2 & <uint64_t> 0x3333333333333333)
    return (word + (word >> 4) & <uint64_t> 0x0f0f0f0f0f0f0f0f) * EACH_BYTE


cdef inline uint32_t count_bits(uint64_t word) noexcept nogil:
    return running_counts(word) >> 56


cdef inline uint32_t nth_bit(uint64_t word, uint64_t running, uint32_t n) noexcept nogil:
    """The place of the n-th set bit, from 0, of a word that has so many; `running` as of `running_counts`.
    (Broadword selection: Vigna 2008.)"""
    cdef uint64_t reached = ((n * EACH_BYTE | HIGH_BITS) - running) & HIGH_BITS
    cdef uint32_t at = (reached >> 7) * EACH_BYTE >> 53 & 56
    n -= <uint32_t> (running << 8 >> at & 255)
    return at + SELECT[n << 8 | <uint32_t> (word >> at & 255)]


cdef inline uint32_t pick_bit(uint64_t word, Rng *rng) noexcept nogil:
    """The place of a random set bit."""
    cdef uint64_t running = running_counts(word)
    return nth_bit(word, running, below(rng, running >> 56))


# --- sets of cards -------------------------------------------------------------------------------------------------

cdef inline uint32_t copies(uint64_t cards, uint32_t rank) noexcept nogil:
    """The bits of a rank: 0, 1, 3, 7 or 15 for no card to four."""
    return cards >> 4 * rank & 15


cdef inline void add(uint64_t *cards, uint32_t rank) noexcept nogil:
    cards[0] |= <uint64_t> (copies(cards[0], rank) + 1) << 4 * rank


cdef inline void remove(uint64_t *cards, uint32_t rank) noexcept nogil:
    """Remove a card of the rank, if there is one."""
    cards[0] ^= <uint64_t> (copies(cards[0], rank) + 1 >> 1) << 4 * rank


cdef inline void take(RushCards *s, uint32_t seat, uint32_t rank) noexcept nogil:
    """A card leaves a hand (R9: a shown one first)."""
    s.held[seat] -= 1
    remove(&s.hand[seat], rank)
    remove(&s.shown[seat], rank)


cdef inline void draw(RushCards *s, uint32_t seat) noexcept nogil:
    """Fill a hand from the deck (R10)."""
    cdef uint32_t card
    while s.held[seat] < HAND and s.left[seat]:
        s.left[seat] -= 1
        card = s.deck[seat][s.left[seat]]
        s.deck[seat][s.left[seat]] = NO_CARD
        s.held[seat] += 1
        if card != UNKNOWN:
            add(&s.hand[seat], card)


# --- the board -----------------------------------------------------------------------------------------------------

cdef inline uint32_t home(uint32_t seat) noexcept nogil:
    return <uint32_t> HOME_ROWS << TO_HOME * seat


cdef inline uint32_t far_row(uint32_t seat) noexcept nogil:
    return <uint32_t> NEAR_ROW << TO_FAR * (1 - seat)


# Neighbouring cells as edges: bit c stands for the cells c and c + 5, bit 32 + c for c and c + 1. Of a set of cells,
# these are the edges that have it at their lower or their upper end.

cdef inline uint64_t lower_ends(uint32_t cells) noexcept nogil:
    return cells & ALL >> COLUMNS | <uint64_t> (cells & ~LAST_COLUMN) << 32


cdef inline uint64_t upper_ends(uint32_t cells) noexcept nogil:
    return cells >> COLUMNS | <uint64_t> (cells >> 1 & ~LAST_COLUMN) << 32


cdef inline uint32_t strength(const RushCards *s, uint32_t cell) noexcept nogil:
    return VALUE[s.bottom[cell]] + VALUE[s.top[cell]]


cdef inline void put(RushCards *s, uint32_t seat, uint32_t cell, uint8_t bottom, uint8_t top) noexcept nogil:
    s.own[seat] |= 1u << cell
    s.pairs |= <uint32_t> (top != NO_CARD) << cell
    s.bottom[cell] = bottom
    s.top[cell] = top


cdef inline void clear(RushCards *s, uint32_t seat, uint32_t cell) noexcept nogil:
    s.own[seat] &= ~(1u << cell)
    s.pairs &= ~(1u << cell)
    s.bottom[cell] = s.top[cell] = NO_CARD


cdef inline void carry(RushCards *s, uint32_t seat, uint32_t start, uint32_t end) noexcept nogil:
    cdef uint8_t bottom = s.bottom[start], top = s.top[start]
    clear(s, seat, start)
    put(s, seat, end, bottom, top)


cdef inline uint32_t next_cell(const RushCards *s, uint32_t seat) noexcept nogil:
    """The cell that the seat fills next in the set-up (R2)."""
    cdef uint32_t placed = DEALT - s.held[seat]
    if seat:
        return TO_HOME + placed
    return placed + COLUMNS if placed < COLUMNS else placed - COLUMNS


cdef inline bint owns_nothing(const RushCards *s, uint32_t seat) noexcept nogil:
    """R11: no card on board, in hand or in the chamber."""
    return s.own[seat] == 0 and s.held[seat] == 0 and s.chamber_bottom[seat] == NO_CARD


cdef inline void pass_over(RushCards *s) noexcept nogil:
    """R11: with noaction=pass a seat that owns nothing is passed over."""
    if s.noaction == PASS and owns_nothing(s, s.turn) and not owns_nothing(s, s.turn ^ 1):
        s.turn ^= 1


cdef inline move_t code(uint32_t kind, uint32_t a, uint32_t b) noexcept nogil:
    return kind << KIND_SHIFT | a << FIELD_SHIFT | b


# --- the ops, in the order of the table ----------------------------------------------------------------------------

cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: first, setup, advance, noaction, maxplies, maxquiet."""
    cdef RushCards *s = <RushCards *> state
    cdef Rng rng
    cdef uint32_t seat, _
    memset(s, 0, sizeof(RushCards))
    s.first = <uint8_t> options[0]
    s.setup = <uint8_t> options[1]
    s.advance = <uint8_t> options[2]
    s.noaction = <uint8_t> options[3]
    s.maxplies = <uint16_t> options[4]
    s.maxquiet = <uint16_t> options[5]
    seed_rng(&rng, seed)
    for seat in range(2):
        fill_deck(s.deck[seat], 4, 0, False)
        shuffle(s.deck[seat], DECK, &rng)
        s.held[seat] = DEALT
        s.left[seat] = DECK
        for _ in range(DEALT):
            s.left[seat] -= 1
            if s.setup:
                put(s, seat, next_cell(s, seat), s.deck[seat][s.left[seat]], NO_CARD)
                s.held[seat] -= 1
            else:
                add(&s.hand[seat], s.deck[seat][s.left[seat]])
            s.deck[seat][s.left[seat]] = NO_CARD
    if s.setup:
        begin(s)
    else:
        s.phase = SETUP


cdef void begin(RushCards *s) noexcept nogil:
    """Play begins (R2)."""
    s.phase = PLAY
    s.turn = s.first
    draw(s, 0)
    draw(s, 1)


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t turn = s.turn
    if s.phase == PLAY and (s.own[turn] & far_row(turn) or s.ply >= s.maxplies or s.quiet >= s.maxquiet
                            or owns_nothing(s, turn)):
        return 0
    return 1u << turn


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


cdef uint32_t list_steps(uint32_t starts, uint32_t ends, uint32_t kind, move_t *out) noexcept nogil:
    """Write the codes of a kind from any of `starts` to a neighbour in `ends`; return how many."""
    cdef uint32_t count = 0, cell
    while starts:
        cell = lowest_bit(starts)
        starts &= starts - 1
        count += list_cells(NEIGHBOURS[cell] & ends, code(kind, cell, 0), out + count)
    return count


cdef inline uint32_t list_cells(uint32_t cells, move_t base, move_t *out) noexcept nogil:
    """Write `base` with each of the cells in its place; return how many."""
    cdef uint32_t count = 0
    while cells:
        out[count] = base | lowest_bit(cells)
        cells &= cells - 1
        count += 1
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


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef RushCards *s = <RushCards *> state
    cdef uint32_t kind = move >> KIND_SHIFT, a = move >> FIELD_SHIFT & FIELD, b = move & FIELD
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(RushCards))
    s.ply += 1
    if s.phase == SETUP:
        arrange(s, seat, <uint8_t> a, b)
        return
    s.quiet += 1
    if kind == PLACE:
        take(s, seat, a)
        put(s, seat, b, <uint8_t> a, NO_CARD)
    elif kind == MOVE:
        carry(s, seat, a, b)
    elif kind == FUSE:
        take(s, seat, a)
        take(s, seat, b)
        s.chamber_bottom[seat] = <uint8_t> a
        s.chamber_top[seat] = <uint8_t> b
    elif kind == WITHDRAW:
        withdraw(s, seat, b)
    elif kind == PLACE_PAIR:
        put(s, seat, b, s.chamber_bottom[seat], s.chamber_top[seat])
        s.chamber_bottom[seat] = s.chamber_top[seat] = NO_CARD
    else:
        s.quiet = 0
        fight(s, seat, a, b, kind == ATTACK_TOP)
    draw(s, seat)
    s.turn = <uint8_t> (seat ^ 1)
    pass_over(s)


cdef void arrange(RushCards *s, uint32_t seat, uint8_t card, uint32_t cell) noexcept nogil:
    """A placement of the set-up (R2). An unknown card that has been turned up lies in its cell already."""
    if card == UNKNOWN:
        s.held[seat] -= 1
        if s.bottom[cell] != NO_CARD:
            card = s.bottom[cell]
    else:
        take(s, seat, card)
    put(s, seat, cell, card, NO_CARD)
    if s.held[0] == 0 and s.held[1] == 0:
        begin(s)
    else:
        s.turn = s.held[0] == 0


cdef inline void withdraw(RushCards *s, uint32_t seat, uint32_t cell) noexcept nogil:
    """R9."""
    add(&s.hand[seat], s.bottom[cell])
    add(&s.shown[seat], s.bottom[cell])
    s.held[seat] += 1
    if s.top[cell] != NO_CARD:
        add(&s.hand[seat], s.top[cell])
        add(&s.shown[seat], s.top[cell])
        s.held[seat] += 1
    clear(s, seat, cell)


cdef inline void discard(RushCards *s, uint32_t seat, uint32_t cell) noexcept nogil:
    add(&s.gone[seat], s.bottom[cell])
    if s.top[cell] != NO_CARD:
        add(&s.gone[seat], s.top[cell])
    clear(s, seat, cell)


cdef inline void fight(RushCards *s, uint32_t seat, uint32_t start, uint32_t end, bint top_only) noexcept nogil:
    """R5."""
    cdef uint32_t other = seat ^ 1, mine = strength(s, start)
    cdef uint32_t theirs = VALUE[s.top[end]] if top_only else strength(s, end)
    if mine <= theirs:
        discard(s, seat, start)
    if mine < theirs:
        return
    if top_only:
        add(&s.gone[other], s.top[end])
        put(s, other, end, s.bottom[end], NO_CARD)
        s.pairs &= ~(1u << end)
        return
    discard(s, other, end)
    if s.advance and mine > theirs:
        carry(s, seat, start, end)


cdef inline int32_t winner(const RushCards *s) noexcept nogil:
    """The seat that has won a finished game, or -1 for a draw (R11)."""
    cdef uint32_t turn = s.turn
    if s.own[turn] & far_row(turn):
        return turn
    if owns_nothing(s, turn) and not owns_nothing(s, turn ^ 1):
        return turn ^ 1
    return -1


cdef void result(const void *state, float *out) noexcept nogil:
    cdef int32_t won = winner(<const RushCards *> state)
    out[0] = 0.5 if won < 0 else won == 0
    out[1] = 1 - out[0]


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(RushCards))


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """In thousandths of log-odds, but for what is as good as decided. A win is worth more the earlier it came."""
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t other = seat ^ 1
    cdef int32_t won, value
    if to_move(state) == 0:
        won = winner(s)
        value = WIN + 1 + (s.maxplies - s.ply if s.ply < s.maxplies else 0)
        return 0 if won < 0 else value if won == <int32_t> seat else -value
    value = ON_MOVE + DECIDED * fate(s, s.turn)
    return side_value(s, seat) - side_value(s, other) + (value if s.turn == seat else -value)


cdef int32_t side_value(const RushCards *s, uint32_t seat) noexcept nogil:
    """What a seat has on the board, in hand, chamber and deck."""
    cdef uint32_t cells = s.own[seat], row, cell, rank
    cdef int32_t strengths = 0, forward = 0, unknown = s.held[seat] - count_bits(s.hand[seat])
    cdef int32_t cards = MEAN_VALUE * unknown
    cdef int32_t chamber = VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]]
    cdef int32_t value = RUNNER * BITS[runners(s, seat) >> TO_FAR * (1 - seat)]
    for row in range(ROWS):
        value += PROGRESS[ROWS - 1 - row if seat else row] * BITS[cells >> COLUMNS * row & NEAR_ROW]
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        strengths += strength(s, cell)
        if (cell >= CELLS // 2) != seat:
            forward += strength(s, cell)
    for rank in range(ACE, KING + 1):
        cards += VALUE[rank] * BITS[copies(s.hand[seat], rank)]
    value += ON_BOARD * strengths + FORWARD * forward
    return value + IN_HAND * cards + IN_CHAMBER * chamber + IN_DECK * s.left[seat]


cdef inline uint32_t runners(const RushCards *s, uint32_t seat) noexcept nogil:
    """The free cells of its far row that a seat can step onto."""
    cdef uint32_t ahead = s.own[seat] >> COLUMNS if seat else s.own[seat] << COLUMNS
    return ahead & ~(s.own[0] | s.own[1]) & far_row(seat)


cdef inline bint can_clear(const RushCards *s, uint32_t seat, uint32_t cell, uint32_t count) noexcept nogil:
    """Whether a unit of the seat beside the cell defeats, or ties with, one there that counts so much."""
    cdef uint32_t cells = NEIGHBOURS[cell] & s.own[seat]
    while cells:
        if strength(s, lowest_bit(cells)) >= count:
            return True
        cells &= cells - 1
    return False


cdef int32_t fate(const RushCards *s, uint32_t seat) noexcept nogil:
    """For the seat on move: -1 if it cannot remove what wins for the other; 1 if that is not needed, and it has a step
    onto its far row that the other cannot answer; else 0."""
    cdef uint32_t other = seat ^ 1, cells = s.own[other] & far_row(other), cell
    if cells:
        cell = lowest_bit(cells)
        return 0 if cells & cells - 1 == 0 and can_clear(s, seat, cell, strength(s, cell)) else -1
    cells = runners(s, seat)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if not can_clear(s, other, cell, strength(s, cell + COLUMNS if seat else cell - COLUMNS)):
            return 1
    return 0


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """`evaluate` after the move, but for cards that the seat does not know: those drawn and those of the other hand
    count as unknown ones. In the set-up, only what the card itself is worth where it is placed."""
    cdef const RushCards *s = <const RushCards *> state
    cdef uint8_t counts[30]
    cdef uint32_t i, cells = s.own[0] | s.own[1]
    cdef int32_t base, change
    if s.phase == SETUP:
        for i in range(count):
            scores[i] = unit_value(seat, moves[i] & FIELD, VALUE[moves[i] >> FIELD_SHIFT & FIELD])
        return
    memset(counts, 0, sizeof(counts))
    while cells:
        i = lowest_bit(cells)
        cells &= cells - 1
        counts[i] = <uint8_t> strength(s, i)
    base = known_value(s, seat, s.hand[seat]) - known_value(s, seat ^ 1, s.shown[seat ^ 1]) - ON_MOVE
    for i in range(count):
        change = outlook(s, seat, moves[i], counts)
        scores[i] = base + change if change > -WIN // 2 else -WIN


cdef int32_t known_value(const RushCards *s, uint32_t seat, uint64_t known) noexcept nogil:
    """`side_value` without runners, for one who knows these cards of the hand."""
    cdef uint32_t cells = s.own[seat], cell, rank
    cdef int32_t value = IN_DECK * s.left[seat], cards = MEAN_VALUE * (s.held[seat] - <int32_t> count_bits(known))
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        value += unit_value(seat, cell, strength(s, cell))
    for rank in range(ACE, KING + 1):
        cards += VALUE[rank] * BITS[copies(known, rank)]
    return value + IN_HAND * cards + IN_CHAMBER * (VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]])


cdef inline int32_t unit_value(uint32_t seat, uint32_t cell, int32_t count) noexcept nogil:
    """What a unit that counts so much is worth to its seat on a cell."""
    cdef uint32_t row = ROWS - 1 - cell // COLUMNS if seat else cell // COLUMNS
    return PROGRESS[row] + count * (ON_BOARD + FORWARD * (row >= ROWS // 2))


cdef inline int32_t refill_value(const RushCards *s, uint32_t seat, int32_t held) noexcept nogil:
    """What drawing adds when so many cards are left in the hand (R10)."""
    cdef int32_t drawn = HAND - held if held < HAND else 0
    return (IN_HAND * MEAN_VALUE - IN_DECK) * (drawn if drawn < s.left[seat] else s.left[seat])


cdef int32_t outlook(const RushCards *s, uint32_t seat, move_t move, uint8_t *counts) noexcept nogil:
    """What a move changes. counts: what the unit of each cell counts; left as it was."""
    cdef uint32_t kind = move >> KIND_SHIFT, a = move >> FIELD_SHIFT & FIELD, b = move & FIELD
    cdef uint32_t own[2]
    cdef uint8_t at_start = 0, at_end = counts[b] if kind != FUSE else 0
    cdef int32_t value
    own[0] = s.own[0]
    own[1] = s.own[1]
    if kind == FUSE:
        value = (IN_CHAMBER - IN_HAND) * (VALUE[a] + VALUE[b]) + refill_value(s, seat, s.held[seat] - 2)
        return value + prospects(own, counts, seat)
    if kind == WITHDRAW:
        value = IN_HAND * at_end - unit_value(seat, b, at_end)
        own[seat] ^= 1u << b
    elif kind == PLACE:
        value = unit_value(seat, b, VALUE[a]) - IN_HAND * VALUE[a] + refill_value(s, seat, s.held[seat] - 1)
        own[seat] ^= 1u << b
        counts[b] = VALUE[a]
    elif kind == PLACE_PAIR:
        counts[b] = VALUE[s.chamber_bottom[seat]] + VALUE[s.chamber_top[seat]]
        value = unit_value(seat, b, counts[b]) - IN_CHAMBER * counts[b]
        own[seat] ^= 1u << b
    else:
        at_start = counts[a]
        if kind == MOVE:
            value = shift_unit(own, counts, seat, a, b)
        else:
            value = clash(s, own, counts, seat, a, b, kind == ATTACK_TOP)
    value += prospects(own, counts, seat)
    counts[b] = at_end
    if kind <= ATTACK_TOP:
        counts[a] = at_start
    return value


cdef inline int32_t shift_unit(uint32_t *own, uint8_t *counts, uint32_t seat, uint32_t start,
                               uint32_t end) noexcept nogil:
    """Move a unit in `own` and `counts`; what that adds."""
    own[seat] ^= 1u << start | 1u << end
    counts[end] = counts[start]
    counts[start] = 0
    return unit_value(seat, end, counts[end]) - unit_value(seat, start, counts[end])


cdef inline int32_t clash(const RushCards *s, uint32_t *own, uint8_t *counts, uint32_t seat, uint32_t start,
                          uint32_t end, bint top_only) noexcept nogil:
    """Attack in `own` and `counts` (R5); what that adds."""
    cdef uint32_t mine = counts[start], theirs = VALUE[s.top[end]] if top_only else counts[end]
    cdef int32_t value = 0
    if mine <= theirs:
        value -= unit_value(seat, start, mine)
        own[seat] ^= 1u << start
        counts[start] = 0
    if mine < theirs:
        return value
    value += unit_value(seat ^ 1, end, counts[end])
    if top_only:
        counts[end] = VALUE[s.bottom[end]]
        return value - unit_value(seat ^ 1, end, counts[end])
    own[seat ^ 1] ^= 1u << end
    counts[end] = 0
    if s.advance and mine > theirs:
        value += shift_unit(own, counts, seat, start, end)
    return value


cdef int32_t prospects(const uint32_t *own, const uint8_t *counts, uint32_t seat) noexcept nogil:
    """What `evaluate` says of steps onto the far rows, when `seat` has just moved."""
    cdef uint32_t other = seat ^ 1, threats
    cdef uint32_t mine = steps_ahead(own, seat) & far_row(seat), theirs = steps_ahead(own, other) & far_row(other)
    cdef int32_t value = RUNNER * (<int32_t> BITS[mine >> TO_FAR * other] - BITS[theirs >> TO_FAR * seat])
    if own[other] & far_row(other):
        return -WIN
    threats = own[seat] & far_row(seat)
    if threats:
        if threats & threats - 1 or not any_clears(own, counts, other, lowest_bit(threats), lowest_bit(threats)):
            return value + DECIDED
        return value
    while theirs:
        # The unit that steps there stands one row behind.
        threats = lowest_bit(theirs)
        theirs &= theirs - 1
        if not any_clears(own, counts, seat, threats, threats + COLUMNS if other else threats - COLUMNS):
            return value - DECIDED
    return value


cdef inline uint32_t steps_ahead(const uint32_t *own, uint32_t seat) noexcept nogil:
    """The free cells one step ahead of units of the seat, and bits beyond the board."""
    return (own[seat] >> COLUMNS if seat else own[seat] << COLUMNS) & ~(own[0] | own[1])


cdef inline bint any_clears(const uint32_t *own, const uint8_t *counts, uint32_t seat, uint32_t cell,
                            uint32_t unit) noexcept nogil:
    """Whether a unit of the seat beside `cell` counts at least as much as the one on the cell `unit`."""
    cdef uint32_t cells = NEIGHBOURS[cell] & own[seat]
    while cells:
        if counts[lowest_bit(cells)] >= counts[unit]:
            return True
        cells &= cells - 1
    return False


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


cdef void mask(void *state, uint32_t seat) noexcept nogil:
    cdef RushCards *s = <RushCards *> state
    cdef uint32_t other = seat ^ 1, cells = s.own[other]
    memset(s.deck[0], UNKNOWN, s.left[0])
    memset(s.deck[1], UNKNOWN, s.left[1])
    s.hand[other] = s.shown[other]
    if s.phase == SETUP:
        while cells:
            s.bottom[lowest_bit(cells)] = UNKNOWN
            cells &= cells - 1


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    cdef RushCards *s = <RushCards *> view
    cdef uint8_t unseen[52]
    cdef uint32_t owner, count, i, cells, cell, _
    for owner in range(2):
        count = list_unseen(s, owner, unseen)
        shuffle(unseen, count, rng)
        for i in range(s.left[owner]):
            if s.deck[owner][i] == UNKNOWN:
                count -= 1
                s.deck[owner][i] = unseen[count]
        for _ in range(s.held[owner] - count_bits(s.hand[owner])):
            count -= 1
            add(&s.hand[owner], unseen[count])
        cells = s.own[owner]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if s.bottom[cell] == UNKNOWN:
                count -= 1
                s.bottom[cell] = unseen[count]


cdef uint32_t list_unseen(const RushCards *s, uint32_t seat, uint8_t *out) noexcept nogil:
    """Write the cards of the seat's deck that stand nowhere known; return how many."""
    cdef int32_t rest[16]
    cdef uint32_t rank, count = 0
    cdef int32_t _
    count_rest(s, seat, rest)
    for rank in range(ACE, KING + 1):
        for _ in range(rest[rank]):
            out[count] = <uint8_t> rank
            count += 1
    return count


cdef void count_rest(const RushCards *s, uint32_t seat, int32_t *rest) noexcept nogil:
    """By rank, how many cards of the seat's deck stand nowhere known; by UNKNOWN, less how many do stand unknown."""
    cdef uint32_t rank, i, cells = s.own[seat]
    for rank in range(RANKS):
        rest[rank] = 0
    for rank in range(ACE, KING + 1):
        rest[rank] = 4 - BITS[copies(s.hand[seat], rank)] - BITS[copies(s.gone[seat], rank)]
    rest[UNKNOWN] = <int32_t> count_bits(s.hand[seat]) - s.held[seat]
    for i in range(s.left[seat]):
        rest[s.deck[seat][i] & 15] -= 1
    rest[s.chamber_bottom[seat] & 15] -= 1
    rest[s.chamber_top[seat] & 15] -= 1
    while cells:
        i = lowest_bit(cells)
        cells &= cells - 1
        rest[s.bottom[i] & 15] -= 1
        rest[s.top[i] & 15] -= 1


cdef move_t seen(const void *state, uint32_t seat, move_t move, uint32_t observer) noexcept nogil:
    if (<const RushCards *> state).phase == SETUP and observer != seat:
        return code(PLACE, UNKNOWN, move & FIELD)
    return move


cdef void refresh(void *state) noexcept nogil:
    """Nothing is derived; a seat that is passed over is not on move."""
    cdef RushCards *s = <RushCards *> state
    if s.phase == PLAY:
        pass_over(s)


cdef uint32_t check(const void *state) noexcept nogil:
    cdef const RushCards *s = <const RushCards *> state
    cdef uint32_t seat, i, broken
    cdef uint32_t mine = s.own[s.turn & 1], other = s.own[~s.turn & 1]
    if (s.phase > SETUP or s.turn > 1 or s.first > 1 or s.setup > 1 or s.advance > 1 or s.noaction > 1
            or s.maxplies < 21 or s.maxplies > 10000 or s.maxquiet < 1 or s.maxquiet > 10000):
        return 1
    for i in range(sizeof(s.unused)):
        if s.unused[i]:
            return 1
    if s.own[0] & s.own[1] or (s.own[0] | s.own[1]) & ~ALL or s.pairs & ~(s.own[0] | s.own[1]):
        return 2
    for i in range(CELLS):
        if ((s.bottom[i] != NO_CARD) != (s.own[0] | s.own[1]) >> i & 1) or (
                (s.top[i] != NO_CARD) != s.pairs >> i & 1):
            return 2
    for seat in range(2):
        broken = check_seat(s, seat)
        if broken:
            return broken
    if s.phase == SETUP:
        return 7 if s.held[s.turn] == 0 or (s.turn == 1 and s.held[0]) else 0
    if owns_nothing(s, s.turn):
        return 8 if s.noaction == PASS and not owns_nothing(s, s.turn ^ 1) else 0
    return 8 if mine == 0 and home(s.turn) & ~other == 0 else 0


cdef uint32_t check_seat(const RushCards *s, uint32_t seat) noexcept nogil:
    """I2 to I7, as far as they are about one seat."""
    cdef int32_t rest[16]
    cdef uint32_t i, cells, filled = 0
    if (s.chamber_bottom[seat] != NO_CARD) != (s.chamber_top[seat] != NO_CARD):
        return 2
    if not (is_set(s.hand[seat]) and is_set(s.shown[seat]) and is_set(s.gone[seat])):
        return 3
    if s.shown[seat] & ~s.hand[seat] or count_bits(s.hand[seat]) > s.held[seat]:
        return 3
    if s.left[seat] > DECK:
        return 4
    for i in range(DECK):
        if (s.deck[seat][i] != NO_CARD) != (i < s.left[seat]) or KING < s.deck[seat][i] != UNKNOWN:
            return 4
    count_rest(s, seat, rest)
    for i in range(ACE, KING + 1):
        if rest[i] < 0:
            return 5
        rest[UNKNOWN] += rest[i]
    if rest[UNKNOWN] != 0:
        return 5
    cells = s.own[seat]
    for i in range(CELLS):
        if cells >> i & 1 and (KING < s.bottom[i] and (s.bottom[i] != UNKNOWN or s.phase == PLAY)
                               or s.top[i] > KING):
            return 6
    if s.chamber_bottom[seat] > KING or s.chamber_top[seat] > KING:
        return 6
    if s.phase == SETUP:
        if s.held[seat] > DEALT:
            return 7
        for i in range(DEALT - s.held[seat]):
            filled |= 1u << (TO_HOME + i if seat else (i + COLUMNS if i < COLUMNS else i - COLUMNS))
        if cells != filled or s.pairs:
            return 7
    return 0


cdef inline bint is_set(uint64_t cards) noexcept nogil:
    """Whether the bits of each rank are set from the lowest on, and no others are."""
    return cards & ~FULL_DECK == 0 and cards >> 1 & ~cards & <uint64_t> 0x7777777777777777 == 0


# --- tables --------------------------------------------------------------------------------------------------------

cdef void fill_tables() except *:
    cdef uint32_t cell, rank, word, bit, n
    for cell in range(CELLS):
        if cell >= COLUMNS:
            NEIGHBOURS[cell] |= 1u << (cell - COLUMNS)
        if cell < CELLS - COLUMNS:
            NEIGHBOURS[cell] |= 1u << (cell + COLUMNS)
        if cell % COLUMNS:
            NEIGHBOURS[cell] |= 1u << (cell - 1)
        if cell % COLUMNS < COLUMNS - 1:
            NEIGHBOURS[cell] |= 1u << (cell + 1)
    for rank in range(ACE, KING + 1):
        VALUE[rank] = 14 if rank == ACE else <uint8_t> rank
    for word in range(1024):
        BITS[word] = <uint8_t> count_bits(word)
    for word in range(256):
        n = 0
        for bit in range(8):
            if word >> bit & 1:
                SELECT[n << 8 | word] = <uint8_t> bit
                n += 1


fill_tables()

cdef Ops OPS
memset(&OPS, 0, sizeof(OPS))
OPS.size = sizeof(RushCards)
OPS.seats = 2
OPS.logit = 0.001
OPS.deal = deal
OPS.to_move = to_move
OPS.moves = moves
OPS.legal = legal
OPS.play = play
OPS.result = result
OPS.hash = hash_
OPS.evaluate = evaluate
OPS.order = order
OPS.sample = sample
OPS.policy = policy
OPS.mask = mask
OPS.determinize = determinize
OPS.seen = seen
OPS.refresh = refresh
OPS.check = check

cdef RushCards blank
KERNEL = make_kernel("rush-cards", &OPS, np.asarray(<RushCards[:1]> &blank).dtype)
