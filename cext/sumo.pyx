"""Sumo Card Game (rules 1.1), the kernel.

The rules, numbered as the tests cite them (rules.md section 4 settles each):

R1  52 cards, or 54 with two Jokers. Each seat has a row of seven ring cards, a sumo card and three cards in the hand;
    the rest is the deck. Ring and sumo cards lie face down, unseen by both, until they are turned up for good.
R2  The wrestlers start in column 0 of -3 to 3. Seat 0 pushes them towards 3, seat 1 towards -3.
R3  A round: each seat chooses an attack of its hand, unseen; then both are shown. With placement=leader one seat places
    first, and the other sees of how many cards: the seat on whose side the wrestlers stand, in column 0 a coin decides.
R4  An attack is one card, or 33, 333, 44, 55; with Jokers also 3*, 33*, 3**, 4*, 5*. It counts the sum of its cards,
    a Joker as much as the others; a single ace counts 14, jack, queen and king 11 to 13.
R5  A single 2 or Joker is wild: cards are drawn until one is neither, and that one counts. If both seats draw, one ends
    its drawing first: seat 0, the seat that leads (by R3), or a coin decides (draworder).
R6  The higher attack pushes the other seat. Equal ones push nobody, and the round ends.
R7  A push goes 1 column; 2 from a number to a face card and from a face card to an ace; 3 from a number to an ace.
R8  The pushed seat may challenge by the ring cards of the wrestlers' column while these are face down: both are turned
    up. If they are up it may challenge by the sumo cards while those are face down. Wild ones draw as in R5. If its
    card is not lower than the other, the push is cancelled, and the round ends.
R9  After a ring challenge lost it may go on with the sumo cards. Who accepts is pushed at once.
R10 A push out of the ring must be challenged as long as that can be done. It is a move all the same.
R11 A push beyond 3 or -3 wins the game, and everything stays as it lies.
R12 At the end of a round attacks and drawn cards are discarded, all at once; ring and sumo cards stay. Then seat 0,
    after it seat 1, draws up to three cards. After round number `maxrounds` the game is a draw.
R13 When a card is needed and the deck is empty the discards are shuffled and are the deck (reshuffle=lazy), or already
    when a draw empties it (eager).
R14 Known to both: discards, what was turned up, and which cards a reshuffle put back. A recycled card is recognised
    when it is shown. So at the next reshuffle each recycled card still held is known to be in that hand.
R15 Of equal cards in a hand the one that the other seat knows leaves first, one drawn since the reshuffle last.

Move codes and the state stand in sumo_state.pxd, what seats know in sumo_views.pyx.

Randomness: a reshuffle puts the discards, ascending, into the order chosen by `shuffle`, which then is derived anew
(stream 0). Coins are streams 4 * round + 0 to 3 of it: who leads, and who draws first for attacks, ring and sumo cards.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

import numpy as np

from dohyo.cext.cards cimport (
    DRAWN, JOKER, KING, NO_CARD, RANKS, SHOWN, UNKNOWN, count_ranks, rank_of, shuffle,
)
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport NO_CHOICE, OPS_VERSION, WIN, Ops, first_seat, move_t
from dohyo.cext.rng cimport Rng, below, derive, next64, seed_rng
from dohyo.cext.sumo_state cimport (
    ACCEPT, ATTACK, ATTACKS, BASE, CHALLENGE, COLUMNS, COPIES, DECK, DRAW_LEADER, DRAW_RANDOM, EAGER, EDGE, HAND,
    HIGHEST, JOKERS, LEADER, MADE, MOST_CARDS, MOST_DRAWN, OVER, PLAYS, PUSHES, RING, STRENGTH, SUMO, VALUE, WILD,
    Sumo, after_push, attacks_of, holds, insert, outside, packed, pushed, remove, ring_is_up, size_of, sort_hand,
    spread,
)
from dohyo.cext.sumo_views cimport can_be_made, check, determinize, hidden, to_view

cdef enum:
    HASH_TABLE = 6
    # The coin for who leads; those for who draws first are numbered after it.
    LEADS = 0
    # Weights of `evaluate`, in thousandths of log-odds; fitted by tests/fit/sumo.py.
    COLUMN = 576
    SAVED = 71
    PUSH = 441
    CHALLENGED = 86
    # What a column is worth in `order` while a challenge may still cancel the push.
    HELD = 350

# What `random_playout` keeps in other ways than a state.
cdef struct Run:
    uint32_t left               # cards of the deck
    uint32_t discards           # entries of `gone`
    uint32_t settled            # of these, discards of earlier rounds
    uint8_t gone[44]

# What a card in the hand is worth in `evaluate`.
cdef int32_t WORTH[16]
# By what an attack counts, what it gains in the mean: columns times COLUMN.
cdef int32_t FORCE[16]


# --- helpers -------------------------------------------------------------------------------------------------------

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


# --- the ops, in the order of the table ----------------------------------------------------------------------------

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


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const Sumo *s = <const Sumo *> state
    if s.phase == OVER:
        return 0
    if s.phase != ATTACK:
        return 1 << pushed(s)
    if s.placement == LEADER:
        return s.lead if s.attack[s.lead - 1] == 0 else 3 - s.lead
    return (s.attack[0] == 0) | (s.attack[1] == 0) << 1


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef const Sumo *s = <const Sumo *> state
    cdef uint64_t attacks
    cdef uint32_t i
    if s.phase != ATTACK:
        out[0] = CHALLENGE
        out[1] = ACCEPT
        return 1 if outside(after_push(s)) else 2
    attacks = attacks_of(s.hand[seat])
    invariant_state((attacks & 7) > 0, b"a hand has an attack", state, sizeof(Sumo))
    for i in range(attacks & 7):
        out[i] = attacks >> (8 * i + 8) & 255
    return attacks & 7


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    """In a view the other seat's choice may also be one that is not seen, while the view's own is open."""
    cdef const Sumo *s = <const Sumo *> state
    if not to_move(state) >> seat & 1:
        return False
    if s.phase != ATTACK:
        return move == CHALLENGE or (move == ACCEPT and not outside(after_push(s)))
    if move >= MADE:
        return s.viewer == 2 - seat and s.attack[1 - seat] == 0 and can_be_made(s, seat, move)
    return holds(s.hand[seat], move)


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


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(Sumo))


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """In thousandths of log-odds: the column, the cards known in the hands, the challenges left to the seat nearer to
    its edge, and the push that is pending."""
    cdef const Sumo *s = <const Sumo *> state
    cdef int32_t value
    cdef uint32_t i
    if s.phase == OVER:
        value = WIN if s.x > EDGE else -WIN if s.x < -EDGE else 0
        return value if seat == 0 else -value
    value = COLUMN * s.x + hand_worth(s.hand[0]) - hand_worth(s.hand[1])
    # At the edge an unused challenge saves the seat that would be out with the next push.
    i = 2 - ring_is_up(s) - s.sumoup
    value -= SAVED * <int32_t> i * s.x
    if s.phase != ATTACK:
        i = 2 - s.sumoup if s.phase == RING else 1
        value += (PUSH - CHALLENGED * <int32_t> i) * (after_push(s) - s.x)
    return value if seat == 0 else -value


cdef inline int32_t hand_worth(const uint8_t *hand) noexcept nogil:
    cdef int32_t worth = 0
    cdef uint32_t i
    for i in range(HAND):
        worth += WORTH[rank_of(hand[i])]
    return worth


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """For an attack, the mean of `evaluate` at the end of the round against the attack of a hand that the seat knows
    nothing of; for a challenge, that it succeeds against cards unknown as often as not. The other hand counts only as
    far as it has been shown."""
    cdef const Sumo *s = <const Sumo *> state
    cdef int32_t base = COLUMN * s.x, sign = 1 - 2 * <int32_t> seat, pending
    cdef uint32_t i, move, left
    cdef const uint8_t *hand = s.hand[1 - seat]
    for i in range(HAND):
        base -= sign * WORTH[rank_of(hand[i])] if hand[i] & SHOWN else 0
    base = sign * base + hand_worth(s.hand[seat])
    if s.phase == ATTACK:
        for i in range(count):
            move = moves[i]
            scores[i] = base + FORCE[STRENGTH[move]] - COPIES[move] * WORTH[BASE[move]] - JOKERS[move] * WORTH[JOKER]
        return
    # The seat is the one that is pushed.
    pending = COLUMN * (after_push(s) - s.x) * sign
    left = (s.phase == RING) + (not s.sumoup)
    for i in range(count):
        scores[i] = base + (pending if moves[i] == ACCEPT else pending - pending * <int32_t> left // (1 + left))
        if moves[i] == ACCEPT and outside(after_push(s)):
            scores[i] = -WIN


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the legal moves: attacks of different ranks, and challenge or accept where both are legal."""
    cdef const Sumo *s = <const Sumo *> state
    cdef uint64_t attacks
    if s.phase == ATTACK:
        attacks = attacks_of(s.hand[seat])
        return attacks >> (8 * below(rng, attacks & 7) + 8) & 255
    if outside(after_push(s)):
        return CHALLENGE
    return CHALLENGE + below(rng, 2)


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """The attack that counts most, wild ones least, equal ones at random; challenges at random where they are free."""
    cdef const Sumo *s = <const Sumo *> state
    cdef uint64_t attacks
    cdef uint32_t i, code, equal = 0
    cdef move_t best = 0
    if s.phase != ATTACK:
        return random_move(state, seat, rng)
    attacks = attacks_of(s.hand[seat])
    for i in range(attacks & 7):
        code = attacks >> (8 * i + 8) & 255
        if STRENGTH[code] > STRENGTH[best]:
            best = code
            equal = 1
        elif STRENGTH[code] == STRENGTH[best]:
            equal += 1
            if below(rng, equal) == 0:
                best = code
    return best


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


