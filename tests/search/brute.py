"""Brute force: what the moves of a small view are worth, over all worlds that fit it, in plain Python.

The worlds come from `information.worlds`, which reads them off the text of the view; nothing here draws at random or
asks a kernel for an evaluation. A belief is a list of worlds that one seat cannot tell apart, each with its weight.
Values are expected results of the seat whose view it is, in [0, 1], by the texts of the moves, the best first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

import information
import numpy as np
import numpy.typing as npt

from dohyo import engine
from dohyo.cext.kernel import Buffer

Belief = list[tuple[Buffer, float]]
#: What should be equal differs by less.
NEARLY = 1e-9
#: Plies after which no game of these tests goes on.
FOREVER = 1000


def belief(view: engine.View) -> Belief:
    """Every state that the seat cannot tell from the true one, with its chance given the view."""
    if not view.game.kernel.hides:
        return [(view.buffer, 1.0)]
    return [(engine.parse(text).buffer, weight) for text, weight in information.worlds(view).items()]


def known(buffer: Buffer, seat: int) -> bytes:
    """What a seat (from 0) knows of a state: the bytes of its view."""
    view = buffer.copy()
    view.to_view(seat)
    return bytes(view)


def after(buffer: Buffer, seat: int, move: int) -> Buffer:
    child = buffer.copy()
    child.play(seat, move)
    return child


def in_words(view: engine.View, values: dict[int, float]) -> dict[str, float]:
    """Values by text instead of code, the best first."""
    ordered = sorted(values.items(), key=lambda item: -item[1])
    return {view.text(move, view.seat): value for move, value in ordered}


# --- one mind: solitaires, and seats with a common score that know the same ----------------------------------------


class Optimum:
    """The most that can be had without seeing what is hidden: after each move the mean over what it may turn up, at
    each view the move for which that is best."""

    def __init__(self) -> None:
        self._values: dict[bytes, float] = {}

    def values(self, view: engine.View) -> dict[str, float]:
        worlds = belief(view)
        return in_words(view, {move: self._follow(worlds, move) for move in view.buffer.moves(view.seat - 1)})

    def _best(self, worlds: Belief) -> float:
        """The sum of weight times result under the best play. All worlds have one view, and go on."""
        total = sum(weight for _, weight in worlds)
        (seat,) = worlds[0][0].to_move
        key = known(worlds[0][0], seat)
        if key not in self._values:
            best = 0.0
            for move in worlds[0][0].moves(seat):
                best = max(best, self._follow(worlds, move))
                if best > total - NEARLY:
                    break
            self._values[key] = best / total
        return self._values[key] * total

    def _follow(self, worlds: Belief, move: int) -> float:
        """As `_best`, after a move."""
        (seat,) = worlds[0][0].to_move
        ended, groups = 0.0, defaultdict(list)
        for buffer, weight in worlds:
            child = after(buffer, seat, move)
            if child.to_move:
                (view,) = {known(child, each) for each in range(child.kernel.seats)}  # the seats know the same
                groups[view].append((child, weight))
            else:
                ended += weight * child.result()[0]
        return ended + sum(self._best(group) for group in groups.values())


class Clairvoyance:
    """What moves are worth if all cards and choices are known to all from then on: the mean over worlds of the exact
    result. Never less than the truth in a solitaire, for a common score, and against a seat that knows everything as
    it is; and the mistake of a search that solves each world by itself.

    plies: how many moves are looked at; a game that goes on then counts as won.
    """

    def __init__(self, plies: int = FOREVER) -> None:
        self._plies = plies
        self._answers: dict[tuple[bytes, int, float, int], bool] = {}

    def values(self, view: engine.View) -> dict[str, float]:
        seat, common, worlds = view.seat - 1, view.game.cooperative, belief(view)
        return in_words(view, {
            move: sum(weight * self.result(after(buffer, seat, move), seat, common) for buffer, weight in worlds)
            for move in view.buffer.moves(seat)
        })

    def result(self, buffer: Buffer, seat: int, common: bool) -> float:
        """What the seat gets in a state that all know. Where both choose at once it sees the other's choice first."""
        return next((goal for goal in (1.0, 0.5) if self._reaches(buffer, seat, common, goal, self._plies)), 0.0)

    def _reaches(self, buffer: Buffer, seat: int, common: bool, goal: float, plies: int) -> bool:
        movers = buffer.to_move
        if not movers:
            return buffer.result()[seat] >= goal
        if plies == 0:
            return True
        key = bytes(buffer), seat, goal, plies
        if key not in self._answers:
            mover = next((each for each in movers if each != seat), seat)
            judge = any if mover == seat or common else all
            self._answers[key] = judge(
                self._reaches(after(buffer, mover, move), seat, common, goal, plies - 1)
                for move in buffer.moves(mover)
            )
        return self._answers[key]


