"""Sumo: what a seat knows (R14 of kernel.pyx), and the invariants I1 to I7 of state.pxd."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from dohyo.cext.cards cimport ACE, DRAWN, JOKER, NO_CARD, RANKS, SHOWN, UNKNOWN, count_ranks, rank_of, shuffle
from dohyo.cext.ops cimport NO_CHOICE, move_t
from dohyo.cext.rng cimport Rng, below, next64
from dohyo.cext.sumo.state cimport (
    ATTACK, BASE, CARDS, CHALLENGE, CODES, COLUMNS, COPIES, EDGE, HAND, HIGHEST, JOKERS, LEADER, MADE, MOST_DRAWN,
    MOST_MOVING, OVER, PLACE, RING, STRENGTH, SUMO, VALUE, WILD, Sumo, attacks_of, holds, outside, ring_is_up, size_of,
    sort_hand, spread, sum_of,
)

# No number of a way to fill a hand.
cdef enum:
    NO_WAY = 0x7fffffff


cdef bint count_unseen(const Sumo *s, uint8_t *rest) noexcept nogil:
    """How many cards of each rank are neither known nor in the pool; False if there are more than the deck has."""
    cdef uint8_t known[16]
    cdef uint32_t i, seat
    memset(known, 0, RANKS)
    for seat in range(2):
        for i in range(HAND):
            known[rank_of(s.hand[seat][i])] += 1
        known[rank_of(s.sumo[seat])] += 1
        if s.phase != ATTACK:
            known[BASE[s.attack[seat]]] += COPIES[s.attack[seat]]
            known[JOKER] += JOKERS[s.attack[seat]]
    count_ranks(s.ring, 2 * COLUMNS, known)
    count_ranks(s.drawn, MOST_DRAWN, known)
    count_ranks(s.deck, s.decksize, known)
    for i in range(ACE, JOKER + 1):
        known[i] += s.gone[i] + s.pool[i]
        rest[i] = (s.jokers if i == JOKER else 4) - known[i]
        if rest[i] > 4:
            return False
    rest[NO_CARD] = rest[UNKNOWN] = 0
    return True


cdef uint32_t unknown_in(const uint8_t *hand) noexcept nogil:
    """How many cards of a hand are unknown; they stand first."""
    return (hand[0] == UNKNOWN) + (hand[1] == UNKNOWN) + (hand[2] == UNKNOWN)


cdef uint32_t fit_hand(Sumo *s, uint8_t *hand, uint8_t *rest, uint32_t cards, uint32_t chosen) noexcept nogil:
    """The ways to fill the unknown places of a hand so that it has an attack of so many cards, each physical card
    counted; return how many. Way number `chosen`, if there is one, fills them, and its cards leave rest and pool."""
    cdef uint32_t unknown = unknown_in(hand), drawn = pool_in_hand(s), code, i, ways, total = 0
    cdef uint8_t filled[3]
    cdef uint8_t *source
    memcpy(filled, hand, HAND)
    for code in range(1 << 4 * unknown):
        ways = 1
        for i in range(unknown):
            filled[i] = code >> 4 * i & 15
            source = &s.pool[0] if i < drawn else &rest[0]
            ways *= source[filled[i]]
            source[filled[i]] -= 1
        if ways and has_attack(filled, cards):
            if chosen - total < ways:
                for i in range(unknown):
                    hand[i] = filled[i] | DRAWN if i < drawn else filled[i]
                return total
            total += ways
        for i in range(unknown):
            source = &s.pool[0] if i < drawn else &rest[0]
            source[filled[i]] += 1
    return total


cdef inline uint32_t pool_in_hand(const Sumo *s) noexcept nogil:
    """How many cards of a view's pool are in the other hand: those that the deck has no room for."""
    cdef uint32_t pool = sum_of(s.pool)
    return pool - s.decksize if pool else 0


cdef inline bint has_attack(const uint8_t *hand, uint32_t cards) noexcept nogil:
    cdef uint64_t attacks = attacks_of(hand)
    cdef uint32_t i
    for i in range(attacks & 7):
        if CARDS[attacks >> (8 * i + 8) & 255] == cards:
            return True
    return False


cdef bint can_be_made(const Sumo *s, uint32_t seat, uint32_t code) noexcept nogil:
    """Whether a hidden choice of a seat may be one that this code tells of."""
    cdef Sumo copy
    cdef uint8_t rest[16]
    if s.placement != LEADER:
        return code == MADE
    if code <= MADE or code >= CODES:
        return False
    memcpy(&copy, s, sizeof(Sumo))
    return count_unseen(s, rest) and fit_hand(&copy, copy.hand[seat], rest, code - MADE, NO_WAY) > 0


