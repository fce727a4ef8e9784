"""The protocol fuzzer for 20,000 lines (`make fuzz-protocol` takes a million), and that it sees what is wrong."""

from __future__ import annotations

import pytest
from fuzz import chatter, protocol
from fuzz.listener import EngineListener, WrongError, gtp_numbers, judge_gtp, words_of

#: Lines for each lane; so many lives that each way to end is seen.
LINES = {"engine": 15_000, "gtp": 2000, "lives": len(protocol.ENDINGS) * chatter.BLOCK}


@pytest.mark.parametrize("lane", protocol.LANES)
def test_no_line_breaks_the_process(lane: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert protocol.run(lane, 2, range(LINES[lane] // chatter.BLOCK)), capsys.readouterr().out


def test_a_block_follows_from_the_seed_and_its_number() -> None:
    for block in (chatter.engine_block, chatter.gtp_block):
        assert list(block(1, 3)) == list(block(1, 3))
        assert list(block(1, 3)) not in (list(block(1, 4)), list(block(2, 3)))
        lines = [line for batch in block(1, 3) for line in batch.lines]
        assert len(lines) >= chatter.BLOCK
        assert not any(words_of(line)[:1] == ["quit"] for line in lines)
        assert all(b"".join(line + b"\n" for line in batch.lines) == b"".join(data for _, data in batch.pieces)
                   for batch in block(1, 3))


GO = (b"position startpos", b"go nodes 1", b"isready")
INFO = "info depth 1 score win 500 nodes 1 pv a1"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (GO, [INFO, "bestmove a1", "readyok"]),
        (GO, ["readyok", "info string error go no position is set", "bestmove (none)"]),
        ((b"ugi\r",), ["id name X", "option name A type check default true", "game sumo seats 2 hidden", "ugiok"]),
        ((b"query legal",), ["response a1,b1"]),
        ((b"d",), ["  any drawing", "of two lines"]),
        ((b"go" + b" " * 70000,), ["info string error line too long"]),
    ],
)
def test_what_may_be_said(sent: tuple[bytes, ...], said: list[str]) -> None:
    EngineListener().judge(sent, said)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (GO, [INFO, "bestmove a1"]),
        (GO, [INFO, "bestmove a1", "bestmove a1", "readyok"]),
        (GO, [INFO, "bestmove a1 ponder b1", "readyok"]),
        (GO, ["info depth 1 score win 1001", "bestmove a1", "readyok"]),
        (GO, ["info depth 1 score cp 10", "bestmove a1", "readyok"]),
        (GO, ["info score win 500", "bestmove a1", "readyok"]),
        (GO, [INFO + " ", "bestmove a1", "readyok"]),
        (GO, [INFO, "bestmove a1\x1b[0m", "readyok"]),
        (GO, ["hello", INFO, "bestmove a1", "readyok"]),
        ((b"query legal",), ["response a1 b1"]),
        ((b"query legal",), []),
        ((b"stop",), [INFO]),
        ((b"d",), ["bestmove"]),
        ((b"ugi",), ["id name X", "game sumo", "ugiok"]),
    ],
)
def test_what_may_not_be_said(sent: tuple[bytes, ...], said: list[str]) -> None:
    with pytest.raises(WrongError):
        EngineListener().judge(sent, said)


def test_gtp_answers_are_told_apart() -> None:
    sent = (b"1 name", b"# remark", b"\x01", b"showboard \r", b"20")
    assert gtp_numbers(sent) == ["1", "", "20"]
    judge_gtp(sent, ["=1 Dohyo", "", "= ", "A B", "", "?20 unknown command", ""])
    for said in (
        ["=1 Dohyo", "", "= ", "A B", ""],
        ["=1 Dohyo", "", "= ", "A B", "", "?2 unknown command", ""],
        ["=1 Dohyo", "", "= ", "A B", "", "20 unknown command", ""],
        ["=1 Dohyo", "", "= ", "A B", "", "?20 unknown command", "", "= "],
        ["=1 Dohyo", "= ", "", "?20 unknown command", ""],
    ):
        with pytest.raises(WrongError):
            judge_gtp(sent, said)


def test_costs_that_grow_are_seen() -> None:
    uneven = [50.0 + 20 * (block % 3) for block in range(1000)]
    flat = protocol.Costs(uneven, {1}, {5})
    flat.judge()
    leak = protocol.Costs([size + 0.02 * block for block, size in enumerate(uneven)], {1}, {5})
    assert leak.growth == pytest.approx(14.4, abs=0.1)
    large = protocol.Costs([50.0, 1e4, 50.0], {1}, {5})
    for wrong in (leak, large, protocol.Costs(uneven, {1, 2}, {5}), protocol.Costs(uneven, {1}, {5, 6})):
        with pytest.raises(WrongError):
            wrong.judge()