cdef move_t observed_move(const void *state, uint32_t seat, move_t move, uint32_t observer) noexcept nogil:
    """The second attack is seen as it is: it is shown at once."""
    cdef const Sumo *s = <const Sumo *> state
    if observer == seat or s.phase != ATTACK or s.attack[1 - seat]:
        return move
    return hidden(s, move)


cdef move_t take_back(void *state, uint32_t seat) noexcept nogil:
    cdef Sumo *s = <Sumo *> state
    cdef move_t move = s.attack[seat]
    if s.phase != ATTACK or move == 0:
        return NO_CHOICE
    s.attack[seat] = 0
    return move


cdef void refresh(void *state) noexcept nogil:
    """Nothing is derived."""


# --- tables --------------------------------------------------------------------------------------------------------

# By rank, compared with the mean card, in thousandths of log-odds; fitted by tests/fit/sumo.py.
WORTHS = (0, 880, -131, -342, -334, -257, -312, -299, -187, -136, -67, 301, 381, 487, 65, 0)


cdef void fill_worths() except *:
    cdef uint32_t rank
    for rank in range(RANKS):
        WORTH[rank] = WORTHS[rank]


cdef void fill_forces() except *:
    """Against hands of three random ranks that play their highest attack or any, evenly; a wild card draws any."""
    cdef int64_t[16] weights
    cdef int64_t total = 0, gain, wild
    cdef uint32_t hand, i, value
    cdef uint64_t attacks
    memset(weights, 0, sizeof(weights))
    for hand in range(4096):
        if 0 < (hand & 15) <= KING and 0 < (hand >> 4 & 15) <= KING and 0 < hand >> 8 <= KING:
            attacks = ATTACKS[hand]
            value = 0
            for i in range(attacks & 7):
                value = max(value, STRENGTH[attacks >> (8 * i + 8) & 255])
                # 60 is a multiple of every number of attacks.
                weights[STRENGTH[attacks >> (8 * i + 8) & 255]] += 60 // <int64_t> (attacks & 7)
            weights[value] += 60
    wild = weights[WILD]
    weights[WILD] = 0
    for value in range(WILD + 1, HIGHEST + 1):
        weights[value] += wild // (HIGHEST - WILD)
        total += weights[value]
    for i in range(WILD + 1, HIGHEST + 1):
        gain = 0
        for value in range(WILD + 1, HIGHEST + 1):
            gain += weights[value] * PUSHES[i][value]
        FORCE[i] = <int32_t> (HELD * gain // total)
        FORCE[WILD] += FORCE[i] // (HIGHEST - WILD)


fill_worths()
fill_forces()

cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(Sumo), seats=2, num_actions=0, logit=0.001,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=to_view, determinize=determinize, observed_move=observed_move, take_back=take_back,
    canonical=NULL, reflect=NULL,
    evaluate=evaluate, order=order, result_bounds=NULL, value_bounds=NULL, minimax_bounds=NULL,
    policy_move=policy_move, playout_move=NULL,
    random_playout=random_playout,
)

cdef Sumo blank
KERNEL = make_kernel("sumo", &OPS, np.asarray(<Sumo[:1]> &blank).dtype)
