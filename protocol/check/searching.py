"""Steps: what a `go` may say, and what its answer says."""

from __future__ import annotations

from itertools import permutations

from dohyo.protocol.check.cases import Case, cases
from dohyo.protocol.check.context import AT_ONCE, Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError, Found, SkipError
from dohyo.protocol.language.messages import Dialect

steps = CheckSteps()

#: Milliseconds of the searches whose time is measured.
MOVETIME = 200

_COMMON_FORMS = (
    "nodes 1", "nodes 100", "depth 1", "depth 2", "movetime 1", "movetime 50", "nodes 100 depth 2 movetime 1000",
)
_CLOCK_FORMS = (
    "{0}time 1000 {1}time 900", "{0}time 1000 {1}time 900 {0}inc 10 {1}inc 20", "{0}time 1000 {1}time 1000 movestogo 5",
    "{0}time 1000 {1}time 900 {0}inc 10 {1}inc 20 movestogo 40 nodes 50", "{0}time 1 {1}time 1",
)


@steps.add("forms of go", "every limit is taken, alone and with others, and ends the search")
def forms(check: Check) -> str:
    found = [*_COMMON_FORMS, *(form.format("w", "b") for form in _CLOCK_FORMS)]
    if check.greeting.dialect is Dialect.UGI:
        found += [form.format("p1", "p2") for form in _CLOCK_FORMS]
    for words in found:
        _go(check, words)
    _go(check, "infinite", stop=True)
    _go(check, "", stop=True)
    return f"{len(found) + 2} forms were answered"


def _go(check: Check, words: str, *, stop: bool = False) -> Found:
    """One search from the start; BrokenError names the words."""
    probe, case = check.engine(), check.case
    probe.say(f"position {case.text}", f"go {words}".rstrip(), *(["stop"] if stop else []), searches=1)
    try:
        found = check.legal(probe.best(), case)
    except BrokenError as error:
        raise BrokenError(f"`go {words}`: {error}") from error
    if found.errors:
        raise BrokenError(f"`go {words}` was answered by {found.errors[0]}")
    return found


@steps.add("order of tokens", "the limits of a `go` may stand in any order")
def order(check: Check) -> str:
    clocks = ("w", "b") if check.greeting.dialect is Dialect.UCI else ("p1", "p2")
    small = list(permutations(("nodes 20", "depth 2", "movetime 1000")))
    large = list(permutations([*(f"{seat}{what} {1000 - 900 * (what == 'inc')}" for what in ("time", "inc")
                                 for seat in clocks), "nodes 20"]))
    orders = small + large[:: check.tries(1, 10)]
    for words in orders:
        _go(check, " ".join(words))
    return f"{len(orders)} orders were answered"


@steps.add("wrong go", "a `go` that goes wrong is answered by an info string error and one bestmove, at the latest "
                       "after `stop`")
def wrong(check: Check) -> str:
    probe, case = check.engine(), check.case
    lines = ("go nodes", "go nodes many", "go movetime 1e3", "go depth", "go searchmoves", "go searchmoves z99")
    for line in lines:
        probe.say(f"position {case.text}", line, "stop", searches=1)
        if not probe.best().errors:
            raise BrokenError(f"`{line}` was not answered by an error")
        probe.ready()
    return f"{len(lines)} lines were"


@steps.add("searchmoves", "the move is one of those that stand after searchmoves")
def searchmoves(check: Check) -> str:
    case = cases(check.games[0].id).middle
    moves = case.moves
    for chosen in ([moves[-1]], moves[:2], moves[len(moves) // 2 :]):
        for limit in ("nodes 20", "movetime 20"):
            found = check.engine().go(f"{limit} searchmoves {' '.join(chosen)}", case.text)
            if found.move not in chosen:
                raise BrokenError(f"asked to search {' '.join(chosen)} it answered {found.shown}")
    return "it was, for one move, for two and for half of them"


@steps.add("time limits", f"`go movetime` and a clock are kept to within {1000 * AT_ONCE:.0f} ms, whatever is printed")
def time_limits(check: Check) -> str:
    worst = 0.0
    for words in (f"movetime {MOVETIME}", f"p1time {MOVETIME} p2time {MOVETIME}",
                  f"wtime {MOVETIME} btime {MOVETIME}", f"movetime {MOVETIME} nodes 1000000000"):
        if check.greeting.dialect is Dialect.UCI and words.startswith("p1"):
            continue
        probe = check.engine()
        probe.say(f"position {check.case.text}")
        probe.ready()
        time = _timed(check, words)
        worst = max(worst, 1000 * time)
        if time > MOVETIME / 1000 + AT_ONCE + check.settings.margin:
            raise BrokenError(f"`go {words}` took {1000 * time:.0f} ms")
    check.figures["worst_ms"] = worst
    return f"of searches of {MOVETIME} ms the longest took {worst:.0f} ms"


def _timed(check: Check, words: str) -> float:
    """Seconds of a search from the position that is set."""
    try:
        return check.engine().go(words).time
    except BrokenError as error:
        raise BrokenError(f"`go {words}`: {error}") from error


@steps.add("legal moves", "every move is legal in the position that was asked about")
def legal(check: Check) -> str:
    count = 0
    for game in check.games:
        for case in cases(game.id).spread:
            for words in ("nodes 1", "nodes 200"):
                check.legal(check.engine().go(words, case.text), case)
                count += 1
    return f"{count} moves in {check.named()} were"


@steps.add("scores", "after `ugi` a score is win 0 to 1000, after `uci` cp or mate, and a pv begins with a legal move")
def scores(check: Check) -> str:
    count = 0
    for dialect in Dialect:
        if dialect is Dialect.UGI and check.greeting.dialect is not Dialect.UGI:
            continue
        probe = check.fresh(dialect)
        for game in check.games:
            for case in cases(game.id).spread:
                count += _judge_scores(probe.go("nodes 100", case.text), dialect, case)
    check.close()
    if not count:
        raise SkipError("no score came")
    return f"{count} scores were"


def _judge_scores(found: Found, dialect: Dialect, case: Case) -> int:
    """How many scores are right; BrokenError for one that is wrong."""
    for info in found.scored:
        assert info.score is not None
        fits = info.score.kind == "win" and 0 <= info.score.value <= 1000
        if fits is (dialect is Dialect.UCI):
            raise BrokenError(f"after `{dialect}` it printed `{info}`")
        if info.pv and not case.allows(info.pv[0]):
            raise BrokenError(f"it printed `{info}` at `{case.text}`")
    return len(found.scored)


@steps.add("MultiPV", "with MultiPV k the last report ranks k different moves, fewer only where there are fewer")
def multipv(check: Check) -> str:
    option = check.greeting.option("MultiPV")
    if option is None or option.high is None or option.high < 2:
        raise SkipError("the engine ranks one move only")
    probe, case = check.fresh(), check.case
    wanted = min(3, option.high, len(case.moves))
    probe.say(f"setoption name {option.name} value {wanted}")
    found = check.legal(probe.go("nodes 200", case.text), case)
    report = found.scored[-wanted:]
    firsts = {info.pv[0] for info in report if info.pv}
    if [info.multipv for info in report] != list(range(1, wanted + 1)) or len(firsts) != wanted:
        raise BrokenError(f"with MultiPV {wanted} it ended with {'; '.join(map(str, report)) or 'no report'}")
    check.close()
    return f"{wanted} moves were ranked"
