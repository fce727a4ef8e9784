"""A runner that knows UGI and nothing of this project pairs two of its engines by what UGI guarantees: `position
startpos|fen … moves …`, `query p1turn|gameover|result`, `go`, and replies of exactly two tokens."""

import subprocess
import sys
from types import TracebackType

import pytest

COMMAND = [sys.executable, "-m", "dohyo.tournaments.cli", "engine"]


class UgiEngine:
    """The least that a UGI runner does with an engine."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("ugi")
        self.until("ugiok")
        for option in options:
            self.send(f"setoption name {option}")
        self.send("isready")
        self.until("readyok")
        self.send("uginewgame")

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.split()[:1] == [word]:
                return line
        raise AssertionError(f"the engine ended before it said {word}")

    def ask(self, line: str, word: str) -> str:
        """Send a line; the second of the two tokens of the reply."""
        self.send(line)
        reply = self.until(word).split()
        assert len(reply) == 2, reply
        return reply[1]

    def __enter__(self) -> "UgiEngine":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.send("quit")
        assert self.process.wait(60) == 0


@pytest.mark.parametrize("start", ["startpos", "fen rush-stones size=5 board=5/1wb2/5/5/5 turn=w"])
def test_a_game_between_two_engines(start: str) -> None:
    options = ("Game value rush-stones", "Rules value size=5")
    with (
        UgiEngine(*options, "Searcher value mcts") as first,
        UgiEngine(*options, "Searcher value greedy") as second,
    ):
        moves: list[str] = []
        while True:
            position = f"position {start}" + (f" moves {' '.join(moves)}" if moves else "")
            for engine in (first, second):
                engine.send(position)
            over = {engine.ask("query gameover", "response") for engine in (first, second)}
            assert len(over) == 1
            if over == {"true"}:
                break
            mover = first if second.ask("query p1turn", "response") == "true" else second
            moves.append(mover.ask("go nodes 200", "bestmove"))
        results = {engine.ask("query result", "response") for engine in (first, second)}
    assert results in ({"p1win"}, {"p2win"})
    assert len(moves) == (25 if start == "startpos" else 23)
