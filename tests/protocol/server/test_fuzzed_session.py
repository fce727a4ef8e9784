"""Conversations about positions of every game, right and wrong: each `go` is answered, and the session lives on."""

from __future__ import annotations

from fuzz import inputs, promises
from hypothesis import given
from hypothesis import strategies as st

from dohyo import engine

GAMES = st.sampled_from([game.id for game in engine.games()])
POSITIONS = GAMES.flatmap(lambda game: st.sampled_from(inputs.positions_of(game)))
MOVES = st.deferred(lambda: st.sampled_from(inputs.moves()))
TOKENS = st.deferred(lambda: st.sampled_from(inputs.tokens()))
ASKED = st.sampled_from(["go nodes 5", "query legal", "query result", "query position", "d", "eval", "perft 1", "stop"])
PLAYED = st.lists(MOVES, max_size=3).map(" ".join)
SET = st.builds("position fen {} moves {}".format, POSITIONS, PLAYED)
WRONG = st.lists(TOKENS | st.text(max_size=5), min_size=1, max_size=6).map(" ".join)


@st.composite
def garbled(draw: st.DrawFn) -> str:
    """A line with a stretch of it replaced."""
    line = draw(SET | ASKED)
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, min(len(line), start + 6)))
    return line[:start] + draw(TOKENS | st.text(max_size=4)) + line[end:]


@given(st.lists(SET | ASKED | garbled() | WRONG, max_size=12))
def test_any_conversation_about_any_game(lines: list[str]) -> None:
    promises.conversation(lines)


@given(SET, st.lists(ASKED, max_size=6))
def test_questions_about_a_position(position: str, questions: list[str]) -> None:
    promises.conversation([position, *questions])
