"""Sumo: what a move does, and random games as one loop."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from dohyo.cext.cards cimport DRAWN, JOKER, NO_CARD, RANKS, SHOWN, UNKNOWN, count_ranks, rank_of, shuffle
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport first_seat, move_t
from dohyo.cext.rng cimport Rng, below, derive, next64, seed_rng
from dohyo.cext.sumo.moves cimport legal, random_move, to_move
from dohyo.cext.sumo.state cimport (
    ATTACK, BASE, CHALLENGE, COLUMNS, COPIES, DECK, DRAW_LEADER, DRAW_RANDOM, EAGER, EDGE, HAND, JOKERS, LEADER,
    MOST_CARDS, MOST_DRAWN, OVER, PLAYS, PUSHES, RING, STRENGTH, SUMO, VALUE, WILD, Sumo, after_push, insert, outside,
    packed, pushed, remove, ring_is_up, size_of, sort_hand, spread,
)

cdef enum:
    # The coin for who leads; those for who draws first are numbered after it.
    LEADS = 0

# What `random_playout` keeps in other ways than a state.
cdef struct Run:
    uint32_t left               # cards of the deck
    uint32_t discards           # entries of `gone`
    uint32_t settled            # of these, discards of earlier rounds
    uint8_t gone[44]


# --- cards and coins -------------------------------------------------------------------------------------------------

cdef inline uint32_t coin(const Sumo *s, uint32_t number) noexcept nogil:
    return derive(s.shuffle, 4 * <uint64_t> s.round + number) & 1


cdef void reshuffle(Sumo *s) noexcept nogil:
    """Make the discards the deck, which is empty (R13); nothing without discards. What the hands hold of the last
    reshuffle is known from now on (R14)."""
    cdef uint8_t cards[38]
    cdef uint8_t *hand
    cdef Rng rng
    cdef uint32_t seat, i, rank = 0, count = spread(s.gone, cards)
    if count == 0:
        return
    for seat in range(2):
        hand = s.hand[seat]
        for i in range(HAND):
            if hand[i] & DRAWN:
                hand[i] ^= DRAWN | SHOWN
        # Recycled cards that the view does not know are all in the other hand: its unknown cards stand first.
        if s.viewer == 2 - seat:
            for i in range(HAND):
                while rank < UNKNOWN and s.pool[rank] == 0:
                    rank += 1
                if hand[i] == UNKNOWN and rank < UNKNOWN:
                    hand[i] = <uint8_t> (rank | SHOWN)
                    s.pool[rank] -= 1
        sort_hand(hand)
    if s.viewer:
        memcpy(s.pool, s.gone, RANKS)
        memset(s.deck, UNKNOWN, count)
    else:
        seed_rng(&rng, s.shuffle)
        shuffle(cards, count, &rng)
        for i in range(count):
            s.deck[i] = cards[count - 1 - i]
        s.shuffle = derive(s.shuffle, 0)
    memset(s.gone, 0, RANKS)
    s.decksize = <uint8_t> count
    s.recycled = 1


cdef uint8_t draw(Sumo *s, bint seen) noexcept nogil:
    """The next card of the deck, with its mark. seen: if this is a view, its seat sees the card. Call `drawn_down` when
    the card is where it belongs."""
    if s.decksize == 0:
        reshuffle(s)
    invariant_state(s.decksize > 0, b"there is a card to draw", s, sizeof(Sumo))
    s.decksize -= 1
    cdef uint8_t card = s.deck[s.decksize]
    s.deck[s.decksize] = NO_CARD
    if card == UNKNOWN and seen:
        card = s.coming[s.asked] if s.asked < MOST_DRAWN and s.coming[s.asked] != NO_CARD else UNKNOWN
        s.asked += 1
        if s.recycled and s.pool[card]:
            s.pool[card] -= 1
        elif s.recycled:
            card = UNKNOWN  # not told, or told what cannot be
    return card | DRAWN if s.recycled and card != UNKNOWN else card


cdef inline void drawn_down(Sumo *s) noexcept nogil:
    """After a draw."""
    if s.decksize == 0:
        s.recycled = 0
        if s.reshuffle == EAGER:
            reshuffle(s)


cdef uint32_t leader_by_side(Sumo *s, uint8_t told, uint8_t *asked) noexcept nogil:
    """The seat on whose side the wrestlers stand; in the middle the coin decides."""
    if s.x:
        return s.x < 0
    asked[0] |= s.viewer != 0
    return told == 2 if s.viewer else coin(s, LEADS)


cdef uint32_t draws_first(Sumo *s, uint32_t number) noexcept nogil:
    """The seat that draws first when both do (R5). number: of the coin."""
    if s.draworder == DRAW_LEADER:
        return s.lead - 1 if s.lead else leader_by_side(s, s.toldfirst, &s.askedfirst)
    if s.draworder == DRAW_RANDOM:
        s.askedfirst |= s.viewer != 0
        return s.toldfirst == 2 if s.viewer else coin(s, number)
    return 0


cdef bint draw_wild(Sumo *s, uint8_t *values, uint32_t number) noexcept nogil:
    """Draw for the values that are WILD (R5). False if a view was not told the cards, or more than there can be."""
    cdef uint32_t first = 0, turn, seat, count = 0
    cdef uint8_t card
    if values[0] == WILD and values[1] == WILD:
        first = draws_first(s, number)
    while count < MOST_DRAWN and s.drawn[count] != NO_CARD:
        count += 1
    for turn in range(2):
        seat = first ^ turn
        while values[seat] == WILD:
            invariant_state(count < MOST_DRAWN or s.viewer, b"the list of drawn cards has room", s, sizeof(Sumo))
            if count == MOST_DRAWN:
                return False
            card = <uint8_t> rank_of(draw(s, True))
            s.drawn[count] = card
            count += 1
            values[seat] = VALUE[card]
            drawn_down(s)
    return values[0] != 0 and values[1] != 0


# --- the course of a round -------------------------------------------------------------------------------------------

cdef void end_round(Sumo *s) noexcept nogil:
    """R12, and the seat that leads the next round."""
    cdef uint32_t seat, i, _
    for seat in range(2):
        s.gone[BASE[s.attack[seat]]] += COPIES[s.attack[seat]]
        s.gone[JOKER] += JOKERS[s.attack[seat]]
        s.attack[seat] = s.value[seat] = 0
    for i in range(MOST_DRAWN):
        if s.drawn[i] == NO_CARD:
            break
        s.gone[s.drawn[i]] += 1
        s.drawn[i] = NO_CARD
    drawn_down(s)
    for seat in range(2):
        for _ in range(HAND - size_of(s.hand[seat])):
            insert(s.hand[seat], draw(s, s.viewer == seat + 1))
            drawn_down(s)
    if s.round >= s.maxrounds:
        s.phase = OVER
        return
    s.round += 1
    s.phase = ATTACK
    if s.placement == LEADER:
        s.lead = <uint8_t> (1 + leader_by_side(s, s.toldlead, &s.askedlead))


cdef void push(Sumo *s) noexcept nogil:
    """R7, R11."""
    s.x = <int8_t> after_push(s)
    if outside(s.x):
        s.phase = OVER
    else:
        end_round(s)


cdef void offer_sumo(Sumo *s) noexcept nogil:
    if s.sumoup:
        push(s)
    else:
        s.phase = SUMO


cdef void reveal(Sumo *s) noexcept nogil:
    """Both attacks are chosen."""
    cdef uint32_t seat, _
    for seat in range(2):
        for _ in range(COPIES[s.attack[seat]]):
            remove(s.hand[seat], BASE[s.attack[seat]])
        for _ in range(JOKERS[s.attack[seat]]):
            remove(s.hand[seat], JOKER)
        s.value[seat] = STRENGTH[s.attack[seat]]
    if not draw_wild(s, s.value, 1):
        return
    if s.value[0] == s.value[1]:
        end_round(s)
    elif ring_is_up(s):
        offer_sumo(s)
    else:
        s.phase = RING


cdef void challenge(Sumo *s) noexcept nogil:
    """R8, R9."""
    cdef uint32_t seat, column = s.x + EDGE
    cdef uint8_t values[2]
    cdef bint ring = s.phase == RING
    if ring:
        s.up |= 1 << column
    else:
        s.sumoup = 1
    for seat in range(2):
        values[seat] = VALUE[s.ring[COLUMNS * seat + column] if ring else s.sumo[seat]]
    if not draw_wild(s, values, s.phase + 1):
        return
    seat = pushed(s)
    if values[seat] >= values[1 - seat]:
        end_round(s)
    elif ring:
        offer_sumo(s)
    else:
        push(s)


# --- the ops ---------------------------------------------------------------------------------------------------------

cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: indices of the words of jokers, placement, draworder, reshuffle; maxrounds."""
    cdef Sumo *s = <Sumo *> state
    cdef uint8_t cards[54]
    cdef Rng rng
    cdef uint32_t seat, count = 52 + 2 * options[0]
    memset(s, 0, sizeof(Sumo))
    s.jokers = <uint8_t> (2 * options[0])
    s.placement = <uint8_t> options[1]
    s.draworder = <uint8_t> options[2]
    s.reshuffle = <uint8_t> options[3]
    s.maxrounds = <uint16_t> options[4]
    s.round = 1
    memcpy(cards, DECK[options[0]], MOST_CARDS)
    seed_rng(&rng, seed)
    shuffle(cards, count, &rng)
    s.shuffle = next64(&rng)
    memcpy(s.ring, cards, 2 * COLUMNS)
    memcpy(s.sumo, cards + 14, 2)
    for seat in range(2):
        memcpy(s.hand[seat], cards + 16 + HAND * seat, HAND)
        sort_hand(s.hand[seat])
    s.decksize = <uint8_t> (count - 22)
    memcpy(s.deck, cards + 22, s.decksize)
    if s.placement == LEADER:
        s.lead = <uint8_t> (1 + coin(s, LEADS))


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    """On a view: the attack of the other seat is known, unless it stays hidden; what is drawn and turned up too."""
    cdef Sumo *s = <Sumo *> state
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(Sumo))
    if s.phase == ATTACK:
        s.attack[seat] = <uint8_t> move
        if s.attack[1 - seat]:
            reveal(s)
    elif move == CHALLENGE:
        challenge(s)
    else:
        push(s)


