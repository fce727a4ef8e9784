"""Rush (Kymani), the kernel.

The rules, numbered as the tests cite them (docs/rules/rush-cards.md settles each):

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

Move codes and the state stand in state.pxd, what seats know in views.pyx, evaluation in values.pyx, the order of moves
in order.pyx, the simple policy in policy.pyx.
"""

from libc.stdint cimport uint64_t

import numpy as np

from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops
from dohyo.cext.rush_cards.moves cimport legal, moves, random_move, to_move
from dohyo.cext.rush_cards.order cimport order
from dohyo.cext.rush_cards.play cimport deal, play, refresh, result
from dohyo.cext.rush_cards.policy cimport policy_move
from dohyo.cext.rush_cards.state cimport RushCards
from dohyo.cext.rush_cards.values cimport evaluate
from dohyo.cext.rush_cards.views cimport check, determinize, observed_move, to_view

cdef enum:
    HASH_TABLE = 2


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(RushCards))


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
