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

Move codes and the state stand in rush_cards_state.pxd, what seats know in rush_cards_views.pyx, evaluation in
rush_cards_worth.pyx, the order of moves in rush_cards_order.pyx, random and simple choices in rush_cards_choices.pyx.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

from dohyo.cext.cards cimport ACE, JACK, KING, NO_CARD, UNKNOWN, fill_deck, shuffle
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops, move_t
from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.cext.rush_cards_choices cimport policy_move, random_move
from dohyo.cext.rush_cards_order cimport order
from dohyo.cext.rush_cards_state cimport (
    ACE_TO_TEN, ALL, ATTACK, ATTACK_TOP, CELLS, DEALT, DECK, FIELD, FIELD_SHIFT, FUSE, KIND_SHIFT, MOVE, NEIGHBOURS,
    PLACE, PLACE_PAIR, PLAY, SETUP, VALUE, WITHDRAW, RushCards, add, carry, clear, code, copies, count_bits, draw,
    home, is_over, list_cells, list_steps, next_cell, pass_over, put, remove, strength, take, winner,
)
from dohyo.cext.rush_cards_views cimport check, determinize, to_view, observed_move
from dohyo.cext.rush_cards_worth cimport evaluate

cdef enum:
    HASH_TABLE = 2


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


cdef void result(const void *state, float *out) noexcept nogil:
    cdef int32_t won = winner(<const RushCards *> state)
    out[0] = 0.5 if won < 0 else won == 0
    out[1] = 1 - out[0]


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(RushCards))


cdef void refresh(void *state) noexcept nogil:
    """Nothing is derived; a seat that is passed over is not on move."""
    cdef RushCards *s = <RushCards *> state
    if s.phase == PLAY:
        pass_over(s)


# --- the table --------------------------------------------------------------------------------------------------------

cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(RushCards), seats=2, num_actions=0, logit=0.001,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=to_view, determinize=determinize, observed_move=observed_move, take_back=NULL,
    canonical=NULL, reflect=NULL,
    evaluate=evaluate, order=order, result_bounds=NULL, value_bounds=NULL, minimax_bounds=NULL,
    policy_move=policy_move, playout_move=NULL,
    random_playout=NULL,
)

cdef RushCards blank
KERNEL = make_kernel("rush-cards", &OPS, np.asarray(<RushCards[:1]> &blank).dtype)
