"""The op `order` of rush-cards and sumo: what a seat does not know changes nothing, and the scores are about what
`evaluate` gives after the move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from dohyo.cext import rush_cards, sumo
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random

WIN = 1_000_000
OPTIONS = {
    "rush-cards": [[0, 0, 0, 0, 300, 200], [1, 1, 1, 0, 300, 200], [0, 1, 0, 1, 300, 200]],
    "sumo": [[0, 0, 0, 0, 200], [1, 1, 1, 0, 200], [1, 0, 2, 1, 200]],
}
KERNELS = {kernel.id: kernel for kernel in (rush_cards.KERNEL, sumo.KERNEL)}
every_game = pytest.mark.parametrize("game", KERNELS)


def positions(game: str, games: int, seed: int) -> Iterator[tuple[Buffer, int]]:
    """Positions of games by the policy with random moves, each with a seat to move there."""
    stream = Random(seed)
    for number in range(games):
        options = OPTIONS[game][number % len(OPTIONS[game])]
        buffer = KERNELS[game].deal(options, seed + number)
        while buffer.to_move:
            for seat in buffer.to_move:
                yield buffer.copy(), seat
            seat = buffer.to_move[0]
            buffer.play(seat, buffer.policy_move(seat, stream) if stream.below(3) else buffer.random_move(seat, stream))


def scores(buffer: Buffer, seat: int) -> list[int]:
    return buffer.order(seat, buffer.moves(seat))


def after(buffer: Buffer, seat: int, move: int) -> Buffer:
    copy = buffer.copy()
    copy.play(seat, move)
    return copy


@every_game
def test_order_looks_only_at_what_the_seat_knows(game: str) -> None:
    stream, seen = Random(1), 0
    for buffer, seat in positions(game, 12, 1):
        true = scores(buffer, seat)
        view = buffer.copy()
        view.to_view(seat)
        assert scores(view, seat) == true
        view.determinize(seat, stream)
        assert scores(view, seat) == true
        seen += 1
    assert seen > 200


@every_game
def test_order_scores_each_move_by_itself(game: str) -> None:
    for buffer, seat in positions(game, 2, 2):
        moves, together = buffer.moves(seat), scores(buffer, seat)
        assert buffer.order(seat, moves[::-1]) == together[::-1]
        assert [buffer.order(seat, [move]) for move in moves] == [[score] for score in together]


def test_order_of_rush_cards_is_near_the_evaluation_after_the_move() -> None:
    """For moves that draw nothing, and a hand that is known: it sees what is decided, and differs by what it leaves out
    of the board."""
    gaps = []
    for buffer, seat in positions("rush-cards", 20, 3):
        if buffer.record[0]["phase"]:
            continue
        buffer.record[0]["shown"][1 - seat] = buffer.record[0]["hand"][1 - seat]
        for move, score in zip(buffer.moves(seat), scores(buffer, seat), strict=True):
            then = after(buffer, seat, move)
            if then.record[0]["left"][seat] != buffer.record[0]["left"][seat]:
                continue
            value = then.evaluate(seat)
            if not then.to_move:
                assert value > -WIN or score == -WIN or not then.record[0]["own"][seat]
            else:
                assert abs(value - score) < 5000
                gaps.append(value - score)
    assert len(gaps) > 2000
    assert np.mean(np.abs(gaps)) < 250


@every_game
def test_order_grows_with_the_evaluation_after_the_move(game: str) -> None:
    """Within positions; after an attack of sumo in the mean over what the other seat may choose."""
    stream, ordered, valued = Random(4), list[float](), list[float]()
    for buffer, seat in positions(game, 20, 4):
        found = scores(buffer, seat)
        if len(found) < 2 or min(found) <= -WIN or buffer.record[0]["phase"] == (game == "rush-cards"):
            continue
        values = []
        for move in buffer.moves(seat):
            total = 0
            for _ in range(12):
                then = after(buffer, seat, move)
                while game == "sumo" and then.record[0]["phase"] == 0 and then.record[0]["attack"].any():
                    other, = then.to_move
                    then.play(other, then.random_move(other, stream))
                total += max(-8000, min(then.evaluate(seat), 8000))
            values.append(total / 12)
        ordered += [score - np.mean(found) for score in found]
        valued += [value - np.mean(values) for value in values]
    assert np.corrcoef(ordered, valued)[0, 1] > 0.5
