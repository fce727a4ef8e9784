"""Matrix games against known equilibria, and by the certificate that every equilibrium carries."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dohyo.cext.streams import Random
from dohyo.search.simultaneous.solvers import bayesian_game, matrix_game

Matrix = list[list[float]]

#: The matrix, its value, and the mixtures where they are the only ones.
KNOWN: dict[str, tuple[Matrix, float, list[float] | None, list[float] | None]] = {
    "one choice each": ([[0.3]], 0.3, [1], [1]),
    "matching pennies": ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
    "pennies for unequal stakes": ([[3, -1], [-2, 1]], 1 / 7, [3 / 7, 4 / 7], [2 / 7, 5 / 7]),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),
    "rock wins twice": ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], 0, [1 / 4, 1 / 2, 1 / 4], [1 / 4, 1 / 2, 1 / 4]),
    "saddle point": ([[4, 1, 8], [2, 0, 9], [3, 1, 2]], 1, None, [0, 1, 0]),
    "dominated row": ([[3, 2, 4, 5], [2, 1, 3, 4], [1, 4, 2, 0]], 2.5, [3 / 4, 0, 1 / 4], None),
    "all alike": ([[0.5] * 5] * 3, 0.5, None, None),
}


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def is_mixture(weights: list[float]) -> bool:
    return all(weight >= -1e-12 for weight in weights) and sum(weights) == pytest.approx(1)


@pytest.mark.parametrize(("payoff", "value", "rows", "columns"), KNOWN.values(), ids=KNOWN)
def test_known_equilibria(
    payoff: Matrix, value: float, rows: list[float] | None, columns: list[float] | None
) -> None:
    found, row_mix, column_mix = matrix_game(payoff)
    assert found == pytest.approx(value)
    assert rows is None or row_mix == pytest.approx(rows)
    assert columns is None or column_mix == pytest.approx(columns)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_neither_side_can_do_better(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 8))
    entry = st.integers(-6, 6).map(float) | st.floats(-1, 1)
    payoff = data.draw(st.lists(st.lists(entry, min_size=width, max_size=width), min_size=height, max_size=height))
    value, row_mix, column_mix = matrix_game(payoff)
    assert is_mixture(row_mix)
    assert is_mixture(column_mix)
    assert min(dot(row_mix, list(column)) for column in zip(*payoff, strict=True)) == pytest.approx(value, abs=1e-7)
    assert max(dot(row, column_mix) for row in payoff) == pytest.approx(value, abs=1e-7)


def test_the_largest_matrix_is_solved() -> None:
    dice = Random(5)
    payoff = [[dice.uniform() for _ in range(32)] for _ in range(32)]
    value, row_mix, column_mix = matrix_game(payoff)
    assert min(dot(row_mix, list(column)) for column in zip(*payoff, strict=True)) == pytest.approx(value, abs=1e-7)
    assert max(dot(row, column_mix) for row in payoff) == pytest.approx(value, abs=1e-7)


@pytest.mark.parametrize("payoff", [[], [[]], [[1.0], [1.0, 2.0]], [[1.0]] * 33, [[1.0] * 33]])
def test_what_is_no_matrix_is_refused(payoff: Matrix) -> None:
    with pytest.raises(ValueError, match="1 to 32 rows"):
        matrix_game(payoff)


@pytest.mark.parametrize(("payoff", "value"), [(payoff, value) for payoff, value, _, _ in KNOWN.values()], ids=KNOWN)
def test_one_world_is_a_matrix_game(payoff: Matrix, value: float) -> None:
    found, mix, worth = bayesian_game([payoff], [0], 2000)
    assert found == pytest.approx(value, abs=2e-3)
    assert min(dot(mix, list(column)) for column in zip(*payoff, strict=True)) == pytest.approx(value, abs=5e-3)
    assert max(worth) == pytest.approx(value, abs=5e-3)


#: Rows meet a side that is strong in the left column in one world, in the right one in the other.
LEFT, RIGHT = [[0.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 0.0]]


def test_a_side_that_knows_its_hand_answers_in_each_world() -> None:
    # Whatever the rows' mixture, the left column is answered by one row and the right one by the other.
    value, _, worth = bayesian_game([LEFT, RIGHT], [0, 1], 2000)
    assert value == pytest.approx(1 / 2, abs=2e-3)
    assert worth == pytest.approx([1 / 2, 1 / 2], abs=5e-3)


def test_one_mixture_serves_all_worlds() -> None:
    # Alone the second world asks for row 1. Together it is min(x, 1 - x) + x / 2 that counts, largest at one half.
    value, mix, _ = bayesian_game([[[0.0, 1.0], [1.0, 0.0]], [[0.5], [0.0]]], [0, 1], 3000)
    assert value == pytest.approx(3 / 8, abs=2e-3)
    assert mix == pytest.approx([1 / 2, 1 / 2], abs=0.02)


def test_worlds_of_one_hand_are_answered_alike() -> None:
    # The other side does not know which world it is in, so that it too mixes: it picks the losing column half the time.
    value, _, _ = bayesian_game([LEFT, RIGHT], [7, 7], 2000)
    assert value == pytest.approx(3 / 4, abs=2e-3)


@pytest.mark.parametrize("seed", range(5))
def test_nobody_gains_by_another_mixture_over_worlds(seed: int) -> None:
    dice = Random(seed)
    worlds, rows = 12, 4
    payoffs = [[[dice.uniform() for _ in range(3 + hand)] for _ in range(rows)] for hand in (0, 1, 2) for _ in range(4)]
    hands = [hand for hand in (0, 1, 2) for _ in range(4)]
    value, mix, worth = bayesian_game(payoffs, hands, 3000)
    assert is_mixture(mix)
    least = 0.0
    for hand in (0, 1, 2):
        mine = [payoff for payoff, held in zip(payoffs, hands, strict=True) if held == hand]
        against = [
            sum(dot(mix, [row[column] for row in payoff]) for payoff in mine) for column in range(len(mine[0][0]))
        ]
        least += min(against) / worlds
    assert least == pytest.approx(value, abs=3e-3)
    assert max(worth) == pytest.approx(value, abs=3e-3)


def test_worlds_of_different_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="as many rows"):
        bayesian_game([[[1.0]], [[1.0], [0.0]]], [0, 0], 10)
    with pytest.raises(ValueError, match="needs a hand"):
        bayesian_game([[[1.0]]], [0, 0], 10)
