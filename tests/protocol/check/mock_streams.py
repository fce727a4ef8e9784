"""Faults in queries and games, in cost, at the end, and in writing lines. See mock_engine.py."""

import os
import random
import select
import signal
import time
from pathlib import Path

from good_engine import Engine

# --- queries, games, cost -------------------------------------------------------------------------------------------


class WrongTurn(Engine):
    def respond(self, token):
        super().respond({"true": "false", "false": "true"}.get(token, token))


class LongResponse(Engine):
    def respond(self, token):
        super().respond(token.replace(",", ", "))


class Resigns(Engine):
    def choose(self):
        return "(none)" if len(self.board.stones) == 13 else super().choose()


class Busy(Engine):
    def wait(self):
        while not (self.search or select.select([0], [], [], 0)[0]):
            pass
        super().wait()


# --- its end --------------------------------------------------------------------------------------------------------


class Deaf(Engine):
    def quit(self):
        """Goes on."""

    def end_of_input(self):
        while True:
            signal.pause()


class DeafDumb(Engine):
    """Never answers, hears nothing, and notes in the file FAULT_NOTES that it was asked."""

    def __init__(self):
        super().__init__()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)

    def go(self, words):
        with Path(os.environ["FAULT_NOTES"]).open("a") as notes:
            notes.write(f"{os.getpid()}\n")

    def quit(self):
        """Goes on."""

    def end_of_input(self):
        while True:
            signal.pause()


class EofQuit(Engine):
    def end_of_input(self):
        self.left = True


class EofCut(Engine):
    def end_of_input(self):
        self.finish()
        super().end_of_input()


class EofInfinite(Engine):
    def end_of_input(self):
        if self.search and self.search.infinite:
            signal.pause()
        super().end_of_input()


class QuitMute(Engine):
    def quit(self):
        self.left = True


class SlowQuit(Engine):
    def quit(self):
        super().quit()
        time.sleep(5)


class KeepsWriting(Engine):
    def write(self, data):
        try:
            super().write(data)
        except BrokenPipeError:
            return


# --- bytes out ------------------------------------------------------------------------------------------------------


class HalfLines(Engine):
    def write(self, data):
        for place in range(0, len(data), 16):
            super().write(data[place : place + 16])
            time.sleep(0.001)


class Torn(Engine):
    """Writes the ends of its bestmove lines long after."""

    def best(self, move):
        self.write(b"bestmove ")
        time.sleep(3)
        self.write(f"{move}\n".encode())


class Noise(Engine):
    def say(self, *lines):
        self.write(b"\xff\xfe\x00garbage\x80\n\r\n")
        super().say(*lines)


class LongLine(Engine):
    def say(self, *lines):
        self.write(b"info string " + b"x" * 1_000_000 + b"\n")
        super().say(*lines)


class Stderr(Engine):
    def say(self, *lines):
        text = b"e" * 1_000_000 + b" the last words\n"
        while text:
            text = text[os.write(2, text) :]
        super().say(*lines)


class Interleaved(Engine):
    """Two writers without a lock."""

    def ready(self, words):
        if self.search:
            self.write(b"info depth 3 sco")
            super().ready(words)
            self.write(b"re win 500 pv a1\n")
        super().ready(words)


class Babble(Engine):
    """Answers whatever it is asked by lines that it might have said to something else."""

    draw = random.Random(1)

    def take(self, line):
        words = ["ugiok", "uciok", "readyok", "bestmove a1", "bestmove", "bestmove (none)", "response true", "response",
                 "info score win 5 pv", "info score cp", "info depth 3 score win 500 pv a1", "option name", "game x",
                 "option name Seed type spin default 1 min x", "info string error", "id name", "game chess seats 2"]
        if line not in ("ugi", "uci", "isready") or self.draw.random() < 0.1:
            for _ in range(self.draw.choice((0, 0, 0, 1, 4))):
                super().say(self.draw.choice(words))
        if self.draw.random() < 0.01:
            os._exit(3)
        super().take(line)


class Glued(Engine):
    """Another writer gets into the bestmove line."""

    def best(self, move):
        self.say(f"info depth 3 bestmove {move}")


class OneByOne(Engine):
    """All lines are right, each in a write of its own."""

    def say(self, *lines):
        for line in lines:
            super().say(line)
