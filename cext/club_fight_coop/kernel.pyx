"""Club Fight for two (Annabel Fieldman): the kernel.

The rules, numbered as the tests cite them (docs/rules/club-fight-coop.md settles each); R1 to R10 stand in
club_fight/kernel.pyx.

R11 The 13 clubs are shuffled into two decks of six, one for each seat; the 13th lies face up as the display. Each seat
    draws three of its own deck.
R12 The seat on turn plays a club of its hand or the display; then the grid is refilled.
R13 Of the clubs that it has left, hand and display, it must give one, which becomes the display; it keeps the others
    and draws up to three from its own deck. With no club left it gives nothing. Then it is the other seat's turn.
R14 The game is lost when the seat on turn has no club to play. A game that is won ends at once, without giving and
    drawing. The seats win and lose together.
R15 Both know the grid, the display, and what is spent and cleared; a seat also knows its own hand. The order of the
    decks is unknown. A club taken from the display into a hand is still known there: it is shown.
R16 When both clubs decks are empty both hands lie open, and nothing is marked as shown.

The state stands in state.pxd, what seats know in views.pyx.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

from dohyo.cext.cards cimport KING, NO_CARD, UNKNOWN, fill_deck, shuffle
from dohyo.cext.club_fight.moves cimport can_clear, clear_most, list_actions, sample_action
from dohyo.cext.club_fight.state cimport (
    ALL_CELLS, ALL_CLUBS, CLUBS, CLUB_SHIFT, clear, cleared_all, deal_grid, lowest, nth, ones, rebuild, refill,
)
from dohyo.cext.club_fight.values cimport best_scored, choose_action, order_actions, order_gifts, value_of
from dohyo.cext.club_fight_coop.state cimport DECK, GIVE, GIVING, HAND, PLAYING, ClubFightCoop, is_over, playable
from dohyo.cext.club_fight_coop.views cimport check, determinize, to_view
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops, move_t
from dohyo.cext.rng cimport Rng, below, seed_rng

cdef enum:
    HASH_TABLE = 5


cdef inline uint32_t list_gifts(uint32_t clubs, move_t *out) noexcept nogil:
    """Write the moves that give one of these clubs, ascending; return how many."""
    cdef uint32_t count = 0
    while clubs:
        out[count] = GIVE + lowest(clubs)
        count += 1
        clubs &= clubs - 1
    return count


cdef inline uint32_t known_clubs(const ClubFightCoop *s) noexcept nogil:
    """The clubs in the other hand that the seat on turn has seen."""
    return s.hand[1 - s.turn] if (s.undrawn[0] | s.undrawn[1]) == 0 else s.shown[1 - s.turn]


cdef inline void draw(ClubFightCoop *s, uint32_t seat) noexcept nogil:
    """Draw up to three (R13)."""
    cdef uint8_t club
    while s.undrawn[seat] and ones(s.hand[seat]) + s.hidden[seat] < HAND:
        s.undrawn[seat] -= 1
        club = s.clubs[seat][s.undrawn[seat]]
        s.clubs[seat][s.undrawn[seat]] = NO_CARD
        if club == UNKNOWN:
            s.hidden[seat] += 1
        else:
            s.hand[seat] |= <uint16_t> (1 << club)


cdef inline void pass_turn(ClubFightCoop *s) noexcept nogil:
    """Draw, and let the other seat play."""
    draw(s, s.turn)
    if (s.undrawn[0] | s.undrawn[1]) == 0:
        s.shown[0] = s.shown[1] = 0
    s.turn ^= 1
    s.phase = PLAYING


# --- the ops ---------------------------------------------------------------------------------------------------------

cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: jokers and runmin, each less one; the seat that begins."""
    cdef ClubFightCoop *s = <ClubFightCoop *> state
    cdef uint8_t clubs[13]
    cdef uint32_t seat, i
    cdef Rng rng
    memset(s, 0, sizeof(ClubFightCoop))
    seed_rng(&rng, seed)
    deal_grid(&s.grid, options[0] + 1, options[1] + 1, &rng)
    fill_deck(clubs, 1, 0, False)
    shuffle(clubs, CLUBS, &rng)
    for seat in range(2):
        s.undrawn[seat] = DECK
        for i in range(DECK):
            s.clubs[seat][i] = clubs[DECK * seat + i]
        draw(s, seat)
    s.display = <uint16_t> (1 << clubs[CLUBS - 1])
    s.first = s.turn = <uint8_t> options[2]


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    return 0 if is_over(s) else <uint32_t> 1 << s.turn


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    if s.phase == PLAYING:
        return list_actions(&s.grid, playable(s), out)
    return list_gifts(playable(s), out)


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    cdef uint32_t club = move - GIVE if s.phase == GIVING else move >> CLUB_SHIFT
    if seat != s.turn or cleared_all(&s.grid) or club > KING or not playable(s) >> club & 1:
        return False
    return s.phase == GIVING or can_clear(&s.grid, club, move & ALL_CELLS)


