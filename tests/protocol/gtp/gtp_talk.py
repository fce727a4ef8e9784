"""GTP commands run in this process, as tests give them."""

from __future__ import annotations

from dohyo.protocol.gtp.session import GtpSession, GtpSettings
from dohyo.protocol.gtp.text import read


def session(size: int = 5, searcher: str = "greedy", **settings: int) -> GtpSession:
    found = GtpSession(size, GtpSettings(**settings))  # type: ignore[arg-type]
    found.choose_searcher(searcher)
    return found


def said(gtp: GtpSession, line: str, place: int = 0) -> str:
    """The text of a successful answer."""
    command = read(line)
    assert command is not None
    text = gtp.run(command, place)
    assert text.startswith("= "), (line, text)
    return text[2:].removesuffix("\n")


def refused(gtp: GtpSession, line: str) -> str:
    """The sentence of a failure."""
    command = read(line)
    assert command is not None
    text = gtp.run(command)
    assert text.startswith("? "), (line, text)
    return text[2:].removesuffix("\n")
