"""The command line: collects the commands of all layers and imports one only when it is used.

Exit codes: 0 done; 1 a fault of this program or of the system; 2 bad input, with a sentence on stderr; 130 after
Ctrl-C. DOHYO_TRACEBACK=1 shows where a fault of this program happened.
"""

import importlib
import os
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

#: Every command: where it is, and the line that the overview prints without importing it.
COMMANDS = {
    "games": ("dohyo.engine.commands:games", "List the games, what they are like and their rule options."),
    "deal": ("dohyo.engine.commands:deal", "Print the start of a game as one line of text."),
    "view": ("dohyo.engine.commands:view", "Print what one seat knows of a position."),
    "show": ("dohyo.engine.commands:show", "Draw a position and list the legal moves."),
    "apply": ("dohyo.engine.commands:apply", "Print the position after some moves."),
    "perft": ("dohyo.engine.commands:perft", "Count move sequences."),
    "hint": ("dohyo.search.commands:hint", "Rank the moves of a position by the chance to win."),
    "simulate": (
        "dohyo.search.measure.simulation_command:simulate", "Play many games by a simple policy; print figures.",
    ),
    "play": ("dohyo.protocol.console.command:play", "Play a game in the terminal against an engine."),
    "engine": ("dohyo.protocol.server.command:engine", "Speak the engine protocol on standard input and output."),
    "check-engine": ("dohyo.protocol.check.command:check_engine", "Check whether an engine keeps to the protocol."),
    "gtp": ("dohyo.protocol.gtp.command:gtp", "Play rush-stones in GoGui and other programs that speak GTP."),
    "tournament": ("dohyo.tournaments.commands.tournament:tournament", "Play tournaments of many engines and games."),
    "match": ("dohyo.tournaments.commands.match:match", "Let engines play each other; print who is stronger."),
    "strength": (
        "dohyo.tournaments.strength.command:strength", "Play the table of strength: rates and scores of searchers.",
    ),
    "bench": ("dohyo.search.measure.bench:bench", "Measure how fast rules and searchers are."),
}


class LazyGroup(click.Group):
    """A group whose commands stand in COMMANDS, and that turns every failure into a sentence and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            ctx.exit(130)
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as error:
            code, sentence = _explain(error)
            click.echo(f"dohyo: {sentence}", err=True)
            ctx.exit(code)


def _explain(error: Exception) -> tuple[int, str]:
    """Exit code and sentence of a failure; raises it again where DOHYO_TRACEBACK asks for it."""
    from dohyo.engine.errors import DohyoError  # here, because the overview needs no game

    if isinstance(error, DohyoError):
        return 2, str(error)
    if os.environ.get("DOHYO_TRACEBACK", "0") not in ("", "0"):
        raise error
    if isinstance(error, OSError):
        return 1, f"{error.filename or 'system'}: {error.strerror or error}"
    return 1, f"internal error, please report it: {type(error).__name__}: {error}"


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    try:
        found = version("dohyo")
    except PackageNotFoundError:
        found = "(run from its source folder)"
    click.echo(f"dohyo {found}")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
              help="Print the version and exit.")
def main() -> None:
    """An engine room and an arena for small games.

    A POSITION is one line of text, such as "rush-stones size=5 board=5/1b3/2w2/5/5 turn=b"; "-" reads it from
    standard input.
    """


if __name__ == "__main__":
    main(prog_name="dohyo")
