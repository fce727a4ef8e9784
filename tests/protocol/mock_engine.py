"""An engine that is wrong in one way: `python mock_engine.py FAULT`, the good engine without one.

A fault is a class here that replaces a part of `good_engine.Engine`; its name on the command line is that of the class
with hyphens. The standard library only.
"""

import os
import random
import re
import select
import signal
import sys
import time
from pathlib import Path

import good_engine
from good_engine import Engine

# --- the start and the greeting -------------------------------------------------------------------------------------


class Silent(Engine):
    def take(self, line):
        """Reads and does nothing, until the input ends."""


class CrashHandshake(Engine):
    def greet(self, word):
        os._exit(3)


class SlowStart(Engine):
    def __init__(self):
        super().__init__()
        time.sleep(0.5)


class Asleep(Engine):
    def run(self):
        signal.pause()


class Banner(Engine):
    def run(self):
        self.say("Mock 1.0 by nobody")
        super().run()


class Buffered(Engine):
    """Its output stays in a buffer until it exits."""

    buffer = b""

    def write(self, data):
        self.buffer += data

    def run(self):
        super().run()
        super().write(self.buffer)


class FloodGreeting(Engine):
    def greet(self, word):
        for number in range(10**9):
            self.say(f"option name Number{number} type check default false")


class NoAuthor(Engine):
    def say(self, *lines):
        super().say(*(line for line in lines if not line.startswith("id author")))


class UciOnly(Engine):
    def greet(self, word):
        if word == "uci":
            super().greet(word)
        else:
            self.unknown(word)


class UgiOnly(Engine):
    def greet(self, word):
        if word == "ugi":
            super().greet(word)
        else:
            self.unknown(word)


class UciGames(Engine):
    def game_lines(self):
        return ["game rush-stones seats 2"]


class BadOption(Engine):
    def option_lines(self):
        return [line.replace("max 16", "max 0") for line in super().option_lines()]


class TwinOption(Engine):
    def option_lines(self):
        return [*super().option_lines(), "option name SEED type check default true"]


class FewOptions(Engine):
    def option_lines(self):
        return [line for line in super().option_lines() if "Threads" not in line]


class WrongTraits(Engine):
    def game_lines(self):
        return [line + " hidden" for line in super().game_lines()]


class TwiceReady(Engine):
    def ready(self, words):
        super().ready(words)
        super().ready([])


class NeverReads(Engine):
    def greet(self, word):
        super().greet(word)
        self.say("readyok")
        signal.pause()


# --- options and unknown words --------------------------------------------------------------------------------------


class ExactNames(Engine):
    def option_name(self, words):
        name = " ".join(words)
        return name.lower() if name in good_engine.OPTIONS else name + "?"


class FirstWords(Engine):
    def option_name(self, words):
        return words[0].lower()


class DeafOptions(Engine):
    def set_option(self, words):
        before = dict(self.values)
        super().set_option(words)
        self.values = before


class Lenient(Engine):
    def set_option(self, words):
        """Takes whatever comes."""


class CrashOption(Engine):
    def set_option(self, words):
        if not any(" ".join(words[1:]).lower().startswith(name) for name in self.values):
            os._exit(3)
        super().set_option(words)


class Mute(Engine):
    def unknown(self, line):
        """Says nothing."""


# --- bytes in -------------------------------------------------------------------------------------------------------


class NoCrlf(Engine):
    def take(self, line):
        if line.endswith("\r"):
            self.unknown(line)
        else:
            super().take(line)


class SingleBlanks(Engine):
    def take(self, line):
        if re.search(r"\t|  |^ | $", line.removesuffix("\r")):
            self.unknown(line)
        else:
            super().take(line)


class WholeReads(Engine):
    def receive(self, data):
        super().receive(data if data.endswith(b"\n") else data + b"\n")


class ShortLines(Engine):
    def receive(self, data):
        if any(len(line) > 4096 for line in (self.rest + data).split(b"\n")):
            self.too_long = True
        super().receive(data)


class NoLimit(Engine):
    def receive(self, data):
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.take(line.decode("utf-8", "replace"))


class CrashLong(Engine):
    def receive(self, data):
        super().receive(data)
        if self.too_long:
            os._exit(3)


class CrashNoise(Engine):
    def receive(self, data):
        data.decode()
        super().receive(data)


# --- positions ------------------------------------------------------------------------------------------------------


class AssumesStart(Engine):
    def go(self, words):
        if self.board is None and self.searches == 0:
            self.set_position(["startpos"])
        super().go(words)


class KeepsPosition(Engine):
    def set_position(self, words):
        before = self.board
        super().set_position(words)
        self.board = self.board or before


class CrashPosition(Engine):
    def set_position(self, words):
        self.board = self.read_position(words)


class IgnoresMoves(Engine):
    def read_position(self, words):
        return super().read_position(words[: words.index("moves")] if "moves" in words else words)


class NoHistory(Engine):
    def read_position(self, words):
        if "history" in words:
            raise ValueError("history is unknown")
        return super().read_position(words)


class TerminalSpin(Engine):
    def finished(self):
        while True:
            pass


class TerminalSilent(Engine):
    def finished(self):
        """Sees nothing to answer."""


class TerminalBusy(Engine):
    """Answers at the end of a game, and then burns processor time."""

    def wait(self):
        while self.board and self.board.over and not select.select([0], [], [], 0)[0]:
            pass
        super().wait()


