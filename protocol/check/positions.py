"""Steps: positions, good, bad and finished, and seats that are not to move."""

from __future__ import annotations

from dohyo.engine import Game, State
from dohyo.protocol.check.cases import Case, cases
from dohyo.protocol.check.context import Check, CheckSteps
from dohyo.protocol.check.probe import BrokenError, Found, Probe

steps = CheckSteps()

#: What an engine answers that has no move.
NO_MOVE = "(none)"


def expect_refusal(found: Found, after: str) -> None:
    """BrokenError unless a `go` was answered by (none) after an error."""
    if found.move != NO_MOVE:
        raise BrokenError(f"{after} it answered {found.shown}")
    if not found.errors:
        raise BrokenError(f"{after} it answered without an info string error")


@steps.add("go without a position", "it is answered by an info string error and bestmove (none)")
def without(check: Check) -> str:
    expect_refusal(check.fresh().go("nodes 5"), "without a position")
    return "it was"


@steps.add("bad positions", "a bad position is answered by an info string error, the old one is gone, and the next "
                            "`go` answers bestmove (none)")
def bad(check: Check) -> str:
    probe, case = check.engine(), check.case
    texts = list(_bad_texts(case))
    for text in texts:
        probe.say(f"position {case.text}", f"position {text}".rstrip())
        if not errors_before_ready(probe):
            raise BrokenError(f"`position {text}` was not answered by an error")
        found = probe.go("nodes 5")
        if found.move != NO_MOVE:
            raise BrokenError(f"after `position {text}` it answered {found.shown}")
    check.legal(probe.go("nodes 5", case.text), case)
    return f"{len(texts)} such lines were refused, and a good one after them was not"


def errors_before_ready(probe: Probe) -> bool:
    """Whether an error comes before readyok."""
    return any("string error" in arrival.line for arrival in probe.ready())


def _bad_texts(case: Case) -> list[str]:
    """Each is wrong in one way."""
    text = str(case.position)
    game_id, *fields = text.split()
    return [
        "",
        "fen",
        "sideways",
        "fen no-such-game",
        f"{text}",
        f"fen {text} colour=red",
        f"fen {text} {fields[0]}",
        f"fen {game_id} {fields[0].partition('=')[0]}=much",
        f"fen {text} words",
        f"fen {text} moves z99",
        f"fen {text} moves {case.moves[0]} {NO_MOVE}",
    ]


@steps.add("positions say everything", "a position replaces the last one, and the moves after it are played")
def everything(check: Check) -> str:
    probe = check.engine()
    states = cases(check.games[0].id).states
    for state in (states[-2], states[0], states[len(states) // 2]):
        case = Case(state, state.to_move[0])
        probe.say(f"position {cases(check.games[0].id).last.text}")
        check.legal(probe.go("nodes 5", case.text), case)
    return f"three positions of {check.games[0].id} in turn were each answered by a legal move{_with_moves(check)}"


def _with_moves(check: Check) -> str:
    """The same with moves, in a game where nothing is hidden."""
    open_games = [game for game in check.games if game.has_start]
    if not open_games:
        return ""
    start = cases(open_games[0].id).start
    state, words = start.state, list[str]()
    while not state.over:
        case = Case(state, state.to_move[0])
        moves = f" moves {' '.join(words)}" if words else ""
        words.append(check.legal(check.engine().go("nodes 5", start.text + moves), case).move)
        state = state.play(words[-1])
    return f", and so was each position of a game of {len(words)} moves after `moves`"


@steps.add("history", "a history after a position is passed over by an engine that does not use it")
def history(check: Check) -> str:
    probe, case = check.engine(), check.case
    moves = " ".join(f"{1 + number % 2}:{move}" for number, move in enumerate([case.moves[0], "?"]))
    for text in (f"{case.text} history {moves}", f"{case.text} history"):
        check.legal(probe.go("nodes 5", text), case)
    return "it was"


@steps.add("states of hidden games", "a position may name a whole state; the answer is then for the seat to move")
def states(check: Check) -> str:
    hidden = check.games_that(lambda game: game.hidden, "hides anything")
    for game in hidden:
        case = cases(game.id).start
        check.legal(check.engine().go("nodes 5", f"fen {case.state}"), case)
    return f"in {check.named(hidden)} they were answered by legal moves"


@steps.add("a seat that is not to move", "`go` for it is answered by an info string error and bestmove (none)")
def other_seat(check: Check) -> str:
    fit = check.games_that(lambda game: game.seats == 2 and game.hidden, "has views of two seats")
    for game in fit:
        state = next(state for state in cases(game.id).states if len(state.to_move) == 1)
        other = 3 - state.to_move[0]
        found = check.engine().go("nodes 5", f"fen {state.view(other)}")
        expect_refusal(found, f"in {game.id}, asked for seat {other} with seat {state.to_move[0]} to move,")
    return f"in {check.named(fit)} it was"


@steps.add("seats that choose at once", "`go` asks for the seat of the view, before and after the other has chosen")
def simultaneous(check: Check) -> str:
    fit = check.games_that(lambda game: game.simultaneous, "lets seats choose at once")
    for game in fit:
        for state in [state for state in cases(game.id).states if len(state.to_move) == 2][:2]:
            _ask_both(check, game, state)
    return f"in {check.named(fit)} each seat was answered for"


def _ask_both(check: Check, game: Game, state: State) -> None:
    for seat in state.to_move:
        case = Case(state, seat)
        check.legal(check.engine().go("nodes 5", case.text), case)
        other = 3 - seat
        after = state.play(case.moves[0], seat)
        if after.to_move == (other,):
            check.legal(check.engine().go("nodes 5", Case(after, other).text), Case(after, other))
            found = check.engine().go("nodes 5", f"fen {after.view(seat)}")
            expect_refusal(found, f"in {game.id}, asked for seat {seat} that had chosen,")


@steps.add("finished games", "`go` where there is no legal move is answered by bestmove (none), and nothing spins")
def finished(check: Check) -> str:
    for game in check.games:
        case = cases(game.id).over
        for words in ("nodes 5", "movetime 50", "depth 3", "p1time 1000 p2time 1000", "wtime 1000 btime 1000"):
            _expect_none(check.engine().go(words, case.text), game, words)
        probe = check.engine()
        probe.say(f"position {case.text}", "go infinite", "stop", searches=1)
        _expect_none(probe.best(), game, "infinite")
    return f"at the end of {check.named()} every form of go was"


def _expect_none(found: Found, game: Game, words: str) -> None:
    if found.move != NO_MOVE:
        raise BrokenError(f"at the end of {game.id} `go {words}` was answered by {found.shown}")
