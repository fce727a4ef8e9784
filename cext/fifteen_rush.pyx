"""Fifteen Rush (Thomas Warfield), the kernel.

The rules, numbered as the tests cite them (rules.md section 2 settles each):

R1  Of 52 cards, seven piles get 1 to 7 cards, the last of each face up; the other 24 are the stock, the waste is empty.
R2  Two aces are a pair, or two cards that add up to fifteen: 2 and king, 3 and queen, 4 and jack, 5 and 10, 6 and 9,
    7 and 8. Only the last cards of the piles and the top of the waste may be paired. A pair leaves the game.
R3  Then the new last card of a pile is turned face up. A pile that the pair emptied gets one card: the top of the
    stock, else the new top of the waste, else none; of two such piles the lower number first. Nothing is turned over
    for it.
R4  To deal puts three cards of the stock, or what is left of it, one by one on the waste. If the stock is empty, the
    waste is turned over first, in its order: the first card dealt becomes the top of the stock again.
R5  With redeal=separate turning the waste over is a move of its own, `turn`, in place of a deal with an empty stock.
    It is no deal and does not count in `since`.
R6  With deal=stuck a deal (or turn) is legal only while no pair shows. With deal=anytime it is always legal, but while
    a pair shows only if fewer than 2 * ceil(m / 3) deals came since the last pair (m cards in stock and waste).
R7  Won when all 52 cards are gone.
R8  Lost as soon as no pair shows and none will at any top of the waste that dealing can reach (rules.md 2.2, D1):
    with the waste w cards high the tops Q[w+3], Q[w+6], … Q[m], then Q[3], Q[6], … Q[m] of the talon Q.
R9  The player knows every card that was ever face up. Unknown are the covered cards of the piles, and the stock until
    the waste was first turned over. A view is over only if what has been seen proves it.

A move code is the index of a pair of places, 1+2, 1+3, … 7+w, then DEAL and TURN.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, memset

import numpy as np

from dohyo.cext.cards cimport ACE, KING, RANKS, UNKNOWN, count_ranks, fill_deck, shuffle
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, WIN, Ops, move_t
from dohyo.cext.rng cimport Rng, below, seed_rng, uniform

cdef extern from *:
    int __builtin_ctz(unsigned int) noexcept nogil

cdef enum:
    PILES = 7
    # The place after the piles: the top of the waste.
    WASTE = 7
    PLACES = 8
    HIGHEST = 7
    TALON = 24
    DECK = 52
    PACKET = 3
    SUITS = 4
    PAIRS = 28
    # Codes after the pairs, and the bits of the pairs in `legal`.
    DEAL = PAIRS
    TURN = PAIRS + 1
    PAIR_BITS = 0xfffffff
    # `passes` and `since` count no further; no game comes near.
    MOST_COUNTED = 9999
    # A rank that no card here has, for places that pair with nothing.
    NO_RANK = 14
    HASH_TABLE = 3
    # Weights of `evaluate`, fitted by tests/fit/fifteen_rush.py.
    START = 178
    TALON_CARD = 8          # a card of stock or waste
    PAIR_SHOWN = 24         # a pair that shows
    COVERED = -7            # a card of a pile but the lowest
    BLOCKING = -47          # a card that lies on one of its partners
    HOPELESS = -1436        # a card that lies on all its partners, so that it will stay
    # Weights of `playout_move`, found by the cross-entropy method (Rubinstein 1999) on the games that it wins.
    DEEP = 20               # each card of the piles that the pair takes from
    EMPTIED = 9             # each pile that it empties
    RARE = 10               # each card of its two ranks that is gone
    CROWDED = 17            # each card of its two ranks that shows
    ACES = 12

cdef struct FifteenRush:
    uint32_t legal          # derived: a bit for each legal move code; 0 when the game is over
    uint16_t passes         # how often the waste was turned over
    uint16_t since          # deals since the last pair
    uint8_t top[8]          # derived: the card that shows at each place; 0 for none
    uint8_t shows[16]       # derived: by rank, a bit for each place where it shows; [0]: the empty places
    uint8_t pile[7][8]      # bottom to top; 0 above the last card
    uint8_t height[7]       # derived: cards of each pile
    uint8_t talon[24]       # waste bottom to top, then stock top to bottom; 0 behind
    uint8_t cards           # derived: cards in the talon
    uint8_t waste           # how many of them are the waste
    uint8_t gone[16]        # by rank: the cards paired off
    uint8_t anytime         # option deal: 0 stuck, 1 anytime
    uint8_t separate        # option redeal: 0 combined, 1 separate
    uint8_t exact           # 1: nothing is unknown, so R8 is applied to a stock not yet seen as well

# I1  Options and `exact` are 0 or 1, passes and since at most MOST_COUNTED. A pile has at most 7 cards, the talon 24,
#     the waste no more than the talon; unused entries are 0.
# I2  Cards are ranks from ace to king; UNKNOWN stands only where R9 hides a card, and nowhere if `exact`.
# I3  The cards and the gone ones are 52, at most four of a rank.
# I4  The derived fields are what `refresh` makes of the others. (`exact` is not derived: see `determinize`.)

# The rank that pairs with a rank.
cdef uint8_t PARTNER[16]
# The places of a pair.
cdef uint8_t FIRST[28]
cdef uint8_t SECOND[28]
# MEETS[place][places]: the pairs, as bits of `legal`, of a place with each of a set of others.
cdef uint32_t MEETS[8][256]


# --- helpers -------------------------------------------------------------------------------------------------------

cdef inline void show(FifteenRush *s, uint32_t place, uint8_t card) noexcept nogil:
    """The card that shows at a place is now this one, 0 for none."""
    cdef uint8_t bit = <uint8_t> (1 << place)
    s.shows[s.top[place]] ^= bit
    s.legal = (s.legal & ~MEETS[place][255]) | MEETS[place][s.shows[PARTNER[card]]]
    s.shows[card] ^= bit
    s.top[place] = card


cdef inline void show_waste(FifteenRush *s) noexcept nogil:
    show(s, WASTE, s.talon[s.waste - 1] if s.waste else 0)


cdef inline bint fits_pile(const FifteenRush *s, uint8_t card) noexcept nogil:
    """Whether the card would pair with the last card of a pile."""
    return (s.shows[PARTNER[card]] & ~(1 << WASTE)) != 0


cdef inline bint stock_unseen(const FifteenRush *s) noexcept nogil:
    """Whether there is a stock whose order the player has not seen (R9)."""
    return s.passes == 0 and s.waste < s.cards


cdef inline bint fits_later(const FifteenRush *s, uint32_t waste) noexcept nogil:
    """Whether a pair shows after some of the deals that use up the stock, from a waste of that height."""
    while waste < s.cards:
        waste = waste + PACKET if waste + PACKET < s.cards else s.cards
        if fits_pile(s, s.talon[waste - 1]):
            return True
    return False


cdef inline bint alive(const FifteenRush *s) noexcept nogil:
    """Where no pair shows: whether dealing may bring one (R8)."""
    return (not s.exact and stock_unseen(s)) or fits_later(s, s.waste) or fits_later(s, 0)


cdef inline uint32_t limit(const FifteenRush *s) noexcept nogil:
    """How many deals may follow a pair while a pair shows (R6)."""
    return 2 * ((s.cards + PACKET - 1) // PACKET)


cdef inline void offer_deal(FifteenRush *s) noexcept nogil:
    """Set the bits of DEAL and TURN, after those of the pairs."""
    s.legal &= PAIR_BITS
    if s.legal:
        if not s.anytime or s.since >= limit(s):
            return
    elif s.cards == 0 or not alive(s):
        return
    s.legal |= <uint32_t> 1 << (TURN if s.separate and s.waste == s.cards else DEAL)


cdef inline uint8_t take(FifteenRush *s, uint32_t at) noexcept nogil:
    """Remove a card of the talon."""
    cdef uint8_t card = s.talon[at]
    s.cards -= 1
    memmove(&s.talon[at], &s.talon[at + 1], s.cards - at)
    s.talon[s.cards] = 0
    return card


cdef inline void remove_top(FifteenRush *s, uint32_t place) noexcept nogil:
    """A card of a pair leaves its place."""
    s.gone[s.top[place]] += 1
    if place == WASTE:
        s.waste -= 1
        take(s, s.waste)
    else:
        s.height[place] -= 1
        s.pile[place][s.height[place]] = 0


cdef inline void uncover(FifteenRush *s, uint32_t place) noexcept nogil:
    """Turn up the new last card of a pile, or fill the pile (R3)."""
    if s.height[place] == 0 and s.cards:
        if s.waste == s.cards:
            s.waste -= 1
        s.pile[place][0] = take(s, s.waste)
        s.height[place] = 1
    show(s, place, s.pile[place][s.height[place] - 1] if s.height[place] else 0)


cdef inline uint32_t lowest(uint32_t bits) noexcept nogil:
    """The index of the lowest bit of a word that is not 0."""
    return <uint32_t> __builtin_ctz(bits)


# --- the ops, in the order of the table ----------------------------------------------------------------------------

cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: deal (0 stuck, 1 anytime), redeal (0 combined, 1 separate)."""
    cdef FifteenRush *s = <FifteenRush *> state
    cdef uint8_t deck[52]
    cdef uint32_t i, at = 0
    cdef Rng rng
    seed_rng(&rng, seed)
    memset(s, 0, sizeof(FifteenRush))
    fill_deck(deck, SUITS, 0, False)
    shuffle(deck, DECK, &rng)
    for i in range(PILES):
        memcpy(s.pile[i], &deck[at], i + 1)
        at += i + 1
    memcpy(s.talon, &deck[at], TALON)
    s.anytime = <uint8_t> options[0]
    s.separate = <uint8_t> options[1]
    s.exact = 1
    refresh(s)