cdef void to_view(void *state, uint32_t seat) noexcept nogil:
    cdef Sumo *s = <Sumo *> state
    cdef uint8_t *hand = s.hand[1 - seat]
    cdef uint32_t i
    for i in range(COLUMNS):
        if not s.up >> i & 1:
            s.ring[i] = s.ring[COLUMNS + i] = UNKNOWN
    if not s.sumoup:
        s.sumo[0] = s.sumo[1] = UNKNOWN
    for i in range(HAND):
        if hand[i] & DRAWN:
            s.pool[rank_of(hand[i])] += 1
        if hand[i] != NO_CARD and not hand[i] & SHOWN:
            hand[i] = UNKNOWN
    sort_hand(hand)
    for i in range(s.decksize):
        if s.recycled and s.deck[i] != UNKNOWN:
            s.pool[s.deck[i]] += 1
        s.deck[i] = UNKNOWN
    if s.phase == ATTACK and s.attack[1 - seat]:
        s.attack[1 - seat] = <uint8_t> hidden(s, s.attack[1 - seat])
    s.shuffle = 0
    s.viewer = <uint8_t> (1 + seat)
    memset(s.coming, NO_CARD, MOST_DRAWN)
    s.toldfirst = s.toldlead = s.asked = s.askedfirst = s.askedlead = 0


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    """Where the number of cards of a hidden attack is known, hands without such an attack are left out; then the attack
    is uniform over those of that many cards, whatever hand it is."""
    cdef Sumo *s = <Sumo *> view
    cdef uint8_t *hand = s.hand[1 - seat]
    cdef uint32_t made = s.attack[1 - seat], drawn = pool_in_hand(s), recycled, unseen, i
    cdef uint8_t rest[16]
    cdef uint8_t pool_cards[38]
    cdef uint8_t rest_cards[54]
    count_unseen(s, rest)
    if made > MADE and unknown_in(hand):
        i = fit_hand(s, hand, rest, made - MADE, NO_WAY)
        fit_hand(s, hand, rest, made - MADE, below(rng, i))
    recycled = spread(s.pool, pool_cards)
    unseen = spread(rest, rest_cards)
    shuffle(pool_cards, recycled, rng)
    shuffle(rest_cards, unseen, rng)
    for i in range(unknown_in(hand)):
        if i < drawn:
            recycled -= 1
            hand[i] = pool_cards[recycled] | DRAWN
        else:
            unseen -= 1
            hand[i] = rest_cards[unseen]
    sort_hand(hand)
    if s.recycled:
        memcpy(s.deck, pool_cards, recycled)
    else:
        unseen -= s.decksize
        memcpy(s.deck, rest_cards + unseen, s.decksize)
    for i in range(2 * COLUMNS):
        if s.ring[i] == UNKNOWN:
            unseen -= 1
            s.ring[i] = rest_cards[unseen]
    if not s.sumoup:
        memcpy(s.sumo, rest_cards, 2)
    if made >= MADE:
        s.attack[1 - seat] = <uint8_t> any_attack(hand, made - MADE, rng)
    memset(s.pool, 0, RANKS)
    s.shuffle = next64(rng)
    s.viewer = 0


cdef uint32_t any_attack(const uint8_t *hand, uint32_t cards, Rng *rng) noexcept nogil:
    """A random attack of so many cards; 0 for any number."""
    cdef uint64_t attacks = attacks_of(hand)
    cdef uint32_t i, code, found = 0, chosen = 0
    for i in range(attacks & 7):
        code = attacks >> (8 * i + 8) & 255
        if cards == 0 or CARDS[code] == cards:
            found += 1
            if below(rng, found) == 0:
                chosen = code
    return chosen


cdef inline move_t hidden(const Sumo *s, move_t move) noexcept nogil:
    """What the other seat sees of an attack while it lies face down."""
    if move >= MADE:
        return move
    return MADE + CARDS[move] if s.placement == LEADER else MADE


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


# --- invariants ------------------------------------------------------------------------------------------------------

cdef uint32_t check(const void *state) noexcept nogil:
    cdef const Sumo *s = <const Sumo *> state
    if not ranges_hold(s):
        return 1
    if not lists_hold(s):
        return 2
    cdef uint8_t rest[16]
    cdef uint32_t pool = sum_of(s.pool), unknown = unknown_in(s.hand[0]) + unknown_in(s.hand[1])
    cdef uint32_t hidden_cards = unknown + count_of(s.deck, s.decksize, UNKNOWN)
    hidden_cards += count_of(s.ring, 2 * COLUMNS, UNKNOWN) + count_of(s.sumo, 2, UNKNOWN)
    if not count_unseen(s, rest) or sum_of(rest) + pool != hidden_cards:
        return 3
    if not knowledge_holds(s):
        return 4
    if pool and (s.viewer == 0 or pool < s.decksize or pool - s.decksize > unknown):
        return 5
    if s.recycled and (s.decksize == 0 or (s.viewer and pool == 0)) or (pool and s.decksize and not s.recycled):
        return 5
    if not attacks_hold(s):
        return 6
    if s.phase == RING and (ring_is_up(s) or s.value[0] == s.value[1]):
        return 7
    if s.phase == SUMO and (not ring_is_up(s) or s.sumoup or s.value[0] == s.value[1]):
        return 7
    return 0


