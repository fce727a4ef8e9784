"""An engine that keeps to the protocol, written from its specification with the standard library only.

It plays the first legal move of `rush-stones`, and says its process id as its author, so that a test can see it die.
`mock_engine.py` makes it wrong in one way at a time.
"""

import os
import select
import sys
import time
from collections import deque

from good_rules import Board, read_size

LONGEST = 65536
EMPTY = "<empty>"
#: Name: (type, default, and what else the line says).
OPTIONS = {
    "Game": ("combo", "rush-stones", "var rush-stones"),
    "Rules": ("string", "", ""),
    "Searcher": ("combo", "first", "var first"),
    "Seed": ("spin", "0", "min 0 max 9"),
    "Threads": ("spin", "1", "min 1 max 1"),
    "Hash": ("spin", "1", "min 1 max 16"),
    "MultiPV": ("spin", "1", "min 1 max 5"),
    "MoveOverhead": ("spin", "5", "min 0 max 1000"),
    "Opening Book": ("string", "", ""),
    "Clear Hash": ("button", None, ""),
    "Bold": ("check", "false", ""),
}
NUMBERS = {"p1time", "p2time", "wtime", "btime", "p1inc", "p2inc", "winc", "binc", "movestogo", "movetime", "nodes",
           "depth"}


class Search:
    """One search. deadline: when it ends by itself, None for never; moves: what it may choose from."""

    def __init__(self, deadline, moves, infinite):
        self.deadline, self.moves, self.infinite = deadline, moves, infinite