cdef uint32_t to_move(const void *state) noexcept nogil:
    return (<const FifteenRush *> state).legal != 0


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef uint32_t count = 0, left = (<const FifteenRush *> state).legal
    while left:
        out[count] = lowest(left)
        count += 1
        left &= left - 1
    return count


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    return seat == 0 and move <= TURN and (<const FifteenRush *> state).legal >> move & 1


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef FifteenRush *s = <FifteenRush *> state
    cdef uint32_t first, second
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(FifteenRush))
    if move >= DEAL:
        if s.waste == s.cards:
            s.waste = 0
            s.passes += s.passes < MOST_COUNTED
        if move == DEAL:
            s.waste = s.waste + PACKET if s.waste + PACKET < s.cards else s.cards
            s.since += s.since < MOST_COUNTED
    else:
        first = FIRST[move]
        second = SECOND[move]
        s.since = 0
        remove_top(s, first)
        remove_top(s, second)
        uncover(s, first)
        if second != WASTE:
            uncover(s, second)
    show_waste(s)
    offer_deal(s)


cdef void result(const void *state, float *out) noexcept nogil:
    out[0] = cards_left(<const FifteenRush *> state) == 0


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(FifteenRush))


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """The log-odds, in hundredths, that the game of `policy_move` from here is won: how the cards left lie."""
    cdef const FifteenRush *s = <const FifteenRush *> state
    cdef Unseen u
    if s.legal == 0:
        return end_value(s)
    u.total = 0
    return outlook(s, &u)


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """Moves are played in the view; cards that it does not know count by what they are on average."""
    cdef FifteenRush view = (<const FifteenRush *> state)[0]
    cdef FifteenRush after
    cdef Unseen u
    cdef uint32_t i
    to_view(&view, seat)
    count_unseen(&view, &u)
    for i in range(count):
        after = view
        play(&after, seat, moves[i])
        # Nothing can be played: that is the end, unless a card just turned up is unknown.
        scores[i] = end_value(&after) if after.legal == 0 and after.shows[UNKNOWN] == 0 else outlook(&after, &u)


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the legal moves."""
    cdef uint32_t left = (<const FifteenRush *> state).legal
    cdef uint32_t _, count = count_bits(left)
    for _ in range(below(rng, count) if count > 1 else 0):
        left &= left - 1
    return lowest(left)


cdef inline int32_t depth_of(const FifteenRush *s, uint32_t pair) noexcept nogil:
    """The heights of the piles that a pair takes from."""
    return s.height[FIRST[pair]] + (s.height[SECOND[pair]] if SECOND[pair] != WASTE else 0)


cdef inline int32_t promise_of(const FifteenRush *s, uint32_t pair) noexcept nogil:
    """How `playout_move` likes a pair."""
    cdef uint32_t first = s.top[FIRST[pair]], second = s.top[SECOND[pair]]
    cdef int32_t emptied = (s.height[FIRST[pair]] == 1) + (SECOND[pair] != WASTE and s.height[SECOND[pair]] == 1)
    return (DEEP * depth_of(s, pair) - EMPTIED * emptied + RARE * <int32_t> (s.gone[first] + s.gone[second])
            + CROWDED * <int32_t> (count_bits(s.shows[first]) + count_bits(s.shows[second]))
            - ACES * <int32_t> (first == ACE))


cdef inline move_t choose_pair(const FifteenRush *s, Rng *rng, bint deepest) noexcept nogil:
    """The pair with the largest `depth_of`, or else `promise_of`, ties at random; to deal (or turn the waste over) only
    where no pair shows."""
    cdef uint32_t left = s.legal & PAIR_BITS
    cdef uint32_t move, _, best = 0, ties = 0
    cdef int32_t value, most = 0
    if left == 0:
        return lowest(s.legal)
    while left:
        move = lowest(left)
        left &= left - 1
        value = depth_of(s, move) if deepest else promise_of(s, move)
        if value > most or ties == 0:
            most = value
            best = ties = 0
        if value == most:
            best |= <uint32_t> 1 << move
            ties += 1
    for _ in range(below(rng, ties) if ties > 1 else 0):
        best &= best - 1
    return lowest(best)


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """The pair with the largest sum of pile heights, the waste counting 0, ties at random; to deal (or turn the waste
    over) only where no pair shows."""
    return choose_pair(<const FifteenRush *> state, rng, True)


cdef move_t playout_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """As `policy_move`, by more than the heights: better pairs whose cards are rare by now or show several times,
    worse ones that empty a pile, and aces. It wins 0.45 ± 0.18 percentage points more of the games."""
    return choose_pair(<const FifteenRush *> state, rng, False)


cdef void to_view(void *state, uint32_t seat) noexcept nogil:
    cdef FifteenRush *s = <FifteenRush *> state
    cdef uint32_t i
    s.exact = 1
    for i in range(PILES):
        if s.height[i] > 1:
            memset(s.pile[i], UNKNOWN, s.height[i] - 1)
            s.exact = 0
    if stock_unseen(s):
        memset(&s.talon[s.waste], UNKNOWN, s.cards - s.waste)
        s.exact = 0
    offer_deal(s)


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the arrangements of the unseen cards, except that the state of an unfinished view is not over: while
    no pair shows and the stock is unseen, only arrangements in which dealing brings a pair are drawn. If there is none
    (no unseen card fits), the state stays marked as not `exact`, so that it is over only where its view is."""
    cdef FifteenRush *s = <FifteenRush *> view
    cdef uint8_t unseen[52]
    cdef uint32_t i, h, count = list_unseen(s, unseen)
    if count == 0:
        return
    shuffle(unseen, count, rng)
    s.exact = 1
    if stock_unseen(s):
        if (s.legal & PAIR_BITS) == 0 and not fits_seen(s):
            s.exact = place_first_fit(s, unseen, &count, rng)
        for i in range(s.waste, s.cards):
            if s.talon[i] == UNKNOWN:
                count -= 1
                s.talon[i] = unseen[count]
    for i in range(PILES):
        for h in range(s.height[i]):
            if s.pile[i][h] == UNKNOWN:
                count -= 1
                s.pile[i][h] = unseen[count]
    offer_deal(s)


