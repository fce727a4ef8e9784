"""How long `dohyo gtp` takes over a 19x19 game that a controller replays from the start, as GoGui does several times a
move: `make bench-gtp`. Prints the median and the 99th percentile of each command in microseconds, first of the command
alone, then with the way through the pipes."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable

from conversation import Conversation

from dohyo.protocol.gtp.board import Board
from dohyo.protocol.gtp.session import GtpSession
from dohyo.protocol.gtp.text import read

SIZE = 19
REPLAYS = 3
QUERIES = ("gogui-rules_legal_moves", "gogui-rules_side_to_move", "gogui-rules_board", "gogui-rules_board_size")


def random_game() -> list[str]:
    """The lines of a whole game: after each move what GoGui asks of the rules, at its end the result and all undos."""
    choose, board, lines = random.Random(1), Board(SIZE), ["clear_board"]
    while not board.over:
        seat, point = board.seat, choose.choice(board.legal())
        board.play(seat, point)
        lines += [f"play {'bw'[seat - 1]} {point}", *QUERIES]
    return [*lines, "gogui-rules_final_result", "final_score", *["undo"] * SIZE**2]


def measure(ask: Callable[[str], None]) -> dict[str, list[float]]:
    """Microseconds of every command, by its name."""
    times = defaultdict(list)
    for line in random_game() * REPLAYS:
        begin = time.perf_counter()
        ask(line)
        times[line.split()[0]].append(1e6 * (time.perf_counter() - begin))
    return times


def alone() -> dict[str, list[float]]:
    session = GtpSession(SIZE)

    def ask(line: str) -> None:
        command = read(line)
        assert command is not None
        assert session.run(command).startswith("=")

    return measure(ask)


def through_pipes() -> dict[str, list[float]]:
    with Conversation(f"--size={SIZE}", module=("-m", "dohyo.protocol.gtp.command")) as engine:

        def ask(line: str) -> None:
            engine.send(line)
            assert engine.line().startswith("=")
            while engine.line():
                pass

        return measure(ask)


def main() -> None:
    one, other = alone(), through_pipes()
    print(f"{'command':26}{'times':>6} {'median us':>10} {'99 % us':>10} {'by pipe':>10} {'99 % us':>10}")
    for name in one:
        columns = [sorted(times[name])[int(len(times[name]) * part)] for times in (one, other) for part in (0.5, 0.99)]
        print(f"{name:26}{len(one[name]):6}" + "".join(f" {column:10.0f}" for column in columns))


if __name__ == "__main__":
    main()
