"""The command `gtp`."""

from __future__ import annotations

import sys

import click

from dohyo.engine import DohyoError
from dohyo.engine.commands import assignments
from dohyo.protocol.gtp.loop import serve
from dohyo.protocol.gtp.session import CANDIDATES, DEFAULT_MOVETIME, GtpSession, GtpSettings
from dohyo.protocol.server.options import Options


@click.command("gtp")
@click.option("--size", type=int, default=19, show_default=True, metavar="N", help="Size of the board at the start.")
@click.option("--searcher", metavar="NAME", help="The searcher. Default: the first that plays the game.")
@click.option("--movetime", type=click.IntRange(1), metavar="MS",
              help=f"Milliseconds per move. Default: {DEFAULT_MOVETIME} without another limit.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Positions per move; the first limit ends it.")
@click.option("--candidates", type=click.IntRange(1), default=CANDIDATES, show_default=True, metavar="K",
              help="Moves that analysis commands show.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE",
              help="An option of `dohyo engine`, such as Threads=2; may be repeated.")
def gtp(*, size: int, searcher: str | None, movetime: int | None, nodes: int | None, candidates: int,
        given: tuple[str, ...]) -> None:
    """Speak GTP 2 over standard input and output: rush-stones for GoGui and other programs for the game of Go.

    GoGui's board shows who is to move after extra turns, the legal points, the end of the game, and by its analyze
    commands the best moves with their values. Time settings of the controller bound the search besides --movetime and
    --nodes.
    """
    settings = GtpSettings(Options(), movetime, nodes, candidates)
    for name, value in assignments(given).items():
        settings.options.set(name, value)
    session = GtpSession(size, settings)
    session.choose_searcher(searcher or settings.searcher_name)
    sys.exit(serve(session))


def main() -> None:
    """`python -m dohyo.protocol.gtp.command`: the command `dohyo gtp` without the rest of the command line."""
    try:
        gtp()
    except DohyoError as error:
        print(f"dohyo: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
