"""What is promised of any input, as functions of that input: they return, or fail an assertion. No refusal is anything
but an exception of the tree with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fuzz.inputs import own_seats
from refusals import refused

from dohyo import engine
from dohyo.cext.streams import Random
from dohyo.protocol.language import messages, replies
from dohyo.protocol.server.conversation import Conversation
from dohyo.protocol.server.options import Options

#: Seconds: a guard against hanging, nothing that is measured.
GUARD = 60
#: Plies that are played on from a position.
PLIES = 6
#: Plies that a session may count: each conversation is short.
COUNTED = 2


def position(text: str) -> engine.Position | None:
    """A text is refused (None), or is a position that prints, reads back, and can be looked at and played."""
    if refused(engine.parse, text):
        return None
    found = engine.parse(text)
    _sound(found)
    found.draw(colour=True)
    stream = Random(found.buffer.hash())
    if isinstance(found, engine.View):
        _determinize(found, stream)
    else:
        _played(found, stream)
    return found


def _sound(found: engine.Position) -> None:
    """It keeps the invariants, and its text says all of it; who is to move has moves."""
    printed = str(found)
    assert found.buffer.check() == 0, printed
    again = engine.parse(printed)
    assert str(again) == printed
    assert again.buffer == found.buffer, printed
    for seat in own_seats(found):
        moves = found.moves(seat)
        assert moves, printed
        assert [found.code(move, seat) for move in moves] == found.buffer.moves(seat - 1)


def _determinize(view: engine.View, stream: Random) -> None:
    """There is a state that looks the same to the seat."""
    world = view.determinize(stream)
    assert world.buffer.check() == 0, world
    assert "?" not in str(world)
    assert world.view(view.seat).buffer == view.buffer, f"{world} is not seen as {view}"


def _played(state: engine.State, stream: Random) -> None:
    """Some random moves from a state are possible, and so are the views on the way."""
    for _ in range(PLIES):
        for seat in range(1, state.game.seats + 1):
            view = state.view(seat)
            _sound(view)
            _determinize(view, stream)
        if state.over:
            return
        seat = state.to_move[0]
        state = state.play_code(state.buffer.random_move(seat - 1, stream), seat)
        _sound(state)


def play(found: engine.Position, move: str, cards: Mapping[str, str]) -> engine.Position | None:
    """A move is refused (None) or played; the position it is played from stays as it is. cards: what turns up."""
    before = str(found)
    if isinstance(found, engine.View):
        sentence = refused(found.play, move, None, cards)
    else:
        sentence = refused(found.play, move)
        assert (move not in found.moves()) or not sentence
    assert str(found) == before
    if sentence:
        return None
    after = found.play(move, None, cards) if isinstance(found, engine.View) else found.play(move)
    _sound(after)
    return after


def moves(text: str, *steps: str) -> None:
    """A position and moves, each with the cards that it turns up in a view: `move field=cards …`."""
    found = position(text)
    for step in steps:
        if found is None:
            return
        move, *words = step.split() or [""]
        cards = dict(word.split("=", 1) for word in words if "=" in word)
        found = play(found, move, cards) or found


def conversation(lines: Sequence[str]) -> None:
    """Whatever is said, all answers are lines that a client can read, each `go` is answered, and the conversation goes
    on.

    What would search or count for long is left out: other searchers than the greedy one, deep counts, benchmarks.
    """
    said: list[str] = []
    options = Options()
    options.set("Searcher", "greedy")
    talk = Conversation(lambda text: said.extend(text.split("\n")), options)
    searches = 0
    for line in lines:
        message, _ = messages.read(line)
        slow = (
            message in (messages.Word.BENCH, messages.Word.QUIT)
            or (isinstance(message, messages.SetOption) and message.name.lower() == "searcher")
            or (isinstance(message, messages.Perft) and message.depth > COUNTED)
        )
        if not slow:
            talk.take(line)
            searches += isinstance(message, messages.Go) or (
                isinstance(message, messages.Malformed) and message.verb == "go"
            )
    talk.end_input()
    assert talk.wait(GUARD)
    assert sum(line.startswith("bestmove ") for line in said) == searches
    assert all(line.isprintable() for line in said)
    assert not any(isinstance(replies.read(line), messages.Malformed) for line in said)