cdef void refresh(void *state) noexcept nogil:
    cdef FifteenRush *s = <FifteenRush *> state
    cdef uint32_t i
    s.legal = 0
    memset(s.top, 0, sizeof(s.top))
    memset(s.shows, 0, sizeof(s.shows))
    s.shows[0] = 255
    s.cards = 0
    while s.cards < TALON and s.talon[s.cards]:
        s.cards += 1
    for i in range(PILES):
        s.height[i] = 0
        while s.height[i] < HIGHEST and s.pile[i][s.height[i]]:
            s.height[i] += 1
        if s.height[i]:
            show(s, i, s.pile[i][s.height[i] - 1])
    show_waste(s)
    offer_deal(s)


cdef uint32_t check(const void *state) noexcept nogil:
    cdef const FifteenRush *s = <const FifteenRush *> state
    cdef FifteenRush again
    cdef uint8_t counts[16]
    cdef uint32_t i, h, total = 0
    if s.anytime > 1 or s.separate > 1 or s.exact > 1 or s.passes > MOST_COUNTED or s.since > MOST_COUNTED:
        return 1
    if s.cards > TALON or s.waste > s.cards:
        return 1
    memcpy(counts, s.gone, sizeof(counts))
    for i in range(PILES):
        if s.height[i] > HIGHEST:
            return 1
        for h in range(s.height[i], HIGHEST + 1):
            if s.pile[i][h]:
                return 1
        for h in range(s.height[i]):
            counts[s.pile[i][h] & UNKNOWN] += 1
            if not may_stand(s, s.pile[i][h], h + 1 < s.height[i]):
                return 2
    for i in range(s.cards, TALON):
        if s.talon[i]:
            return 1
    for i in range(s.cards):
        counts[s.talon[i] & UNKNOWN] += 1
        if not may_stand(s, s.talon[i], i >= s.waste and s.passes == 0):
            return 2
    for i in range(RANKS):
        total += counts[i]
        if counts[i] > (SUITS if ACE <= i <= KING else DECK if i == UNKNOWN else 0):
            return 3
    if total != DECK:
        return 3
    memcpy(&again, s, sizeof(FifteenRush))
    refresh(&again)
    return 4 if memcmp(&again, s, sizeof(FifteenRush)) else 0