# --- what a search says ---------------------------------------------------------------------------------------------


class CrashGo(Engine):
    def go(self, words):
        os._exit(3)


class Killed(Engine):
    def go(self, words):
        os.kill(os.getpid(), signal.SIGKILL)


class ClosedOutput(Engine):
    def go(self, words):
        os.close(1)
        signal.pause()


class Flood(Engine):
    def go(self, words):
        while True:
            self.say("info depth 1 score win 500 nodes 1 pv a1")


class Dumb(Engine):
    def go(self, words):
        """Never answers."""


class EndlessNodes(Engine):
    def end_of(self, limits):
        return None if "nodes" in limits else super().end_of(limits)


class OrderBound(Engine):
    def read_go(self, words):
        if "p1time" in words and words.index("p1time") > 0:
            return {}, [], "p1time stands first"
        return super().read_go(words)


class WrongGoSilent(Engine):
    def go(self, words):
        if self.board and self.read_go(words)[2]:
            self.error("go")
        else:
            super().go(words)


class IgnoresSearchmoves(Engine):
    def begin(self, search):
        search.moves = self.board.moves()
        super().begin(search)


class PastTime(Engine):
    """Prints info when its time is over, and goes on."""

    def end_of(self, limits):
        return super().end_of(limits) if "nodes" in limits or "depth" in limits else None

    def wait(self):
        while self.search and not self.search.infinite and not select.select([0], [], [], 0.1)[0]:
            self.report()
        super().wait()


class Illegal(Engine):
    def choose(self):
        return "z99"


class WrongScore(Engine):
    def score(self, permille):
        return f"cp {permille}" if self.dialect == "ugi" else f"win {permille}"


class OneLine(Engine):
    def report(self):
        self.values["multipv"] = "1"
        super().report()


class Malformed(Engine):
    def best(self, move):
        self.say("bestmove")


class Ponder(Engine):
    def best(self, move):
        self.say(f"bestmove {move} ponder b2")


class Twice(Engine):
    def best(self, move):
        super().best(move)
        super().best(move)


class LateTwice(Engine):
    """The second bestmove comes when the next search may have begun."""

    def best(self, move):
        super().best(move)
        time.sleep(0.2)
        super().best(move)


class Unscored(Engine):
    def report(self):
        self.say("info depth 3 nodes 42 pv a1")


class Chatty(Engine):
    def best(self, move):
        super().best(move)
        self.say("info depth 4 score win 500 pv a1")


class Hasty(Engine):
    def wait(self):
        while self.search and self.search.infinite and not select.select([0], [], [], 0.005)[0]:
            self.report()
        super().wait()


class Late(Engine):
    """Answers its first search long after `stop`, with a move that it never gives else."""

    def choose(self):
        return f"a{self.searches}"

    def go(self, words):
        self.searches += 1
        if self.searches > 1:
            self.searches -= 1
            super().go(words)

    def stop(self):
        if self.searches == 1:
            time.sleep(0.1)
            self.best("late")
        super().stop()


# --- when it may speak ----------------------------------------------------------------------------------------------


class CrashReady(Engine):
    def ready(self, words):
        if self.searches:
            os._exit(3)
        super().ready(words)


class Stall(Engine):
    def ready(self, words):
        if not self.searches:
            super().ready(words)


class DeafSearching(Engine):
    def take(self, line):
        if self.search and line == "isready":
            self.waiting.append(line)
        else:
            super().take(line)


class SlowStop(Engine):
    def stop(self):
        if self.search:
            time.sleep(1)
        super().stop()


class LostStop(Engine):
    """Does not see a stop that comes in one read with its search."""

    def receive(self, data):
        super().receive(data.replace(b"go infinite\nstop\n", b"go infinite\n"))


class LosesGo(Engine):
    """Clears its input when the time of a search is over."""

    def wait(self):
        timed = self.search is not None and self.search.deadline is not None
        super().wait()
        if timed and self.search is None and select.select([0], [], [], 0.05)[0]:
            os.read(0, 65536)


class NodesHang(Engine):
    def begin(self, search):
        if self.searches % 100 == 99:
            search.deadline = None
        super().begin(search)


class StaleStop(Engine):
    """Remembers a stop that came when nothing ran."""

    stopped = False

    def stop(self):
        self.stopped = self.search is None
        super().stop()

    def begin(self, search):
        super().begin(search)
        if self.stopped:
            self.stopped = False
            self.finish()


class EarlyInfinite(Engine):
    """Answers as soon as there is nothing left to search."""

    def begin(self, search):
        super().begin(search)
        if len(search.moves) == 1:
            self.finish()


class StopsAtSetoption(Engine):
    def take(self, line):
        if line.startswith("setoption"):
            self.finish()
        super().take(line)


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
        time.sleep(2)


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
    """Writes the ends of its bestmove lines a second later."""

    def best(self, move):
        self.write(b"bestmove ")
        time.sleep(1)
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


def faults():
    """{name: class}; 'none' is the good engine."""
    kinds = (kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Engine))
    return {re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(): kind for kind in kinds if kind is not Engine} | {
        "none": Engine}


if __name__ == "__main__":
    faults()[sys.argv[1] if len(sys.argv) > 1 else "none"]().run()
