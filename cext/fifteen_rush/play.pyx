"""Fifteen Rush: what a move does."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from dohyo.cext.cards cimport fill_deck, shuffle
from dohyo.cext.fifteen_rush.moves cimport legal
from dohyo.cext.fifteen_rush.state cimport (
    DEAL, DECK, FIRST, HIGHEST, MOST_COUNTED, PACKET, PAIRS, PARTNER, PILES, SECOND, SUITS, TALON, WASTE, FifteenRush,
    cards_left, offer_deal,
)
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.ops cimport move_t
from dohyo.cext.rng cimport Rng, seed_rng

# MEETS[place][places]: the pairs, as bits of `legal`, of a place with each of a set of others.
cdef uint32_t MEETS[8][256]


cdef inline void show(FifteenRush *s, uint32_t place, uint8_t card) noexcept nogil:
    """The card that shows at a place is now this one, 0 for none."""
    cdef uint8_t bit = <uint8_t> (1 << place)
    s.shows[s.top[place]] ^= bit
    s.legal = (s.legal & ~MEETS[place][255]) | MEETS[place][s.shows[PARTNER[card]]]
    s.shows[card] ^= bit
    s.top[place] = card


cdef inline void show_waste(FifteenRush *s) noexcept nogil:
    show(s, WASTE, s.talon[s.waste - 1] if s.waste else 0)


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


# --- the ops ---------------------------------------------------------------------------------------------------------

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


# --- tables --------------------------------------------------------------------------------------------------------

cdef void fill_tables() except *:
    cdef uint32_t i, code
    for code in range(PAIRS):
        for i in range(256):
            if i >> SECOND[code] & 1:
                MEETS[FIRST[code]][i] |= <uint32_t> 1 << code
            if i >> FIRST[code] & 1:
                MEETS[SECOND[code]][i] |= <uint32_t> 1 << code


fill_tables()
