"""A game of rush-stones as SGF, the format of Go programs (FF[4], www.red-bean.com/sgf).

Every placement is a node of its own, also those of a chain of extra turns, so the same colour can move several times in
a row. SGF has no number for Rush: the file says it is Go (GM[1]), with the same board and stones. Nothing is ever
captured in Rush, and a Go program that opens the file will lift stones that Go would capture. With `setup` the
placements are written as stones added to the position, which shows the right board everywhere but lists no moves.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from dohyo.engine import DohyoError, Fault, GameRecord, State, parse
from dohyo.tournaments.plan.adjudication import Ending
from dohyo.tournaments.plan.tournament import SGF_GAME as GAME

#: The letter of a seat in move properties.
COLOURS = "BW"
#: The letter of a way to lose other than by a count of stones.
ENDINGS = {Fault.TIME: "T", Fault.ILLEGAL: "F", Fault.PROTOCOL: "F", Fault.CRASH: "F", Fault.STALL: "F"}
#: Columns as the moves have them, which leave out i.
COLUMNS = "abcdefghjklmnopqrst"


def lines(record: GameRecord, event: str, round_: str = "?", date: str = "", *, setup: bool = False) -> Iterator[str]:
    """The lines of a game tree: its root, and a line for each node. date: ISO 8601, or ''; setup: see above.
    DohyoError if the game is another one."""
    start = parse(record.start)
    if start.game.id != GAME or not isinstance(start, State):
        raise DohyoError(f"SGF is for {GAME}, and this is {start.game.id}")
    rows = board_rows(start)
    size = len(rows)
    black, white = record.players
    root = {
        "FF": "4", "GM": "1", "CA": "UTF-8", "AP": "dohyo", "SZ": str(size), "PB": black, "PW": white, "EV": event,
        "RO": round_, "DT": date[:10], "RE": _result(record), "RU": "Rush (Mark Steere): no captures, no passes",
        "C": record.fault_text,
    }
    placed = {"AB": _points(rows, "b"), "AW": _points(rows, "w")}
    yield "(;" + "".join(f"{name}[{_text(value)}]" for name, value in root.items() if value) + "".join(
        name + "".join(f"[{point}]" for point in points) for name, points in placed.items() if points
    ) + (f"PL[{COLOURS[start.to_move[0] - 1]}]" if start.to_move else "")
    for ply in record.plies:
        name = ("A" if setup else "") + COLOURS[ply.seat - 1]
        comments = [] if ply.value is None else [f"value {ply.value:.3f}"]
        comments += [] if ply.depth is None else [f"depth {ply.depth}"]
        comments += [] if ply.nodes is None else [f"{ply.nodes} nodes"]
        comments += [f"{ply.time:.3f} s"] if ply.time else []
        yield f";{name}[{point(ply.move, size)}]" + (f"C[{_text(', '.join(comments))}]" if comments else "")
    yield ")"


def board_rows(state: State) -> list[str]:
    """The rows of the board, from the top, a letter a point: b, w or '.'."""
    fields = dict(word.split("=", 1) for word in str(state).split()[1:])
    return [re.sub(r"\d+", lambda empty: "." * int(empty[0]), row) for row in fields["board"].split("/")]


def point(move: str, size: int) -> str:
    """The SGF point of a move such as c3: two letters, column and row, from the top left."""
    return chr(97 + COLUMNS.index(move[0])) + chr(97 + size - int(move[1:]))


def _points(rows: list[str], colour: str) -> list[str]:
    return [chr(97 + column) + chr(97 + row)
            for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == colour]


def _result(record: GameRecord) -> str:
    """B+3 for a full board, by the margin; B+T on time, B+F for other faults, B+R where the loser gave up by its
    values; B+ where the referee ended it otherwise."""
    first, second = record.returns
    winner = "0" if first == second else COLOURS[first < second] + "+"
    if record.fault is not None:
        return winner + ("" if winner == "0" else ENDINGS[record.fault])
    if record.extra.get("ending") == Ending.RESIGN and winner != "0":
        return winner + "R"
    (final,) = deque(record.replay(), maxlen=1)
    board = "".join(board_rows(final))
    margin = abs(board.count("b") - board.count("w"))
    return winner + ("" if winner == "0" or "." in board else str(margin))


def _text(value: str) -> str:
    """Text with what SGF escapes."""
    return value.replace("\\", "\\\\").replace("]", "\\]")