# --- two seats against each other: what can be forced -------------------------------------------------------------


class Force:
    """What a seat gets at least by one plan, whatever is done against it: the mean over what its moves turn up as long
    as it moves, and from the other seat's next move on what is certain in all worlds that it cannot tell apart.

    plies: how many moves are looked at; a game that goes on then counts as lost.
    """

    def __init__(self, plies: int = FOREVER) -> None:
        self._plies = plies
        self._answers: dict[tuple[frozenset[bytes], int, float, int], bool] = {}
        self._sure: dict[tuple[str, int | None, int], float] = {}

    def bounds(self, view: engine.View) -> dict[str, tuple[float, float]]:
        """What each move is worth at least and, by what the other seat can be sure of then, at most. For seats that
        choose one at a time."""
        worlds, found = belief(view), {}
        for move in view.buffer.moves(view.seat - 1):
            least = self._mean(worlds, view.seat - 1, move, self._plies)
            most = sum(weight * self._most(view, buffer, move) for buffer, weight in worlds)
            found[view.text(move, view.seat)] = least, most
        return dict(sorted(found.items(), key=lambda item: (-item[1][0], -item[1][1])))

    def _most(self, view: engine.View, buffer: Buffer, move: int) -> float:
        """What is left for the seat of a view after its move in one world."""
        state = engine.State(view.game, after(buffer, view.seat - 1, move))
        if state.returns is not None:
            return state.returns[view.seat - 1]
        return 1 - self._sure_of(state.view(3 - view.seat), self._plies - 1)

    def _sure_of(self, view: engine.View, plies: int) -> float:
        """What the seat of a view is sure of, at whosever turn."""
        key = str(view), view.seat, plies
        if key not in self._sure:
            self._sure[key] = self._least(belief(view), view.seat - 1, plies)
        return self._sure[key]

    def _mean(self, worlds: Belief, seat: int, move: int, plies: int) -> float:
        """The sum of weight times result that is sure after the seat's move."""
        ended, groups = 0.0, defaultdict(list)
        for buffer, weight in worlds:
            child = after(buffer, seat, move)
            if child.to_move:
                groups[known(child, seat)].append((child, weight))
            else:
                ended += weight * child.result()[seat]
        return ended + sum(self._least(group, seat, plies - 1) for group in groups.values())

    def _least(self, worlds: Belief, seat: int, plies: int) -> float:
        """As `_mean`, of worlds with one view that go on."""
        first = worlds[0][0]
        if plies > 0 and seat in first.to_move:
            return max(self._mean(worlds, seat, move, plies) for move in first.moves(seat))
        states = [buffer for buffer, _ in worlds]
        total = sum(weight for _, weight in worlds)
        return total * next((goal for goal in (1.0, 0.5) if self._reaches(states, seat, goal, plies)), 0.0)

    def _all_reach(self, worlds: list[Buffer], seat: int, goal: float, plies: int) -> bool:
        """Whether the seat can be sure of so much in every one of the worlds, as far as it can tell them apart."""
        groups: dict[bytes, dict[bytes, Buffer]] = defaultdict(dict)
        for buffer in worlds:
            if buffer.to_move:
                groups[known(buffer, seat)][bytes(buffer)] = buffer
            elif buffer.result()[seat] < goal:
                return False
        return all(self._reaches(list(group.values()), seat, goal, plies) for group in groups.values())

    def _reaches(self, worlds: list[Buffer], seat: int, goal: float, plies: int) -> bool:
        """As `_all_reach`, of worlds with one view that go on."""
        if plies == 0:
            return False
        key = frozenset(map(bytes, worlds)), seat, goal, plies
        if key not in self._answers:
            first = worlds[0]
            if seat in first.to_move:
                self._answers[key] = any(
                    self._all_reach([after(buffer, seat, move) for buffer in worlds], seat, goal, plies - 1)
                    for move in first.moves(seat)
                )
            else:
                (other,) = first.to_move
                replies = [after(buffer, other, move) for buffer in worlds for move in buffer.moves(other)]
                self._answers[key] = self._all_reach(replies, seat, goal, plies - 1)
        return self._answers[key]


