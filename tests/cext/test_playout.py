"""The op for playouts: it looks only at what the seat knows, chooses as stated, and wins as often as measured."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dohyo.cext import club_fight, club_fight_coop, fifteen_rush
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random

KERNELS = {kernel.id: kernel for kernel in (club_fight.KERNEL, club_fight_coop.KERNEL, fifteen_rush.KERNEL)}
OPTIONS = {
    "club-fight": [[0, 0], [1, 1]],
    "club-fight-coop": [[0, 0, 0], [1, 1, 1]],
    "fifteen-rush": [[0, 0], [1, 1]],
}
every_game = pytest.mark.parametrize("game", KERNELS)
#: Codes from here on are gifts.
GIVE = 8192


def positions(game: str, games: int) -> Iterator[tuple[Buffer, int]]:
    """Positions of games of playouts with random moves, each with the seat to move."""
    stream = Random(1)
    for number in range(games):
        buffer = KERNELS[game].deal(OPTIONS[game][number % 2], number)
        while buffer.to_move:
            (seat,) = buffer.to_move
            yield buffer.copy(), seat
            choose = buffer.playout_move if stream.below(3) else buffer.random_move
            buffer.play(seat, choose(seat, stream))


@every_game
def test_what_the_seat_does_not_know_changes_nothing(game: str) -> None:
    for buffer, seat in positions(game, 40):
        view = buffer.copy()
        view.to_view(seat)
        move = buffer.playout_move(seat, Random(2))
        assert buffer.legal(seat, move)
        assert view.playout_move(seat, Random(2)) == move
        view.determinize(seat, Random(3))
        assert view.playout_move(seat, Random(2)) == move


@pytest.mark.parametrize("game", ["club-fight", "club-fight-coop"])
def test_the_best_by_order_of_the_large_moves_is_played_ties_at_random(game: str) -> None:
    stream, tied = Random(4), 0
    for buffer, seat in positions(game, 15):
        moves = buffer.moves(seat)
        if moves[0] < GIVE:
            cells = [(move & 511).bit_count() for move in moves]
            moves = [move for move, count in zip(moves, cells, strict=True) if count >= max(cells) - 1]
        scores = buffer.order(seat, moves)
        best = {move for move, score in zip(moves, scores, strict=True) if score == max(scores)}
        played = {buffer.playout_move(seat, stream) for _ in range(8 * len(best))}
        assert played <= best
        tied += len(best) > 1 and len(played) > 1
    assert tied > 5


@pytest.mark.parametrize(("game", "options", "share"), [
    ("club-fight", [0, 0], 0.785), ("club-fight", [1, 0], 0.635), ("club-fight-coop", [0, 0, 0], 0.85),
    ("club-fight-coop", [1, 0, 0], 0.73), ("fifteen-rush", [0, 0], 0.785),
])
def test_playouts_win_as_often_as_measured(game: str, options: list[int], share: float) -> None:
    """Where `policy_move` wins 34, 21, 33, 19 and 78 %."""
    stream, games, won = Random(5), 1500, 0.0
    for number in range(games):
        buffer = KERNELS[game].deal(options, number)
        while buffer.to_move:
            (seat,) = buffer.to_move
            buffer.play(seat, buffer.playout_move(seat, stream))
        won += buffer.result()[0]
    assert abs(won / games - share) < 4 * (share * (1 - share) / games) ** 0.5 + 0.01
