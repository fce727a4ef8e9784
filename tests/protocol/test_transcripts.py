"""The readable conversations in `transcripts/` (see the README there)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversation import GUARD, Conversation

FOLDER = Path(__file__).with_name("transcripts")
#: What runs the transcripts whose names begin so, and what it says last.
PROGRAMS = {
    "gtp-": (("-m", "dohyo.protocol.gtp.command"), ("--size=5", "--searcher=greedy", "--option=Seed=1"), b"= \n\n"),
    "": (("-m", "dohyo.protocol.server"), ("--searcher", "greedy"), b""),
}
_CONTROLS = {"r": "\r", "n": "\n", "t": "\t"}


def sent(text: str) -> str:
    """The text with its control characters."""
    return re.sub(r"\\(?:([rnt])|x(\w\w))", lambda m: _CONTROLS[m[1]] if m[1] else chr(int(m[2], 16)), text)


def fits(pattern: str, line: str, words: dict[str, str]) -> bool:
    """Whether the pattern matches the whole line; remembers what its `$n` stand for."""
    regex = ""
    for part in re.split(r"(\.\.\.|\$\d)", pattern):
        if part == "...":
            regex += ".*"
        elif re.fullmatch(r"\$\d", part):
            regex += re.escape(words[part]) if part in words else rf"(?P<w{part[1]}>\S+)"
        else:
            regex += re.escape(part)
    match = re.fullmatch(regex, line)
    if match is not None:
        words.update({"$" + name[1:]: word for name, word in match.groupdict().items()})
    return match is not None


def steps(path: Path) -> Iterator[tuple[str, str, str]]:
    """(where, sign, text) of each line that is no remark."""
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        sign, _, text = row.partition(" ")
        if sign not in ("#", ""):
            assert sign in (">", "<", "<<"), f"{path.name}:{number}: {row}"
            yield f"{path.name}:{number}", sign, text


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    words: dict[str, str] = {}
    skipping = False
    module, arguments, farewell = next(found for start, found in PROGRAMS.items() if path.stem.startswith(start))
    with Conversation(*arguments, module=module) as engine:
        for where, sign, text in steps(path):
            if sign == ">":
                engine.send(sent(text))
            elif sign == "<<":
                skipping = True
            else:
                line = engine.line().rstrip()
                while skipping and line and not fits(text, line, words):
                    line = engine.line().rstrip()
                assert fits(text, line, words), f"{where}: expected {text!r}, the engine said {line!r}"
                skipping = False
        engine.send("quit")
        assert engine.process.wait(GUARD) == 0
        assert engine.output.read() == farewell
        assert engine.errors.read() == b""