class Trust:
    """Which moves are sure to win for two seats with a common score and hidden hands: the seats in turn have moves
    that win for sure in every world that they then think possible, so that neither has to guess what the other
    meant.

    plies: how many moves are looked at; a game that goes on then counts as lost.
    """

    def __init__(self, plies: int = FOREVER) -> None:
        self._plies = plies
        self._answers: dict[tuple[str, int], bool] = {}

    def values(self, view: engine.View) -> dict[str, float]:
        """1 for a move that is sure to win, 0 for one that is not by this rule."""
        worlds = [engine.State(view.game, buffer) for buffer, _ in belief(view)]
        found = {move: float(self._follow(worlds, move, self._plies)) for move in view.moves()}
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def _follow(self, worlds: list[engine.State], move: str, plies: int) -> bool:
        views = {}
        for world in worlds:
            child = world.play(move)
            if child.over and child.returns != (1, 1):
                return False
            if not child.over:
                views[str(child.view())] = child.view()
        return all(self._wins(text, view, plies - 1) for text, view in views.items())

    def _wins(self, text: str, view: engine.View, plies: int) -> bool:
        if plies == 0:
            return False
        if (text, plies) not in self._answers:
            worlds = [engine.State(view.game, buffer) for buffer, _ in belief(view)]
            self._answers[text, plies] = any(self._follow(worlds, move, plies) for move in view.moves())
        return self._answers[text, plies]


# --- both seats choose at once -------------------------------------------------------------------------------------


#: A seat's result by its own choice and the other's; and that by world, with the weight of each.
Table = dict[str, dict[str, float]]
Tables = list[tuple[float, Table]]


def payoffs(view: engine.View) -> Tables:
    """By world, with its weight: the seat's result by its own choice and the other's, where nothing that is decided
    later changes it, as in the last round. Replies that are never better for the other seat than another one, and
    sometimes worse, are left out."""
    found = []
    for buffer, weight in belief(view):
        world, table = engine.State(view.game, buffer), {}
        for move in world.moves(view.seat):
            chosen = world.play(move, view.seat)
            table[move] = {reply: _end(chosen.play(reply), view.seat) for reply in chosen.moves()}
        found.append((weight, _without_worse_replies(table)))
    return found


def _without_worse_replies(table: Table) -> Table:
    columns = {reply: [row[reply] for row in table.values()] for reply in next(iter(table.values()))}
    worse = {
        reply for reply, column in columns.items()
        if any(other != column and all(map(float.__le__, other, column)) for other in columns.values())
    }
    return {move: {reply: result for reply, result in row.items() if reply not in worse} for move, row in table.items()}


def _end(state: engine.State, seat: int) -> float:
    """The result of a seat, which is the same however the game goes on."""
    (result,) = set(_results(state, seat))
    return result


def _results(state: engine.State, seat: int) -> Iterator[float]:
    if state.returns is not None:
        yield state.returns[seat - 1]
    for mover in state.to_move:
        for move in state.moves(mover):
            yield from _results(state.play(move, mover), seat)


