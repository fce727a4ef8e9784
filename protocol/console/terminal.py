"""A game at the terminal: prompts, drawings and commands; `play` holds the game."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from dohyo.engine import DohyoError, Ply
from dohyo.protocol.client.client import Answer, Client, EngineFault
from dohyo.protocol.console.play import ConsoleGame
from dohyo.protocol.language.go_line import Limits

#: Seconds beyond its limit that the engine may take at the terminal.
EXTRA_TIME = 5.0

HELP = """\
a move      play it; `moves` lists the legal ones
hint        the move that the engine would play
undo        take back your last move
moves       the legal moves
save FILE   write the game to a file
load FILE   continue a saved game
resign      give the game up
help        this list
quit        leave"""


class LeaveError(Exception):
    """The person is done."""


class Terminal:
    """One game at the terminal against a client that was started. limits: for each move of the engine."""

    def __init__(self, played: ConsoleGame, client: Client, limits: Limits) -> None:
        self._game = played
        self._client = client
        self._limits = limits
        self._colour = sys.stdout.isatty()
        self._commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "undo": self._undo,
            "moves": self._moves,
            "save": self._save,
            "load": self._load,
            "resign": self._resign,
            "help": lambda rest: click.echo(HELP),
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves; the end of input is a way to leave."""
        try:
            self._draw()
            while not self._game.over:
                if self._game.seat == self._game.person:
                    self._person()
                else:
                    self._engine()
        except LeaveError:
            return
        click.echo(self._game.ending())

    # --- whose turn ------------------------------------------------------------------------------------------------

    def _person(self) -> None:
        click.echo(f"{self._name(self._game.person)} to move, `help` for help: ", nl=False)
        begin = time.monotonic()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise LeaveError
        if not sys.stdin.isatty():
            click.echo(line.strip())
        word, _, rest = line.strip().partition(" ")
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif word:
                self._game.play(Ply(self._game.person, line.strip(), time.monotonic() - begin))
                self._draw()
        except EngineFault:
            raise
        except DohyoError as error:
            click.echo(f"{error}.")

    def _engine(self) -> None:
        seat = self._game.state.to_move[0]
        answer = self._ask(seat)
        ply = Ply(seat, answer.move, answer.time, answer.value, answer.depth, answer.nodes)
        try:
            shown = self._game.shows(ply)
            self._game.play(ply)
        except DohyoError as error:
            raise DohyoError(f"{self._client.name} played an illegal move: {error}") from error
        # What the engine expects would tell of the cards that it hides.
        expects = "" if self._game.game.hidden else _chance(answer)
        does = f"plays {answer.move}{expects}" if shown else "has moved"
        click.echo(f"{self._name(seat)} ({self._client.name}) {does}")
        self._draw()

    def _ask(self, seat: int) -> Answer:
        """The engine's move for a seat; an engine that fails is started again once."""
        movetime = self._limits.movetime
        deadline = None if movetime is None else movetime / 1000 + EXTRA_TIME
        position = self._game.position_for(seat)
        try:
            return self._client.go(position, self._limits, deadline)
        except EngineFault as fault:
            click.echo(f"{fault}; restarting it.")
            self._client.restart()
            return self._client.go(position, self._limits, deadline)

    # --- the commands ----------------------------------------------------------------------------------------------

    def _hint(self, rest: str) -> None:
        person = self._game.person
        answer = self._ask(person)
        reason = self._game.state.view(person).reason(answer.move, person)
        click.echo(f"{self._client.name} would play {answer.move}{_chance(answer)}" + (f": {reason}" if reason else ""))

    def _undo(self, rest: str) -> None:
        click.echo(f"{self._game.undo().move} is taken back")
        self._draw()

    def _moves(self, rest: str) -> None:
        click.echo(" ".join(self._game.state.moves(self._game.person)))

    def _save(self, rest: str) -> None:
        self._game.save(_path(rest, "save"), self._client.name)
        click.echo(f"saved to {rest}")

    def _load(self, rest: str) -> None:
        self._game = ConsoleGame.load(_path(rest, "load"))
        self._draw()

    def _resign(self, rest: str) -> None:
        self._game.resigned = True

    def _quit(self, rest: str) -> None:
        raise LeaveError

    # --- words -----------------------------------------------------------------------------------------------------

    def _name(self, seat: int) -> str:
        return self._game.game.notation.seat_name(seat)

    def _draw(self) -> None:
        view = self._game.state.view(self._game.person)
        click.echo(f"\n{view.draw(colour=self._colour)}\n")


def _chance(answer: Answer) -> str:
    return "" if answer.value is None else f" ({100 * answer.value:.0f} % to win)"


def _path(text: str, command: str) -> Path:
    if not text:
        raise DohyoError(f"{command}: expected the name of a file")
    return Path(text)
