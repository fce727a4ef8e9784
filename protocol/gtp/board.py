"""The game as it was played so far: every position is kept, so that a move, its undo and a question about the rules
take microseconds, however long the game."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dohyo import engine
from dohyo.engine import MoveError, OptionError, PositionError, State
from dohyo.engine.games.rush_stones.board import rows
from dohyo.engine.games.rush_stones.game import GAME
from dohyo.protocol.gtp.text import PASS, GtpError


class Board:
    """One game. Points are written as in GTP, in capitals. OptionError for a size that is none."""

    def __init__(self, size: int) -> None:
        self._states = [GAME.deal(size=size)]
        self._name_points()

    def resize(self, size: int) -> None:
        """An empty board of another size."""
        try:
            self._states = [GAME.deal(size=size)]
        except OptionError:
            raise GtpError("unacceptable size") from None
        self._name_points()

    def clear(self) -> None:
        """Back to the empty board."""
        self._states = [GAME.deal(size=self.size)]

    # --- what is there ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def size(self) -> int:
        return len(self._rows)

    @property
    def seat(self) -> int:
        """Who is to move; when the game is over, who would be."""
        to_move = self.state.to_move
        return to_move[0] if to_move else 1 + int(self.state.buffer.record["turn"][0])

    @property
    def over(self) -> bool:
        return self.state.over

    def seat_name(self, seat: int) -> str:
        return GAME.notation.seat_name(seat)

    def legal(self) -> list[str]:
        """The legal points; none when the game is over."""
        state = self.state
        return [self._points[code] for code in state.buffer.moves(self.seat - 1)] if not state.over else []

    def rows(self) -> list[str]:
        """The rows from the top, one symbol a point: `.`, `b` or `w`."""
        return rows(self.state.buffer)

    def points(self) -> list[list[str]]:
        """The name of each point, in rows from the top."""
        return self._rows

    def stones(self) -> tuple[int, int]:
        """How many stones each seat has."""
        black, white = self.state.buffer.record["stones"][0].tolist()
        return black, white

    def after(self, point: str) -> State:
        """The state after a legal point is played."""
        return self.state.play_code(self._codes[point], self.seat)

    # --- what changes it -------------------------------------------------------------------------------------------

    def play(self, seat: int, point: str) -> None:
        """Play a move. A pass is taken only when the game is over, where `genmove` gives it, and changes nothing but
        what `undo` takes back."""
        state = self.state
        if point == PASS:
            if not state.over:
                raise GtpError("illegal move: there is no pass in Rush")
            self._states.append(state)
            return
        code = self._codes.get(point)
        if code is None:
            raise GtpError(f"illegal move: {point} is not on the board")
        if state.over:
            raise GtpError("illegal move: the game is over")
        if seat != self.seat:
            raise GtpError(f"illegal move: it is {self.seat_name(self.seat)}'s turn")
        try:
            self._states.append(state.play(point.lower(), seat))
        except MoveError:
            why = GAME.notation.explain(state.buffer, seat, code)
            raise GtpError(f"illegal move: {point}: {why}") from None

    def play_all(self, moves: Iterable[tuple[int, str]]) -> None:
        """Play these moves, or none of them."""
        before = len(self._states)
        try:
            for seat, point in moves:
                self.play(seat, point)
        except GtpError:
            del self._states[before:]
            raise

    def undo(self, count: int) -> None:
        """Take back so many moves."""
        if not 0 <= count < len(self._states):
            raise GtpError("cannot undo")
        del self._states[len(self._states) - count :]

    def set_up(self, stones: Iterable[tuple[int, str]]) -> None:
        """Put stones on the empty board; undo does not take them off. Black is to move, unless Black cannot."""
        if len(self._states) > 1 or any(self.stones()):
            raise GtpError("stones are set up on an empty board; send clear_board first")
        placed: dict[str, str] = {}
        for seat, point in stones:
            if point not in self._codes:
                raise GtpError(f"{point} is not on the board")
            if point in placed:
                raise GtpError(f"{point} is named twice")
            placed[point] = "bw"[seat - 1]
        rows = ("".join(placed.get(point, ".") for point in row) for row in self._rows)
        self._place("/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows))

    def set_turn(self, seat: int) -> None:
        """Who is to move in the position that was set up."""
        if len(self._states) > 1:
            raise GtpError("moves were played; the side to move is set after gogui-setup")
        text = str(self.state).rpartition(" ")[0]
        try:
            self._replace(f"{text} turn={'bw'[seat - 1]}")
        except PositionError as error:
            raise GtpError(str(error)) from None

    def _place(self, board: str) -> None:
        """Of the two turns one is always possible (docs/rules/rush-stones.md, T1)."""
        text = f"{GAME.id} size={self.size} board={board} turn="
        try:
            self._replace(f"{text}b")
        except PositionError:
            self._replace(f"{text}w")

    def _replace(self, text: str) -> None:
        state = engine.parse(text)
        assert isinstance(state, State)
        self._states = [state]

    def _name_points(self) -> None:
        """Names are looked up, not made: there are up to 361 in an answer."""
        state = self.state
        names = [move.upper() for move in state.moves()]
        self._points = dict(zip(state.buffer.moves(0), names, strict=True))
        self._codes = {name: code for code, name in self._points.items()}
        size = int(state.buffer.record["size"][0])
        # Legal moves come ascending: row by row from the bottom.
        self._rows = [names[size * row : size * (row + 1)] for row in reversed(range(size))]