def leads(tables: Tables) -> dict[str, float]:
    """By how much a move is better than each other one at least, whatever the other seat chooses in each world: what
    leads by more than 0 is to be chosen."""
    def lead(move: str, other: str) -> float:
        return sum(
            weight * min(result - table[other][reply] for reply, result in table[move].items())
            for weight, table in tables
        )

    moves = list(tables[0][1])
    found = {move: min(lead(move, other) for other in moves if other != move) for move in moves}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def range_of(tables: Tables, move: str) -> tuple[float, float]:
    """The least and the most that a choice may bring, by what the other seat chooses in each world."""
    rows = [(weight, table[move].values()) for weight, table in tables]
    return sum(weight * min(row) for weight, row in rows), sum(weight * max(row) for weight, row in rows)


def matrix_game(view: engine.View) -> tuple[float, dict[str, float]]:
    """What a choice is worth, and the one optimal strategy as the chance of each move, where no card is unknown to
    either seat: by backward induction through the rounds that follow."""
    ((buffer, _),) = belief(view)
    world, seat = engine.State(view.game, buffer), view.seat
    ((_, _),) = belief(world.view(3 - seat))
    moves, replies = world.moves(seat), world.moves(3 - seat)
    matrix = [[_open_value(world.play(move, seat).play(reply, 3 - seat), seat) for reply in replies] for move in moves]
    value, strategies = solve_matrix(np.array(matrix))
    (strategy,) = strategies
    return value, dict(zip(moves, strategy, strict=True))


def _open_value(state: engine.State, seat: int) -> float:
    """What a state that both seats know is worth to one of them."""
    if state.returns is not None:
        return state.returns[seat - 1]
    if len(state.to_move) == 1:
        values = [_open_value(state.play(move), seat) for move in state.moves()]
        return max(values) if state.to_move == (seat,) else min(values)
    other = 3 - seat
    rows = [
        [_open_value(state.play(move, seat).play(reply, other), seat) for reply in state.moves(other)]
        for move in state.moves(seat)
    ]
    return solve_matrix(np.array(rows))[0]


def solve_matrix(matrix: npt.NDArray[np.float64]) -> tuple[float, list[list[float]]]:
    """The value of a small matrix game for the rows, and the extreme ones of their optimal strategies.

    Each extreme pair of optimal strategies makes a square part of the matrix equal on all its rows and columns
    (Shapley and Snow 1950).
    """
    value, found = 0.0, list[npt.NDArray[np.float64]]()
    for size in range(1, min(matrix.shape) + 1):
        for rows in combinations(range(matrix.shape[0]), size):
            for columns in combinations(range(matrix.shape[1]), size):
                equal = _equalise(matrix, rows, columns)
                if equal is not None and all(np.abs(equal[1] - each).max() > NEARLY for each in found):
                    value = equal[0]
                    found.append(equal[1])
    return value, [strategy.tolist() for strategy in found]


def _equalise(
    matrix: npt.NDArray[np.float64], rows: Sequence[int], columns: Sequence[int]
) -> tuple[float, npt.NDArray[np.float64]] | None:
    """The value and the strategy of the rows that make all columns of a square part equal, where the columns' one that
    makes its rows equal exists too and both are optimal in the whole matrix."""
    size = len(rows)
    part = matrix[np.ix_(rows, columns)]
    # Unknown are the strategies x, y and the value v: part' x = v, sum x = 1; part y = v, sum y = 1.
    mixed = []
    for side in (part.T, part):
        system = np.block([[side, -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
        if abs(np.linalg.det(system)) < NEARLY:
            return None
        mixed.append(np.linalg.solve(system, [*[0.0] * size, 1.0]))
    (x, y), value = (each[:size] for each in mixed), float(mixed[0][size])
    strategy, reply = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    strategy[list(rows)], reply[list(columns)] = x, y
    optimal = (
        min(x.min(), y.min()) > -NEARLY
        and (strategy @ matrix).min() > value - NEARLY
        and (matrix @ reply).max() < value + NEARLY
    )
    return (value, strategy) if optimal else None
