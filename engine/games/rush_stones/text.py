"""Rush (Mark Steere) as text: notation.md, section rush-stones."""

from collections.abc import Mapping
from itertools import groupby

from dohyo.cext.kernel import Buffer
from dohyo.cext.rush_stones import KERNEL
from dohyo.engine.errors import MoveError, PositionError
from dohyo.engine.game import Game, Notation, Option
from dohyo.engine.games.rush_stones.reasons import reason
from dohyo.engine.grammar import quote

#: Columns as Go players write them, without i.
COLUMNS = "abcdefghjklmnopqrst"
_STRIDE = 21
_CENTRE = 10
_BYTES = {"b": 1, "w": 8}
_SYMBOLS = {0: ".", 1: "b", 8: "w"}
_STONES = {".": "·", "b": "●", "w": "○"}
_COLOURS = {".": "\x1b[2m·\x1b[0m", "b": "\x1b[1;34m●\x1b[0m", "w": "\x1b[1;33m○\x1b[0m"}
_TURNS = {"b": 0, "w": 1}


def _index(size: int, row: int, column: int) -> int:
    """Where a point stands in the kernel's padded board; rows and columns count from 0 at a1."""
    return (_CENTRE - size // 2 + row) * _STRIDE + _CENTRE - size // 2 + column


def rows(buffer: Buffer) -> list[str]:
    """The rows from the top, one symbol a point: `.`, `b` or `w`."""
    record = buffer.record[0]
    size, point = int(record["size"]), record["point"].tolist()
    return [
        "".join(_SYMBOLS[point[_index(size, row, column)]] for column in range(size))
        for row in reversed(range(size))
    ]


class RushStones(Notation):
    """See `Notation` for what each method promises."""

    fields = ("size", "board", "turn")

    def parse(self, game: Game, fields: Mapping[str, str]) -> tuple[Buffer, int | None]:
        options = {"size": fields["size"]} if "size" in fields else {}
        buffer = game.kernel.deal(game.option_values(options), 0)
        if "board" in fields:
            self._read_board(buffer, fields["board"])
        turn = fields.get("turn", "b")
        if turn not in _TURNS:
            raise PositionError(f"field turn={quote(turn)}: the seat to move is b or w")
        buffer.record["turn"] = _TURNS[turn]
        buffer.refresh()
        if buffer.check() == 3:
            other = "w" if turn == "b" else "b"
            raise PositionError(f"field turn={turn}: every empty point is forbidden to {turn}, so {other} is to move")
        return buffer, None

    @staticmethod
    def _read_board(buffer: Buffer, text: str) -> None:
        record = buffer.record[0]
        size, point = int(record["size"]), record["point"]
        given = text.split("/")
        if len(given) != size:
            raise PositionError(f"field board has {len(given)} rows; size={size} needs {size}")
        for number, row in zip(range(size, 0, -1), given, strict=True):
            column = 0
            for digits, group in groupby(row, key=lambda char: char.isascii() and char.isdigit()):
                run = "".join(group)
                if digits:
                    if run.startswith("0") or len(run) > 2:
                        raise PositionError(f"field board, row {number}: {quote(run)} is no run of empty points")
                    column += int(run)
                    continue
                for char in run:
                    if char not in _BYTES:
                        raise PositionError(
                            f"field board, row {number}: {quote(char)} is neither b, w nor a number of empty points"
                        )
                    if column < size:
                        point[_index(size, number - 1, column)] = _BYTES[char]
                    column += 1
            if column != size:
                raise PositionError(f"field board, row {number} has {column} points; size={size} needs {size}")

    def format(self, buffer: Buffer, seat: int | None) -> str:
        del seat  # nothing is hidden: a view is the state
        record = buffer.record[0]
        texts = (
            "".join(str(len(list(group))) if symbol == "." else "".join(group) for symbol, group in groupby(row))
            for row in rows(buffer)
        )
        return f"size={record['size']} board={'/'.join(texts)} turn={'bw'[int(record['turn'])]}"

    def format_move(self, buffer: Buffer, seat: int, move: int) -> str:
        del seat
        corner = _CENTRE - int(buffer.record[0]["size"]) // 2
        return f"{COLUMNS[move % _STRIDE - corner]}{move // _STRIDE - corner + 1}"

    def parse_move(self, buffer: Buffer, seat: int, text: str) -> int:
        del seat
        size = int(buffer.record[0]["size"])
        column, row = COLUMNS[:size].find(text[:1]), text[1:]
        plain = row.isascii() and row.isdigit() and not row.startswith("0") and len(row) <= 2
        if not text or column < 0 or not plain or not 1 <= int(row) <= size:
            raise MoveError(f"move {quote(text)}: a move is a point from a1 to {COLUMNS[size - 1]}{size}")
        return _index(size, int(row) - 1, column)

    def explain(self, buffer: Buffer, seat: int, move: int) -> str:
        if buffer.record[0]["point"][move] != 0:
            return "a stone stands there"
        own = self.seat_name(seat).lower()
        return f"two or more of its neighbours are {own} and none is of the other colour"

    def decisions_left(self, buffer: Buffer, seat: int) -> float:
        """Half of the empty points are the seat's; less is said, because early moves matter more."""
        del seat
        return max(1.0, 0.4 * int(buffer.record["empty"][0]))

    def reason(self, buffer: Buffer, seat: int, move: int) -> str:
        return reason(buffer, seat, move, lambda point: self.format_move(buffer, seat, point))

    def draw(self, buffer: Buffer, seat: int | None, *, colour: bool = False) -> str:
        del seat
        record = buffer.record[0]
        size = int(record["size"])
        stones = _COLOURS if colour else _STONES
        names = "   " + " ".join(COLUMNS[:size])
        lines = [names]
        for number, row in zip(range(size, 0, -1), rows(buffer), strict=True):
            lines.append(f"{number:2} " + " ".join(stones[symbol] for symbol in row) + f" {number}")
        black, white = record["stones"].tolist()
        return "\n".join([*lines, names, f"{stones['b']} Black {black}  {stones['w']} White {white}"])

    def seat_name(self, seat: int) -> str:
        return ("Black", "White")[seat - 1]


GAME = Game(
    id="rush-stones",
    title="Rush (Mark Steere)",
    seats=2,
    hidden=False,
    chance=False,
    simultaneous=False,
    common=False,
    options=(
        Option("size", "19", "points along each side of the board", low=3, high=19, odd_only=True),
    ),
    kernel=KERNEL,
    notation=RushStones(),
    note=(
        "Two enemy neighbours alone earn the extra turn. An extra turn that cannot be used is forfeited; "
        "a seat never lacks a move otherwise. The game ends when the board is full."
    ),
)
