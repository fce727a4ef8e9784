"""Conversations as text: what is sent, and what must be answered (see `transcripts/README.md`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from conversation import Conversation

#: Where a line stands, its sign, and its text.
Step = tuple[str, str, str]

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


def steps(text: str, name: str) -> Iterator[Step]:
    """The lines that are not remarks."""
    for number, row in enumerate(text.splitlines(), 1):
        sign, _, rest = row.partition(" ")
        if sign not in ("#", ""):
            assert sign in (">", "<", "<<"), f"{name}:{number}: {row}"
            yield f"{name}:{number}", sign, rest


def hold(talk: Conversation, script: Iterable[Step], said: Callable[[], str | None]) -> None:
    """Hold a conversation. said: the next line, blanks at its end cut off; None at the end of output."""
    words: dict[str, str] = {}
    skipping = False
    for where, sign, text in script:
        if sign == ">":
            talk.send(sent(text))
        elif sign == "<<":
            skipping = True
        else:
            line = said()
            while skipping and line is not None and not fits(text, line, words):
                line = said()
            assert line is not None, f"{where}: expected {text!r}, the output ended"
            assert fits(text, line, words), f"{where}: expected {text!r}, it said {line!r}"
            skipping = False
