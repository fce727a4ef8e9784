"""The command `engine`."""

from __future__ import annotations

import sys

import click

from dohyo.engine import DohyoError
from dohyo.engine.commands import assignments
from dohyo.protocol.server.loop import serve
from dohyo.protocol.server.options import Options


@click.command()
@click.option("--searcher", metavar="NAME", help="The searcher. Default: the first that plays the game.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option; may be repeated.")
def engine(searcher: str | None, settings: tuple[str, ...]) -> None:
    """Speak UGI or UCI over standard input and output."""
    options = Options()
    if searcher is not None:
        options.set("Searcher", searcher)
    for name, value in assignments(settings).items():
        options.set(name, value)
    sys.exit(serve(options))


def main() -> None:
    """The command without the rest of the command line."""
    try:
        engine()
    except DohyoError as error:
        print(f"dohyo: {error}", file=sys.stderr)
        sys.exit(2)
