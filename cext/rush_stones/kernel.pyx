"""Rush (Mark Steere, 2007), the kernel.

The rules, numbered as the tests cite them (docs/rules/rush-stones.md settles each):

R1  The board is square with an odd size from 3 to 19. It starts empty, and seat 0 (black) begins.
R2  The seat on move places one stone of its colour on an empty point. Stones never move or leave.
R3  Neighbours are orthogonal. A point is forbidden to a colour when two or more of its neighbours are stones of that
    colour and none is a stone of the other. Every other empty point is legal.
R4  A stone placed beside two or more stones, of whatever colours, earns an extra turn: the same seat places again.
    The extra turn is an ordinary turn: it may earn another.
R5  An extra turn is forfeited when no point is legal; then the other seat moves.
R6  No seat ever lacks a legal point at the start of its own turn (T2 of "What has been proved" there). There is
    no pass.
R7  The game ends when the board is full. More stones win; with an odd number of points there is no draw.

Move codes and the state stand in state.pxd.
"""

import numpy as np

from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops
from dohyo.cext.rush_stones.moves cimport legal, moves, random_move, random_playout, to_move
from dohyo.cext.rush_stones.play cimport canonical, check, deal, hash_, play, reflect, refresh, result
from dohyo.cext.rush_stones.state cimport POINTS, RushStones
from dohyo.cext.rush_stones.values cimport evaluate, minimax_bounds, order, result_bounds, value_bounds

cdef Ops OPS = Ops(
    version=OPS_VERSION, size=sizeof(RushStones), seats=2, num_actions=POINTS, logit=0.0099,
    deal=deal, to_move=to_move, moves=moves, legal=legal, play=play, result=result, hash=hash_,
    random_move=random_move, refresh=refresh, check=check,
    to_view=NULL, determinize=NULL, observed_move=NULL, take_back=NULL,
    canonical=canonical, reflect=reflect,
    evaluate=evaluate, order=order, result_bounds=result_bounds, value_bounds=value_bounds,
    minimax_bounds=minimax_bounds, policy_move=NULL, playout_move=NULL,
    random_playout=random_playout,
)

cdef RushStones blank
KERNEL = make_kernel("rush-stones", &OPS, np.asarray(<RushStones[:1]> &blank).dtype)
