"""Rush (Mark Steere) as a reader of the rules would write it: slow, plain, and without a look at the kernel.

The comments sum up the rules as ruled in docs/rules/rush-stones.md.
"""

from __future__ import annotations

from collections.abc import Iterator

LETTERS = "abcdefghjklmnopqrst"

Point = tuple[int, int]


class RushStones:
    """One game. turn: 'b' or 'w'; forfeits: extra turns earned that could not be used."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.board: dict[Point, str] = {}
        self.turn = "b"
        self.forfeits = 0

    def points(self) -> Iterator[Point]:
        """All points as (row, column) from (1, 1), row by row from the bottom."""
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                yield row, column

    def stones_around(self, point: Point) -> str:
        """The colours of the stones beside a point: "Adjacency = orthogonal only"."""
        row, column = point
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return "".join(self.board.get(neighbour, "") for neighbour in beside)

    def is_legal(self, point: Point, colour: str) -> bool:
        """ "illegal: own >= 2 and opponent = 0"."""
        around = self.stones_around(point)
        own = around.count(colour)
        return point not in self.board and not (own >= 2 and own == len(around))

    def legal(self, colour: str) -> list[Point]:
        return [point for point in self.points() if self.is_legal(point, colour)]

    @property
    def over(self) -> bool:
        """ "end when board full"."""
        return len(self.board) == self.size**2

    def moves(self) -> list[str]:
        """The legal moves of the colour on turn, as texts."""
        return [name(point) for point in self.legal(self.turn)]

    def play(self, move: str) -> bool:
        """Place a stone; return whether it earned an extra turn ("own + opponent >= 2")."""
        point = point_of(move)
        assert self.is_legal(point, self.turn)
        extra = len(self.stones_around(point)) >= 2
        self.board[point] = self.turn
        if self.over:
            return extra
        if extra and self.legal(self.turn):
            return extra
        self.forfeits += extra
        self.turn = other(self.turn)
        assert self.legal(self.turn), "a player on move always has a legal point unless the board is full (T2)"
        return extra

    @property
    def margin(self) -> int:
        """Black stones less white ones."""
        stones = list(self.board.values())
        return stones.count("b") - stones.count("w")

    def text(self) -> str:
        """The position as notation.md writes it. Once over, the turn stays with the last stone, which always earned
        an extra turn (T4)."""
        rows = []
        for row in range(self.size, 0, -1):
            line, gap = "", 0
            for column in range(1, self.size + 1):
                stone = self.board.get((row, column))
                if stone is None:
                    gap += 1
                    continue
                line += (str(gap) if gap else "") + stone
                gap = 0
            rows.append(line + (str(gap) if gap else ""))
        return f"rush-stones size={self.size} board={'/'.join(rows)} turn={self.turn}"


def other(colour: str) -> str:
    return "w" if colour == "b" else "b"


def name(point: Point) -> str:
    row, column = point
    return f"{LETTERS[column - 1]}{row}"


def point_of(text: str) -> Point:
    return int(text[1:]), LETTERS.index(text[0]) + 1
