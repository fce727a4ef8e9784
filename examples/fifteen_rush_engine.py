#!/usr/bin/env python3
"""A small engine for Fifteen Rush, written from the description of the protocol and the rules alone: it needs nothing
but Python. It speaks UGI and UCI on standard input and output.

Each legal move is tried in worlds that fit what the player has seen, drawn at random, and each world is played on by a
simple rule; the move that wins most of them is the best. One thread does everything: between two such games it looks
whether there is something to read.
"""

import math
import os
import random
import select
import sys
import time
from collections import deque

from fifteen_rush_rules import OPTIONS as RULES
from fifteen_rush_rules import Position, PositionError, spelled

LONGEST_LINE = 65536
REPORT_EVERY = 0.25
#: Games that stand for one ply of `go depth`, and the parts of a clock that one move takes.
GAMES_A_PLY, OF_CLOCK, OF_INCREMENT = 100, 0.05, 0.8
#: Options: type, default, and the range or the words.
OPTIONS = {
    "Game": ("combo", "fifteen-rush", ["fifteen-rush"]),
    "Rules": ("string", "", None),
    "Searcher": ("combo", "sampling", ["sampling"]),
    "Seed": ("spin", "0", (0, 999_999_999)),
    "Threads": ("spin", "1", (1, 1)),
    "Hash": ("spin", "1", (1, 65536)),
    "MultiPV": ("spin", "1", (1, 5)),
    "MoveOverhead": ("spin", "10", (0, 5000)),
}
RULE_WORDS = [f"{rule}={word}" for rule, words in RULES.items() for word in words]
LIMITS = {"p1time", "p2time", "p1inc", "p2inc", "movestogo", "movetime", "nodes", "depth"}
ALIASES = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}


class RefusedError(Exception):
    """A line cannot be done; the message says why."""


