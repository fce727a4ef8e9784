"""Fifteen Rush (Thomas Warfield), the kernel.

The rules, numbered as the tests cite them (docs/rules/fifteen-rush.md settles each):

R1  Of 52 cards, seven piles get 1 to 7 cards, the last of each face up; the other 24 are the stock, the waste is empty.
R2  Two aces are a pair, or two cards that add up to fifteen: 2 and king, 3 and queen, 4 and jack, 5 and 10, 6 and 9,
    7 and 8. Only the last cards of the piles and the top of the waste may be paired. A pair leaves the game.
R3  Then the new last card of a pile is turned face up. A pile that the pair emptied gets one card: the top of the
    stock, else the new top of the waste, else none; of two such piles the lower number first. Nothing is turned over
    for it.
R4  To deal puts three cards of the stock, or what is left of it, one by one on the waste. If the stock is empty, the
    waste is turned over first, in its order: the first card dealt becomes the top of the stock again.
R5  With redeal=separate turning the waste over is a move of its own, `turn`, in place of a deal with an empty stock.
    It is not a deal and does not count in `since`.
R6  With deal=stuck a deal (or turn) is legal only while no pair shows. With deal=anytime it is always legal, but while
    a pair shows only if fewer than 2 * ceil(m / 3) deals came since the last pair (m cards in stock and waste).
R7  Won when all 52 cards are gone.
R8  Lost as soon as no pair shows and none will at any top of the waste that dealing can reach (D1 of
    "What has been proved" there): with the waste w cards high the tops Q[w+3], Q[w+6], … Q[m], then Q[3], Q[6],
    … Q[m] of the talon Q.
R9  The player knows every card that was ever face up. Unknown are the covered cards of the piles, and the stock until
    the waste was first turned over. A view is over only if what has been seen proves it.

Move codes and the state stand in state.pxd, what the player knows in views.pyx.
"""

from libc.stdint cimport uint64_t

import numpy as np

from dohyo.cext.fifteen_rush.moves cimport legal, moves, playout_move, policy_move, random_move, to_move
from dohyo.cext.fifteen_rush.play cimport deal, play, refresh, result
from dohyo.cext.fifteen_rush.state cimport FifteenRush
from dohyo.cext.fifteen_rush.values cimport evaluate, order
from dohyo.cext.fifteen_rush.views cimport check, determinize, to_view
from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops

cdef enum:
    HASH_TABLE = 3


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(FifteenRush))


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
