"""Club Fight, the solitaire: the kernel; R1 to R10 are those of the game for two as well.

The rules, numbered as the tests cite them (docs/rules/club-fight.md settles each):

R1  39 cards of three suits (diamonds, spades, hearts) and one or two Jokers are shuffled; nine of them lie face up in
    a grid of 3 by 3. The 13 clubs are the tools: each turn spends one for one action, which clears at least one card.
R2  Match: every card of the club's rank.
R3  Sum: cards whose ranks (A 1, J 11, Q 12, K 13) add up to the club's exactly; one card may do.
R4  Any: one card, a Joker included.
R5  Line: a row or column that holds a card of the club's rank, Jokers included. Gaps are allowed.
R6  Up/Down: with 2 to 7 every lower card, with 7 to Q every higher one; never a Joker.
R7  Run: one card for each rank of an unbroken sequence with the club, none of the club's own rank, and no Joker; no
    step from king to ace. At least one card, with the option runmin=2 at least two.
R8  Three diamonds in the grid block Line, three spades Up/Down, three hearts Run, as the grid is before the action.
R9  After the action the empty cells are filled from the deck in order, row by row from the top, while it lasts.
R10 The game is won as soon as grid and deck are empty.
R11 Four of the 13 clubs, shuffled, are the hand; after an action and the refill it is drawn up to four again while
    the clubs deck lasts. A game that is won ends at once, without a draw.
R12 The game is lost when hand and clubs deck are empty and cards are left.
R13 The player knows the grid, the hand, and what is spent and cleared; the order of the two decks is unknown.

Grid and deck stand in state.pxd, actions and codes of moves in moves.pxd.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

from dohyo.cext.cards cimport ACE, KING, NO_CARD, UNKNOWN, fill_deck, shuffle
from dohyo.cext.club_fight.moves cimport can_clear, clear_most, list_actions, sample_action
from dohyo.cext.club_fight.state cimport (
    ALL_CELLS, ALL_CLUBS, CLUBS, CLUB_SHIFT, Grid, check_grid, clear, cleared_all, deal_grid, hide_deck, imagine_deck,
    ones, rebuild, refill,
)
from dohyo.cext.club_fight.values cimport (
    TRAITS, After, Scene, choose_action, ends, look_at, order_actions, survey, traits_after, traits_now, value_of,
)
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.invariant cimport invariant_state
from dohyo.cext.kernel cimport Buffer, make_kernel
from dohyo.cext.ops cimport MAX_MOVES, OPS_VERSION, Ops, move_t
from dohyo.cext.rng cimport Rng, seed_rng

cdef enum:
    HAND = 4
    HASH_TABLE = 4

cdef struct ClubFight:
    Grid grid
    uint16_t hand               # bit r for the club of rank r
    uint16_t spent              # the clubs played, likewise
    uint8_t undrawn             # clubs in their deck
    uint8_t clubs[13]           # the deck of clubs, the top one last, 0 behind it

# I1 to I4 stand in state.pxd.
# I5  Hand, spent and undrawn clubs are the 13 clubs, each once; at most four are in the hand, unknown ones only in
#     the deck, and there is nothing behind its top.
# I6  The hand is empty only if the deck is, unless the game is won.


cdef inline void draw(ClubFight *s) noexcept nogil:
    """Draw up to four (R11)."""
    while s.undrawn and ones(s.hand) < HAND:
        s.undrawn -= 1
        s.hand |= <uint16_t> (1 << s.clubs[s.undrawn])
        s.clubs[s.undrawn] = NO_CARD


# --- the ops ---------------------------------------------------------------------------------------------------------

cdef void deal(void *state, const int32_t *options, uint64_t seed) noexcept nogil:
    """options: jokers and runmin, each less one."""
    cdef ClubFight *s = <ClubFight *> state
    cdef Rng rng
    memset(s, 0, sizeof(ClubFight))
    seed_rng(&rng, seed)
    deal_grid(&s.grid, options[0] + 1, options[1] + 1, &rng)
    s.undrawn = <uint8_t> fill_deck(s.clubs, 1, 0, False)
    shuffle(s.clubs, s.undrawn, &rng)
    draw(s)


cdef uint32_t to_move(const void *state) noexcept nogil:
    cdef const ClubFight *s = <const ClubFight *> state
    return s.hand != 0 and not cleared_all(&s.grid)


cdef uint32_t moves(const void *state, uint32_t seat, move_t *out) noexcept nogil:
    cdef const ClubFight *s = <const ClubFight *> state
    return list_actions(&s.grid, s.hand, out)


cdef bint legal(const void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef const ClubFight *s = <const ClubFight *> state
    cdef uint32_t club = move >> CLUB_SHIFT
    return seat == 0 and club <= KING and s.hand >> club & 1 and can_clear(&s.grid, club, move & ALL_CELLS)


cdef void play(void *state, uint32_t seat, move_t move) noexcept nogil:
    cdef ClubFight *s = <ClubFight *> state
    cdef uint16_t club = <uint16_t> (1 << (move >> CLUB_SHIFT))
    invariant_state(legal(state, seat, move), b"only legal moves are played", state, sizeof(ClubFight))
    s.hand ^= club
    s.spent |= club
    clear(&s.grid, move & ALL_CELLS)
    refill(&s.grid)
    if not cleared_all(&s.grid):
        draw(s)


cdef void result(const void *state, float *out) noexcept nogil:
    out[0] = cleared_all(&(<const ClubFight *> state).grid)


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(ClubFight))


cdef int32_t evaluate(const void *state, uint32_t seat) noexcept nogil:
    cdef const ClubFight *s = <const ClubFight *> state
    return value_of(&s.grid, s.hand, ALL_CLUBS & ~s.spent, to_move(state) == 0)


cdef void order(const void *state, uint32_t seat, const move_t *moves, uint32_t count,
                int32_t *scores) noexcept nogil:
    """The value before the refill and the draw, which the player does not know."""
    cdef const ClubFight *s = <const ClubFight *> state
    order_actions(&s.grid, s.hand, ALL_CLUBS & ~s.spent, moves, count, scores)


cdef move_t random_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Uniform over the triples (club in the hand, action, target) before those that clear the same cells with the
    same club are made one move: a move's weight is the number of actions that it is."""
    cdef const ClubFight *s = <const ClubFight *> state
    return sample_action(&s.grid, s.hand, rng)