cdef void result(const void *state, float *out) noexcept nogil:
    cdef const Sumo *s = <const Sumo *> state
    out[0] = 1 if s.x > EDGE else 0 if s.x < -EDGE else 0.5
    out[1] = 1 - out[0]


cdef void refresh(void *state) noexcept nogil:
    """Nothing is derived."""


# --- random games ----------------------------------------------------------------------------------------------------

cdef void random_playout(void *state, Rng *rng, uint8_t *owner) noexcept nogil:
    """`random_move` and `play` in one loop, draw for draw of the generator. Until a round begins, these play.

    Measured: hands need no order here, and discards no counts; both come back only where the deck runs out.
    """
    cdef Sumo *s = <Sumo *> state
    cdef Rng local = rng[0]     # a copy that lives in registers: bytes stored might alias the original
    cdef Run run
    cdef uint32_t hands[2]
    cdef uint32_t chosen[2]
    cdef uint32_t seat, up, column, offered, cancelled
    cdef int32_t x, to, push
    cdef uint8_t values[2]
    while s.phase != OVER and not fresh(s):
        seat = first_seat(to_move(s))
        play(s, seat, random_move(s, seat, &local))
    if s.phase != OVER:
        run.discards = spread(s.gone, run.gone)
        memset(s.gone, 0, RANKS)
        run.settled = run.discards
        run.left = s.decksize
        for seat in range(2):
            hands[seat] = packed(s.hand[seat])
    x = s.x
    up = s.up
    while s.phase != OVER:
        # The leader chooses first.
        seat = s.lead >> 1
        chosen[seat] = any_play(hands[seat], &local)
        seat ^= 1
        chosen[seat] = any_play(hands[seat], &local)
        values[0] = <uint8_t> (chosen[0] >> HAND)
        values[1] = <uint8_t> (chosen[1] >> HAND)
        if values[0] == WILD or values[1] == WILD:
            s.x = <int8_t> x
            run_wild(s, &run, values, 1)
        push = PUSHES[values[0]][values[1]]
        if push:
            to = x + push
            column = x + EDGE
            cancelled = 0
            offered = up >> column & 1
            if not offered and (outside(to) or below(&local, 2) == 0):
                offered = 1
                up |= 1 << column
                cancelled = run_challenge(s, &run, VALUE[s.ring[column]], VALUE[s.ring[COLUMNS + column]], push, x, 2)
            if offered and not cancelled and not s.sumoup and (outside(to) or below(&local, 2) == 0):
                s.sumoup = 1
                cancelled = run_challenge(s, &run, VALUE[s.sumo[0]], VALUE[s.sumo[1]], push, x, 3)
            if not cancelled:
                x = to
                if outside(x):
                    break
        refill(s, &run, hands, chosen)
        if s.round >= s.maxrounds:
            break
        s.round += 1
        if s.placement == LEADER:
            s.x = <int8_t> x
            s.lead = <uint8_t> (1 + leader_by_side(s, 0, &s.askedlead))
    s.x = <int8_t> x
    s.phase = OVER
    rng[0] = local


