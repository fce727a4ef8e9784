"""Rush (Mark Steere) for `good_engine.py`: boards as text, legal moves, play. The standard library only."""

COLUMNS = "abcdefghjklmnopqrst"


class Board:
    """stones: {(column, row) from 0: 'b' or 'w'}; turn: 'b' or 'w'."""

    def __init__(self, size, stones, turn):
        self.size, self.stones, self.turn = size, stones, turn

    @classmethod
    def read(cls, text):
        """The board of a position text; ValueError says what is wrong."""
        game, *words = text.split()
        if game != "rush-stones":
            raise ValueError(f"there is no game {game!r} here")
        fields = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign or name in fields or name not in ("size", "board", "turn"):
                raise ValueError(f"{word!r} is not a field, or comes twice")
            fields[name] = value
        size = read_size(fields.get("size", "19"))
        turn = fields.get("turn", "b")
        if turn not in ("b", "w"):
            raise ValueError("turn is b or w")
        board = cls(size, read_stones(size, fields["board"]) if "board" in fields else {}, turn)
        if not board.over and not board.moves():
            raise ValueError(f"{turn} has no move")
        return board

    @property
    def over(self):
        return len(self.stones) == self.size**2

    def around(self, point):
        column, row = point
        beside = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
        return [self.stones[place] for place in beside if place in self.stones]

    def legal(self, point):
        beside = self.around(point)
        return point not in self.stones and not (len(beside) > 1 and set(beside) == {self.turn})

    def moves(self):
        """The legal moves as texts."""
        points = ((column, row) for row in range(self.size) for column in range(self.size))
        return [COLUMNS[column] + str(row + 1) for column, row in points if self.legal((column, row))]

    def play(self, move):
        """Place a stone; ValueError for an illegal move."""
        if move not in self.moves():
            raise ValueError(f"move {move!r} is not legal")
        point = COLUMNS.index(move[0]), int(move[1:]) - 1
        again = len(self.around(point)) > 1
        self.stones[point] = self.turn
        if not self.over and not (again and self.moves()):
            self.turn = "w" if self.turn == "b" else "b"

    def winner(self):
        stones = list(self.stones.values())
        return 1 if stones.count("b") > stones.count("w") else 2

    def __str__(self):
        rows = []
        for row in range(self.size - 1, -1, -1):
            text, gap = "", 0
            for column in range(self.size):
                stone = self.stones.get((column, row))
                if stone is None:
                    gap += 1
                    continue
                text, gap = text + (str(gap) if gap else "") + stone, 0
            rows.append(text + (str(gap) if gap else ""))
        return f"rush-stones size={self.size} board={'/'.join(rows)} turn={self.turn}"


def read_size(text):
    if not text.isdigit() or not 3 <= int(text) <= 19 or int(text) % 2 == 0:
        raise ValueError(f"size: expected an odd number from 3 to 19, got {text!r}")
    return int(text)


def read_stones(size, text):
    rows = text.split("/")
    if len(rows) != size:
        raise ValueError(f"the board has {len(rows)} rows")
    stones = {}
    for row, symbols in zip(range(size - 1, -1, -1), rows):  # noqa: B905
        column, digits = 0, ""
        for symbol in symbols + "#":
            if symbol.isdigit():
                digits += symbol
                continue
            column, digits = column + int(digits or 0), ""
            if symbol in "bw":
                stones[column, row] = symbol
                column += 1
            elif symbol != "#":
                raise ValueError(f"{symbol!r} is not a stone")
        if column != size:
            raise ValueError(f"row {row + 1} has {column} points")
    return stones
