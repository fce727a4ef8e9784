"""The extension by which GoGui lets an engine rule over a game other than Go (GoGui manual, "Rules")."""

from __future__ import annotations

from dohyo.protocol.gtp.session import GtpSession, command
from dohyo.protocol.gtp.standard import STONES
from dohyo.protocol.gtp.text import GtpError


@command("gogui-rules_game_id")
def _game_id(session: GtpSession) -> str:
    """A capital and small letters, as GoGui asks for."""
    return "Rush"


@command("gogui-rules_board")
def _board(session: GtpSession) -> str:
    return "\n".join(" ".join(map(STONES.__getitem__, row)) for row in session.board.rows())


@command("gogui-rules_board_size")
def _board_size(session: GtpSession) -> str:
    """A bare number, which every version of GoGui reads."""
    return str(session.board.size)


@command("gogui-rules_legal_moves")
def _legal_moves(session: GtpSession) -> str:
    """Nothing when the game is over: that is how GoGui knows."""
    return " ".join(session.board.legal())


@command("gogui-rules_side_to_move")
def _side_to_move(session: GtpSession) -> str:
    return session.board.seat_name(session.board.seat).lower()


@command("gogui-rules_final_result")
def _final_result(session: GtpSession) -> str:
    board = session.board
    if not board.over:
        raise GtpError("the game is not over")
    black, white = board.stones()
    winner, margin = board.seat_name(1 if black > white else 2), abs(black - white)
    return f"{winner} wins by {margin} stone{'s' if margin > 1 else ''}: Black has {black}, White has {white}."


@command("gogui-title")
def _title(session: GtpSession) -> str:
    return f"Rush {session.board.size}x{session.board.size}"


@command("gogui-interrupt")
def _interrupt(session: GtpSession) -> str:
    """Says that `# interrupt` is understood."""
    return ""


@command("gogui-version", 1)
def _gogui_version(session: GtpSession, version: str) -> str:
    """GoGui greets with it; no version needs to be told apart."""
    return ""