cdef inline bint fresh(const Sumo *s) noexcept nogil:
    """Whether a round begins, with full hands."""
    return (s.phase == ATTACK and s.attack[0] == 0 and s.attack[1] == 0 and s.hand[0][HAND - 1] != NO_CARD
            and s.hand[1][HAND - 1] != NO_CARD)


cdef inline uint32_t any_play(uint32_t hand, Rng *rng) noexcept nogil:
    """An attack as the places of its cards, a bit each, and above these what it counts."""
    return PLAYS[hand] >> (8 * below(rng, PLAYS[hand] & 7) + 8) & 255


cdef inline bint run_challenge(Sumo *s, Run *run, uint8_t first, uint8_t second, int32_t push, int32_t x,
                               uint32_t number) noexcept nogil:
    """Whether a challenge by cards of these values cancels a push."""
    cdef uint8_t values[2]
    values[0] = first
    values[1] = second
    if first == WILD or second == WILD:
        s.x = <int8_t> x
        run_wild(s, run, values, number)
    return values[0] <= values[1] if push > 0 else values[1] <= values[0]


cdef void run_wild(Sumo *s, Run *run, uint8_t *values, uint32_t number) noexcept nogil:
    """As `draw_wild`."""
    cdef uint32_t first = 0, turn
    cdef uint8_t card
    if values[0] == WILD and values[1] == WILD:
        first = draws_first(s, number)
    for turn in range(2):
        while values[first ^ turn] == WILD:
            card = run_draw(s, run)
            run.gone[run.discards] = card
            run.discards += 1
            values[first ^ turn] = VALUE[card]