cdef move_t policy_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """Greedy: uniform over the moves that clear the most cells, those that are several actions counted once."""
    cdef const ClubFight *s = <const ClubFight *> state
    return clear_most(&s.grid, s.hand, rng)


cdef move_t playout_move(const void *state, uint32_t seat, Rng *rng) noexcept nogil:
    """The best move by `order` among those that clear the most cells or one less, ties at random."""
    cdef const ClubFight *s = <const ClubFight *> state
    return choose_action(&s.grid, s.hand, 0, ALL_CLUBS & ~s.spent, rng)


cdef void to_view(void *state, uint32_t seat) noexcept nogil:
    cdef ClubFight *s = <ClubFight *> state
    hide_deck(&s.grid)
    memset(s.clubs, UNKNOWN, s.undrawn)


cdef void determinize(void *view, uint32_t seat, Rng *rng) noexcept nogil:
    """Both decks are independent: each is its unseen cards in random order."""
    cdef ClubFight *s = <ClubFight *> view
    cdef uint32_t rank
    imagine_deck(&s.grid, rng)
    s.undrawn = 0
    for rank in range(ACE, KING + 1):
        if not (s.hand | s.spent) >> rank & 1:
            s.clubs[s.undrawn] = <uint8_t> rank
            s.undrawn += 1
    shuffle(s.clubs, s.undrawn, rng)


cdef void refresh(void *state) noexcept nogil:
    rebuild(&(<ClubFight *> state).grid)


cdef uint32_t check(const void *state) noexcept nogil:
    cdef const ClubFight *s = <const ClubFight *> state
    cdef uint32_t i, club, known = s.hand | s.spent, unknown = 0, broken = check_grid(&s.grid)
    if broken:
        return broken
    if s.undrawn > CLUBS or s.hand & s.spent or ones(s.hand) > HAND:
        return 5
    for i in range(CLUBS):
        club = s.clubs[i]
        if (club == NO_CARD) != (i >= s.undrawn):
            return 5
        if club == UNKNOWN:
            unknown += 1
        elif club > KING or (club and known >> club & 1):
            return 5
        elif club:
            known |= 1 << club
    if known & ~ALL_CLUBS or ones(known) + unknown != CLUBS:
        return 5
    if s.hand == 0 and s.undrawn and not cleared_all(&s.grid):
        return 6
    return 0


cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(ClubFight), seats=1, num_actions=0, logit=0.01,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=to_view, determinize=determinize, observed_move=NULL, take_back=NULL,
    canonical=NULL, reflect=NULL,
    evaluate=evaluate, order=order, result_bounds=NULL, value_bounds=NULL, minimax_bounds=NULL,
    policy_move=policy_move, playout_move=playout_move,
    random_playout=NULL,
)


# --- for the fit -----------------------------------------------------------------------------------------------------

def traits_of(Buffer buffer not None):
    """What `evaluate` weighs in a position that is not over: the traits, then 1 for each club left, ace to king."""
    cdef const ClubFight *s = <const ClubFight *> buffer.state
    row = np.empty(TRAITS + CLUBS, np.float32)
    cdef float[::1] out = row
    traits_now(&s.grid, s.hand, ALL_CLUBS & ~s.spent, &out[0])
    write_clubs(ALL_CLUBS & ~s.spent, &out[TRAITS])
    return row


def traits_after_moves(Buffer buffer not None):
    """What `order` weighs after each legal move of a position that is not over, in rows as above; zeros for moves that
    end the game."""
    cdef const ClubFight *s = <const ClubFight *> buffer.state
    cdef move_t found[MAX_MOVES]
    cdef uint32_t i, rest = ALL_CLUBS & ~s.spent, count = moves(s, 0, found)
    cdef Scene scene
    cdef After after
    rows = np.zeros((count, TRAITS + CLUBS), np.float32)
    cdef float[:, ::1] out = rows
    survey(&s.grid, s.hand, rest, &scene)
    for i in range(count):
        if not ends(&s.grid, rest, found[i]):
            look_at(&s.grid, &scene, found[i] & ALL_CELLS, &after)
            traits_after(&s.grid, &scene, &after, found[i], &out[i, 0])
            write_clubs(rest & ~(1 << (found[i] >> CLUB_SHIFT)), &out[i, TRAITS])
    return rows


cdef void write_clubs(uint32_t clubs, float *out) noexcept nogil:
    cdef uint32_t rank
    for rank in range(1, KING + 1):
        out[rank - 1] = <float> (clubs >> rank & 1)


cdef ClubFight blank
KERNEL = make_kernel("club-fight", &OPS, np.asarray(<ClubFight[:1]> &blank).dtype)
