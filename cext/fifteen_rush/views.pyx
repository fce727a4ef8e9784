"""Fifteen Rush: what the player knows (R9 of kernel.pyx), and the invariants I1 to I4 of state.pxd."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from dohyo.cext.cards cimport ACE, KING, RANKS, UNKNOWN, shuffle
from dohyo.cext.fifteen_rush.play cimport refresh
from dohyo.cext.fifteen_rush.state cimport (
    DECK, HIGHEST, MOST_COUNTED, PACKET, PAIR_BITS, PILES, SUITS, TALON, FifteenRush, fits_pile, lowest, offer_deal,
    stock_unseen,
)
from dohyo.cext.rng cimport Rng, uniform


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


# --- invariants ------------------------------------------------------------------------------------------------------

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
