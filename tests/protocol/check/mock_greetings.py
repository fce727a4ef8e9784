"""Faults of the start and the greeting, of options, and in reading lines. See mock_engine.py."""

import os
import re
import signal
import time

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
