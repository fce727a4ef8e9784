"""Rush (Mark Steere, 2007), the kernel.

The rules, numbered as the tests cite them (rules.md section 1 settles each):

R1  The board is square with an odd size from 3 to 19. It starts empty, and seat 0 (black) begins.
R2  The seat on move places one stone of its colour on an empty point. Stones never move or leave.
R3  Neighbours are orthogonal. A point is forbidden to a colour when two or more of its neighbours are stones of that
    colour and none is a stone of the other. Every other empty point is legal.
R4  A stone placed beside two or more stones, of whatever colours, earns an extra turn: the same seat places again.
    The extra turn is an ordinary turn: it may earn another.
R5  An extra turn is forfeited when no point is legal; then the other seat moves.
R6  No seat ever lacks a legal point at the start of its own turn (proved: rules.md 1.2, T2). There is no pass.
R7  The game ends when the board is full. More stones win; with an odd number of points there is no draw.

A move code is the index of its point in the padded board: 21 columns and rows, so that the four neighbours lie at
constant distances, the board in the middle, so that the eight reflections do not depend on its size.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

import numpy as np

from dohyo.cext.hashing cimport zobrist
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, WIN, Ops, move_t
from dohyo.cext.rng cimport Rng, below

cdef enum:
    STRIDE = 21
    CENTRE = 10
    POINTS = STRIDE * STRIDE
    LARGEST = 19
    MOST_STONES = LARGEST * LARGEST
    # Bytes of `point`. The sum over four neighbours counts them all: black + 8 * white + 64 * outside.
    BLACK = 1
    WHITE = 8
    OUTSIDE = 64
    # Bits of VERDICT; from SHIFT on stands the byte of the stone placed, so that bit WHITES is set for white ones.
    ACCEPT = 1
    GIVE = 256
    SHIFT = 9
    WHITES = 12
    # Draws that may miss before the legal points are listed.
    PATIENCE = 8
    STONE = 100
    SYMMETRIES = 8
    ZOBRIST_TABLE = 1

cdef struct RushStones:
    uint64_t keys[8]            # derived: the key of the stones under each reflection
    uint16_t stones[2]          # derived: stones of each seat
    uint16_t empty              # derived: entries of `open`
    uint8_t size
    uint8_t turn                # the seat on move; after the end, the seat that would be
    uint8_t point[441]          # 0, BLACK, WHITE or OUTSIDE
    int16_t open[361]           # derived: the empty points, ascending; 0 behind them

# I1  size is odd, 3 to 19; turn is 0 or 1; OUTSIDE stands exactly around the board.
# I2  stones, empty, open and keys are what `refresh` makes of point.
# I3  The seat on move has a legal point unless the board is full (R6).

# VERDICT[seat << 8 | sum of the neighbours] is 0 for a forbidden point; else ACCEPT, GIVE if the turn then passes on,
# and the stone.
cdef uint16_t VERDICT[512]
cdef uint64_t KEYS[441][2][8]
cdef uint64_t TURN_KEY
cdef uint64_t SIZE_KEYS[20]
cdef uint16_t MIRROR[8][441]
# WORTH[sum of the neighbours][seat to move] is what an empty point is worth to seat 0, in hundredths of a stone.
cdef int32_t WORTH[256][2]
# The same two numbers as one pair; and by how much a stone of seat 0 or 1 beside the point changes each, as a pair.
cdef int64_t WORTHS[256]
cdef int32_t GAIN[2][256]
# What an empty point adds, by the sum of its neighbours, to four counts of 16 bits: points that are seat 0's and seat
# 1's for ever; points that earn seat 0 and seat 1 an extra turn.
cdef uint64_t CLAIMS[256]


# --- helpers -------------------------------------------------------------------------------------------------------

cdef inline uint32_t around(const uint8_t *point, size_t p) noexcept nogil:
    """The sum over the neighbours of a point."""
    cdef const uint8_t *above = point + p - STRIDE
    return (above[0] + above[STRIDE - 1]) + (above[STRIDE + 1] + above[2 * STRIDE])


cdef inline uint32_t verdict(const RushStones *s, uint32_t seat, uint32_t p) noexcept nogil:
    return VERDICT[seat << 8 | around(s.point, p)]


cdef inline bint has_legal(const RushStones *s, uint32_t seat) noexcept nogil:
    cdef uint32_t i
    for i in range(s.empty):
        if verdict(s, seat, s.open[i]) & ACCEPT:
            return True
    return False


cdef inline uint32_t list_legal(const RushStones *s, uint32_t seat, move_t *out) noexcept nogil:
    cdef uint32_t i, count = 0
    for i in range(s.empty):
        out[count] = s.open[i]
        count += verdict(s, seat, s.open[i]) & ACCEPT
    return count


cdef inline uint32_t rank_of(const int16_t *open, uint32_t count, int16_t p) noexcept nogil:
    """How many entries lie below p. Counting them all beats a binary search here: it runs without branches, eight
    entries at a time."""
    cdef uint32_t i
    cdef int16_t rank = 0
    for i in range(count):
        rank += open[i] < p
    return <uint32_t> rank


cdef inline size_t place_of(const int16_t *open, int16_t p) noexcept nogil:
    """Where p stands in a list without order."""
    cdef size_t i = 0
    while open[i] != p:
        i += 1
    return i


# A pair of signed numbers (a, b) in one word is a + b * 2^half, so that pairs add up as words do.

cdef inline int32_t first_of_64(int64_t pair) noexcept nogil:
    return <int32_t> pair


cdef inline int32_t second_of_64(int64_t pair) noexcept nogil:
    return <int32_t> ((pair - <int32_t> pair) >> 32)


cdef inline int32_t first_of_32(int32_t pair) noexcept nogil:
    return <int16_t> pair


cdef inline int32_t second_of_32(int32_t pair) noexcept nogil:
    return (pair - <int16_t> pair) >> 16


cdef inline int32_t margin(const RushStones *s) noexcept nogil:
    return <int32_t> s.stones[0] - <int32_t> s.stones[1]


cdef inline int32_t final_value(int32_t lead) noexcept nogil:
    """`evaluate` of a finished game for the seat that leads by so many stones."""
    return WIN + lead if lead > 0 else lead - WIN


# --- the ops, in the order of the table ----------------------------------------------------------------------------

cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: the size. Nothing is random."""
    cdef RushStones *s = <RushStones *> state
    cdef uint32_t row, column, half = options[0] // 2
    memset(s, 0, sizeof(RushStones))
    s.size = <uint8_t> options[0]
    memset(s.point, OUTSIDE, POINTS)
    for row in range(CENTRE - half, CENTRE + half + 1):
        for column in range(CENTRE - half, CENTRE + half + 1):
            s.point[row * STRIDE + column] = 0
    refresh(s)


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    return (1 << s.turn) if s.empty else 0


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef uint32_t count = list_legal(<const RushStones *> state, seat, out)
    invariant_state(count > 0, b"a seat on move has a legal point (R6)", state, sizeof(RushStones))
    return count


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    return (seat == s.turn and move < POINTS and s.point[move] == 0 and s.empty > 0
            and (verdict(s, seat, move) & ACCEPT) != 0)


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef RushStones *s = <RushStones *> state
    cdef uint32_t i, place
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(RushStones))
    cdef uint32_t said = verdict(s, seat, move)
    # The list stays in order, so that equal positions are equal bytes.
    s.empty -= 1
    place = rank_of(s.open, s.empty + 1, <int16_t> move)
    memmove(&s.open[place], &s.open[place + 1], (s.empty - place) * sizeof(int16_t))
    s.open[s.empty] = 0
    s.point[move] = <uint8_t> (1 << 3 * seat)
    s.stones[seat] += 1
    for i in range(SYMMETRIES):
        s.keys[i] ^= KEYS[move][seat][i]
    if said & GIVE or (s.empty and not has_legal(s, seat)):
        s.turn ^= 1


