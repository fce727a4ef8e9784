"""Lines to values and back, both ways of the conversation: tables a person can read, and properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dohyo.protocol.language import messages, replies
from dohyo.protocol.language.go_line import Clock, Limits
from dohyo.protocol.language.messages import (
    Dialect,
    Go,
    Handshake,
    Malformed,
    NewGame,
    Perft,
    Query,
    SetOption,
    SetPosition,
    Unknown,
    Word,
)
from dohyo.protocol.language.replies import BestMove, GameLine, HandshakeOk, Id, InfoLine, OptionLine, ReadyOk, Response
from dohyo.protocol.language.scores import Score

# --- examples ------------------------------------------------------------------------------------------------------

REQUESTS = {
    "ugi": Handshake(Dialect.UGI),
    " uci\t": Handshake(Dialect.UCI),
    "uginewgame": NewGame(Dialect.UGI),
    "ucinewgame": NewGame(Dialect.UCI),
    "isready": Word.ISREADY,
    "d": Word.DRAW,
    "": Unknown(""),
    " joho  isready ": Unknown("joho  isready"),
    "Ugi": Unknown("Ugi"),
    "setoption name Clear Hash": SetOption("Clear Hash", None),
    "setoption  name  Move  Overhead value 30": SetOption("Move Overhead", "30"),
    "setoption name Book value  a  b.bin ": SetOption("Book", "a  b.bin"),
    "setoption name Rules value": SetOption("Rules", ""),
    "setoption name Rules value ": SetOption("Rules", ""),
    "setoption name a value value": SetOption("a", "value"),
    "position startpos": SetPosition(None),
    "position startpos moves a1 b2": SetPosition(None, ("a1", "b2")),
    "position fen g a=1  b=2 moves a1": SetPosition("g a=1 b=2", ("a1",)),
    "position fen g a=? seat=1 history 1:c2c3 2:?": SetPosition("g a=? seat=1", (), ("1:c2c3", "2:?")),
    "go": Go(),
    "go infinite": Go(Limits(infinite=True)),
    "go wtime 1 btime 2 winc 3 binc 4 movestogo 5": Go(Limits(clocks=(Clock(1, 3), Clock(2, 4)), movestogo=5)),
    "go searchmoves a1 depth 3": Go(Limits(searchmoves=("a1", "depth", "3"))),
    "go depth 3 searchmoves a1": Go(Limits(depth=3, searchmoves=("a1",))),
    "go p1time -7": Go(Limits(clocks=(Clock(0), None))),
    "go p2inc 5 nodes 3": Go(Limits(nodes=3)),
    "query legal": Query("legal"),
    "perft 5": Perft(5),
}

REPLIES = {
    "id name Fairy Engine 1.0": Id("name", "Fairy Engine 1.0"),
    "id author A. B.": Id("author", "A. B."),
    "option name Hash type spin default 16 min 1 max 64": OptionLine("Hash", "spin", "16", 1, 64),
    "option name Clear Hash type button": OptionLine("Clear Hash", "button"),
    "option name Book File type string default <empty>": OptionLine("Book File", "string", ""),
    "option name UCI_Variant type combo default a var a var b c": OptionLine(
        "UCI_Variant", "combo", "a", None, None, ("a", "b c")
    ),
    "game sumo seats 2 hidden chance simultaneous": GameLine("sumo", 2, True, True, True, False),
    "ugiok": HandshakeOk(Dialect.UGI),
    "uciok": HandshakeOk(Dialect.UCI),
    "readyok": ReadyOk(),
    "info depth 3 score cp 31 nodes 5 pv a1 b2": InfoLine(depth=3, score=Score("cp", 31), nodes=5, pv=("a1", "b2")),
    "info depth 1 seldepth x currmove e2 score mate -3 upperbound tbhits 1": InfoLine(
        depth=1, score=Score("mate", -3)
    ),
    "info pv a1 nodes 5": InfoLine(nodes=5, pv=("a1",)),
    "info string error a  depth 3": InfoLine(text="error a depth 3"),
    "bestmove e2e4": BestMove("e2e4"),
    "bestmove e2e4 ponder e7e5": BestMove("e2e4", "e7e5"),
    "response a,b": Response("a,b"),
    "Stockfish 16 by them": Unknown("Stockfish 16 by them"),
    "id": Unknown("id"),
    "option name x": Unknown("option name x"),
    "option type spin": Unknown("option type spin"),
    "game sumo": Unknown("game sumo"),
    "": Unknown(""),
}


@pytest.mark.parametrize(("line", "message"), REQUESTS.items())
def test_requests(line: str, message: messages.Message) -> None:
    assert messages.read(line) == (message, ())


@pytest.mark.parametrize(("line", "reply"), REPLIES.items())
def test_replies(line: str, reply: replies.Reply) -> None:
    assert replies.read(line) == reply


@pytest.mark.parametrize(
    "line",
    ["setoption", "setoption Hash 3", "setoption name", "setoption name value 3", "position", "position fen",
     "go nodes", "go depth zero", "go nodes 0", "go movetime ٣", "go nodes 1234567890123456789", "query", "perft",
     "perft -1"],
)
def test_malformed_requests(line: str) -> None:
    message, _ = messages.read(line)
    assert isinstance(message, Malformed)
    assert message.verb == line.split(maxsplit=1)[0]


@pytest.mark.parametrize("line", ["bestmove", "bestmove a b", "bestmove a ponder", "response", "response a b"])
def test_malformed_replies(line: str) -> None:
    reply = replies.read(line)
    assert isinstance(reply, Malformed)
    assert reply.verb == line.split(maxsplit=1)[0]


def test_tokens_that_mean_nothing() -> None:
    assert messages.read("stop it now") == (Word.STOP, ("it", "now"))
    assert messages.read("go ponder nodes 5 mate 3") == (Go(Limits(nodes=5)), ("ponder", "mate", "3"))
    assert messages.read("position startpos size=3") == (SetPosition(None), ("size=3",))
    assert messages.read("query turn please") == (Query("turn"), ("please",))


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (OptionLine("a", "spin", "1", 1, 8), ["1", "8"], ["0", "9", "x", "", None]),
        (OptionLine("a", "check", "true"), ["true", "False"], ["yes", "", None]),
        (OptionLine("a", "combo", "x", None, None, ("x", "Y z")), ["x", "X", "y z"], ["z", "", None]),
        (OptionLine("a", "button"), [None, ""], ["1"]),
        (OptionLine("a", "string", ""), ["", "x y"], [None]),
    ],
)
def test_what_an_option_takes(option: OptionLine, good: list[str | None], bad: list[str | None]) -> None:
    assert all(option.takes(value) for value in good)
    assert not any(option.takes(value) for value in bad)


# --- properties ----------------------------------------------------------------------------------------------------

KEYWORDS = {
    "value", "name", "type", "default", "min", "max", "var", "moves", "history", "string", "pv", "score", "depth",
    "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "worlds", "ponder", "<empty>",
}
words = st.text(min_size=1, max_size=8).filter(lambda text: len(text.split()) == 1 and text.strip() == text).filter(
    lambda text: text not in KEYWORDS
)
texts = st.lists(words, min_size=1, max_size=4).map(" ".join)
lists = st.lists(words, max_size=4).map(tuple)
numbers = st.none() | st.integers(0, 10**18 - 1)
positive = st.none() | st.integers(1, 10**18 - 1)
signed = st.integers(-(10**17), 10**17)
clocks = st.none() | st.builds(Clock, *[st.integers(0, 10**18 - 1)] * 2)


REQUEST = st.one_of(
    st.sampled_from([*Word]),
    st.builds(Handshake, dialect=st.sampled_from(Dialect)),
    st.builds(NewGame, dialect=st.sampled_from(Dialect)),
    st.builds(SetOption, name=texts, value=st.none() | st.just("") | texts),
    st.builds(SetPosition, text=st.none() | texts, moves=lists, history=lists),
    st.builds(Go, limits=st.builds(
        Limits,
        movetime=numbers,
        clocks=st.tuples(clocks, clocks),
        **dict.fromkeys(("movestogo", "nodes", "depth"), positive),
        infinite=st.booleans(),
        searchmoves=lists,
    )),
    st.builds(Query, what=words),
    st.builds(Perft, depth=st.integers(0, 10**9)),
)
REPLY = st.one_of(
    st.builds(Id, kind=st.sampled_from(["name", "author"]), text=texts),
    st.builds(
        OptionLine, name=texts, kind=st.sampled_from(["check", "spin", "combo", "button", "string"]),
        default=st.none() | st.just("") | texts, low=st.none() | signed, high=st.none() | signed,
        choices=st.lists(texts, max_size=3).map(tuple),
    ),
    st.builds(
        GameLine, id=words, seats=st.integers(1, 2),
        **dict.fromkeys(("hidden", "chance", "simultaneous", "common"), st.booleans()),
    ),
    st.builds(HandshakeOk, dialect=st.sampled_from(Dialect)),
    st.just(ReadyOk()),
    st.builds(
        InfoLine,
        **dict.fromkeys(("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "worlds"), numbers),
        score=st.none() | st.builds(Score, kind=st.sampled_from(["win", "cp", "mate"]), value=signed),
        pv=lists, text=st.none() | st.just("") | texts,
    ),
    st.builds(BestMove, move=words, ponder=st.none() | words),
    st.builds(Response, text=words),
)
VERBS = {"go", "position", "fen", "setoption", "info", "option", "bestmove", "id", "game"}
LINE = st.text(max_size=80) | st.lists(st.sampled_from(sorted(KEYWORDS | VERBS)) | words, max_size=12).map(" ".join)


@given(REQUEST)
def test_requests_round_trip(message: messages.Message) -> None:
    assert messages.read(str(message)) == (message, ())


@given(REPLY)
def test_replies_round_trip(reply: replies.Reply) -> None:
    assert replies.read(str(reply)) == reply


@given(LINE)
def test_reading_never_raises_and_is_stable(line: str) -> None:
    message, unknown = messages.read(line)
    assert all(token in line for token in unknown)
    if not isinstance(message, Malformed | Unknown):
        assert messages.read(str(message))[0] == message
    reply = replies.read(line)
    if isinstance(reply, BestMove | Response | Id):
        assert replies.read(str(reply)) == reply
