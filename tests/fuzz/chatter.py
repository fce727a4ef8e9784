"""What a hostile or broken client may write to `dohyo engine` and `dohyo gtp`: lines that are right, lines that are
nearly right, and noise. Equal seeds and block numbers give equal bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import transcript
from fuzz import inputs

from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.server.options import Options
from dohyo.protocol.server.queries import NAMES

TRANSCRIPTS = Path(transcript.__file__).with_name("transcripts")
#: Lines of a block, the unit that can be repeated by its number.
BLOCK = 500
#: Lines of a batch at most: what is written before the engine is waited for.
BATCH = 40
#: Megabytes of `Hash`, so that the memory of a process is its own and not that of the tables.
HASH = 4

Make = Callable[[Random], str]


@dataclass(frozen=True)
class Batch:
    """lines: what is written, without line ends; pieces: the same bytes as they are written, each after a pause in
    seconds; pause: before the `stop` that ends all searches of the batch."""

    lines: tuple[bytes, ...]
    pieces: tuple[tuple[float, bytes], ...]
    pause: float


def engine_block(seed: int, number: int) -> Iterator[Batch]:
    """A conversation in UGI or UCI; its first lines set back what earlier blocks may have changed."""
    draw = Random(f"engine {seed} {number}")
    greeting = draw.choice(("ugi", "uci"))
    yield plain(greeting, *_defaults(), f"setoption name Searcher value {draw.choice(_searchers())}",
                f"{greeting}newgame", "position none")
    yield from _batches(draw, _ENGINE)


def gtp_block(seed: int, number: int) -> Iterator[Batch]:
    """A conversation in GTP."""
    draw = Random(f"gtp {seed} {number}")
    yield plain("boardsize 5", "clear_board", "time_settings 0 1 0")
    yield from _batches(draw, _GTP)


# --- batches -------------------------------------------------------------------------------------------------------


def plain(*lines: str) -> Batch:
    """Lines in one write."""
    data = tuple(line.encode() for line in lines)
    return Batch(data, ((0.0, b"".join(line + b"\n" for line in data)),), 0.0)


def _batches(draw: Random, kinds: Sequence[tuple[int, Make]]) -> Iterator[Batch]:
    left = BLOCK
    while left:
        count = min(left, draw.randint(1, BATCH))
        left -= count
        lines = tuple(_line(draw, kinds) for _ in range(count))
        text = b"".join(line + b"\n" for line in lines)
        yield Batch(lines, tuple(_pieces(draw, text)), draw.choice((0.0, 0.0, 0.0, 0.001, 0.005)))


def _pieces(draw: Random, text: bytes) -> Iterator[tuple[float, bytes]]:
    """Mostly one write; at times cut anywhere, in the middle of lines and characters too."""
    cuts = sorted(draw.randrange(len(text) + 1) for _ in range(draw.choice((0, 0, 0, 1, 3))))
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        yield draw.choice((0.0, 0.0, 0.002)) if start else 0.0, text[start:end]


def _line(draw: Random, kinds: Sequence[tuple[int, Make]]) -> bytes:
    """One line; never one that makes the process leave."""
    weights, makers = zip(*kinds, strict=True)
    make: Make = draw.choices(makers, weights)[0]
    data = make(draw).encode("utf-8", "surrogateescape").replace(b"\n", b" ")
    if draw.random() < 0.05:
        data += b"\r"
    return b"-" + data if b"quit" in data.lower() else data


# --- lines of UGI and UCI ------------------------------------------------------------------------------------------


@cache
def _searchers() -> tuple[str, ...]:
    """The words of option Searcher; those that play only one game once, the rest more often."""
    names = next(line.choices for line in Options().lines() if line.name == "Searcher")
    return (*names, "mcts", "mcts", "alphabeta", "alphabeta", "greedy")


@cache
def _defaults() -> tuple[str, ...]:
    """Every option as it was; tables are small."""
    lines = [f"setoption name {line.name} value {line.default or ''}" for line in Options().lines()]
    return (*lines, f"setoption name Hash value {HASH}")


@cache
def _said(gtp: bool) -> tuple[str, ...]:
    """The lines of the transcripts."""
    found: list[str] = []
    for path in sorted(TRANSCRIPTS.glob("*.txt")):
        if path.name.startswith("gtp-") is gtp:
            for _, sign, text in transcript.steps(path.read_text(encoding="utf-8"), path.name):
                found += transcript.sent(text).split("\n") if sign == ">" else []
    return tuple(dict.fromkeys(found))


def _position(draw: Random) -> str:
    """Right for the most part; moves after it are right by luck."""
    kind = draw.random()
    if kind < 0.1:
        text = "startpos"
    elif kind < 0.3:
        return f"position fen {' moves '.join(draw.choice(_played()))}"
    else:
        text = f"fen {draw.choice(inputs.positions())}"
    moves = [draw.choice(inputs.moves()) for _ in range(draw.choice((0, 0, 0, 1, 2)))]
    return f"position {text}" + (f" moves {' '.join(moves)}" if moves else "")


@cache
def _played() -> tuple[tuple[str, str], ...]:
    """Positions and what was played from them; only states, where all moves are known."""
    found = []
    for text in inputs.played():
        position, *moves = text.split("\n")
        if not any("=" in move for move in moves):
            found.append((position, " ".join(moves)))
    return tuple(found)


def _go(draw: Random) -> str:
    parts = [
        f"nodes {draw.choice((1, 2, 10, 50, 1000, 10**9))}", f"depth {draw.choice((1, 2, 3, 64, 10**9))}",
        f"movetime {draw.choice((0, 1, 3, 1000000))}", f"wtime {draw.randint(-5, 60000)} btime {draw.randint(0, 99)}",
        f"p1time {draw.randint(0, 200)} p2time {draw.randint(0, 200)}", "winc 10 binc 10", "p1inc 5 p2inc 5",
        f"movestogo {draw.randint(1, 40)}", "infinite", "ponder",
    ]
    words = draw.sample(parts, draw.choice((0, 1, 1, 1, 1, 2, 3)))
    if draw.random() < 0.1:
        words.append(f"searchmoves {draw.choice(inputs.moves())} {draw.choice(inputs.moves())}")
    return " ".join(["go", *words])


def _option(draw: Random) -> str:
    """A value that is right or nearly so. Threads stay few, because each is a thread; tables stay small."""
    line = draw.choice(Options().lines())
    if line.kind == "spin":
        low, high = line.low or 0, 4 if line.name in ("Threads", "Hash") else line.high or 0
        value = str(draw.choice((low, high, draw.randint(low, high), draw.randint(low, min(high, low + 9)), low - 1)))
    else:
        value = draw.choice((*line.choices, "true", "FALSE", "size=5", "jokers=2", "", line.default or "<empty>"))
    return f"setoption name {draw.choice((line.name, line.name.lower(), line.name.upper()))} value {value}"


def _people(draw: Random) -> str:
    return draw.choice(("d", "eval", "help", "bench", "perft 1", "perft 2", "perft 3", "perft 64"))


def _engine_line(draw: Random) -> str:
    makers = (_position, _position, _go, _option, _people, lambda draw: draw.choice(_said(False)))
    return draw.choice(makers)(draw)


# --- lines of GTP --------------------------------------------------------------------------------------------------


@cache
def _commands() -> tuple[str, ...]:
    from dohyo.protocol.gtp.session import COMMANDS

    return tuple(COMMANDS)


def _gtp_play(draw: Random) -> str:
    return f"play {draw.choice(('b', 'w', 'black', 'WHITE'))} {_point(draw)}"


def _point(draw: Random) -> str:
    return draw.choice("ABCDEFGHJKabcde") + str(draw.randint(0, 6))


def _gtp_think(draw: Random) -> str:
    return draw.choice(("genmove b", "genmove w", "reg_genmove b", "undo", "showboard", "final_score", "clear_board",
                        f"boardsize {draw.choice((3, 4, 5, 7, 19))}", f"time_settings {draw.randint(0, 3)} 1 5",
                        f"time_left b {draw.randint(0, 30)} {draw.randint(0, 5)}", "# interrupt"))


def _gtp_command(draw: Random) -> str:
    """Any command with any arguments."""
    words = [draw.choice(("b", "w", _point(draw), "5", "0", "pass", "x")) for _ in range(draw.choice((0, 0, 1, 2, 3)))]
    return " ".join([draw.choice(_commands()), *words])


def _gtp_line(draw: Random) -> str:
    return draw.choice((_gtp_play, _gtp_think, _gtp_command, lambda draw: draw.choice(_said(True))))(draw)


def _numbered(make: Make) -> Make:
    return lambda draw: f"{draw.randint(0, 10**draw.randint(0, 8))} {make(draw)}"


# --- lines that are wrong ------------------------------------------------------------------------------------------

_NUMBERS = ("0", "-1", "1", "2147483648", "18446744073709551616", "1e9", "NaN", "٣", "9" * 400, "")
_BLANKS = ("\t", "   ", "\x0b", "\u00a0", "\u2028", "\x00", "\x1f")


def _mutated(make: Make) -> Make:
    """A line with one to three things done to it."""

    def mutate(draw: Random) -> str:
        line = make(draw)
        for _ in range(draw.choice((1, 1, 2, 3))):
            line = draw.choice(_MUTATIONS)(draw, line)
        return line

    return mutate


def _replace_part(draw: Random, line: str) -> str:
    start = draw.randrange(len(line) + 1)
    return line[:start] + draw.choice((*inputs.tokens(), _noise(draw))) + line[start + draw.randrange(6) :]


def _cut(draw: Random, line: str) -> str:
    return line[: draw.randrange(len(line) + 1)]


def _token(change: Callable[[Random, list[str], int], None]) -> Callable[[Random, str], str]:
    """A change of the tokens at one place."""

    def changed(draw: Random, line: str) -> str:
        words = line.split(" ")
        change(draw, words, draw.randrange(len(words)))
        return " ".join(words)

    return changed


def _swap(draw: Random, words: list[str], place: int) -> None:
    other = draw.randrange(len(words))
    words[place], words[other] = words[other], words[place]


def _set(draw: Random, words: list[str], place: int) -> None:
    words[place] = draw.choice((*_NUMBERS, *inputs.tokens()))


def _drop(draw: Random, words: list[str], place: int) -> None:
    del words[place]


def _repeat(draw: Random, words: list[str], place: int) -> None:
    words.insert(place, draw.choice(words))


_MUTATIONS: tuple[Callable[[Random, str], str], ...] = (
    _replace_part,
    _cut,
    _token(_swap),
    _token(_set),
    _token(_drop),
    _token(_repeat),
    lambda draw, line: line.replace(" ", draw.choice(_BLANKS), draw.randint(1, 3)),
    lambda draw, line: line.swapcase(),
    lambda draw, line: draw.choice(_BLANKS) + line + draw.choice(_BLANKS),
    lambda draw, line: line + " " + line,
)


def _noise(draw: Random) -> str:
    """Any bytes; most are not UTF-8."""
    return draw.randbytes(draw.choice((1, 2, 3, 8, 60))).decode("utf-8", "surrogateescape")


def _soup(make: Sequence[str]) -> Make:
    return lambda draw: " ".join(draw.choices((*make, *inputs.tokens()), k=draw.randint(1, 8)))


def _long(make: Make) -> Make:
    """At the limit of a line, or far beyond it."""

    def grow(draw: Random) -> str:
        line = make(draw) + draw.choice((" ", "x", " moves a1 "))
        length = draw.choice((MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 3 * MAX_LINE))
        return (line * (1 + length // len(line)))[:length]

    return grow


_VERBS = ("ugi", "uci", "uginewgame", "isready", "setoption", "position", "go", "stop", "query", "d", "eval", "perft",
          "infinite", "history", "name", "value")
_ENGINE: tuple[tuple[int, Make], ...] = (
    (260, _position),
    (110, _go),
    (80, lambda draw: "stop"),
    (60, lambda draw: "isready"),
    (80, lambda draw: f"query {draw.choice(NAMES)}"),
    (80, _option),
    (30, lambda draw: draw.choice(_said(False))),
    (20, lambda draw: draw.choice(("ugi", "uci", "uginewgame", "ucinewgame"))),
    (10, _people),
    (180, _mutated(_engine_line)),
    (50, _soup(_VERBS)),
    (37, _noise),
    (3, _long(_engine_line)),
)
_GTP: tuple[tuple[int, Make], ...] = (
    (250, _gtp_play),
    (150, _gtp_think),
    (150, _gtp_command),
    (100, _numbered(_gtp_command)),
    (100, lambda draw: draw.choice(_said(True))),
    (170, _mutated(_gtp_line)),
    (40, _soup(("play", "genmove", "#"))),
    (38, _noise),
    (2, _long(_gtp_line)),
)
