"""Fits the weights of `evaluate` of cext/fifteen_rush/values.pyx, and prints them.

    python tests/fit/fifteen_rush.py [--games N] [--seed N]

A developer's command; nothing imports it. Games are played by the kernel's policy with some random moves; one position
of each, and whether the policy alone wins from there, are one observation of a logistic model. The same arguments
print the same weights.
"""

import argparse

import numpy as np
import numpy.typing as npt

from dohyo.cext.fifteen_rush import KERNEL
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random

PARTNER = {1: 1, **{rank: 15 - rank for rank in range(2, 14)}}
NAMES = ("START", "TALON_CARD", "PAIR_SHOWN", "COVERED", "BLOCKING", "HOPELESS")
#: A position is taken after so many moves at most, and so much of the moves before it is random at most.
LONGEST, NOISE = 30, 0.5
#: Ridge penalty: a hopeless card loses without exception, which has no finite log-odds.
RIDGE = 0.001


def features(buffer: Buffer) -> list[int]:
    """What the weights multiply."""
    record = buffer.record[0]
    piles = [pile[:height] for pile, height in zip(record["pile"].tolist(), record["height"].tolist(), strict=True)]
    gone = record["gone"].tolist()
    blocking = hopeless = 0
    for pile in piles:
        for place, card in enumerate(pile):
            partners = pile[:place].count(PARTNER[card])
            stays = partners == 4 - gone[PARTNER[card]] - (card == 1)
            hopeless += partners > 0 and stays
            blocking += partners > 0 and not stays
    pairs = int(record["legal"]) & 0xFFFFFFF
    covered = sum(max(0, len(pile) - 1) for pile in piles)
    return [1, int(record["cards"]), pairs.bit_count(), covered, blocking, hopeless]


def observe(seed: int, dice: np.random.Generator, stream: Random) -> tuple[list[int], float] | None:
    """The features of a position and whether it was won; None if the game had ended before."""
    buffer, noise = KERNEL.deal([0, 0], seed), dice.uniform(0, NOISE)
    for _ in range(dice.integers(LONGEST)):
        if buffer.to_move:
            buffer.play(0, buffer.random_move(0, stream) if dice.random() < noise else buffer.policy_move(0, stream))
    if not buffer.to_move:
        return None
    found = features(buffer)
    while buffer.to_move:
        buffer.play(0, buffer.policy_move(0, stream))
    return found, buffer.result()[0]


def fit(facts: npt.NDArray[np.float64], won: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The log-odds of winning for one of each feature, by Newton's method."""
    weights = np.zeros(facts.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-facts @ weights))
        curvature = facts.T @ (facts * (chance * (1 - chance))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, facts.T @ (won - chance) - RIDGE * weights)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice, stream = np.random.default_rng(arguments.seed), Random(arguments.seed)
    seen = [found for seed in range(arguments.games) if (found := observe(seed, dice, stream))]
    facts, won = (np.array([observation[part] for observation in seen], float) for part in (0, 1))
    weights = fit(facts, won)
    value = facts @ weights
    print(f"# {len(won)} positions, {won.mean():.3f} won")
    for low, high in ((-20.0, -2.0), (-2.0, 0.0), (0.0, 1.0), (1.0, 2.0), (2.0, 20.0)):
        part = (value >= low) & (value < high)
        if part.any():
            print(f"# {part.sum()} foretold {(1 / (1 + np.exp(-value[part]))).mean():.3f}, won {won[part].mean():.3f}")
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name} = {round(100 * weight)}")


if __name__ == "__main__":
    main()
