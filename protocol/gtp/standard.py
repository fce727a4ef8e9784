"""The commands of GTP 2 that mean something in rush-stones, and those by which GoGui moves through a game quickly."""

from __future__ import annotations

import time

from dohyo.protocol.gtp.clock import TimeLeft, TimeSettings
from dohyo.protocol.gtp.session import ANY, COMMANDS, GtpSession, command
from dohyo.protocol.gtp.text import PASS, SYNTAX_ERROR, GtpError, colour, real, vertex, whole
from dohyo.protocol.language.identity import NAME, version

STONES = {".": ".", "b": "X", "w": "O"}

# --- administration ------------------------------------------------------------------------------------------------


@command("protocol_version")
def _protocol_version(session: GtpSession) -> str:
    return "2"


@command("name")
def _name(session: GtpSession) -> str:
    return f"{NAME} {session.searcher.name}"


@command("version")
def _version(session: GtpSession) -> str:
    return version()


@command("known_command", 1)
def _known_command(session: GtpSession, name: str) -> str:
    return "true" if name in COMMANDS else "false"


@command("list_commands")
def _list_commands(session: GtpSession) -> str:
    return "\n".join(sorted(COMMANDS))


@command("quit")
def _quit(session: GtpSession) -> str:
    """The loop ends the process after the answer."""
    return ""


@command("cputime")
def _cputime(session: GtpSession) -> str:
    """Seconds of processor time of the whole process."""
    return f"{time.process_time():.3f}"


# --- the game ------------------------------------------------------------------------------------------------------


@command("boardsize", 1)
def _boardsize(session: GtpSession, size: str) -> str:
    session.board.resize(whole(size))
    session.new_game()
    session.clock.restart()
    return ""


@command("clear_board")
def _clear_board(session: GtpSession) -> str:
    """What the searcher knows is kept: GoGui clears the board many times in one game."""
    session.board.clear()
    session.clock.restart()
    return ""


@command("komi", 1)
def _komi(session: GtpSession, komi: str) -> str:
    return f"komi {komi} is ignored: Rush has none" if real(komi) else ""


@command("play", 2)
def _play(session: GtpSession, seat: str, point: str) -> str:
    session.board.play(colour(seat), vertex(point))
    return ""


@command("gogui-play_sequence", 0, ANY)
def _play_sequence(session: GtpSession, *moves: str) -> str:
    """All of the moves, or none of them."""
    session.board.play_all(_pairs(moves))
    return ""


@command("undo")
def _undo(session: GtpSession) -> str:
    """One move, also within a row of extra turns."""
    session.board.undo(1)
    return ""


@command("gg-undo", 0, 1)
def _undo_many(session: GtpSession, count: str = "1") -> str:
    session.board.undo(whole(count))
    return ""


@command("gogui-setup", 0, ANY)
def _setup(session: GtpSession, *stones: str) -> str:
    session.board.set_up(_pairs(stones))
    return ""


@command("gogui-setup_player", 1)
def _setup_player(session: GtpSession, seat: str) -> str:
    session.board.set_turn(colour(seat))
    return ""


@command("showboard")
def _showboard(session: GtpSession) -> str:
    board = session.board
    rows, names = board.rows(), board.points()
    columns = "   " + " ".join(name[0] for name in names[0])
    lines = [f"{name[0][1:]:>2} {' '.join(map(STONES.__getitem__, row))} {name[0][1:]}"
             for row, name in zip(rows, names, strict=True)]
    black, white = board.stones()
    turn = "the game is over" if board.over else f"{board.seat_name(board.seat)} to move"
    return "\n".join(["", columns, *lines, columns, f"X Black {black}  O White {white}  {turn}"])


@command("final_score", analysis="string/Final Score")
def _final_score(session: GtpSession) -> str:
    """The stones decide; no draw is possible."""
    if not session.board.over:
        raise GtpError("cannot score")
    black, white = session.board.stones()
    return f"B+{black - white}" if black > white else f"W+{white - black}"


# --- the engine's moves --------------------------------------------------------------------------------------------


@command("genmove", 1)
def _genmove(session: GtpSession, seat: str) -> str:
    mover = colour(seat)
    point = PASS if session.board.over else _choice(session, mover)
    session.board.play(mover, point)
    return point if point != PASS else "pass"


@command("reg_genmove", 1)
def _reg_genmove(session: GtpSession, seat: str) -> str:
    mover = colour(seat)
    return "pass" if session.board.over else _choice(session, mover)


@command("time_settings", 3)
def _time_settings(session: GtpSession, main: str, period: str, stones: str) -> str:
    session.clock.set(TimeSettings(whole(main), whole(period), whole(stones)))
    return ""


@command("time_left", 3)
def _time_left(session: GtpSession, seat: str, seconds: str, stones: str) -> str:
    """A clock that has run over, told as less than nothing, stands at 0."""
    session.clock.tell(colour(seat), TimeLeft(max(0.0, real(seconds)), whole(stones)))
    return ""


def _choice(session: GtpSession, seat: int) -> str:
    move = session.think(seat).move
    assert move is not None
    return move.upper()


def _pairs(words: tuple[str, ...]) -> list[tuple[int, str]]:
    """Colours and points in turn."""
    if len(words) % 2:
        raise GtpError(f"{SYNTAX_ERROR}: expected pairs of a colour and a point")
    return [(colour(seat), vertex(point)) for seat, point in zip(words[::2], words[1::2], strict=True)]
