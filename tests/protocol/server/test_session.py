"""The conversation without a process: what happens when, with a searcher that the test holds in its hand."""

import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from waiting import Waiting, info

from dohyo.protocol.server.conversation import Conversation
from dohyo.protocol.server.options import Options
from dohyo.search import registry

GUARD = 60


class Talk:
    """A conversation, the searcher that it uses, and the lines that it said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._said = threading.Condition()
        options = Options()
        options.set("searcher", "waiting")
        self.conversation = Conversation(self._emit, options)
        self.say("position fen rush-stones size=3")

    def _emit(self, text: str) -> None:
        with self._said:
            self.lines += text.split("\n")
            self._said.notify_all()

    def say(self, *lines: str) -> None:
        for line in lines:
            if not self.conversation.take(line):
                self.conversation.quit()

    @property
    def searcher(self) -> Waiting:
        assert isinstance(self.conversation.session._searcher, Waiting)
        assert self.conversation.session._searcher.started.wait(GUARD)
        return self.conversation.session._searcher

    def answers(self, count: int) -> list[str]:
        """Waits for so many bestmoves; all lines said since the last call."""
        with self._said:
            enough = self._said.wait_for(lambda: self.count("bestmove") >= count, GUARD)
            assert enough, self.lines
            lines, self.lines = self.lines, []
            return lines

    def count(self, start: str) -> int:
        return sum(line.startswith(start) for line in self.lines)


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    monkeypatch.setitem(registry._SEARCHERS, "waiting", Waiting)
    talk = Talk()
    yield talk
    talk.say("quit")
    assert talk.conversation.wait(GUARD)


def test_finite_search_is_stopped(talk: Talk) -> None:
    talk.say("go movetime 1000000", "isready")
    assert talk.searcher.searching
    assert talk.lines == ["readyok"]
    talk.say("stop")
    assert talk.answers(1) == [
        "readyok",
        "info depth 2 seldepth 3 multipv 1 score win 250 nodes 7 nps 14 time 500 hashfull 4 pv a1 z1",
        "bestmove a1",
    ]


def test_stale_stop_does_not_end_the_next_search(talk: Talk) -> None:
    for _ in range(20):
        talk.say("go nodes 1")
        talk.searcher.release.set()
        talk.answers(1)
        talk.say("stop", "go infinite")
        assert talk.searcher.searching
        assert talk.lines == []
        talk.say("stop")
        assert len(talk.answers(1)) == 2


def test_go_and_stop_without_waiting(talk: Talk) -> None:
    """Each `go` is ended by the stop that follows it, whenever they are read."""
    talk.say(*["go infinite", "stop"] * 200)
    lines = talk.answers(200)
    assert len(lines) == 400
    assert talk.conversation.wait(GUARD)


def test_stop_also_ends_what_waits(talk: Talk) -> None:
    talk.say("go infinite", "go infinite", "go nodes 1", "stop", "query turn")
    assert talk.conversation.wait(GUARD)
    assert [line.split()[0] for line in talk.lines] == ["info", "bestmove"] * 3 + ["response"]


def test_order_is_kept_behind_a_search(talk: Talk) -> None:
    talk.say("go nodes 1", "query turn", "position fen rush-stones size=3 moves b2", "query turn", "d", "nonsense")
    assert talk.lines == ["response 1"]
    talk.searcher.release.set()
    assert talk.conversation.wait(GUARD)
    assert [line.split()[0] for line in talk.lines[1:4]] == ["info", "bestmove", "response"]
    assert talk.lines[3] == "response 2"
    assert talk.lines[-1] == "info string error unknown command 'nonsense'"


def test_malformed_go_keeps_its_place(talk: Talk) -> None:
    talk.say("go nodes 1", "go nodes x")
    assert talk.lines == []
    talk.searcher.release.set()
    assert [line.split()[1] for line in talk.answers(2)] == ["depth", "a1", "string", "(none)"]


def test_quit_ends_a_search_with_its_move(talk: Talk) -> None:
    talk.say("go infinite", "go infinite", "quit")
    assert talk.conversation.wait(GUARD)
    assert [line.split()[0] for line in talk.lines] == ["info", "bestmove"]


def test_end_of_input(talk: Talk) -> None:
    """An infinite search ends; a finite one goes on; what waits is done."""
    talk.say("go infinite", "go infinite", "go nodes 1")
    talk.conversation.end_input()
    talk.answers(2)
    assert not talk.conversation.wait(0)
    talk.searcher.release.set()
    talk.answers(1)
    assert talk.conversation.wait(GUARD)


def test_searcher_that_fails(talk: Talk) -> None:
    talk.say("go nodes 1")
    talk.searcher.failure = ValueError("out of\nideas")
    talk.searcher.release.set()
    lines = talk.answers(1)
    assert lines[0].startswith("info string error go waiting failed: ValueError")
    assert lines[1:] == ["bestmove (none)"]
    talk.say("isready")
    assert talk.lines == ["readyok"]


def test_parameters_reach_a_living_searcher(talk: Talk) -> None:
    talk.say("setoption name Threads value 2", "go nodes 1", "setoption name seed value 9")
    searcher = talk.searcher
    assert (searcher.values["Threads"], searcher.values["Seed"]) == (2, 0)
    talk.say("stop")
    talk.answers(1)
    assert talk.conversation.wait(GUARD)
    assert searcher.values["Seed"] == 9


def test_new_game_and_searcher_change(talk: Talk) -> None:
    talk.say("go nodes 1", "stop")
    first = talk.conversation.session._searcher
    talk.answers(1)
    talk.say("ucinewgame", "go nodes 1", "stop")
    talk.answers(1)
    assert talk.conversation.session._searcher is first
    talk.say("setoption name Searcher value greedy", "go nodes 1")
    talk.answers(1)
    assert talk.conversation.session._searcher is not first


@pytest.mark.parametrize("moves", [("a1",), ("a1", "b1", "c1"), tuple("abcdefghij")])
def test_at_most_twenty_info_lines_a_second(talk: Talk, moves: tuple[str, ...]) -> None:
    talk.say("go infinite")
    report = talk.searcher.report
    assert report is not None
    begin = time.monotonic()
    for _ in range(100):
        report(info(*moves))
    seconds = int(time.monotonic() - begin) + 1
    assert len(moves) <= talk.count("info") <= 20 * seconds - len(moves)
    assert talk.count("info") % len(moves) == 0


VOCABULARY = """
ugi uci isready stop d eval bench help setoption name value Searcher MultiPV Rules size=3 size=4 position startpos fen
rush-stones board=3/1b1/3 turn=w moves a1 b2 z9 history go infinite nodes depth movetime p1time p2time 0 1 2
searchmoves query legal result perft xyzzy ?
"""
WORDS = st.sampled_from(VOCABULARY.split())
OPENINGS = st.sampled_from(["", "position startpos moves", "position fen rush-stones size=3", "go", "setoption name"])
LINES = st.builds(lambda opening, words: f"{opening} {' '.join(words)}", OPENINGS, st.lists(WORDS, max_size=5))


@given(st.lists(LINES, max_size=25))
def test_any_conversation(lines: list[str]) -> None:
    """Whatever is said, each `go` is answered by one bestmove, and the conversation goes on."""
    said: list[str] = []
    options = Options()
    options.set("Searcher", "greedy")
    options.set("Rules", "size=3")
    conversation = Conversation(lambda text: said.extend(text.split("\n")), options)
    for line in lines:
        conversation.take(line)
    conversation.end_input()
    assert conversation.wait(GUARD)
    searches = sum(line.split()[:1] == ["go"] for line in lines)
    assert sum(line.startswith("bestmove ") for line in said) == searches
    assert all(line.isprintable() for line in said)


def test_too_many_messages_are_refused(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dohyo.protocol.server.command_queue.MOST_WAITING", 2)
    talk.say("go infinite", "uginewgame", "uginewgame", "uginewgame")
    assert talk.lines == ["info string error busy: 2 messages wait, this one is dropped"]
