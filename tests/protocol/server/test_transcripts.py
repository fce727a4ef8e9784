"""The readable conversations in `transcripts/` (see the README there)."""

from pathlib import Path

import pytest
from conversation import GUARD, Conversation
from transcript import hold, steps

FOLDER = Path(__file__).with_name("transcripts")
#: What runs the transcripts whose names begin so, and what it says last.
PROGRAMS = {
    "gtp-": (("-m", "dohyo.protocol.gtp.command"), ("--size=5", "--searcher=greedy", "--option=Seed=1"), b"= \n\n"),
    "": (("-m", "dohyo.protocol.server"), ("--searcher", "greedy"), b""),
}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    module, arguments, farewell = next(found for start, found in PROGRAMS.items() if path.stem.startswith(start))
    with Conversation(*arguments, module=module) as engine:
        hold(engine, steps(path.read_text(encoding="utf-8"), path.name), engine.trimmed)
        engine.send("quit")
        assert engine.process.wait(GUARD) == 0
        assert engine.output.read() == farewell
        assert engine.errors.read() == b""