cdef uint32_t count_of(const uint8_t *cards, uint32_t count, uint8_t card) noexcept nogil:
    cdef uint32_t i, found = 0
    for i in range(count):
        found += cards[i] == card
    return found


cdef bint ranges_hold(const Sumo *s) noexcept nogil:
    """I1."""
    if s.jokers & ~2 or s.placement > 1 or s.draworder > 2 or s.reshuffle > 1 or s.viewer > 2 or s.phase > OVER:
        return False
    if s.maxrounds == 0 or s.maxrounds > 10000 or s.round == 0 or s.round > s.maxrounds:
        return False
    if s.lead > 2 or (s.lead > 0) != (s.placement == LEADER) or s.up > 127 or s.sumoup > 1 or s.recycled > 1:
        return False
    if s.decksize > MOST_MOVING or s.x > 2 * EDGE or s.x < -2 * EDGE:
        return False
    return s.round == s.maxrounds or outside(s.x) if s.phase == OVER else not outside(s.x)


cdef bint lists_hold(const Sumo *s) noexcept nogil:
    """I2."""
    cdef uint32_t seat, i
    cdef uint8_t card, last
    for seat in range(2):
        last = 0
        for i in range(size_of(s.hand[seat])):
            card = s.hand[seat][i]
            if card == NO_CARD or card & 48 or card > (DRAWN | JOKER) or (card > UNKNOWN and rank_of(card) > JOKER):
                return False
            if PLACE[card] < last:
                return False
            last = PLACE[card]
        for i in range(COLUMNS * seat, COLUMNS * seat + COLUMNS):
            if s.ring[i] == NO_CARD or s.ring[i] > UNKNOWN:
                return False
        if s.sumo[seat] == NO_CARD or s.sumo[seat] > UNKNOWN:
            return False
    for i in range(MOST_MOVING):
        if (s.deck[i] == NO_CARD) != (i >= s.decksize) or s.deck[i] > UNKNOWN:
            return False
    for i in range(MOST_DRAWN):
        if s.drawn[i] > JOKER or (i and s.drawn[i] != NO_CARD and s.drawn[i - 1] == NO_CARD):
            return False
    return s.gone[NO_CARD] == 0 and s.gone[UNKNOWN] == 0 and s.pool[NO_CARD] == 0 and s.pool[UNKNOWN] == 0


cdef bint knowledge_holds(const Sumo *s) noexcept nogil:
    """I4."""
    cdef uint32_t seat, i, other = 2 - s.viewer
    cdef bint view = s.viewer != 0
    for seat in range(2):
        for i in range(COLUMNS):
            if (s.ring[COLUMNS * seat + i] == UNKNOWN) != (view and not s.up >> i & 1):
                return False
        if (s.sumo[seat] == UNKNOWN) != (view and not s.sumoup):
            return False
        for i in range(size_of(s.hand[seat])):
            if (s.hand[seat][i] == UNKNOWN) != (view and seat == other and not s.hand[seat][i] & SHOWN):
                return False
    for i in range(s.decksize):
        if (s.deck[i] == UNKNOWN) != view:
            return False
    return not (view and s.shuffle) and not (s.coming[0] | s.toldfirst | s.toldlead | s.asked | s.askedfirst
                                             | s.askedlead)


cdef bint attacks_hold(const Sumo *s) noexcept nogil:
    """I6."""
    cdef uint32_t seat, i, attack
    cdef uint8_t drawn[16]
    if s.phase == ATTACK:
        if s.attack[0] and s.attack[1] or s.value[0] or s.value[1] or s.drawn[0]:
            return False
        if s.lead and s.attack[2 - s.lead]:
            return False
        for seat in range(2):
            attack = s.attack[seat]
            if s.hand[seat][0] == NO_CARD:
                return False
            if attack and not (can_be_made(s, seat, attack) if s.viewer == 2 - seat else holds(s.hand[seat], attack)):
                return False
        return True
    if s.attack[0] == 0 and s.attack[1] == 0:
        return s.phase == OVER and not (s.value[0] or s.value[1] or s.drawn[0])
    memset(drawn, 0, RANKS)
    for i in range(MOST_DRAWN):
        drawn[VALUE[s.drawn[i]]] += 1
    for seat in range(2):
        attack = s.attack[seat]
        if attack == 0 or attack >= CHALLENGE or s.value[seat] > HIGHEST:
            return False
        if STRENGTH[attack] != WILD and s.value[seat] != STRENGTH[attack]:
            return False
        if STRENGTH[attack] == WILD:
            if s.value[seat] <= WILD or drawn[s.value[seat]] == 0:
                return False
            drawn[s.value[seat]] -= 1
    return True