cdef bint may_stand(const FifteenRush *s, uint8_t card, bint hidden) noexcept nogil:
    """Whether a place may hold a byte; hidden: the player has not seen the place."""
    return ACE <= card <= KING or (card == UNKNOWN and hidden and not s.exact)


cdef int32_t cards_left(const FifteenRush *s) noexcept nogil:
    cdef int32_t left = s.cards
    cdef uint32_t i
    for i in range(PILES):
        left += s.height[i]
    return left


cdef uint32_t count_bits(uint32_t bits) noexcept nogil:
    """How many bits are set, in parallel sums; processors without a word for it are served too."""
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24


# --- evaluation ----------------------------------------------------------------------------------------------------

cdef struct Unseen:
    # The cards that a view does not show, by rank and together.
    uint8_t cards[16]
    uint32_t total


cdef void count_unseen(const FifteenRush *s, Unseen *u) noexcept nogil:
    cdef uint8_t found[52]
    memset(u.cards, 0, sizeof(u.cards))
    u.total = list_unseen(s, found)
    count_ranks(found, u.total, u.cards)


cdef int32_t end_value(const FifteenRush *s) noexcept nogil:
    """`evaluate` of a finished game."""
    cdef int32_t left = cards_left(s)
    return -WIN - left if left else WIN


