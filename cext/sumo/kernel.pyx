"""Sumo Card Game (rules of version 1.1), the kernel.

The rules, numbered as the tests cite them (docs/rules/sumo.md settles each):

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

Move codes and the state stand in state.pxd, what seats know in views.pyx.

Randomness: a reshuffle puts the discards, ascending, into the order chosen by `shuffle`, which then is derived anew
(stream 0). Coins are streams 4 * round + 0 to 3 of it: who leads, and who draws first for attacks, ring and sumo cards.
"""

from libc.stdint cimport uint64_t

import numpy as np

from dohyo.cext.hashing cimport hash_bytes
from dohyo.cext.kernel cimport make_kernel
from dohyo.cext.ops cimport OPS_VERSION, Ops
from dohyo.cext.sumo.moves cimport legal, moves, policy_move, random_move, to_move
from dohyo.cext.sumo.play cimport deal, play, random_playout, refresh, result
from dohyo.cext.sumo.state cimport Sumo
from dohyo.cext.sumo.values cimport evaluate, order
from dohyo.cext.sumo.views cimport check, determinize, observed_move, take_back, to_view

cdef enum:
    HASH_TABLE = 6


cdef uint64_t hash_(const void *state) noexcept nogil:
    return hash_bytes(HASH_TABLE, state, sizeof(Sumo))


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
