"""Commands that show on GoGui's board what the engine thinks (GoGui manual, "Analyze Commands"): the moves that it
weighs, their values and lines, the evaluation of every point, extra turns and forbidden points."""

from __future__ import annotations

from collections.abc import Callable

from dohyo import search
from dohyo.engine.games.rush_stones.game import GAME
from dohyo.protocol.gtp.board import Board
from dohyo.protocol.gtp.session import COMMANDS, GtpSession, command
from dohyo.protocol.gtp.text import SYNTAX_ERROR, GtpError, whole
from dohyo.protocol.server.texts import evaluation
from dohyo.search.core.values import chance

#: A move that is worth so much less than the best one is shown in full red.
WORST = 0.2
#: How many moves can be asked for.
MOST_CANDIDATES = 361
#: What a board of texts has where it shows nothing.
NOTHING = '""'


@command("gogui-analyze_commands")
def _analyze_commands(session: GtpSession) -> str:
    return "\n".join(entry.analysis for entry in COMMANDS.values() if entry.analysis)


# --- by a search ---------------------------------------------------------------------------------------------------


@command("dohyo-candidates", analysis="gfx/Candidate Moves")
def _candidates(session: GtpSession) -> str:
    """The best moves: their chances to win in percent, in colours from green (best) to red."""
    result = session.analyse()
    known = [ranked for ranked in result.ranked if ranked.estimated]
    best = max((ranked.value for ranked in known), default=0.5)
    lines = [f"COLOR {_shade(best - ranked.value)} {ranked.move.upper()}" for ranked in known]
    labels = " ".join(f"{ranked.move.upper()} {_percent(ranked.value)}" for ranked in known)
    return "\n".join([*lines, f"LABEL {labels}", f"CIRCLE {result.ranked[0].move.upper()}", _status(session, result)])


@command("dohyo-principal_variation", analysis="gfx/Principal Variation")
def _principal_variation(session: GtpSession) -> str:
    """The line that both seats are expected to play, each stone in the colour of who places it."""
    result = session.analyse()
    state = session.board.state
    words = []
    for move in result.ranked[0].line:
        words += ["bw"[state.to_move[0] - 1], move.upper()]
        state = state.play(move)
    return "\n".join(["VAR " + " ".join(words), _status(session, result)])


@command("dohyo-reasons", analysis="hpstring/Candidate Moves and Reasons")
def _reasons(session: GtpSession) -> str:
    """One line a move: its chance to win, the line, and what it does in the game's words."""
    result = session.analyse()
    lines = [_status(session, result).partition(" ")[2]]
    for ranked in result.ranked:
        value = f"{100 * ranked.value:.1f} %" if ranked.estimated else "-"
        line = " ".join(move.upper() for move in ranked.line)
        reason = session.board.state.reason(ranked.move)
        lines.append(f"{ranked.move.upper()} {value}  {line}" + (f"  ({reason})" if reason else ""))
    return "\n".join(lines)


# --- at first sight ------------------------------------------------------------------------------------------------


@command("dohyo-point_values", analysis="dboard/Evaluation After Each Move (Black + White -)")
def _point_values(session: GtpSession) -> str:
    """For each legal point how the game stands after it, from -1 (White wins) to 1 (Black wins), without a search."""
    sign = 1 if session.board.seat == 1 else -1
    return _map(session.board, lambda value: f"{sign * (2 * value - 1):.3f}", "0")


@command("dohyo-point_chances", analysis="sboard/Chance After Each Move in Percent")
def _point_chances(session: GtpSession) -> str:
    """For each legal point the chance of the side to move to win after it, without a search."""
    return _map(session.board, _percent, NOTHING)


@command("dohyo-point_colors", analysis="cboard/Evaluation of Each Move in Colors")
def _point_colors(session: GtpSession) -> str:
    """Each legal point from green (best at first sight) to red, without a search."""
    best = max(_evaluations(session.board).values(), default=0.5)
    return _map(session.board, lambda value: _shade(best - value), NOTHING)


@command("dohyo-extra_turns", analysis="plist/Extra Turns")
def _extra_turns(session: GtpSession) -> str:
    """The legal points after which the same side moves again."""
    return " ".join(_turns(session.board)[0])


@command("dohyo-forbidden", analysis="plist/Forbidden Points")
def _forbidden(session: GtpSession) -> str:
    """The empty points that are forbidden to the side to move."""
    return " ".join(_turns(session.board)[1])