cdef void play_club(ClubFightCoop *s, uint16_t club, uint32_t mask) noexcept nogil:
    """R12, and what follows when it was the last club or the game is won."""
    if club == s.display:
        s.display = 0
    else:
        s.hand[s.turn] ^= club
        s.shown[s.turn] &= ~club
    s.spent |= club
    clear(&s.grid, mask)
    refill(&s.grid)
    if cleared_all(&s.grid):
        return
    if playable(s) | s.hidden[s.turn]:
        s.phase = GIVING
    else:
        pass_turn(s)


cdef void give(ClubFightCoop *s, uint16_t club) noexcept nogil:
    """R13: the display is taken, unless it is what is given."""
    s.hand[s.turn] = (s.hand[s.turn] | s.display) & ~club
    s.shown[s.turn] = (s.shown[s.turn] | s.display) & ~club
    s.display = club
    pass_turn(s)


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef ClubFightCoop *s = <ClubFightCoop *> state
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(ClubFightCoop))
    if s.phase == GIVING:
        give(s, <uint16_t> (1 << (move - GIVE)))
    else:
        play_club(s, <uint16_t> (1 << (move >> CLUB_SHIFT)), move & ALL_CELLS)


cdef void result(const void *state, float *out) noexcept nogil:
    out[0] = out[1] = cleared_all(&(<const ClubFightCoop *> state).grid)


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(ClubFightCoop))


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    """The same for both seats: they win and lose together."""
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    return value_of(&s.grid, playable(s), ALL_CLUBS & ~s.spent, is_over(s))


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """Actions: the value before the refill and the gift. Gifts: the value for the other seat, as far as the clubs that
    it may play are known."""
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    cdef uint32_t known = known_clubs(s), rest = ALL_CLUBS & ~s.spent
    if s.phase == PLAYING:
        order_actions(&s.grid, playable(s) | known, rest, moves, count, scores)
    else:
        order_gifts(&s.grid, known, playable(s), rest, moves, count, GIVE, scores)


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the triples (club of hand or display, action, target) before those that clear the same cells with
    the same club are made one move: a move's weight is the number of actions that it is. Gifts uniform."""
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    cdef uint32_t clubs = playable(s)
    if s.phase == GIVING:
        return GIVE + lowest(nth(clubs, below(rng, ones(clubs))))
    return sample_action(&s.grid, clubs, rng)


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Greedy: uniform over the moves that clear the most cells, those that are several actions counted once. Gifts
    uniform."""
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    if s.phase == GIVING:
        return random_move(state, seat, rng)
    return clear_most(&s.grid, playable(s), rng)


cdef move_t playout_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Actions: the best by `order` among those that clear the most cells or one less; gifts: the best by `order`; ties
    at random."""
    cdef const ClubFightCoop *s = <const ClubFightCoop *> state
    cdef move_t[4] gifts = [0, 0, 0, 0]
    cdef int32_t scores[4]
    cdef uint32_t count
    if s.phase == PLAYING:
        return choose_action(&s.grid, playable(s), known_clubs(s), ALL_CLUBS & ~s.spent, rng)
    count = list_gifts(playable(s), gifts)
    order(state, seat, gifts, count, scores)
    return best_scored(gifts, scores, count, rng)


cdef void refresh(void *state) noexcept nogil:
    rebuild(&(<ClubFightCoop *> state).grid)


cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(ClubFightCoop), seats=2, num_actions=0, logit=0.01,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=to_view, determinize=determinize, observed_move=NULL, take_back=NULL,
    canonical=NULL, reflect=NULL,
    evaluate=evaluate, order=order, result_bounds=NULL, value_bounds=NULL, minimax_bounds=NULL,
    policy_move=policy_move, playout_move=playout_move,
    random_playout=NULL,
)

cdef ClubFightCoop blank
KERNEL = make_kernel("club-fight-coop", &OPS, np.asarray(<ClubFightCoop[:1]> &blank).dtype)
