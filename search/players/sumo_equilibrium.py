"""A player of sumo by the solved ideal game: it knows odds and columns, and counts no cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dohyo.engine import Game, View
from dohyo.engine.cards import plain
from dohyo.engine.games.sumo.moves import ATTACK, ATTACKS, CHALLENGE, RING, WILD, counts, distance
from dohyo.search.core.api import Listener, Ranked, Result
from dohyo.search.core.limits import Limits
from dohyo.search.core.mixed import draw_from
from dohyo.search.players.baselines import Instant
from dohyo.search.players.sumo_ideal import EDGE, column_values, hands, plays_of, solved_round


class Table(Instant):
    """For sumo. It plays the ideal game of `sumo_ideal`: an attack drawn from the equilibrium of the column for the
    plays of its hand, and to a push the better of challenge and accept.

    Values are chances in the ideal game against an opponent who plays the equilibrium too; the share of an attack is
    its weight in the mixture. Attacks that count the same share alike. A hand of less than three cards, which the
    ideal game does not deal, plays what is worth most.
    """

    name = "table"
    title = "for sumo: the equilibrium of each column, with an endless deck"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        return None if game.id == "sumo" else "its table is that of sumo"

    def _search(self, view: View, moves: tuple[int, ...], limits: Limits, listener: Listener | None) -> Result:
        record = view.buffer.record[0]
        if record["phase"] != ATTACK:
            values = answers(record, view.seat - 1, moves)
            best = max(moves, key=lambda move: (values[move], move == CHALLENGE))
            shares = {move: float(move == best) for move in moves}
        else:
            values, shares = attacks(record, view.seat - 1, moves)
        choice = moves[draw_from([shares[move] for move in moves], self._stream(view))]
        ranked = []
        for move in sorted(moves, key=lambda move: (-shares[move], -values[move])):
            text = view.text(move, view.seat)
            ranked.append(Ranked(text, values[move], shares[move], 1, (text,)))
        return Result(len(moves), self._meter.elapsed, 1, 1, 0, 0, tuple(ranked[: limits.top]),
                      view.text(choice, view.seat))


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
