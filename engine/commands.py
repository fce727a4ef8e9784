"""The commands that print games and positions: games, deal, view, show, apply, perft (docs/notation.md)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence

import click

from dohyo import engine
from dohyo.engine.errors import OptionError, PositionError, UsageError
from dohyo.engine.game import State, View
from dohyo.engine.grammar import MAX_LENGTH, quote
from dohyo.engine.perft import divide as divided


def _read_position(_: click.Context, __: click.Parameter, text: str) -> State | View:
    if text != "-":
        return engine.parse(text)
    line = sys.stdin.buffer.readline(4 * MAX_LENGTH)
    if not line:
        raise PositionError("standard input: expected one line with a position, got nothing")
    return engine.parse(line.decode(errors="replace"))


#: The argument of every command that is about a position; `-` stands for one line of standard input.
position_argument = click.argument("position", callback=_read_position)


def colour() -> bool:
    """Whether drawings may be coloured: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def aligned(rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells as text in columns, two blanks between them."""
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table
    )


def assignments(words: Iterable[str]) -> dict[str, str]:
    """The pairs of words of the form name=value; UsageError for another word or a name given twice."""
    pairs: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise UsageError(f"{quote(word)} is not of the form name=value")
        if name in pairs:
            raise OptionError(f"{quote(name)} is given twice")
        pairs[name] = value
    return pairs


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def games(as_json: bool) -> None:
    """List the games, what they are like and their rule options.

    hidden: a seat does not know everything; chance: deals differ; simultaneous: seats may choose at once;
    cooperative: the seats win and lose together. Options show their defaults.
    """
    if as_json:
        click.echo(json.dumps([_as_json(game) for game in engine.games()], indent=2))
        return
    traits = ("hidden", "chance", "simultaneous", "cooperative")
    rows = [["id", "title", "seats", *traits, "options"]]
    for game in engine.games():
        options = ", ".join(f"{option.name}={option.default} ({option.accepts})" for option in game.options)
        marks = ["yes" if getattr(game, trait) else "no" for trait in traits]
        rows.append([game.id, game.title, str(game.seats), *marks, options])
    click.echo(aligned(rows))


def _as_json(game: engine.Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "seats": game.seats,
        "hidden": game.hidden,
        "chance": game.chance,
        "simultaneous": game.simultaneous,
        "common": game.cooperative,
        "options": [
            {"name": option.name, "default": option.default, "meaning": option.meaning, "accepts": option.accepts}
            for option in game.options
        ],
        "note": game.note,
    }


@click.command()
@click.argument("game")
@click.argument("options", nargs=-1, metavar="[OPTION=VALUE]...")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, metavar="N",
              help="Chooses the deal, where there is chance.")
def deal(game: str, options: tuple[str, ...], seed: int) -> None:
    """Print the start of GAME as one line of text.

    Rule options are written as in positions, such as size=9; `dohyo games` lists them.
    """
    click.echo(str(engine.game(game).deal(seed, **assignments(options))))


@click.command()
@position_argument
@click.option("--seat", type=int, required=True, metavar="N", help="The seat whose knowledge to print.")
def view(position: State | View, seat: int) -> None:
    """Print what one seat knows of POSITION."""
    if isinstance(position, State):
        click.echo(str(position.view(seat)))
    elif position.seat == seat:
        click.echo(str(position))
    else:
        raise UsageError(f"the position is the view of seat {position.seat}; seat {seat} sees only a whole state")


@click.command()
@position_argument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(position: State | View, as_json: bool) -> None:
    """Draw POSITION, say who is to move, and list the legal moves."""
    if as_json:
        click.echo(json.dumps(_position_as_json(position)))
        return
    click.echo(position.draw(colour=colour()))
    if position.over:
        click.echo(f"over: {_outcome(position)}")
        return
    for seat in position.to_move:
        name = position.game.notation.seat_name(seat)
        if position.seat in (None, seat):
            moves = position.moves(seat)
            click.echo(f"{name} to move, {len(moves)} legal: {' '.join(moves)}")
        else:
            click.echo(f"{name} to move")


def _position_as_json(position: State | View) -> dict[str, object]:
    """The object of docs/notation.md, section "Commands that print positions"."""
    mine = [seat for seat in position.to_move if position.seat in (None, seat)]
    returns = position.returns
    return {
        "game": position.game.id,
        "seat": position.seat,
        "position": str(position),
        "to_move": list(position.to_move),
        "moves": {str(seat): position.moves(seat) for seat in mine},
        "over": position.over,
        "returns": None if returns is None else [int(value) if value == int(value) else value for value in returns],
    }


def _outcome(position: State | View) -> str:
    """How a finished game ended, for people."""
    game, returns = position.game, position.returns
    assert returns is not None
    if game.seats == 1 or game.cooperative:
        return "won" if returns[0] == 1 else "lost"
    winners = [name for name, value in zip(game.notation.seat_names, returns, strict=True) if value == max(returns)]
    return f"{winners[0]} wins" if len(winners) == 1 else "draw"


@click.command()
@position_argument
@click.argument("moves", nargs=-1, metavar="MOVE...")
@click.option("--reveal", multiple=True, metavar="FIELD=CARDS", help="What turned up, in games with hidden cards.")
def apply(position: State | View, moves: tuple[str, ...], reveal: tuple[str, ...]) -> None:
    """Print POSITION after the moves, with everything automatic that follows them.

    Where both seats choose at once, the first move is seat 1's and the next seat 2's. In a view, --reveal says what
    the last move turns up that the view does not know, such as --reveal deck=7d3h.
    """
    cards = assignments(reveal)
    if cards and not isinstance(position, View):
        raise UsageError("--reveal says what turns up in a view; this position is a whole state")
    if cards and not moves:
        raise UsageError("--reveal says what the last move turns up; no move is given")
    for number, move in enumerate(moves, start=1):
        seat = position.to_move[0] if position.to_move else None
        if isinstance(position, View):
            position = position.play(move, seat, cards if number == len(moves) else None)
        else:
            position = position.play(move, seat)
    click.echo(str(position))


@click.command()
@position_argument
@click.argument("depth", type=int)
@click.option("--divide", is_flag=True, help="Count for each first move.")
def perft(position: State | View, depth: int, divide: bool) -> None:
    """Count the sequences of DEPTH moves from POSITION; a choice by one seat is one move.

    The last line is the number alone.
    """
    if not divide:
        click.echo(engine.perft(position, depth))
        return
    counts = divided(position, depth)
    for move, count in counts.items():
        click.echo(f"{move}: {count}")
    click.echo(sum(counts.values()))
