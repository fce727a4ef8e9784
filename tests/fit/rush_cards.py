"""Fits the weights of `evaluate` in cext/rush_cards/values.pyx, and prints its table `WEIGHTS`.

    python tests/fit/rush_cards.py [--games N] [--seed N]

A developer's command; nothing imports it. Both seats play by the kernel's `policy_move`, and at random in the set-up
and in a part of their moves that is drawn for each game, so that every kind of position comes about. A logistic model
of the winner, from the features of sampled positions in which nothing is decided yet, gives the weights in thousandths
of log-odds. Drawn games are left out. The same arguments print the same table, whatever table the kernel was built
with.
"""

import argparse

import numpy as np
import numpy.typing as npt

from dohyo.cext.rush_cards import KERNEL
from dohyo.cext.rush_cards.values import NAMES, WEIGHTS, decided, features
from dohyo.cext.streams import Random, derive

Floats = npt.NDArray[np.float64]

#: first, setup, advance, noaction, maxplies, maxquiet.
OPTIONS = [0, 0, 0, 0, 1000, 200]
#: At most so many thousandths of the moves are random.
RANDOM = 500
#: One position in so many is looked at.
EVERY = 10
#: Penalty on the square of each weight.
RIDGE = 20.0
#: The lines of the table: where each begins and ends.
ROWS = ((0, 6), (6, 12), (12, 18), (18, 24), (24, 36))


def play(number: int, seed: int) -> list[tuple[list[int], float]]:
    """One game: features of positions, with the result for seat 0; nothing if it is a draw."""
    buffer, stream = KERNEL.deal(OPTIONS, derive(seed, number)), Random(derive(seed, number, 1))
    wild = stream.below(RANDOM)
    seen = []
    while buffer.to_move:
        seat, = buffer.to_move
        if stream.below(EVERY) == 0 and not buffer.record[0]["phase"] and not decided(buffer):
            seen.append(features(buffer))
        by_chance = stream.below(1000) < wild or buffer.record[0]["phase"]
        buffer.play(seat, (buffer.random_move if by_chance else buffer.policy_move)(seat, stream))
    won = buffer.result()[0]
    return [(position, won) for position in seen if won != 0.5]


def fit(inputs: Floats, won: Floats) -> Floats:
    """Weights of a logistic model, by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (won - chance) - RIDGE * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def loss(inputs: Floats, won: Floats, weights: Floats) -> float:
    """The mean logarithmic loss of the model's chances."""
    value = inputs @ weights
    return float(np.mean(np.log1p(np.exp(-np.abs(value))) + np.maximum(value, 0) - won * value))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    games = [play(number, given.seed) for number in range(given.games)]
    # Every fifth game is held out to compare the tables.
    parts = [[each for number, game in enumerate(games) if (number % 5 == 0) == held for each in game]
             for held in (False, True)]
    (inputs, won), (unseen, outcome) = (
        (np.array([each[0] for each in part], np.float64), np.array([each[1] for each in part])) for part in parts
    )
    weights = fit(inputs, won)
    print(f"# {len(won)} positions; loss on {len(outcome)} held out: {loss(unseen, outcome, weights):.4f},",
          f"by the table so far {loss(unseen, outcome, np.array(WEIGHTS) / 1000):.4f}")
    table = [round(1000 * weight) for weight in weights]
    print("WEIGHTS = (")
    for first, end in ROWS:
        print(f"    {', '.join(map(str, table[first:end]))},  # {NAMES[first]} to {NAMES[end - 1]}")
    print(")")


if __name__ == "__main__":
    main()