cdef int32_t outlook(const FifteenRush *s, const Unseen *u) noexcept nogil:
    """How the cards left lie. Unknown ones count by what they are on average."""
    cdef int32_t value = START + TALON_CARD * s.cards + PAIR_SHOWN * <int32_t> count_bits(s.legal & PAIR_BITS)
    cdef uint32_t i, h, card, partner, partners, others
    # How many cards of each rank lie further down in the pile, four bits a rank; and the unknown ones.
    cdef uint64_t beneath
    cdef int32_t unknown
    for i in range(PILES):
        beneath = 0
        unknown = 0
        for h in range(s.height[i]):
            card = s.pile[i][h]
            value += COVERED if h else 0
            if card == UNKNOWN:
                # About one card in sixteen is a partner of another.
                value += BLOCKING * unknown // 16
                unknown += 1
                continue
            partner = PARTNER[card]
            partners = beneath >> 4 * partner & 15
            others = SUITS - s.gone[partner] - (partner == ACE)
            if partners:
                value += HOPELESS if partners == others else BLOCKING
            elif unknown:
                value += BLOCKING * unknown * u.cards[partner] // <int32_t> u.total
                if others == 1 and u.cards[partner]:
                    value += (HOPELESS - BLOCKING) * unknown // <int32_t> u.total
            beneath += <uint64_t> 1 << 4 * card
        if s.top[i] == UNKNOWN:
            value += PAIR_SHOWN * fitting(s, u) // <int32_t> u.total
    return value


cdef int32_t fitting(const FifteenRush *s, const Unseen *u) noexcept nogil:
    """How many pairs the unseen cards would make with the cards that show."""
    cdef uint32_t i
    cdef int32_t pairs = 0
    for i in range(PLACES):
        pairs += u.cards[PARTNER[s.top[i]]]
    return pairs


# --- determinization -----------------------------------------------------------------------------------------------

