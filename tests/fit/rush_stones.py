"""Fits what an empty point of rush-stones is worth, and prints the table `PROMISES` of cext/rush_stones/values.pyx.

    python tests/fit/rush_stones.py [--games N] [--rounds N] [--seed N]

A developer's command; nothing imports it. Each round plays games by a player that looks one move ahead with the table
of the round before, after random openings and with a little noise. A linear model then predicts what the stones to
come add to the lead of the seat to move: one number for each kind of empty point, by its own, other and outside
neighbours. At the end a logistic model of the winner gives the log-odds for a hundredth of a stone.
The same arguments print the same table.
"""

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.int64]        # (games, size + 2, size + 2), a border around the board
Table = npt.NDArray[np.float64]     # (own, other, outside) neighbours: stones for the seat to move

SIZES = (5, 7, 9, 11, 13)
#: Kinds of points; with more neighbours than four there are none.
KINDS = (5, 5, 3)
#: Openings are random up to this part of the board.
OPENING = 0.4
#: Standard deviation of the noise on the player's values, in stones.
NOISE = 0.25
#: Ridge penalty on the change of each number in a round, in points of its kind: it averages the rounds.
RIDGE = 300.0


def beside(grid: Grid | npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The sum over the four neighbours."""
    total = np.zeros(grid.shape)
    total[:, 1:-1, 1:-1] = (
        grid[:, :-2, 1:-1] + grid[:, 2:, 1:-1] + grid[:, 1:-1, :-2] + grid[:, 1:-1, 2:]
    )
    return total


class Games:
    """A batch of games of one size, all at the same ply. `own` and `other` are the stones as the seat to move sees
    them, `lead` its stones more than the other's."""

    def __init__(self, size: int, count: int) -> None:
        self.outside = np.ones((count, size + 2, size + 2), np.int64)
        self.outside[:, 1:-1, 1:-1] = 0
        self.stones = np.zeros((2, *self.outside.shape), np.int64)
        self.turn = np.zeros(count, np.int64)
        self.each = np.arange(count)
        self.edges = beside(self.outside).astype(np.int64)
        self.look()

    def look(self) -> None:
        """Recount what the seats to move see."""
        self.own, self.other = self.stones[self.turn, self.each], self.stones[1 - self.turn, self.each]
        self.empty = 1 - self.own - self.other - self.outside
        self.mine, self.theirs = beside(self.own).astype(np.int64), beside(self.other).astype(np.int64)
        self.legal = (self.empty == 1) & ~((self.mine >= 2) & (self.theirs == 0))
        self.lead = (self.own - self.other).sum((1, 2))

    def kinds(self) -> Grid:
        """The number of each point's kind."""
        return np.ravel_multi_index((self.mine, self.theirs, np.minimum(self.edges, 2)), KINDS)

    def values(self, table: Table) -> npt.NDArray[np.float64]:
        """What each point promises the seat to move when it places there: one ply of evaluation."""
        after = []
        # What a point is worth to this seat when it moves again, and when the other seat does.
        for worth in (table, -table.transpose(1, 0, 2)):
            now = worth[self.mine, self.theirs, np.minimum(self.edges, 2)] * self.empty
            then = worth[np.minimum(self.mine + 1, 4), self.theirs, np.minimum(self.edges, 2)] * self.empty
            after.append(now.sum((1, 2), keepdims=True) - now + beside(then - now))
        again, over = after
        return np.asarray(np.where(self.mine + self.theirs >= 2, again, over), np.float64)

    def place(self, values: npt.NDArray[np.float64]) -> None:
        """Play the legal point of the greatest value in each game."""
        chosen = np.where(self.legal, values, -np.inf).reshape(len(self.each), -1).argmax(1)
        row, column = np.unravel_index(chosen, self.outside.shape[1:])
        again = (self.mine + self.theirs)[self.each, row, column] >= 2
        self.stones[self.turn, self.each, row, column] = 1
        self.turn = np.where(again, self.turn, 1 - self.turn)
        self.look()
        stuck = ~self.legal.any((1, 2))
        self.turn = np.where(stuck, 1 - self.turn, self.turn)
        self.look()


def play(size: int, count: int, table: Table, dice: np.random.Generator) -> Iterator[tuple[Grid, ...]]:
    """Games by the table; for sampled positions: points of each kind, lead, and the lead at the end."""
    games = Games(size, count)
    opening = dice.integers(0, int(size * size * OPENING), count)[:, None, None]
    seen = []
    for ply in range(size * size):
        if ply >= opening.max() // 2 and ply % 3 == 0:
            used = np.flatnonzero(opening[:, 0, 0] <= ply)
            kinds = np.where(games.empty == 1, games.kinds(), np.prod(KINDS))[used].reshape(len(used), -1)
            points = np.stack([(kinds == kind).sum(1) for kind in range(int(np.prod(KINDS)))], 1)
            seen.append((used, points, games.lead[used], games.turn[used]))
        noise = dice.normal(size=games.outside.shape)
        games.place(np.where(ply < opening, noise, games.values(table) + NOISE * noise))
    final = (games.stones[0] - games.stones[1]).sum((1, 2))
    for used, points, lead, turn in seen:
        yield points, lead, np.where(turn == 0, final[used], -final[used])


def refit(table: Table, points: Grid, rest: npt.NDArray[np.float64], weight: npt.NDArray[np.float64]) -> Table:
    """Weighted ridge regression, from the table so far, of what is to come on the points of each kind."""
    weighted = points * weight[:, None]
    penalty = RIDGE * weight.mean() * np.eye(points.shape[1])
    change = np.linalg.solve(weighted.T @ points + penalty, weighted.T @ (rest - points @ table.ravel()))
    return table + change.reshape(KINDS)


def fit_logit(value: npt.NDArray[np.float64], won: npt.NDArray[np.bool_]) -> float:
    """The log-odds of winning for one unit of value, by Newton's method."""
    slope = 0.0
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(slope * value, -30, 30)))
        slope += ((won - chance) * value).sum() / ((chance * (1 - chance) * value**2).sum() + 1e-9)
    return slope


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each size and round")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice = np.random.default_rng(arguments.seed)
    table = np.zeros(KINDS)
    for number in range(1, arguments.rounds + 1):
        batches = [(size, batch) for size in SIZES for batch in play(size, arguments.games, table, dice)]
        points, lead, final = (np.concatenate([batch[part] for _, batch in batches]) for part in range(3))
        sizes = np.concatenate([np.full(len(batch[1]), size) for size, batch in batches])
        table = refit(table, points, (final - lead).astype(float), 1.0 / sizes)
        value = lead + points @ table.ravel()
        right = " ".join(f"{size}: {((value > 0) == (final > 0))[sizes == size].mean():.3f}" for size in SIZES)
        print(f"# round {number}, {len(final)} positions; winner foretold at size {right}")
    print("PROMISES = {")
    for own in range(5):
        for other in range(5 - own):
            numbers = [str(round(100 * table[own, other, outside])) for outside in range(min(3, 5 - own - other))]
            print(f"    ({own}, {other}): ({', '.join(numbers)}{',' * (len(numbers) == 1)}),")
    print("}")
    print(f"OPS.logit = {fit_logit(100.0 * value, final > 0):.4f}")


if __name__ == "__main__":
    main()
