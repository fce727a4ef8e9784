"""Fits what a position of club-fight is worth, and prints the numbers for `value_of` of cext/club_fight.pxd.

    python engine/weights/fit_club_fight.py [--games N] [--seed N]

A developer's command; nothing imports it. Games of the kernel's greedy policy, half with one Joker and half with two,
give positions and winners; a logistic model of the winner by the features that `value_of` names gives one number for
each. The same arguments print the same numbers.
"""

import argparse

import numpy as np
import numpy.typing as npt

from dohyo.cext.club_fight import KERNEL
from dohyo.cext.streams import Random

Column = npt.NDArray[np.float64]

NAMES = ("PER_CARD", "PER_PACE", *"A23456789TJQK", "PER_JOKER", "NO_LINES", "NO_RUNS", "PER_REACH", "BASE")
BITS = np.array([number.bit_count() for number in range(1 << 16)])
#: Ridge penalty on each number: it only keeps the equations solvable.
RIDGE = 1e-3


def play(games: int, seed: int) -> tuple[npt.NDArray[np.void], npt.NDArray[np.bool_]]:
    """The positions of greedy games, as records, and whether each game was won."""
    stream, found, won = Random(seed), [], []
    for number in range(games):
        buffer, count = KERNEL.deal([number % 2, 0], stream.bits()), 0
        while buffer.to_move:
            found.append(bytes(buffer))
            buffer.play(0, buffer.policy(0, stream))
            count += 1
        won += [buffer.result()[0] > 0] * count
    return np.frombuffer(b"".join(found), KERNEL.new().record.dtype), np.array(won)


def reach(records: npt.NDArray[np.void]) -> Column:
    """What `best_reach` gives for the hand."""
    grid, free = records["grid"], BITS[records["grid"]["by_suit"][:, 1]] < 3
    ranked = np.bitwise_or.reduce(grid["by_rank"][:, 1:14], axis=1)
    low, most = np.zeros_like(ranked), np.zeros(len(records))
    for rank in range(1, 14):
        own = grid["by_rank"][:, rank]
        reached = BITS[own]
        if 2 <= rank <= 7:
            reached = np.maximum(reached, BITS[low] * free)
        if 7 <= rank <= 12:
            reached = np.maximum(reached, BITS[ranked & ~(low | own)] * free)
        most = np.maximum(most, reached * (records["hand"] >> rank & 1))
        low |= own
    return most


def features(records: npt.NDArray[np.void]) -> Column:
    """One row a position, one column for each of NAMES."""
    grid, rest = records["grid"], ~records["spent"]
    left = grid["left"] + BITS[grid["filled"]]
    clubs = [rest >> rank & 1 for rank in range(1, 14)]
    jokers = grid["jokers"] - BITS[(grid["cleared"] >> np.uint64(39)).astype(int)]
    diamonds, hearts = (BITS[grid["by_suit"][:, suit]] >= 3 for suit in (0, 2))
    columns = [-left, -left / np.sum(clubs, axis=0), *clubs, -jokers, -1 * diamonds, -1 * hearts, reach(records)]
    return np.column_stack([*columns, np.ones(len(records))]).astype(float)


def fit(rows: Column, won: npt.NDArray[np.bool_]) -> Column:
    """The log-odds of winning for one of each feature, by Newton's method."""
    numbers = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ numbers))
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(numbers))
        numbers += np.linalg.solve(curve, rows.T @ (won - chance) - RIDGE * numbers)
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    records, won = play(arguments.games, arguments.seed)
    rows = features(records)
    numbers = fit(rows, won)
    for name, number in zip(NAMES, numbers, strict=True):
        print(f"{name} {round(100 * number)}")
    chance = 1 / (1 + np.exp(-rows @ numbers))
    for tenth in range(10):
        near = (chance * 10).astype(int) == tenth
        print(f"# {near.sum()} positions with a chance of {chance[near].mean():.3f}: {won[near].mean():.3f} won")


if __name__ == "__main__":
    main()
