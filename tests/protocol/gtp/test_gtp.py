"""The GTP face without a process: lines, the board in step with the engine's states, clocks, searches and their end."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from gtp_talk import refused, said, session
from hypothesis import given
from hypothesis import strategies as st
from waiting import Waiting

from dohyo import engine
from dohyo.engine import OptionError, State, UsageError
from dohyo.protocol.gtp.board import Board
from dohyo.protocol.gtp.clock import GameClocks, TimeLeft, TimeSettings
from dohyo.protocol.gtp.session import COMMANDS
from dohyo.protocol.gtp.text import Command, GtpError, answer, colour, read, real, vertex, whole
from dohyo.search import Limits, registry

GUARD = 60


# --- lines ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("play b c3", Command("", "play", ("b", "c3"))),
        ("12 play b c3", Command("12", "play", ("b", "c3"))),
        ("\t12\t play\tb c3 # why not\r", Command("12", "play", ("b", "c3"))),
        ("p\x00l\x1fa\x7fy", Command("", "play")),
        ("play#b", Command("", "play")),
        ("0", Command("0", "")),
        ("12play", Command("", "12play")),
        ("-1 play", Command("", "-1", ("play",))),
        ("٣ play", Command("", "٣", ("play",))),
        ("", None),
        (" \t\r", None),
        ("# play b c3", None),
    ],
)
def test_read(line: str, command: Command | None) -> None:
    assert read(line) == command


@pytest.mark.parametrize(
    ("number", "text", "failed", "lines"),
    [
        ("", "", False, "= \n"),
        ("3", "", False, "=3 \n"),
        ("", "A1", False, "= A1\n"),
        ("3", "illegal move", True, "?3 illegal move\n"),
        ("", "\nrow\nrow\n", False, "= \nrow\nrow\n"),
        ("", "a\n\n  \nb", False, "= a\n \n \nb\n"),
    ],
)
def test_answer(number: str, text: str, failed: bool, lines: str) -> None:
    assert answer(number, text, failed=failed) == lines


def test_arguments() -> None:
    assert [colour(text) for text in ("b", "W", "Black", "WHITE")] == [1, 2, 1, 2]
    assert [vertex(text) for text in ("a1", "T19", "z99", "Pass")] == ["A1", "T19", "Z99", "PASS"]
    assert [whole("0"), whole("361"), real("6.5"), real("-.5"), real("7.")] == [0, 361, 6.5, -0.5, 7.0]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (colour, "red"), (colour, ""), (vertex, "i1"), (vertex, "a0"), (vertex, "a01"), (vertex, "a100"),
        (vertex, "1a"), (vertex, "resign"), (whole, "-1"), (whole, "1.5"), (whole, "1234567890"), (whole, "²"),
        (real, "nan"), (real, "1e9"), (real, "."), (real, "٣"),
    ],
)
def test_wrong_arguments(kind: type, text: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error: "):
        kind(text)


# --- the board -----------------------------------------------------------------------------------------------------


def same(board: Board, state: State) -> None:
    """The board tells of the state what the engine tells."""
    assert board.state == state
    assert board.over == state.over
    assert board.legal() == [move.upper() for move in state.moves()]
    assert f"board={'/'.join(re.sub('[.]+', lambda gap: str(len(gap[0])), row) for row in board.rows())} " in str(state)
    if not state.over:
        assert (board.seat,) == state.to_move


@pytest.mark.parametrize("size", [3, 5, 9, 19])
def test_board_in_step_with_the_engine(size: int) -> None:
    """A random game forth, and back by undo, over rows of extra turns."""
    choose = random.Random(size)
    board, states = Board(size), [engine.game("rush-stones").deal(size=size)]
    while not states[-1].over:
        same(board, states[-1])
        move = choose.choice(states[-1].moves())
        board.play(states[-1].to_move[0], move.upper())
        states.append(states[-1].play(move))
    assert len(states) == size * size + 1
    assert any(one.to_move == two.to_move for one, two in pairwise(states))
    for state in reversed(states[1:]):
        same(board, state)
        board.undo(1)
    same(board, states[0])


def test_points_are_named_in_rows_from_the_top() -> None:
    rows = Board(9).points()
    assert (rows[0][0], rows[0][8], rows[8][0], rows[8][8]) == ("A9", "J9", "A1", "J1")
    assert "I5" not in rows[4]
    assert rows[4][8] == "J5"


@pytest.mark.parametrize("size", [0, 1, 4, 21, 10**6])
def test_sizes_that_are_none(size: int) -> None:
    with pytest.raises(OptionError):
        Board(size)
    board = Board(5)
    board.play(1, "C3")
    with pytest.raises(GtpError, match=r"^unacceptable size$"):
        board.resize(size)
    assert board.stones() == (1, 0)


def test_a_sequence_is_played_whole_or_not_at_all() -> None:
    board = Board(5)
    board.play(1, "C3")
    with pytest.raises(GtpError, match=r"^illegal move"):
        board.play_all([(2, "A1"), (1, "B5"), (1, "B4")])
    assert str(board.state) == "rush-stones size=5 board=5/5/2b2/5/5 turn=w"
    board.undo(1)
    with pytest.raises(GtpError, match=r"^cannot undo$"):
        board.undo(1)


@pytest.mark.parametrize("seat", [1, 2])
def test_set_up(seat: int) -> None:
    board = Board(5)
    board.set_up([(1, "A1"), (2, "E5"), (1, "C3")])
    board.set_turn(seat)
    assert str(board.state) == f"rush-stones size=5 board=4w/5/2b2/5/b4 turn={'bw'[seat - 1]}"


# --- clocks --------------------------------------------------------------------------------------------------------


def test_main_time_runs_down_and_is_corrected() -> None:
    clock = GameClocks()
    assert clock.budget(1) is None
    clock.set(TimeSettings(60))
    clock.spend(1, 12.5)
    assert (clock.budget(1), clock.budget(2)) == ((47.5, 0.0, None), (60, 0.0, None))
    clock.tell(1, TimeLeft(40))
    clock.spend(1, 50)
    assert clock.budget(1) == (0.0, 0.0, None)
    clock.restart()
    assert clock.budget(1) == (60, 0.0, None)


def test_periods_follow_the_main_time() -> None:
    clock = GameClocks()
    clock.set(TimeSettings(10, 20, 4))
    assert clock.budget(1) == (15, 5, None)
    clock.spend(1, 8)
    assert clock.budget(1) == (7, 5, None)
    clock.spend(1, 5)
    assert clock.budget(1) == (17, 0.0, 3)
    for seconds in (1, 1):
        clock.spend(1, seconds)
    assert clock.budget(1) == (15, 0.0, 1)
    clock.spend(1, 1)
    assert clock.budget(1) == (20, 0.0, 4)
    clock.tell(1, TimeLeft(9, 2))
    assert clock.budget(1) == (9, 0.0, 2)


def test_no_limit_and_periods_alone() -> None:
    clock = GameClocks()
    clock.set(TimeSettings(60, 1, 0))
    assert clock.budget(1) is None
    clock.set(TimeSettings(0, 30, 1))
    assert clock.budget(2) == (30, 0.0, 1)
    clock.spend(2, 5)
    assert clock.budget(2) == (30, 0.0, 1)


# --- searches ------------------------------------------------------------------------------------------------------


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[Limits]:
    """The limits of every search that is begun."""
    found: list[Limits] = []
    start = registry.Greedy.start

    def record(self: registry.Greedy, limits: Limits, *rest: object) -> None:
        found.append(limits)
        start(self, limits, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(registry.Greedy, "start", record)
    return found


def test_what_limits_a_search(limits: list[Limits]) -> None:
    said(session(), "genmove b")
    said(session(nodes=77), "genmove b")
    said(session(movetime=200), "genmove b")
    timed = session(nodes=77)
    said(timed, "time_settings 100 20 4")
    said(timed, "genmove b")
    said(timed, "time_left w 3.5 2")
    said(timed, "reg_genmove w")
    assert [(found.nodes, found.movetime) for found in limits] == [
        (None, 990), (77, None), (None, 190), (77, None), (77, None)
    ]
    assert [found.clocked for found in limits] == [False, False, False, True, True]
    mine, other = limits[3].clock(1), limits[4].clock(2)
    assert mine is not None
    assert other is not None
    assert 104_000 < mine.remaining < 105_000
    assert (mine.increment, limits[3].movestogo, limits[4].movestogo) == (5000, None, 2)
    assert 3400 < other.remaining < 3500


def test_moves_repeat_by_seed_and_nodes() -> None:
    def game(seed: int) -> list[str]:
        gtp = session(searcher="mcts", nodes=60)
        gtp.settings.options.set("Seed", str(seed))
        moves = []
        while not gtp.board.over:
            moves.append(said(gtp, f"genmove {'bw'[gtp.board.seat - 1]}"))
        return moves

    assert game(1) == game(1)
    assert game(1) != game(2)
    assert len(game(1)) == 25


def test_reg_genmove_plays_nothing() -> None:
    gtp = session()
    move = said(gtp, "reg_genmove b")
    assert move in gtp.board.legal()
    assert gtp.board.stones() == (0, 0)


def test_an_analysis_is_kept_until_the_position_changes(limits: list[Limits]) -> None:
    gtp = session(candidates=3)
    for line in ("dohyo-candidates", "dohyo-reasons", "dohyo-principal_variation", "play b c3", "undo"):
        said(gtp, line)
    assert [found.top for found in limits] == [3]
    said(gtp, "dohyo-candidates")
    said(gtp, "play b c3")
    said(gtp, "dohyo-candidates")
    assert len(limits) == 2
    said(gtp, "dohyo-settings candidates 2")
    said(gtp, "dohyo-candidates")
    assert [found.top for found in limits] == [3, 3, 2]


def test_a_searcher_that_does_not_play_is_refused() -> None:
    gtp = session()
    with pytest.raises(UsageError, match="sumo_equilibrium does not play rush-stones"):
        gtp.choose_searcher("table")
    assert gtp.searcher.name == "greedy"


class Talk:
    """A session whose searches last until they are interrupted, and a thread in which it runs commands."""

    def __init__(self) -> None:
        self.gtp = session(searcher="waiting")
        self.answers: list[str] = []

    @property
    def searcher(self) -> Waiting:
        assert isinstance(self.gtp.searcher, Waiting)
        return self.gtp.searcher

    def begin(self, *lines: str) -> threading.Thread:
        """Runs these commands, which are counted from 1."""
        def run() -> None:
            for place, line in enumerate(lines, 1):
                self.answers.append(said(self.gtp, line, place))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setitem(registry._SEARCHERS, "waiting", Waiting)
    names = "auto", "waiting", *registry._SEARCHERS
    monkeypatch.setattr("dohyo.protocol.server.options.search.searchers",
                        lambda: [registry._SEARCHERS[name] for name in names[1:]])
    return Talk()


def test_interrupt_ends_the_search_that_runs(talk: Talk) -> None:
    thread = talk.begin("genmove b")
    assert talk.searcher.started.wait(GUARD)
    talk.gtp.interrupt(1)
    thread.join(GUARD)
    assert talk.answers == ["A1"]
    assert talk.gtp.board.stones() == (1, 0)


def test_interrupt_is_for_what_came_before_it(talk: Talk) -> None:
    """Two commands are read before the interrupt and one after it."""
    talk.gtp.interrupt(2)
    thread = talk.begin("genmove b", "genmove w", "genmove b")
    assert talk.searcher.started.wait(GUARD)
    while len(talk.answers) < 2 or talk.searcher.searches < 3 or not talk.searcher.searching:
        assert thread.is_alive()
        time.sleep(0.001)
    talk.gtp.interrupt(2)
    assert talk.searcher.searching
    talk.gtp.interrupt(3)
    thread.join(GUARD)
    assert len(talk.answers) == 3


def test_an_interrupted_analysis_is_not_kept(talk: Talk) -> None:
    for place in (1, 2):
        thread = talk.begin("dohyo-candidates")
        assert talk.searcher.started.wait(GUARD)
        talk.gtp.interrupt(place)
        thread.join(GUARD)
    assert talk.searcher.searches == 2


def test_a_searcher_that_fails_is_a_failed_command(talk: Talk) -> None:
    talk.searcher.failure = ValueError("out of ideas")
    talk.gtp.interrupt(9)
    assert refused(talk.gtp, "genmove b") == "waiting failed: ValueError('out of ideas')"
    talk.searcher.failure = None
    assert said(talk.gtp, "genmove b", 1) == "A1"


# --- anything ------------------------------------------------------------------------------------------------------

POINTS = st.builds("{}{}".format, st.sampled_from("ABCDEFghji"), st.integers(0, 6))
WORDS = st.one_of(
    POINTS,
    st.sampled_from(["b", "w", "White", "pass", "resign", "0", "1", "3", "5", "8", "6.5", "mcts", "nodes", "#"]),
    st.text(max_size=4),
)
NAMES = st.deferred(lambda: st.sampled_from(sorted(COMMANDS)))
LINES = st.one_of(
    st.builds("play {} {}".format, st.sampled_from("bw"), POINTS),
    st.builds(lambda name, words: " ".join([name, *words]), NAMES, st.lists(WORDS, max_size=4)),
    st.text(max_size=30),
)


@given(st.lists(LINES, max_size=30))
def test_any_conversation(lines: list[str]) -> None:
    """Each command has one answer, which nothing but an empty line ends, and a command that fails changes nothing."""
    gtp = session(size=3, nodes=5)
    for line in lines:
        command = read(line)
        if command is None:
            continue
        before = str(gtp.board.state)
        text = gtp.run(command)
        assert re.fullmatch(rf"[=?]{command.number} [^\n]*(\n[^\n]+)*\n", text), (line, text)
        assert text[0] == "=" or str(gtp.board.state) == before
        assert gtp.board.state.buffer.check() == 0
        assert gtp.settings.searcher_name in said(gtp, "dohyo-settings")
