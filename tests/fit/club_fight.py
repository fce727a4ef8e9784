"""Fits the weights of Club Fight, and prints the tables of cext/club_fight/values.pxd.

    python tests/fit/club_fight.py [--rounds N] [--games N] [--seed N]

A developer's command; nothing imports it. Half of the games have one Joker, half two.

`CHOICE`: games are played by moves drawn with chances in proportion to exp(value), each deal several times; after each
round the weights go up the gradient of the share won (REINFORCE: Williams 1992), measured against the other games of
the same deal, by the steps of Adam (Kingma, Ba 2015). Then one factor and a constant for each number of clubs left
turn the values into log-odds of winning by the best moves.

`VALUE`: a logistic model of who wins by the best moves.

The same arguments print the same numbers.
"""

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from dohyo.cext.club_fight import KERNEL, traits_after_moves, traits_of
from dohyo.cext.kernel import Buffer
from dohyo.cext.streams import derive

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]

NAMES = ("LEFT", "PACE", "JOKERS_SHOWN", "JOKERS_HIDDEN", *(f"{many}_{suit}" for many in ("TWO", "THREE")
         for suit in ("DIAMONDS", "SPADES", "HEARTS")), "MATCHED", "BELOW", "ABOVE", "SURE", "REACH", "SECOND")
TRAITS, CLUBS = len(NAMES), 13
#: Weights to start from, in log-odds; the others start from 0.
START = {"LEFT": -1.0, "PACE": -5.0, "JOKERS_SHOWN": -1.5, "THREE_DIAMONDS": -1.0, "THREE_SPADES": -1.0,
         "THREE_HEARTS": -1.0, "SURE": 0.5, "REACH": 0.5, "SECOND": 0.3}
START_CLUBS = (1.0, 1.2, 1.3, 1.6, 1.9, 2.2, 3.8, 3.0, 2.6, 2.3, 2.1, 2.1, 2.1)
#: How often each deal is played in a round, and how far a weight moves in one, in standard deviations of its trait.
REPEATS, RATE = 6, 0.1
#: Of the rounds, the last so many are averaged.
AVERAGED = 0.4
#: A move that is not the best of its position is tried at one turn of the games for the logistic models, one of so
#: many best ones.
TRIED = 6
#: Ridge penalty on each number: it only keeps the equations solvable.
RIDGE = 1e-2


def cells(move: int) -> int:
    """How many cells a move clears."""
    return (move & 511).bit_count()


def settled(buffer: Buffer, moves: list[int]) -> int | None:
    """The move that needs no thought: one that wins, or with the last club one that clears the most."""
    record = buffer.record[0]
    most = max(moves, key=cells)
    wins = record["grid"]["left"] == 0 and cells(most) == int(record["grid"]["filled"]).bit_count()
    return most if wins or int(record["spent"]).bit_count() == CLUBS - 1 else None


def turns_of(rows: Rows) -> npt.NDArray[np.int64]:
    """The clubs left."""
    return rows[:, TRAITS:].sum(axis=1).astype(int)


def deal(seed: int, number: int) -> Buffer:
    return KERNEL.deal([number % 2, 0], derive(seed, number))


def decisions(games: list[Buffer]) -> Iterator[tuple[list[int], list[list[int]], list[Rows]]]:
    """Turn by turn, the games in which there is something to decide: their numbers, their moves, and the traits after
    these. The caller plays one move in each."""
    left = list(range(len(games)))
    while left:
        numbers, moves = [], []
        for number in left:
            found = games[number].moves(0)
            move = settled(games[number], found)
            if move is None:
                numbers.append(number)
                moves.append(found)
            else:
                games[number].play(0, move)
        if numbers:
            yield numbers, moves, [traits_after_moves(games[number]) for number in numbers]
        left = [number for number in left if games[number].to_move]


def gradient(weights: Floats, deals: int, seed: int) -> tuple[Floats, float]:
    """Of the share won, by the weights; and the share."""
    dice = np.random.default_rng(seed)
    games = [deal(seed, number // REPEATS) for number in range(deals * REPEATS)]
    pulls = np.zeros((len(games), len(weights)))
    for numbers, moves, traits in decisions(games):
        rows = np.concatenate(traits)
        sizes = np.array([len(found) for found in moves])
        starts = np.cumsum(sizes) - sizes
        values = rows @ weights
        chances = np.exp(values - np.repeat(np.maximum.reduceat(values, starts), sizes))
        chances /= np.repeat(np.add.reduceat(chances, starts), sizes)
        sums = np.cumsum(chances)
        drawn = np.searchsorted(sums, sums[starts] - chances[starts] + dice.random(len(starts)))
        drawn = np.clip(drawn, starts, starts + sizes - 1)
        pulls[numbers] += rows[drawn] - np.add.reduceat(rows * chances[:, None], starts)
        for number, found, place in zip(numbers, moves, drawn - starts, strict=True):
            games[number].play(0, found[place])
    won = np.array([game.result()[0] for game in games]).reshape(deals, REPEATS)
    others = (won.sum(axis=1, keepdims=True) - won) / (REPEATS - 1)
    return (won - others).reshape(-1) @ pulls / len(games), float(won.mean())


def learn_choice(rounds: int, games: int, seed: int) -> Floats:
    """The weights by which moves win most, in units of their own."""
    weights = np.array([START.get(name, 0.0) for name in NAMES] + list(START_CLUBS))
    spread = np.concatenate([traits_after_moves(deal(seed, number)) for number in range(200)]).std(axis=0)
    # Traits that hardly vary in the first turn do so later.
    scale = np.maximum(spread, 0.3)
    slow, square, mean, counted = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights), 0
    for number in range(1, rounds + 1):
        slope, share = gradient(weights, games // REPEATS, derive(seed, number))
        slow += 0.1 * (slope / scale - slow)
        square += 0.02 * ((slope / scale) ** 2 - square)
        step = slow / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.98**number)) + 1e-9)
        weights += RATE * (1 - 0.9 * number / rounds) * step / scale
        if number > rounds * (1 - AVERAGED):
            mean += weights
            counted += 1
        if number % 10 == 0:
            print(f"# round {number}: {share:.3f} won by drawn moves", flush=True)
    return mean / counted


