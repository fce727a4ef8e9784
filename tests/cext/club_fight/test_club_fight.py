"""The kernel of club-fight: weights of `random_move`, `policy_move`, `determinize`, `evaluate`, `check`, and the
figures of the rules."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations

import pytest
from models.club_fight import ClubFight

from dohyo import engine
from dohyo.cext.club_fight import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random
from dohyo.testing.chisquare import assert_fits

WIN = 1_000_000
CODES = range(14 << 9)

#: Grids from docs/rules/club-fight.md and the end of a game, each free and blocked in other ways.
POSITIONS = [
    "grid=7d7sAh/2d4sKh/*Qs9d deck=- hand=79TK clubs=-",
    "grid=AdAhAs/2d2h2s/3d3h3s deck=- hand=89TJ clubs=-",
    "grid=9d*4s/KhKs2s/9hAh3d deck=- hand=459K clubs=-",
    "grid=Ad2d6d/7h8hQh/Kh*7d deck=- hand=267Q clubs=-",
    "grid=7d2dKd/KhKsQh/QsJhJs deck=- hand=A7TJ clubs=-",
    "grid=Ad2d2h/3d3h3s/5d5s6s deck=- hand=47 clubs=-",
    "runmin=2 grid=Ad2d2h/3d3h3s/5d5s6s deck=- hand=47 clubs=-",
    "runmin=2 grid=.4d./6h*8s/... deck=- hand=57 clubs=-",
    "jokers=2 grid=8d.*/..*/... deck=- hand=8K clubs=-",
]


def buffer_of(text: str) -> Buffer:
    return engine.parse(f"club-fight {text}").buffer


def ways(text: str) -> Counter[str]:
    """Each move, and how many actions it is, by the model."""
    return Counter(ClubFight.from_text(f"club-fight {text}").spellings().values())


@pytest.mark.parametrize("text", POSITIONS)
def test_a_move_is_sampled_as_often_as_it_is_an_action(text: str) -> None:
    position, stream, weights = engine.parse(f"club-fight {text}"), Random(1), ways(text)
    buffer = position.buffer
    counts = Counter(buffer.random_move(0, stream) for _ in range(20000))
    codes, total = {position.code(move): weight for move, weight in weights.items()}, sum(weights.values())
    assert set(counts) <= set(codes)
    assert_fits([counts[code] for code in codes], [weight / total for weight in codes.values()])


@pytest.mark.parametrize("text", POSITIONS)
def test_policy_draws_evenly_from_the_moves_that_clear_most(text: str) -> None:
    buffer, stream = buffer_of(text), Random(2)
    cells = {move: (move & 511).bit_count() for move in buffer.moves(0)}
    best = [move for move, count in cells.items() if count == max(cells.values())]
    counts = Counter(buffer.policy_move(0, stream) for _ in range(5000))
    assert set(counts) <= set(best)
    if len(best) > 1:
        assert_fits([counts[move] for move in best], [1 / len(best)] * len(best))


def test_policy_clears_the_most_in_every_position_of_random_games() -> None:
    stream = Random(3)
    for seed in range(100):
        buffer = KERNEL.deal([seed % 2, seed // 2 % 2], seed)
        while buffer.to_move:
            most = max((move & 511).bit_count() for move in buffer.moves(0))
            assert (buffer.policy_move(0, stream) & 511).bit_count() == most
            buffer.play(0, buffer.random_move(0, stream))


@pytest.mark.parametrize("text", POSITIONS)
def test_legal_knows_the_moves_among_all_codes(text: str) -> None:
    buffer = buffer_of(text)
    assert [code for code in CODES if buffer.legal(0, code)] == buffer.moves(0)
    assert not any(buffer.legal(0, code) for code in (1 << 13, (1 << 32) - 1))


def play_greedily(jokers: int, games: int) -> tuple[float, float]:
    """The share of games won, and the mean number of turns."""
    stream, won, turns = Random(jokers), 0, 0
    for seed in range(games):
        buffer = KERNEL.deal([jokers - 1, 0], seed)
        while buffer.to_move:
            buffer.play(0, buffer.policy_move(0, stream))
            turns += 1
        won += buffer.result() == (1,)
    return won / games, turns / games


@pytest.mark.parametrize(("jokers", "share", "error"), [(1, 0.341, 0.007), (2, 0.209, 0.006)])
def test_greedy_play_wins_as_often_as_expected(jokers: int, share: float, error: float) -> None:
    """Figures of an independent simulator, 34.1 ± 0.7 % and 20.9 ± 0.6 %; of docs/rules/club-fight.md,
    12.7 to 12.9 turns."""
    games = 6000
    won, turns = play_greedily(jokers, games)
    assert abs(won - share) < error + 4 * math.sqrt(share * (1 - share) / games)
    assert 12.6 < turns < 13


def test_random_play_never_wins_and_leaves_22_cards() -> None:
    """docs/rules/club-fight.md: 0 %, 22 cards left (17.5 of 40 cleared in 500,000 games of another program)."""
    stream, games, left = Random(4), 3000, 0
    for seed in range(games):
        buffer = KERNEL.deal([0, 0], seed)
        buffer.random_playout(stream)
        assert buffer.result() == (0,)
        left += -buffer.evaluate(0) - WIN
    assert abs(left / games - 22.46) < 0.3


def test_decks_of_a_view_are_in_every_order_equally_often() -> None:
    """Two cards and two clubs unseen: four worlds, none tied to another."""
    text = "club-fight grid=Ad../.../... deck=?x2 hand=5 clubs=?x3 spent=6789TJQKA cleared="
    cleared = "".join(rank + suit for rank in "23456789TJQK" for suit in "dsh") + "As"
    view, stream = engine.parse(text + cleared), Random(5)
    assert isinstance(view, engine.View)
    seen = Counter(str(view.determinize(stream)) for _ in range(12000))
    worlds = [
        str(view).replace("deck=?x2", f"deck={deck}").replace("clubs=?x3", f"clubs={''.join(clubs)}")
        for deck in ("Ah*", "*Ah") for clubs in permutations("234")
    ]
    assert_fits([seen[world] for world in worlds], [1 / len(worlds)] * len(worlds))


@pytest.mark.parametrize(("text", "value"), [
    ("grid=.../.../... deck=- hand=- clubs=-", WIN),
    ("grid=.../.../... deck=- hand=25TK clubs=789", WIN + 7),
    ("grid=Ad*./.../... deck=3h hand=- clubs=-", -WIN - 3),
])
def test_the_end_is_worth_a_win_or_a_loss_and_what_is_left(text: str, value: int) -> None:
    buffer = buffer_of(text)
    assert buffer.to_move == ()
    assert buffer.evaluate(0) == value
    assert buffer.result() == (float(value > 0),)


def test_values_stay_within_bounds_and_know_winners_from_losers() -> None:
    stream = Random(6)
    values: dict[bool, list[int]] = {True: [], False: []}
    for seed in range(300):
        buffer, found = KERNEL.deal([0, 0], seed), []
        while buffer.to_move:
            found.append(buffer.evaluate(0))
            buffer.play(0, buffer.policy_move(0, stream))
        assert all(abs(value) < WIN for value in found)
        values[buffer.evaluate(0) > 0].append(found[-3])
    means = {won: sum(found) / len(found) for won, found in values.items()}
    assert means[True] > 0 > means[False]


@pytest.mark.parametrize(("field", "place", "value", "broken"), [
    ("jokers", (), 3, 1), ("runmin", (), 0, 1), ("filled", (), 510, 2), ("by_suit", (3,), 0, 2), ("counts", (), 1, 2),
    ("deck", (0,), 0x21, 3), ("deck", (1,), 0, 3), ("deck", (1,), 0x3f, 3), ("left", (), 30, 3), ("cleared", (), 1, 3),
    ("cleared", (), 1 << 40, 3),
])
def test_broken_grids_are_told_by_number(field: str, place: tuple[int, ...], value: int, broken: int) -> None:
    buffer = engine.parse("club-fight grid=7d7sAh/2d4sKh/*QsTd deck=AdAs hand=25TK clubs=78").buffer
    assert buffer.check() == 0
    buffer.record["grid"][field][(0, *place)] = value
    assert buffer.check() == broken


@pytest.mark.parametrize(("field", "place", "value", "broken"), [
    ("hand", (), 0, 5), ("hand", (), 0x7c, 5), ("spent", (), 0x3ffe, 5), ("clubs", (0,), 2, 5), ("clubs", (0,), 0, 5),
    ("clubs", (0,), 14, 5), ("clubs", (3,), 1, 5), ("undrawn", (), 14, 5),
])
def test_broken_clubs_are_told_by_number(field: str, place: tuple[int, ...], value: int, broken: int) -> None:
    buffer = engine.parse("club-fight grid=7d7sAh/2d4sKh/*QsTd deck=AdAs hand=25TK clubs=78").buffer
    buffer.record[field][(0, *place)] = value
    assert buffer.check() == broken


def test_an_empty_grid_or_hand_beside_a_deck_is_broken() -> None:
    buffer = engine.parse("club-fight grid=.../.../... deck=- hand=- clubs=23").buffer
    assert buffer.check() == 0
    buffer.record["grid"]["cell"][0, 0] = 1
    buffer.record["grid"]["cleared"] -= 1
    buffer.refresh()
    assert buffer.check() == 6
    buffer = engine.parse("club-fight grid=Ad../.../... deck=- hand=2 clubs=-").buffer
    record = buffer.record["grid"]
    record["cell"], record["deck"][0, 0], record["left"] = 0, 1, 1
    buffer.refresh()
    assert buffer.check() == 4