@command("dohyo-turns", analysis="gfx/Extra Turns and Forbidden Points")
def _turns_graphics(session: GtpSession) -> str:
    """Squares for extra turns, crosses for forbidden points."""
    board = session.board
    extra, forbidden = _turns(board)
    lines = [f"SQUARE {' '.join(extra)}"] if extra else []
    lines += [f"MARK {' '.join(forbidden)}"] if forbidden else []
    count = f"{len(board.legal())} legal points, {len(extra)} earn an extra turn, {len(forbidden)} are forbidden"
    return "\n".join([*lines, f"TEXT {board.seat_name(board.seat)}: {count}"])


@command("dohyo-evaluation", analysis="string/Evaluation")
def _evaluation(session: GtpSession) -> str:
    if session.board.over:
        raise GtpError("the game is over")
    return evaluation(session.board.state.view())


@command("dohyo-position", analysis="string/Position")
def _position(session: GtpSession) -> str:
    """The position as the other commands of this project read it."""
    return str(session.board.state)


# --- settings ------------------------------------------------------------------------------------------------------


@command("dohyo-settings", 0, 2, analysis="param/Settings")
def _settings(session: GtpSession, key: str = "", value: str = "") -> str:
    """Without arguments what is set, a line each; with a key and a value, sets it. 0 milliseconds or nodes: any."""
    settings = session.settings
    if not key:
        names = "/".join(kind.name for kind in search.searchers() if kind.refusal(GAME) is None)
        return "\n".join([
            f"[list/auto/{names}] searcher {settings.searcher_name}",
            f"[string] milliseconds {settings.movetime or 0}",
            f"[string] nodes {settings.nodes or 0}",
            f"[string] candidates {settings.candidates}",
            f"[string] threads {settings.options['Threads']}",
            f"[string] seed {settings.options['Seed']}",
        ])
    if key == "milliseconds":
        settings.movetime = whole(value) or None
    elif key == "nodes":
        settings.nodes = whole(value) or None
    elif key == "candidates":
        settings.candidates = min(MOST_CANDIDATES, max(1, whole(value)))
    elif key == "searcher":
        session.choose_searcher(value)
    elif key in ("threads", "seed"):
        settings.options.set(key, value)
    else:
        raise GtpError(f"{SYNTAX_ERROR}: unknown setting {key!r}")
    session.settings_changed()
    return ""


# --- helpers -------------------------------------------------------------------------------------------------------


def _evaluations(board: Board) -> dict[str, float]:
    """The chance of the side to move to win after each legal point, by the evaluation without a search."""
    seat, found = board.seat - 1, {}
    for point in board.legal():
        buffer = board.after(point).buffer
        found[point] = chance(buffer.evaluate(seat), buffer.kernel.logit)
    return found


def _turns(board: Board) -> tuple[list[str], list[str]]:
    """The points that earn an extra turn that can be used, and those that are forbidden, to the side to move."""
    if board.over:
        return [], []
    legal = board.legal()
    allowed = set(legal)
    extra = [point for point in legal if board.after(point).to_move == (board.seat,)]
    forbidden = [point for names, row in zip(board.points(), board.rows(), strict=True)
                 for point, symbol in zip(names, row, strict=True) if symbol == "." and point not in allowed]
    return extra, forbidden


def _map(board: Board, text: Callable[[float], str], nothing: str) -> str:
    """A board of texts: of each legal point by its evaluation, and `nothing` elsewhere."""
    values = _evaluations(board)
    return "\n".join(" ".join(text(values[point]) if point in values else nothing for point in row)
                     for row in board.points())


def _percent(value: float) -> str:
    return f"{100 * value:.0f}"


def _shade(loss: float) -> str:
    """From green over yellow to red."""
    part = min(1.0, max(0.0, loss / WORST))
    red, green = min(1.0, 2 * part), min(1.0, 2 - 2 * part)
    return f"#{round(230 * red):02x}{round(200 * green):02x}40"


def _status(session: GtpSession, result: search.Result) -> str:
    """The line for GoGui's status bar."""
    best = result.ranked[0]
    value = f" {100 * best.value:.1f} %" if best.estimated else ""
    proven = " proven" if best.proven else ""
    return (f"TEXT {session.searcher.name}: {best.move.upper()}{value}{proven}, "
            f"{result.nodes} nodes, depth {result.depth}, {result.time:.1f} s")