def play(weights: Floats, games: int, seed: int) -> tuple[Rows, Rows, Floats, Floats]:
    """Games by the best moves, but for one tried move each: the traits after the moves from there on, the traits of
    the positions, and who won, for each of the two."""
    dice = np.random.default_rng(seed)
    tables = [deal(seed, number) for number in range(games)]
    trial = dice.integers(0, CLUBS - 1, games)
    after: list[list[Rows]] = [[] for _ in tables]
    before: list[list[Rows]] = [[] for _ in tables]
    for turn, (numbers, moves, traits) in enumerate(decisions(tables)):
        for number, found, rows in zip(numbers, moves, traits, strict=True):
            order = np.argsort(-(rows @ weights), kind="stable")
            place = order[dice.integers(min(TRIED, len(order)))] if turn == trial[number] else order[0]
            if turn >= trial[number]:
                before[number] += [traits_of(tables[number])] if turn > trial[number] else []
                after[number].append(rows[place])
            tables[number].play(0, found[place])
    won = np.array([table.result()[0] for table in tables])
    return (
        np.array([row for rows in after for row in rows]), np.array([row for rows in before for row in rows]),
        np.repeat(won, [len(rows) for rows in after]), np.repeat(won, [len(rows) for rows in before]),
    )


def one_each(turns: npt.NDArray[np.int64]) -> Floats:
    """A column of 1 for each number of clubs left, 1 to 12."""
    return np.eye(CLUBS)[turns][:, 1:]


def fit(rows: Floats, won: Floats) -> Floats:
    """The log-odds of winning for one of each column, by Newton's method."""
    scale = rows.std(axis=0) + 1e-9
    rows, numbers = rows / scale, np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ numbers))
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(numbers))
        numbers += np.linalg.solve(curve, rows.T @ (won - chance) - RIDGE * numbers)
    return numbers / scale


def loss(values: Floats, won: Floats) -> float:
    """Mean log-loss of the chances that values, in log-odds, give."""
    return float(np.mean(np.logaddexp(0, values) - won * values))


def report(title: str, values: Floats, won: Floats) -> None:
    """How well values of positions that were not fitted to foretell who won."""
    base = won.mean()
    plain = -(base * np.log(base) + (1 - base) * np.log(1 - base))
    print(f"# {title}: {len(won)} others, {base:.3f} won, log-loss {loss(values, won):.4f} (of the share {plain:.4f})")
    chance = 1 / (1 + np.exp(-values))
    for tenth in range(10):
        near = (chance * 10).astype(int) == tenth
        if near.any():
            print(f"# {near.sum()} with a chance of {chance[near].mean():.3f}: {won[near].mean():.3f} won")


def show(title: str, turns: Floats, weights: Floats) -> None:
    """Print a table in hundredths, in the order of the struct."""
    print(f"{title}:")
    for numbers in ([0, *turns, 0], [0, *weights[TRAITS:]], weights[:TRAITS]):
        print("    {" + ", ".join(str(round(100 * number)) for number in numbers) + "},")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=150, help="of learning to choose")
    parser.add_argument("--games", type=int, default=3000, help="in a round; ten times as many for the models")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    choice = learn_choice(given.rounds, given.games, given.seed)
    after, before, won_after, won_before = play(choice, 10 * given.games, derive(given.seed, 1 << 32))
    held = len(won_after) // 10
    values = np.column_stack([after @ choice, one_each(turns_of(after))])
    numbers = fit(values[held:], won_after[held:])
    report("choice", values[:held] @ numbers, won_after[:held])
    show("dohyo_choice", numbers[1:], numbers[0] * choice)
    held = len(won_before) // 10
    values = np.column_stack([before, one_each(turns_of(before))])
    numbers = fit(values[held:], won_before[held:])
    report("value", values[:held] @ numbers, won_before[:held])
    show("dohyo_value", numbers[TRAITS + CLUBS:], numbers[: TRAITS + CLUBS])


if __name__ == "__main__":
    main()