cdef uint32_t list_unseen(const FifteenRush *s, uint8_t *out) noexcept nogil:
    """Write the cards of the deck that the view does not show; return how many."""
    cdef uint8_t counts[16]
    cdef uint32_t i, h, _, rank, total = 0
    memcpy(counts, s.gone, sizeof(counts))
    for i in range(PILES):
        for h in range(s.height[i]):
            counts[s.pile[i][h]] += 1
    for i in range(s.cards):
        counts[s.talon[i]] += 1
    for rank in range(ACE, KING + 1):
        for _ in range(counts[rank], SUITS):
            out[total] = <uint8_t> rank
            total += 1
    return total


cdef uint32_t reachable(const FifteenRush *s) noexcept nogil:
    """The cards of the talon, as bits, that dealing makes the top of the waste (R8)."""
    cdef uint32_t i, bits = 0
    for i in range(s.cards):
        if i + 1 == s.cards or (i + 1) % PACKET == 0 or (i >= s.waste and (i + 1 - s.waste) % PACKET == 0):
            bits |= <uint32_t> 1 << i
    return bits


cdef bint fits_seen(const FifteenRush *s) noexcept nogil:
    """Whether a card of the waste will bring a pair in the next pass, whatever the stock is."""
    cdef uint32_t left = reachable(s) & ((<uint32_t> 1 << s.waste) - 1)
    while left:
        if fits_pile(s, s.talon[lowest(left)]):
            return True
        left &= left - 1
    return False


cdef bint place_first_fit(FifteenRush *s, uint8_t *unseen, uint32_t *count, Rng *rng) noexcept nogil:
    """Draw the cards at the reachable places of the stock up to the first that brings a pair, given that there is one;
    take them out of the `count` shuffled unseen cards. False, and nothing is done, if no unseen card brings one.

    The chance that the first of the places to hold a fitting card is the k-th is hypergeometric.
    """
    cdef double chance[24]
    cdef double miss = 1, draw, total = 0
    cdef uint8_t others[52]
    cdef uint32_t i, _, n = count[0], fits = 0, misses = 0, k = 0, last, places = reachable(s) >> s.waste << s.waste
    cdef uint32_t left = places
    for i in range(n):
        if fits_pile(s, unseen[i]):
            # Order within the two kinds stays random.
            unseen[fits] = unseen[i]
            fits += 1
        else:
            others[misses] = unseen[i]
            misses += 1
    memcpy(&unseen[fits], others, misses)
    if fits == 0:
        return False
    while left and miss > 0:
        chance[k] = miss * fits / (n - k)
        miss *= 1 - <double> fits / (n - k)
        total += chance[k]
        left &= left - 1
        k += 1
    draw = uniform(rng) * total
    last = 0
    while last + 1 < k and draw >= chance[last]:
        draw -= chance[last]
        last += 1
    for _ in range(last):
        n -= 1
        s.talon[lowest(places)] = unseen[n]
        places &= places - 1
    s.talon[lowest(places)] = unseen[0]
    unseen[0] = unseen[n - 1]
    count[0] = n - 1
    shuffle(unseen, count[0], rng)
    return True


# --- tables --------------------------------------------------------------------------------------------------------

cdef void fill_tables() except *:
    cdef uint32_t i, first, second, code = 0
    for i in range(RANKS):
        PARTNER[i] = <uint8_t> (ACE if i == ACE else 15 - i if ACE < i <= KING else NO_RANK)
    for first in range(PLACES):
        for second in range(first + 1, PLACES):
            FIRST[code] = <uint8_t> first
            SECOND[code] = <uint8_t> second
            for i in range(256):
                if i >> second & 1:
                    MEETS[first][i] |= <uint32_t> 1 << code
                if i >> first & 1:
                    MEETS[second][i] |= <uint32_t> 1 << code
            code += 1


fill_tables()

cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(FifteenRush), seats=1, num_actions=0, logit=0.01,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=to_view, determinize=determinize, observed_move=NULL, take_back=NULL,
    canonical=NULL, reflect=NULL,
    evaluate=evaluate, order=order, result_bounds=NULL, value_bounds=NULL, minimax_bounds=NULL,
    policy_move=policy_move, playout_move=playout_move,
    random_playout=NULL,
)

cdef FifteenRush blank
KERNEL = make_kernel("fifteen-rush", &OPS, np.asarray(<FifteenRush[:1]> &blank).dtype)
