"""What each message does: the state of one conversation (options, position, searcher) and a table of verbs.

A message is done as soon as it comes; `command_queue` decides when that is. Answers are emitted as lines; what takes
longer, such as a search, is returned as a job.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dohyo import engine, search
from dohyo.engine import DohyoError, MoveError, State, UsageError, View
from dohyo.engine.grammar import quote
from dohyo.protocol.language import replies
from dohyo.protocol.language.identity import AUTHOR, NAME, version
from dohyo.protocol.language.messages import (
    Dialect,
    Go,
    Handshake,
    Malformed,
    Message,
    NewGame,
    Perft,
    Query,
    SetOption,
    SetPosition,
    Unknown,
    Word,
)
from dohyo.protocol.language.scores import Score
from dohyo.protocol.server import perft_bench, queries, texts
from dohyo.protocol.server.go_limits import limits_of
from dohyo.protocol.server.job import Job
from dohyo.protocol.server.options import AUTO, Options
from dohyo.protocol.server.progress import Reporter

NO_MOVE = str(replies.BestMove("(none)"))


class Session:
    """See the module. While a job runs, only messages that read the session may be performed.

    Parameters
    ----------
    emit: takes one or more whole lines, without the last line end; called from several threads.
    options: the options at the start, by default those of the handshake.
    """

    def __init__(self, emit: Callable[[str], None], options: Options | None = None) -> None:
        self._emit = emit
        self._options = options or Options()
        self._dialect = Dialect.UGI
        self._position: State | View | None = None
        self._searcher: search.Searcher | None = None

    def perform(self, message: Message) -> Job | None:
        """Do one message; the job that it starts, None where it is done."""
        return _VERBS[message if isinstance(message, Word) else type(message)](self, message)

    def _error(self, problem: str) -> None:
        """Report what could not be understood or done."""
        self._emit(replies.error_line(problem))

    # --- the verbs -------------------------------------------------------------------------------------------------

    def _handshake(self, message: Handshake) -> None:
        self._dialect = message.dialect
        lines: list[replies.Reply] = [replies.Id("name", _name(str(self._options["Searcher"])))]
        lines += [replies.Id("author", AUTHOR), *self._options.lines()]
        if message.dialect is Dialect.UGI:
            lines += [
                replies.GameLine(game.id, game.seats, game.hidden, game.chance, game.simultaneous, game.common)
                for game in engine.games()
            ]
        self._emit("\n".join(map(str, [*lines, replies.HandshakeOk(message.dialect)])))

    def _new_game(self, message: NewGame) -> None:
        if self._searcher is not None:
            self._searcher.new_game()

    def _set_option(self, message: SetOption) -> None:
        try:
            name = self._options.set(message.name, message.value)
        except DohyoError as error:
            self._error(f"setoption {error}")
            return
        searcher = self._searcher
        if searcher is not None and any(parameter.name == name for parameter in searcher.parameters()):
            searcher.set(name, self._options[name])

    def _set_position(self, message: SetPosition) -> None:
        self._position = None
        try:
            position = self._start() if message.text is None else engine.parse(message.text)
            for move in message.moves:
                position = position.play(move)
        except DohyoError as error:
            self._error(f"position {error}")
        else:
            self._position = position

    def _go(self, message: Go) -> Job | None:
        try:
            view = self._view()
            if view.over:
                self._emit(f"{self._final_score(view)}\n{NO_MOVE}")
                return None
            if view.seat not in view.to_move:
                raise MoveError(f"seat {view.seat} is not to move")
            overhead, top = self._options.number("MoveOverhead"), self._options.number("MultiPV")
            limits = limits_of(message.limits, view.seat, overhead=overhead, top=top, decisions=view.decisions_left)
            searcher = self._ready_searcher(view.game)
            searcher.set_position(view)
            reporter = Reporter(self._emit, self._dialect)
            search_now = searcher.begin(replace(limits, reasons=False), reporter)  # no line carries reasons
        except DohyoError as error:
            self._error(f"go {error}")
            self._emit(NO_MOVE)
            return None
        return Job(lambda: _last_lines(search_now, reporter), searcher.stop, limits.infinite)

    def _query(self, message: Query) -> None:
        try:
            answer = queries.answer(self._need_position(), message.what)
        except DohyoError as error:
            self._error(f"query {error}")
            answer = queries.NONE
        self._emit(str(replies.Response(answer)))

    def _malformed(self, message: Malformed) -> None:
        self._error(f"{message.verb} {message.problem}")
        if message.verb == "position":
            self._position = None
        elif message.verb == "go":
            self._emit(NO_MOVE)

    def _unknown(self, message: Unknown) -> None:
        if message.text:
            self._error(f"unknown command {quote(message.text)}")

    def _say(self, verb: str, text: Callable[[], str]) -> None:
        try:
            self._emit(text())
        except DohyoError as error:
            self._error(f"{verb} {error}")

    def _perft(self, message: Perft) -> Job | None:
        try:
            count = perft_bench.Perft(self._need_position(), message.depth)
        except DohyoError as error:
            self._error(f"perft {error}")
            return None
        return Job(lambda: [count.run()], count.stop)

    def _bench(self) -> Job | None:
        try:
            game = self._view().game
            bench = perft_bench.Bench(self._make_searcher(self._searcher_name(game)), self._view())
        except DohyoError as error:
            self._error(f"bench {error}")
            return None
        return Job(lambda: [bench.run()], bench.stop)

    # --- what the verbs share --------------------------------------------------------------------------------------

    def _start(self) -> State:
        game = engine.game(str(self._options["Game"]))
        if not game.has_start:
            raise UsageError(f"startpos: {game.id} has no single start, it is dealt; send `position fen`")
        return game.deal(0, **self._options.rules)

    def _need_position(self) -> State | View:
        if self._position is None:
            raise UsageError("no position is set; send `position startpos` or `position fen` first")
        return self._position

    def _view(self) -> View:
        """What a search sees: a view as it is, of a state what its seat to move knows."""
        position = self._need_position()
        return position if isinstance(position, View) else position.view()

    def _searcher_name(self, game: engine.Game) -> str:
        name = str(self._options["Searcher"])
        return search.default_searcher(game).name if name == AUTO else name

    def _make_searcher(self, name: str) -> search.Searcher:
        return search.make(name, **self._options.of(search.searcher(name)))

    def _ready_searcher(self, game: engine.Game) -> search.Searcher:
        """The searcher of the options, kept from search to search while it is the same."""
        name = self._searcher_name(game)
        if self._searcher is None or self._searcher.name != name:
            self._searcher = self._make_searcher(name)
        return self._searcher

    def _final_score(self, view: View) -> replies.InfoLine:
        """The score of a finished game for the seat of the view (seat 1 of a state)."""
        assert view.returns is not None
        return replies.InfoLine(depth=0, score=Score.of(view.returns[view.seat - 1], self._dialect))


def _last_lines(search_now: Callable[[], search.Result], reporter: Reporter) -> list[str]:
    """Searches: the report of the result and its bestmove, or what went wrong."""
    try:
        result = search_now()
    except (DohyoError, RuntimeError) as error:
        return [replies.error_line(f"go {error}"), NO_MOVE]
    return [*reporter.lines(result), NO_MOVE if result.move is None else str(replies.BestMove(result.move))]


def _name(searcher: str) -> str:
    """The engine's name: two that search differently are told apart in a table."""
    return " ".join(filter(None, (NAME, version(), "" if searcher == AUTO else searcher)))


_VERBS: dict[type[Message] | Word, Callable[[Session, Any], Job | None]] = {
    Handshake: Session._handshake,
    NewGame: Session._new_game,
    SetOption: Session._set_option,
    SetPosition: Session._set_position,
    Go: Session._go,
    Query: Session._query,
    Perft: Session._perft,
    Malformed: Session._malformed,
    Unknown: Session._unknown,
    Word.DRAW: lambda session, _: session._say("d", lambda: texts.drawing(session._need_position())),
    Word.EVAL: lambda session, _: session._say("eval", lambda: texts.evaluation(session._view())),
    Word.BENCH: lambda session, _: session._bench(),
    Word.HELP: lambda session, _: session._emit(texts.HELP),
}