cdef uint8_t run_draw(Sumo *s, Run *run) noexcept nogil:
    cdef uint8_t card
    if run.left == 0:
        run_reshuffle(s, run)
    run.left -= 1
    card = s.deck[run.left]
    if s.reshuffle == EAGER and run.left == 0:
        run_reshuffle(s, run)
    return card


cdef void run_reshuffle(Sumo *s, Run *run) noexcept nogil:
    """As `reshuffle`; the cards of this round stay."""
    if run.settled == 0:
        return
    count_ranks(run.gone, run.settled, s.gone)
    reshuffle(s)
    run.left = s.decksize
    run.discards -= run.settled
    memmove(run.gone, run.gone + run.settled, run.discards)
    run.settled = 0


cdef inline void refill(Sumo *s, Run *run, uint32_t *hands, const uint32_t *chosen) noexcept nogil:
    """The end of a round. The usual case, in which the deck is not emptied, goes without branches."""
    cdef uint32_t seat, place, hand, used, left = run.left, discards = run.discards
    for seat in range(2):
        for place in range(HAND):
            run.gone[discards] = hands[seat] >> 4 * place & 15
            discards += chosen[seat] >> place & 1
    run.discards = run.settled = discards
    if left <= 2 * HAND:
        refill_slowly(s, run, hands, chosen)
        return
    for seat in range(2):
        hand = 0
        for place in range(HAND):
            used = chosen[seat] >> place & 1
            left -= used
            hand |= (<uint32_t> s.deck[left] if used else hands[seat] >> 4 * place & 15) << 4 * place
        hands[seat] = hand
    run.left = left


cdef void refill_slowly(Sumo *s, Run *run, uint32_t *hands, const uint32_t *chosen) noexcept nogil:
    cdef uint32_t seat, place
    if s.reshuffle == EAGER and run.left == 0:
        run_reshuffle(s, run)
    for seat in range(2):
        for place in range(HAND):
            if chosen[seat] >> place & 1:
                hands[seat] &= ~(<uint32_t> 15 << 4 * place)
                hands[seat] |= <uint32_t> run_draw(s, run) << 4 * place