cdef void result(const void *state, float *out) noexcept nogil:
    out[0] = margin(<const RushStones *> state) > 0
    out[1] = 1 - out[0]


cdef void result_bounds(const void *state, float *low, float *high) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    low[0] = margin(s) > s.empty
    high[0] = margin(s) >= -<int32_t> s.empty


cdef uint64_t key_of(const RushStones *s, uint64_t stones) noexcept nogil:
    return stones ^ SIZE_KEYS[s.size] ^ (TURN_KEY & -<uint64_t> s.turn)


cdef uint64_t hash_(const void *state) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    return key_of(s, s.keys[0])


cdef uint64_t canonical(const void *state, uint32_t *symmetry) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    cdef uint64_t least = s.keys[0]
    cdef uint32_t i
    symmetry[0] = 0
    for i in range(1, SYMMETRIES):
        if s.keys[i] < least:
            least = s.keys[i]
            symmetry[0] = i
    return key_of(s, least)


cdef move_t reflect(const void *state, move_t move, uint32_t symmetry, bint back) noexcept nogil:
    # Of the eight, only the two quarter turns are not their own inverse: 5 and 6 undo each other.
    if back and (symmetry == 5 or symmetry == 6):
        symmetry ^= 3
    return MIRROR[symmetry][move]


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """The stones so far, and for every empty point what its neighbours promise of it, the seat to move considered."""
    cdef const RushStones *s = <const RushStones *> state
    cdef int32_t lead = margin(s)
    cdef int32_t value = STONE * lead
    cdef uint32_t i, turn = s.turn
    if s.empty == 0:
        return final_value(lead if seat == 0 else -lead)
    for i in range(s.empty):
        value += WORTH[around(s.point, s.open[i])][turn]
    return value if seat == 0 else -value