def number(text, low=0, high=10**15):
    """A whole number of that range."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 18 and low <= int(text) <= high):
        raise RefusedError(f"{text[:40]} is no whole number from {low} to {high}")
    return int(text)


def height(position, move):
    """How many cards lie in the piles of a pair: the rule by which worlds are played on takes the highest."""
    return sum(len(position.piles[int(place) - 1]) for place in move.split("+") if place.isdigit())


def play_on(world, draw):
    """Play to the end by that rule; whether it was won."""
    while moves := world.moves():
        world.play(max(moves, key=lambda move: (height(world, move), draw.random())))
    return world.won


class Search:
    """The games played for one `go`. limits: as in the line; moves: those to choose from."""

    def __init__(self, view, moves, limits, *, infinite, seed, overhead):
        self.view, self.infinite = view, infinite or not limits
        self.draw = random.Random(seed)
        self.begin = self.reported = time.monotonic()
        self.wins = dict.fromkeys(sorted(moves, key=lambda move: -height(view, move)), 0.0)
        self.games = dict.fromkeys(self.wins, 0)
        self.played = 0
        self.most = min(limits.get("nodes", math.inf), GAMES_A_PLY * limits.get("depth", math.inf))
        times = [limits["movetime"]] if "movetime" in limits else []
        if "p1time" in limits:
            part = 1 / limits["movestogo"] if limits.get("movestogo", 99) < 1 / OF_CLOCK else OF_CLOCK
            times.append(min(part * limits["p1time"] + OF_INCREMENT * limits.get("p1inc", 0), limits["p1time"] / 2))
        self.seconds = min((time - min(overhead, time / 4) for time in times), default=math.inf) / 1000

    def step(self):
        """Play one game with the move that was tried least."""
        move = min(self.games, key=self.games.get)
        world = self.view.world(self.draw)
        world.play(move)
        self.wins[move] += play_on(world, self.draw)
        self.games[move] += 1
        self.played += 1

    @property
    def done(self):
        return not self.infinite and (self.played >= self.most or time.monotonic() - self.begin >= self.seconds)

    def ranked(self):
        """The moves with their chances to win, the best first; a move never tried counts as even."""
        chances = {move: (self.wins[move] + 1) / (games + 2) for move, games in self.games.items()}
        return sorted(chances.items(), key=lambda item: -item[1])

    def lines(self, uci, count):
        spent = time.monotonic() - self.begin
        for place, (move, chance) in enumerate(self.ranked()[:count], 1):
            score = f"cp {round(400 * math.log10(chance / (1 - chance)))}" if uci else f"win {round(1000 * chance)}"
            speed = f" nps {round(self.played / spent)}" if spent > 0 else ""
            yield (f"info depth 1 multipv {place} score {score} nodes {self.played}{speed} time {round(1000 * spent)} "
                   f"worlds {self.played} pv {move}")


class Engine:
    """One conversation."""

    def __init__(self):
        self.values = {name: default for name, (_, default, _) in OPTIONS.items()}
        self.position = self.search = None
        self.uci = False
        self.waiting = deque()  # lines that have to wait for the end of the search
        self.rest, self.too_long = b"", False
        self.input_ended = self.left = False

    # --- streams ---------------------------------------------------------------------------------------------------

    def run(self):
        while not self.left and not (self.input_ended and self.search is None):
            if not self.input_ended and select.select([0], [], [], None if self.search is None else 0)[0]:
                self.read()
            if self.search is not None:
                self.search.step()
                if self.search.done:
                    self.finish()
                elif time.monotonic() - self.search.reported >= REPORT_EVERY:
                    self.search.reported = time.monotonic()
                    self.say(*self.search.lines(self.uci, 1))

    def read(self):
        data = os.read(0, 65536)
        *lines, self.rest = (self.rest + data).split(b"\n")
        if not data:
            self.input_ended = True
            lines, self.rest = [self.rest], b""
        for line in lines:
            if self.left:
                return
            if self.too_long or len(line.removesuffix(b"\r")) > LONGEST_LINE:
                self.error(f"a line is longer than {LONGEST_LINE} bytes")
            else:
                self.take(line.decode("utf-8", "replace"))
            self.too_long = False
        if len(self.rest) > LONGEST_LINE + 1:
            self.rest, self.too_long = b"", True
        if self.input_ended and self.search is not None and self.search.infinite:
            self.finish()

    def say(self, *lines):
        """Whole lines in one write; nobody reads them any more: leave."""
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            while data:
                data = data[os.write(1, data) :]
        except OSError:
            os._exit(0)

    def error(self, text):
        shown = "".join(char if char.isprintable() else "?" for char in str(text))
        self.say(f"info string error {shown[:300]}")

    # --- who may speak when ----------------------------------------------------------------------------------------

    def take(self, line):
        words = line.split()
        verb = words[0] if words else ""
        if verb == "stop":
            while self.search is not None:  # also those that were in line
                self.finish()
        elif verb == "quit":
            self.waiting.clear()
            self.left = True
            if self.search is not None:
                self.finish()
        elif self.search is not None and verb in ("position", "go", "setoption", "ucinewgame", "uginewgame"):
            self.waiting.append(line)
        elif words:
            self.perform(verb, words[1:], line)

    def perform(self, verb, words, line):
        verbs = {"ugi": self.greet, "uci": self.greet, "isready": lambda _: self.say("readyok"), "go": self.go,
                 "position": self.set_position, "setoption": self.set_option, "query": self.query,
                 "ucinewgame": lambda _: None, "uginewgame": lambda _: None}
        if verb not in verbs:
            self.error(f"unknown command {line.strip()[:40]}")
            return
        self.uci = verb == "uci" if verb in ("uci", "ugi") else self.uci
        try:
            verbs[verb](words)
        except (RefusedError, PositionError) as problem:
            self.error(f"{verb} {problem}")
            if verb in ("go", "query"):
                self.say("bestmove (none)" if verb == "go" else "response none")

    def finish(self):
        """Answer the search, and do what waited for it."""
        search, self.search = self.search, None
        self.say(*search.lines(self.uci, int(self.values["MultiPV"])), f"bestmove {search.ranked()[0][0]}")
        while self.waiting and self.search is None:
            self.take(self.waiting.popleft())

    # --- the verbs -------------------------------------------------------------------------------------------------

    def greet(self, words):
        lines = ["id name Fifteen", "id author the Dohyo authors"]
        for name, (kind, default, more) in OPTIONS.items():
            words = [f"option name {name} type {kind} default {default or '<empty>'}"]
            words += [f"var {word}" for word in more] if kind == "combo" else []
            words += [f"min {more[0]} max {more[1]}"] if kind == "spin" else []
            lines.append(" ".join(words))
        lines += [] if self.uci else ["game fifteen-rush seats 1 hidden chance"]
        self.say(*lines, "uciok" if self.uci else "ugiok")

    def set_option(self, words):
        if len(words) < 2 or words[0] != "name" or words[1] == "value":
            raise RefusedError("a line is: setoption name NAME value VALUE")
        split = words.index("value", 2) if "value" in words else len(words)
        given, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        name = next((name for name in OPTIONS if name.lower() == given.lower()), None)
        if name is None:
            raise RefusedError(f"there is no option {given[:40]}; the options are {', '.join(OPTIONS)}")
        kind, _, more = OPTIONS[name]
        value = "" if value == "<empty>" else value
        if kind == "spin":
            number(value, *more)
        elif kind == "combo" and value.lower() not in more:
            raise RefusedError(f"{name} is one of {', '.join(more)}")
        elif kind == "string" and not all(word in RULE_WORDS for word in value.split()):
            raise RefusedError(f"the rule options are {', '.join(RULE_WORDS)}")
        self.values[name] = value

    def set_position(self, words):
        self.position = None
        if words[:1] == ["startpos"]:
            raise RefusedError("fifteen-rush is dealt and has no single start; send `position fen`")
        if words[:1] != ["fen"] or len(words) < 2:
            raise RefusedError("what follows is `fen` and a position text")
        words = words[: words.index("history")] if "history" in words else words
        split = words.index("moves") if "moves" in words else len(words)
        position = Position(" ".join(words[1:split]))
        for word in words[split + 1 :]:
            move = spelled(word)
            legal = position.moves()
            if move not in legal:
                raise RefusedError(f"move {word[:40]} is not legal; the legal moves are {' '.join(legal) or '-'}")
            position.play(move)
        self.position = position

    def go(self, words):
        limits, infinite, chosen = self.limits_of(words)
        if self.position is None:
            raise RefusedError("there is no position")
        moves = self.position.moves()
        if not moves:
            self.say(f"info depth 0 score {self.final_score()}", "bestmove (none)")
            return
        for move in chosen:
            if move not in moves:
                raise RefusedError(f"move {move[:40]} is not legal")
        self.search = Search(self.position.view(), chosen or moves, limits, infinite=infinite,
                             seed=int(self.values["Seed"]), overhead=int(self.values["MoveOverhead"]))

    def limits_of(self, words):
        """The limits of a `go` by name, whether it is infinite, and its searchmoves."""
        limits, infinite, words = {}, False, deque(words)
        while words:
            word = words.popleft()
            name = ALIASES.get(word, word)
            if name in LIMITS:
                least = 1 if name in ("nodes", "depth", "movestogo") else -(10**15)
                limits[name] = max(0, number(words.popleft() if words else "nothing", least))
            elif name == "infinite":
                infinite = True
            elif name == "searchmoves":
                if not words:
                    raise RefusedError("after searchmoves stands at least one move")
                return limits, infinite, [spelled(move) for move in words]
            else:
                self.error(f"unknown token {word[:40]}")
        return limits, infinite, []

    def final_score(self):
        if self.uci:
            return "cp 10000" if self.position.won else "cp -10000"
        return f"win {1000 * self.position.won}"

    def query(self, words):
        if self.position is None:
            raise RefusedError("there is no position")
        moves = self.position.moves()
        over, won = not moves, self.position.won
        answers = {
            "gameover": str(over).lower(), "p1turn": str(not over).lower(), "turn": "none" if over else "1",
            "result": ("p1win" if won else "p2win") if over else "none", "legal": ",".join(moves) or "none",
            "score": str(int(won)) if over else "none", "position": str(self.position).replace(" ", "_"),
        }
        if not words or words[0] not in answers:
            raise RefusedError(f"the queries are {', '.join(answers)}")
        self.say(f"response {answers[words[0]]}")


if __name__ == "__main__":
    try:
        Engine().run()
    except KeyboardInterrupt:
        sys.exit(130)
