"""Regret matching: matrix games whose equilibrium is known."""

import pytest

from dohyo.search.simultaneous.solvers import equilibrium

#: Payoffs to the row player, and the equilibrium strategies of both, each the only one.
KNOWN = {
    "matching pennies": ([[1, -1], [-1, 1]], [0.5, 0.5], [0.5, 0.5]),
    "rock, paper, scissors, where rock's win counts twice": (
        [[0, -1, 2], [1, 0, -1], [-2, 1, 0]], [0.25, 0.5, 0.25], [0.25, 0.5, 0.25],
    ),
    "two by two without a saddle": ([[3, -1], [-2, 4]], [0.6, 0.4], [0.5, 0.5]),
    "a saddle": ([[2, 1, 4], [0, -1, 5]], [1, 0], [0, 1, 0]),
    # The last row is worse than the first everywhere, the third column worse than the second for the other player.
    "dominated": ([[1, -1, 2, 3], [-1, 1, 4, 2], [0, -2, 1, 1]], [0.5, 0.5, 0], [0.5, 0.5, 0, 0]),
}


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("seed", [1, 2])
def test_average_strategies_reach_the_equilibrium(name: str, seed: int) -> None:
    payoffs, row, column = KNOWN[name]
    found = equilibrium(payoffs, 40_000, seed)
    assert found[0] == pytest.approx(row, abs=0.03)
    assert found[1] == pytest.approx(column, abs=0.03)
    assert sum(found[0]) == pytest.approx(1)
    assert sum(found[1]) == pytest.approx(1)


def test_more_rounds_leave_less_to_gain() -> None:
    """What a best answer to either average strategy gains, in a game of chance payoffs."""
    payoffs = [[((7 * i + 11 * j * j) % 13) / 13 for j in range(5)] for i in range(6)]

    def gain(rounds: int) -> float:
        row, column = equilibrium(payoffs, rounds, 5)
        best = max(sum(payoffs[i][j] * column[j] for j in range(5)) for i in range(6))
        worst = min(sum(payoffs[i][j] * row[i] for i in range(6)) for j in range(5))
        return best - worst

    assert gain(100) > gain(2_000) > gain(100_000) >= 0
    assert gain(100_000) < 0.01


def test_equal_seeds_give_equal_strategies() -> None:
    payoffs = KNOWN["dominated"][0]
    assert equilibrium(payoffs, 500, 3) == equilibrium(payoffs, 500, 3)
    assert equilibrium(payoffs, 500, 3) != equilibrium(payoffs, 500, 4)


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]], [[0] * 65], [[0]] * 65])
def test_what_is_no_matrix_is_refused(payoffs: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="expected 1 to 64 rows"):
        equilibrium(payoffs, 10)
