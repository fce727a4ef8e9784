"""What GoGui is shown: every analyze command answers as its type demands, and says what is so by the rules."""

from __future__ import annotations

import random
import re

import pytest
from gtp_talk import refused, said, session

from dohyo.protocol.gtp.session import COMMANDS

GFX = {"BLACK", "CIRCLE", "COLOR", "INFLUENCE", "LABEL", "MARK", "SQUARE", "TEXT", "TRIANGLE", "VAR", "WHITE"}


def analyzed(kind: str, text: str, points: set[str]) -> None:
    """The text is what an analyze command of this type has to answer."""
    rows = [row.split(" ") for row in text.split("\n")]
    size = round(len(points) ** 0.5)
    if kind in ("dboard", "sboard", "cboard"):
        assert [len(row) for row in rows] == [size] * size
        words = [word for row in rows for word in row]
        assert kind != "dboard" or all(-1 <= float(word) <= 1 for word in words)
        assert kind != "sboard" or all(word == '""' or 0 <= int(word) <= 100 for word in words)
        assert kind != "cboard" or all(re.fullmatch(r'""|#[0-9a-f]{6}', word) for word in words)
    elif kind == "plist":
        assert set(text.split()) <= points
    elif kind == "gfx":
        for name, *arguments in rows:
            assert name in GFX
            named = {"LABEL": arguments[::2], "COLOR": arguments[1:], "VAR": arguments[1::2], "TEXT": []}
            assert set(named.get(name, arguments)) <= points
        assert sum(row[0] == "TEXT" for row in rows) == 1
    elif kind == "param":
        assert all(re.fullmatch(r"\[(string|list(/\w+)+)\] [a-z]+ \S+", " ".join(row)) for row in rows)
    else:
        assert kind in ("string", "hpstring")
        assert text


@pytest.mark.parametrize("plies", [0, 7, 18, 24, 25])
def test_analyze_commands(plies: int) -> None:
    gtp = session(searcher="mcts", nodes=50)
    choose = random.Random(plies)
    for _ in range(plies):
        gtp.board.play(gtp.board.seat, choose.choice(gtp.board.legal()))
    points = {point for row in gtp.board.points() for point in row}
    offered = said(gtp, "gogui-analyze_commands").split("\n")
    assert len(offered) > 10
    for line in offered:
        kind, label, name = line.split("/")
        assert label
        assert name in COMMANDS
        over = plies == 25 and name in {"dohyo-candidates", "dohyo-principal_variation", "dohyo-reasons",
                                        "dohyo-evaluation"}
        if over or (name == "final_score" and plies < 25):
            assert refused(gtp, name) in ("the game is over", "cannot score")
        else:
            analyzed(kind, said(gtp, name), points)


def test_extra_turns_and_forbidden_points_are_those_of_the_rules() -> None:
    gtp = session()
    choose = random.Random(3)
    seen = set()
    for _ in range(25):
        state = gtp.board.state
        extra, closed = said(gtp, "dohyo-extra_turns").split(), said(gtp, "dohyo-forbidden").split()
        assert extra == [move.upper() for move in state.moves() if state.play(move).to_move == state.to_move]
        empty = {point for names, row in zip(gtp.board.points(), gtp.board.rows(), strict=True)
                 for point, symbol in zip(names, row, strict=True) if symbol == "."}
        assert set(closed) == empty - {move.upper() for move in state.moves()}
        seen |= {"extra"} if extra else set()
        seen |= {"closed"} if closed else set()
        gtp.board.play(gtp.board.seat, choose.choice(gtp.board.legal()))
    assert seen == {"extra", "closed"}


def test_the_line_is_coloured_by_who_places() -> None:
    gtp = session(searcher="mcts", nodes=300)
    said(gtp, "gogui-play_sequence b b2 w c3 b b3")
    words = said(gtp, "dohyo-principal_variation").split("\n")[0].split()
    state = gtp.board.state
    for seat, point in zip(words[1::2], words[2::2], strict=True):
        assert "bw"[state.to_move[0] - 1] == seat
        state = state.play(point.lower())
