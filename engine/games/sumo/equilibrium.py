"""A policy for sumo by the solved ideal game: it knows odds and columns, and counts no cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random
from dohyo.engine.cards import plain
from dohyo.engine.games.sumo.ideal import EDGE, column_values, hands, plays_of, solved_round
from dohyo.engine.games.sumo.moves import ATTACKS, CHALLENGE, WILD, counts, distance
from dohyo.engine.games.sumo.ring import ATTACK, RING
from dohyo.engine.policy import WeighedMove


def rank(view: Buffer, seat: int, stream: Random, moves: Sequence[int] | None) -> list[WeighedMove]:
    """Play the ideal game of `ideal`: an attack drawn from the equilibrium of the column for the plays of the hand, and
    to a push the better of challenge and accept.

    Values are chances in the ideal game against an opponent who plays the equilibrium too; the weight of an attack is
    that in the mixture. Attacks that count the same share alike. A hand of less than three cards, which the ideal game
    does not deal, plays what is worth most.
    """
    del stream  # the weights leave the draw to the caller
    record, legal = view.record[0], tuple(view.moves(seat - 1) if moves is None else moves)
    if record["phase"] != ATTACK:
        values = answers(record, seat - 1, legal)
        best = max(legal, key=lambda move: (values[move], move == CHALLENGE))
        weights = {move: float(move == best) for move in legal}
    else:
        values, weights = attacks(record, seat - 1, legal)
    ranked = sorted(legal, key=lambda move: (-weights[move], -values[move]))
    return [WeighedMove(move, weights[move], values[move]) for move in ranked]


def attacks(record: Any, seat: int, moves: tuple[int, ...]) -> tuple[dict[int, float], dict[int, float]]:
    """Of the attacks of a seat (0, 1) what each is worth to it, and how often it is played."""
    jokers, x = int(record["jokers"]), int(record["x"])
    found = solved_round(jokers, x, _ring_up(record), bool(record["sumoup"]))
    hand = Counter(plain(card) for card in record["hand"][seat].tolist() if card)
    worth = {move: float(found.worths[seat, counts(ATTACKS[move]) - WILD]) for move in moves}
    row = hands(jokers).index.get(plays_of(hand)) if hand.total() == record["hand"].shape[1] else None
    if row is None:
        most = max(worth.values())
        weights = {counts(ATTACKS[move]): float(worth[move] == most) for move in moves}
    else:
        weights = dict(zip(plays_of(hand), found.strategies[seat, row].tolist(), strict=False))
    alike = Counter(counts(ATTACKS[move]) for move in moves)
    shares = {move: weights[counts(ATTACKS[move])] / alike[counts(ATTACKS[move])] for move in moves}
    total = sum(shares.values())
    # Of chosen root moves the mixture may play none; then they are alike.
    return worth, {move: share / total if total > 0 else 1 / len(moves) for move, share in shares.items()}


def answers(record: Any, seat: int, moves: tuple[int, ...]) -> dict[int, float]:
    """What challenge and accept are worth to the seat (0, 1) that is pushed."""
    values, x = column_values(int(record["jokers"])), int(record["x"])
    push = distance(*record["value"].tolist())
    if record["phase"] == RING:
        challenged = values.ring_challenge(x, push, bool(record["sumoup"]))
    else:
        challenged = values.sumo_challenge(x, push)
    worths = (challenged if move == CHALLENGE else values.at(x + push) for move in moves)
    return {move: worth if seat == 0 else 1 - worth for move, worth in zip(moves, worths, strict=True)}


def _ring_up(record: Any) -> bool:
    return bool(int(record["up"]) >> int(record["x"]) + EDGE & 1)
