"""Steps: lines as bytes."""

from __future__ import annotations

import random
import time

from dohyo.engine.grammar import quote
from dohyo.protocol.check.context import Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError, Probe, errors_of
from dohyo.protocol.language.lines import MAX_LINE
from dohyo.protocol.language.replies import ReadyOk

steps = CheckSteps()

#: Seconds between two pieces of a line.
PIECES_APART = 0.02
SEED = 1


@steps.add("CRLF", "a line may end with CRLF")
def crlf(check: Check) -> str:
    probe = check.engine()
    probe.write(f"position {check.case.text}\r\nisready\r\ngo nodes 5\r\n".encode(), searches=1)
    _expect_ready(probe)
    check.legal(probe.best(), check.case)
    return "a conversation in such lines went as in others"


@steps.add("blanks", "any blanks may stand between tokens and around them")
def blanks(check: Check) -> str:
    probe = check.engine()
    text = check.case.text.replace(" ", " \t ")
    probe.say(f" \t position  {text}\t", "\tisready  ", "  go \t nodes\t\t5 ", searches=1)
    _expect_ready(probe)
    check.legal(probe.best(), check.case)
    return "tabs and double blanks were passed over"


@steps.add("lines in pieces", "a line counts when its end has come, whatever pieces the bytes come in")
def pieces(check: Check) -> str:
    probe = check.engine()
    for byte in b"isready\n":
        probe.write(bytes([byte]))
    _expect_ready(probe)
    probe.write(f"position {check.case.text}\nisready\ngo no".encode())
    _expect_ready(probe)
    time.sleep(PIECES_APART)
    probe.write(b"des 5\nisre", searches=1)
    check.legal(probe.best(), check.case)
    if lines := probe.quiet(PIECES_APART):
        raise BrokenError(f"half a line was answered by {quote(lines[0].line)}")
    probe.write(b"ady\n")
    _expect_ready(probe)
    return "single bytes and halves were put together"


@steps.add("a line of 64 KiB", f"a line of {MAX_LINE} bytes is read")
def longest(check: Check) -> str:
    probe = check.engine()
    probe.write(b"isready".ljust(MAX_LINE) + b"\n")
    _expect_ready(probe)
    position = f"position {check.case.text}".encode()
    probe.write(position.ljust(MAX_LINE) + b"\ngo nodes 5\n", searches=1)
    check.legal(probe.best(), check.case)
    return "isready and a position of that length were"


@steps.add("a line of 1 MiB", "a longer line is refused whole, with an info string error, and the next one is read")
def too_long(check: Check) -> str:
    probe = check.engine()
    for length in (MAX_LINE + 1, 1 << 20):
        probe.write(b"isready".ljust(length) + b"\n")
        probe.write(f"position {check.case.text}\ngo nodes 5\n".encode(), searches=1)
        found = check.legal(probe.best(), check.case)
        if not found.errors:
            raise BrokenError(f"`isready` and blanks, {length} bytes, was not answered by an error")
        if lines := [arrival.line for arrival in probe.ready()[:-1]]:
            raise BrokenError(f"after a line of {length} bytes came {quote(lines[0])}")
    return "both such lines were refused"


@steps.add("noise", "no bytes end the process or its conversation")
def noise(check: Check) -> str:
    probe = check.engine()
    draw = random.Random(SEED)
    count = check.tries(300, 40)
    for _ in range(count):
        probe.write(b"#" + _noise(draw) + b"\n")
        probe.ready()
    for line in (b"\x00", b"\xff\xfe\xfd", b"\xc3", b"\xed\xa0\x80", "\u202eisready".encode(), b"\x1b[2J",
                 b"go\x00nodes", b"position\xff fen"):
        probe.write(line + b"\n")
        probe.ready()
    probe.say(f"position {check.case.text}", "go nodes 5", searches=1)
    check.legal(probe.best(), check.case)
    return f"{count} lines of random bytes and eight chosen ones changed nothing"


def _noise(draw: random.Random) -> bytes:
    """Any bytes, or words with bytes in them; no line end, and no line that means something."""
    data = draw.randbytes(draw.choice((1, 10, 200, 5000)))
    words = (b"go", b"stop", b"quit", b"position", b"ugi", b"\x00", b"\xff", b"%s", b"-1")
    if draw.random() < 0.5:
        data = b" ".join(draw.choice(words) + data[:3] for _ in range(draw.randrange(1, 20)))
    return data.replace(b"\n", b"").replace(b"\r", b"")


def _expect_ready(probe: Probe) -> None:
    lines = probe.until(lambda reply: isinstance(reply, ReadyOk), "readyok")
    if errors := errors_of(lines):
        raise BrokenError(f"it was answered by {errors[0]}")
