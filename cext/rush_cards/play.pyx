"""Rush (Kymani): what a move does."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from dohyo.cext.cards cimport NO_CARD, UNKNOWN, fill_deck, shuffle
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, seed_rng
from dohyo.cext.rush_cards.moves cimport legal
from dohyo.cext.rush_cards.state cimport (
    ATTACK_TOP, DEALT, DECK, FIELD, FIELD_SHIFT, FUSE, KIND_SHIFT, MOVE, PLACE, PLACE_PAIR, PLAY, SETUP, VALUE,
    WITHDRAW, RushCards, add, carry, clear, draw, next_cell, pass_over, put, strength, take, winner,
)


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


cdef void refresh(void *state) noexcept nogil:
    """Nothing is derived; a seat that is passed over is not on move."""
    cdef RushCards *s = <RushCards *> state
    if s.phase == PLAY:
        pass_over(s)