cdef void value_bounds(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    cdef int32_t lead = margin(s) if seat == 0 else -margin(s)
    # The seat on move places at least one of the stones to come.
    cdef int32_t mine = s.empty and s.turn == seat
    cdef int32_t theirs = s.empty and s.turn != seat
    low[0] = final_value(lead - s.empty + 2 * mine)
    high[0] = final_value(lead + s.empty - 2 * theirs)


cdef void minimax_bounds(const void *state, uint32_t seat, int32_t *low, int32_t *high) noexcept nogil:
    """The seat on move can take every point that now earns it an extra turn, one after the other: each has a stone of
    the other colour beside it, so it stays legal. Points walled in by one colour are the other's for ever."""
    cdef const RushStones *s = <const RushStones *> state
    cdef int32_t lead = margin(s) if seat == 0 else -margin(s)
    cdef int32_t mine, theirs
    cdef uint32_t i
    cdef uint64_t claims = 0
    for i in range(s.empty):
        claims += CLAIMS[around(s.point, s.open[i])]
    mine = claims >> (16 * seat + 32 * (s.turn == seat)) & 0xffff
    theirs = claims >> (16 * (1 - seat) + 32 * (s.turn != seat)) & 0xffff
    low[0] = final_value(lead - s.empty + 2 * mine)
    high[0] = final_value(lead + s.empty - 2 * theirs)


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """`evaluate` after the move, but for forfeited turns: only the neighbours of the point change, and the seat to
    move. Both possible seats to move are reckoned at once, as pairs in one word."""
    cdef const RushStones *s = <const RushStones *> state
    cdef const int32_t *gain = GAIN[seat]
    cdef uint32_t i, sum, turn
    cdef int32_t value
    cdef int64_t total = 0
    cdef int32_t base[2]
    # What a stone beside a point adds to what that point is worth, as a pair; 0 for points that are taken.
    cdef int32_t change[441]
    cdef size_t p
    memset(change, 0, sizeof(change))
    for i in range(s.empty):
        p = s.open[i]
        sum = around(s.point, p)
        total += WORTHS[sum]
        change[p] = gain[sum]
    # The stones so far and this one.
    base[0] = base[1] = STONE * (margin(s) + 1 - 2 * <int32_t> seat)
    base[0] += first_of_64(total)
    base[1] += second_of_64(total)
    for i in range(count):
        p = moves[i]
        sum = around(s.point, p)
        turn = seat ^ (VERDICT[seat << 8 | sum] & GIVE) >> 8
        value = (change[p - STRIDE] + change[p - 1]) + (change[p + 1] + change[p + STRIDE])
        value = base[turn] - WORTH[sum][turn] + (second_of_32(value) if turn else first_of_32(value))
        scores[i] = -value if seat else value


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the legal points: draws from the empty ones, rejecting the forbidden."""
    cdef const RushStones *s = <const RushStones *> state
    cdef move_t out[361]
    cdef uint32_t _, p
    for _ in range(PATIENCE):
        p = s.open[below(rng, s.empty)]
        if verdict(s, seat, p) & ACCEPT:
            return p
    return out[below(rng, list_legal(s, seat, out))]


cdef void random_playout(void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """`random_move` and `play` in one loop.

    Measured: the one branch, on acceptance, is worth its wrong guesses (a ninth of the draws), because the processor
    draws the next point before this one is settled; whose turn follows is arithmetic, for no guess would be right.
    """
    cdef RushStones *s = <RushStones *> state
    cdef uint8_t *point = s.point
    cdef int16_t *open = s.open
    cdef int16_t start[361]
    cdef move_t found[361]
    cdef Rng local = rng[0]     # a copy that lives in registers: bytes stored through `point` might alias the original
    cdef size_t i, p
    cdef uint32_t said, count
    cdef uint32_t opened = s.empty, left = opened, side = s.turn << 8, misses = 0, white = 0
    if owner != NULL:
        memcpy(start, open, opened * sizeof(int16_t))
    while left:
        i = below(&local, left)
        p = open[i]
        said = VERDICT[side | around(point, p)]
        if said == 0:
            misses += 1
            if misses < PATIENCE:
                continue
            s.empty = <uint16_t> left
            count = list_legal(s, side >> 8, found)
            misses = 0
            if count == 0:
                side ^= GIVE
                continue
            p = found[below(&local, count)]
            i = place_of(open, <int16_t> p)
            said = VERDICT[side | around(point, p)]
        misses = 0
        left -= 1
        open[i] = open[left]
        point[p] = <uint8_t> (said >> SHIFT)
        white += said >> WHITES
        side ^= said & GIVE
    rng[0] = local
    s.stones[0] += <uint16_t> (opened - white)
    s.stones[1] += <uint16_t> white
    s.turn = <uint8_t> (side >> 8)
    s.empty = 0
    if owner != NULL:
        for i in range(opened):
            owner[start[i]] = point[start[i]] >> 3


cdef void refresh(void *state) noexcept nogil:
    cdef RushStones *s = <RushStones *> state
    cdef uint32_t p, i, seat
    memset(s.keys, 0, sizeof(s.keys))
    memset(s.open, 0, sizeof(s.open))
    s.stones[0] = s.stones[1] = s.empty = 0
    for p in range(POINTS):
        if s.point[p] == 0:
            s.open[s.empty] = <int16_t> p
            s.empty += 1
        elif s.point[p] != OUTSIDE:
            seat = s.point[p] == WHITE
            s.stones[seat] += 1
            for i in range(SYMMETRIES):
                s.keys[i] ^= KEYS[p][seat][i]


cdef uint32_t check(const void *state) noexcept nogil:
    cdef const RushStones *s = <const RushStones *> state
    cdef RushStones again
    cdef int32_t p, half, row, column
    if s.size % 2 == 0 or s.size < 3 or s.size > LARGEST or s.turn > 1:
        return 1
    half = s.size // 2
    for p in range(POINTS):
        row = p // STRIDE - CENTRE
        column = p % STRIDE - CENTRE
        if (s.point[p] == OUTSIDE) != (row > half or row < -half or column > half or column < -half):
            return 1
        if s.point[p] != OUTSIDE and s.point[p] != 0 and s.point[p] != BLACK and s.point[p] != WHITE:
            return 1
    memcpy(&again, s, sizeof(RushStones))
    refresh(&again)
    if not same(s, &again):
        return 2
    if s.empty and not has_legal(s, s.turn):
        return 3
    return 0


cdef bint same(const RushStones *a, const RushStones *b) noexcept nogil:
    cdef uint32_t i
    if a.stones[0] != b.stones[0] or a.stones[1] != b.stones[1] or a.empty != b.empty:
        return False
    for i in range(SYMMETRIES):
        if a.keys[i] != b.keys[i]:
            return False
    for i in range(MOST_STONES):
        if a.open[i] != b.open[i]:
            return False
    return True


# --- tables --------------------------------------------------------------------------------------------------------

# What an empty point is worth to the seat to move, in hundredths of a stone: by how many neighbours are its stones,
# how many the other side's, and (within a row) how many lie outside the board: 0, 1, 2. Fitted to games of this
# evaluation against itself by tests/fit/rush_stones.py.
PROMISES = {
    (0, 0): (1, -2, 11),
    (0, 1): (50, 47, 51),
    (0, 2): (69, 89, 112),
    (0, 3): (91, 107),
    (0, 4): (102,),
    (1, 0): (-49, -49, -56),
    (1, 1): (33, 86, 111),
    (1, 2): (62, 118),
    (1, 3): (100,),
    (2, 0): (-74, -89, -106),
    (2, 1): (80, 91),
    (2, 2): (76,),
    (3, 0): (-94, -106),
    (3, 1): (145,),
    (4, 0): (-101,),
}


cdef void fill_tables() except *:
    global TURN_KEY
    cdef uint32_t sum, black, white, seat, mine, other, p, i, t
    cdef int32_t row, column
    for sum in range(256):
        black = sum & 7
        white = sum >> 3 & 7
        for seat in range(2):
            mine = white if seat else black
            other = black if seat else white
            if not (mine >= 2 and other == 0):
                VERDICT[seat << 8 | sum] = <uint16_t> (
                    (WHITE if seat else BLACK) << SHIFT | (0 if mine + other >= 2 else GIVE) | ACCEPT)
                if mine + other >= 2:
                    CLAIMS[sum] += <uint64_t> 1 << (32 + 16 * seat)
                if mine == 0 and other >= 2 and other + (sum >> 6) == 4:
                    CLAIMS[sum] += <uint64_t> 1 << (16 * seat)
    for (mine, other), worths in PROMISES.items():
        for i, worth in enumerate(worths):
            WORTH[BLACK * mine + WHITE * other + OUTSIDE * i][0] = worth
            WORTH[WHITE * mine + BLACK * other + OUTSIDE * i][1] = -worth
    for sum in range(256):
        WORTHS[sum] = WORTH[sum][0] + WORTH[sum][1] * (<int64_t> 1 << 32)
        for seat in range(2):
            # With four neighbours taken there is no room for another; no sum is looked up past the table.
            p = (sum + (WHITE if seat else BLACK)) & 255
            GAIN[seat][sum] = (WORTH[p][0] - WORTH[sum][0]) + (WORTH[p][1] - WORTH[sum][1]) * 65536
    for t in range(SYMMETRIES):
        for p in range(POINTS):
            row = <int32_t> (p // STRIDE) - CENTRE
            column = <int32_t> (p % STRIDE) - CENTRE
            if t & 1:
                column = -column
            if t & 2:
                row = -row
            if t & 4:
                row, column = column, row
            MIRROR[t][p] = <uint16_t> ((row + CENTRE) * STRIDE + column + CENTRE)
    for p in range(POINTS):
        for seat in range(2):
            for i in range(SYMMETRIES):
                KEYS[p][seat][i] = zobrist(ZOBRIST_TABLE, 2 * MIRROR[i][p] + seat)
    TURN_KEY = zobrist(ZOBRIST_TABLE, 2 * POINTS)
    for i in range(LARGEST + 1):
        SIZE_KEYS[i] = zobrist(ZOBRIST_TABLE, 2 * POINTS + 1 + i)


fill_tables()

cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(RushStones), seats=2, num_actions=POINTS, logit=0.0099,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=NULL, determinize=NULL, observed_move=NULL, take_back=NULL,
    canonical=canonical, reflect=reflect,
    evaluate=evaluate, order=order, result_bounds=result_bounds, value_bounds=value_bounds,
    minimax_bounds=minimax_bounds, policy_move=NULL, playout_move=NULL,
    random_playout=random_playout,
)

cdef RushStones blank
KERNEL = make_kernel("rush-stones", &OPS, np.asarray(<RushStones[:1]> &blank).dtype)
