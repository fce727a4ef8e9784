"""Faults in positions, searches, and when an engine may speak. See mock_engine.py."""

import os
import select
import signal
import time

from good_engine import Engine

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
            time.sleep(3)
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