class Engine:
    """See the module. Each verb is a method, so that a fault can replace it."""

    def __init__(self):
        self.values = {name.lower(): default for name, (_, default, _) in OPTIONS.items()}
        self.board = self.search = None
        self.dialect = "ugi"
        self.searches = 0
        self.rest, self.too_long = b"", False
        self.waiting = deque()
        self.input_ended = self.left = False

    # --- streams ---------------------------------------------------------------------------------------------------

    def run(self):
        try:
            while not self.left:
                self.wait()
        except BrokenPipeError:
            os._exit(0)

    def wait(self):
        """Wait for input or for the end of the search, and do what is due."""
        deadline = self.search.deadline if self.search else None
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        if select.select([] if self.input_ended else [0], [], [], left)[0]:
            data = os.read(0, 65536)
            if data:
                self.receive(data)
            else:
                self.end_of_input()
        if self.search and deadline is not None and time.monotonic() >= deadline:
            self.finish()
            self.work_off()

    def receive(self, data):
        *lines, rest = (self.rest + data).split(b"\n")
        for line in lines:
            if self.left:
                return
            if self.too_long or len(line) > LONGEST + line.endswith(b"\r"):
                self.error("a line is too long")
                self.too_long = False
            else:
                self.take(line.decode("utf-8", "replace"))
        self.too_long = self.too_long or len(rest) > LONGEST + 1
        self.rest = b"" if self.too_long else rest

    def write(self, data):
        while data:
            data = data[os.write(1, data) :]

    def say(self, *lines):
        self.write("".join(f"{line}\n" for line in lines).encode())

    def error(self, text):
        self.say("info string error " + "".join(char if char.isprintable() else "?" for char in text[:200]))

    # --- who may speak when ----------------------------------------------------------------------------------------

    def take(self, line):
        """Do a line now, or put it aside while a search runs."""
        verb, *words = line.split() or [""]
        if verb == "stop":
            self.stop()
        elif verb == "quit":
            self.quit()
        elif verb in ("isready", "query", "ugi", "uci") or not self.search:
            self.do(verb, words, line)
        else:
            self.waiting.append(line)

    def do(self, verb, words, line):
        verbs = {"ugi": self.greet, "uci": self.greet, "isready": self.ready, "setoption": self.set_option,
                 "position": self.set_position, "go": self.go, "query": self.query}
        if verb in ("ugi", "uci"):
            self.greet(verb)
        elif verb in verbs:
            verbs[verb](words)
        elif verb not in ("", "uginewgame", "ucinewgame"):
            self.unknown(line)

    def work_off(self):
        """What was put aside, until the next search."""
        while self.waiting and not self.search:
            self.take(self.waiting.popleft())
        if self.input_ended and not self.search:
            self.left = True

    def stop(self):
        """It is for every search that was asked for before it."""
        waiting, self.waiting = self.waiting, deque()
        self.finish()
        for line in waiting:
            self.take(line)
            self.finish()

    def quit(self):
        self.waiting.clear()
        self.finish()
        self.left = True

    def end_of_input(self):
        self.input_ended = True
        if self.search and self.search.infinite:
            self.finish()
        if not self.search:
            self.work_off()

    # --- verbs -----------------------------------------------------------------------------------------------------

    def greet(self, word):
        self.dialect = word
        self.say("id name mock", f"id author {os.getpid()}", *self.option_lines(), *self.game_lines(), word + "ok")

    def option_lines(self):
        return [f"option name {name} type {kind} {'' if default is None else f'default {default or EMPTY}'} {more}"
                for name, (kind, default, more) in OPTIONS.items()]

    def game_lines(self):
        return ["game rush-stones seats 2"] if self.dialect == "ugi" else []

    def ready(self, words):
        for word in words:
            self.error(f"unknown token {word!r}")
        self.say("readyok")

    def unknown(self, line):
        self.error(f"unknown command {line!r}")

    def set_option(self, words):
        if words[:1] != ["name"] or words[1:2] in ([], ["value"]):
            self.error("setoption needs a name")
            return
        place = words.index("value") if "value" in words else len(words)
        name, value = self.option_name(words[1:place]), " ".join(words[place + 1 :])
        kinds = {key.lower(): (kind, more.split()) for key, (kind, _, more) in OPTIONS.items()}
        if name not in kinds or not fits(value, *kinds[name]):
            self.error(f"there is no option {name!r}, or not with {value!r}")
        else:
            self.values[name] = "" if value == "<empty>" else value

    def option_name(self, words):
        return " ".join(words).lower()

    def set_position(self, words):
        self.board = None
        try:
            self.board = self.read_position(words)
        except (ValueError, IndexError) as error:
            self.error(f"position {error}")

    def read_position(self, words):
        parts = {"position": [], "moves": [], "history": []}
        part = "position"
        for word in words:
            part = word if word in ("moves", "history") else part
            parts[part].append(word)
        kind, *text = parts["position"]
        if kind not in ("startpos", "fen") or (kind == "fen") is not bool(text):
            raise ValueError("what follows is startpos or fen and a text")
        rules = self.values["rules"]
        size = read_size(rules.removeprefix("size=")) if rules else 19
        board = Board.read(" ".join(text) if text else f"rush-stones size={size}")
        for move in parts["moves"][1:]:
            board.play(move)
        return board

    # --- searches --------------------------------------------------------------------------------------------------

    def go(self, words):
        self.searches += 1
        print("go", *words, file=sys.stderr, flush=True)
        limits, moves, problem = self.read_go(words)
        if self.board is None or problem:
            self.error(f"go {problem or 'without a position'}")
            self.best("(none)")
            return
        if self.board.over:
            self.finished()
            return
        infinite = "infinite" in limits or not limits
        self.begin(Search(None if infinite else self.end_of(limits), moves or self.board.moves(), infinite))

    def finished(self):
        """Answer at the end of a game."""
        self.say(f"info depth 0 score {self.score(500)}")
        self.best("(none)")

    def read_go(self, words):
        """The limits, the moves to search, and what is wrong."""
        limits, moves, words = {}, [], deque(words)
        while words:
            word = words.popleft()
            if word == "infinite":
                limits[word] = 1
            elif word == "searchmoves":
                moves, words = list(words), deque()
                if not moves or not self.board or not set(moves) <= set(self.board.moves()):
                    return limits, moves, "searchmoves needs legal moves"
            elif word in NUMBERS:
                if not words or not words[0].isdigit():
                    return limits, moves, f"after {word} stands a number"
                limits[word] = int(words.popleft())
            else:
                self.error(f"unknown token {word!r}")
        return limits, moves, ""

    def end_of(self, limits):
        """When a search ends, at the first limit that it reaches."""
        if "nodes" in limits or "depth" in limits:
            return time.monotonic()
        seat = 1 if self.board.turn == "b" else 2
        clock = limits.get(f"p{seat}time", limits.get(("wtime", "btime")[seat - 1]))
        times = [limits["movetime"]] if "movetime" in limits else []
        times += [clock / 30] if clock is not None else []
        return time.monotonic() + max(0, min(times, default=0) - int(self.values["moveoverhead"])) / 1000

    def begin(self, search):
        self.search = search
        if search.deadline is not None and search.deadline <= time.monotonic():
            self.finish()
        else:
            self.report()

    def report(self):
        count = int(self.values["multipv"])
        self.say(*(f"info depth 3 multipv {place} score {self.score(800 - 100 * place)} nodes 42 pv {move}"
                   for place, move in enumerate(self.search.moves[:count], 1)))

    def score(self, permille):
        return f"win {permille}" if self.dialect == "ugi" else f"cp {round((permille - 500) * 0.735)}"

    def finish(self):
        """End the search that runs, if one does."""
        if self.search:
            self.report()
            move = self.choose()
            self.search = None
            self.best(move)

    def choose(self):
        return self.search.moves[0]

    def best(self, move):
        self.say(f"bestmove {move}")

    # --- queries ---------------------------------------------------------------------------------------------------

    def query(self, words):
        what = " ".join(words)
        board = self.board
        if board is None:
            self.error("query without a position")
            self.respond("none")
            return
        seat, over = (1 if board.turn == "b" else 2), board.over
        answers = {
            "gameover": str(over).lower(),
            "p1turn": str(seat == 1 and not over).lower(),
            "result": f"p{board.winner()}win" if over else "none",
            "turn": "none" if over else str(seat),
            "legal": "none" if over else ",".join(board.moves()),
            "position": str(board).replace(" ", "_"),
            "score": ("1,0", "0,1")[board.winner() - 1] if over else "none",
        }
        if what not in answers:
            self.error(f"there is no query {what!r}")
        self.respond(answers.get(what, "none"))

    def respond(self, token):
        self.say(f"response {token}")


def fits(value, kind, more):
    """Whether an option of a kind takes a value."""
    if kind == "spin":
        return value.isdigit() and int(more[1]) <= int(value) <= int(more[3])
    if kind == "combo":
        return value in more[1::2]
    return kind == "string" or (kind == "button" and not value) or value in ("true", "false")


if __name__ == "__main__":
    Engine().run()
