"""Fits the weights of `evaluate` in cext/sumo/values.pyx, and prints them.

    python tests/fit/sumo.py [--games N] [--seed N]

A developer's command; nothing imports it. Games are played by the greedy policy and by random moves, either with even
chances at each move. A logistic model of the winner, from what `evaluate` looks at in one position of each round and
one of each pending push, gives the weights in thousandths of log-odds. The same arguments print the same weights.
"""

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import Random, derive
from dohyo.cext.sumo import KERNEL

Floats = npt.NDArray[np.float64]

NAMES = ("COLUMN", "SAVED", "PUSH", "CHALLENGED")
RANKS = range(1, 15)
#: Options of every other game: Jokers 0 and 2.
OPTIONS = ([0, 0, 0, 0, 200], [1, 0, 0, 0, 200])
#: Penalty on the square of each weight: rare ranks stay near 0.
RIDGE = 1.0


def features(buffer: Buffer) -> list[float]:
    """What a position offers seat 0, one number for each of NAMES and each rank in the hands."""
    record = buffer.record[0]
    x, ring_up = int(record["x"]), int(record["up"]) >> (int(record["x"]) + 3) & 1
    challenges = (not ring_up) + (not record["sumoup"])
    push = 0
    if record["phase"]:
        push = _push(*(int(value) for value in record["value"]))
        challenges = challenges if not ring_up else 1
    hands = [[int(card) & 15 for card in hand] for hand in record["hand"]]
    held = [hands[0].count(rank) - hands[1].count(rank) for rank in RANKS]
    return [x, -x * challenges, push, -push * challenges, *held]


def _push(first: int, second: int) -> int:
    """How far the wrestlers go."""
    def grade(value: int) -> int:
        return (value > 10) + (value > 13)

    high, low = max(first, second), min(first, second)
    distance = 1 if grade(high) == grade(low) else grade(high) + (grade(low) == 0)
    return distance if first > second else -distance


def positions(games: int, seed: int) -> Iterator[tuple[list[float], float]]:
    """Features of positions where a choice is due, and the result for seat 0."""
    for game in range(games):
        buffer, stream = KERNEL.deal(OPTIONS[game % 2], derive(seed, game)), Random(derive(seed, game, 1))
        seen = []
        while buffer.to_move:
            seat = buffer.to_move[0]
            if not buffer.record[0]["attack"].any() or buffer.record[0]["phase"]:
                seen.append(features(buffer))
            buffer.play(seat, buffer.policy_move(seat, stream) if stream.below(2) else buffer.random_move(seat, stream))
        won = buffer.result()[0]
        yield from ((position, won) for position in seen)


def fit(inputs: Floats, won: Floats) -> Floats:
    """Weights of a logistic model, by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (won - chance) - RIDGE * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    inputs, won = zip(*positions(given.games, given.seed), strict=True)
    weights = fit(np.array(inputs, np.float64), np.array(won))
    for name, weight in zip(NAMES, weights[: len(NAMES)], strict=True):
        print(f"{name} = {round(1000 * weight)}")
    cards = weights[len(NAMES) :]
    # Each seat has its cards or draws others for them, so a card counts by what it is better than another.
    mean = (4 * cards[:13].sum() + cards[13]) / 53
    print("WORTHS =", (0, *(round(1000 * (card - mean)) for card in cards), 0))


if __name__ == "__main__":
    main()
