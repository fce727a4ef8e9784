"""The command `check-engine`."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

import click
from rich.console import Console
from rich.text import Text

from dohyo.engine import UsageError, game
from dohyo.engine.commands import assignments
from dohyo.engine.grammar import quote
from dohyo.protocol.check import STEPS, CheckSettings, CheckStep, Outcome, StepResult, run_steps
from dohyo.protocol.client.client import engine_command

COLOURS = {Outcome.PASS: "green", Outcome.FAIL: "bold red", Outcome.SKIP: "yellow"}


@click.command("check-engine", epilog="\b\nSteps:\n" + "\n".join(
    f"  {number:2} {step.name}" for number, step in enumerate(STEPS, 1)))
@click.argument("engine", metavar="CMD")
@click.option("--steps", "chosen", metavar="LIST", help="Run only these steps, such as 1,5-7.")
@click.option("--quick", is_flag=True, help="Fewer tries in the steps that repeat many times.")
@click.option("--game", "games", multiple=True, metavar="ID",
              help="Check with this game; may be repeated. Default: all that the engine offers.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE",
              help="Set an option of the engine at each start; may be repeated.")
@click.option("--start", type=click.FloatRange(0.1, 600), default=20.0, show_default=True, metavar="S",
              help="Timeout of the handshake of a new process, in seconds.")
@click.option("--timeout", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, metavar="S",
              help="Timeout of every other answer, in seconds.")
@click.option("--margin", type=click.FloatRange(0, 60), default=0.5, show_default=True, metavar="S",
              help="Seconds added to every time limit of the protocol, for a loaded machine.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check_engine(*, engine: str, chosen: str | None, quick: bool, games: tuple[str, ...], settings: tuple[str, ...],
                 start: float, timeout: float, margin: float, as_json: bool) -> None:
    """Check whether an engine conforms to the protocol. CMD is its command in quotes, such as "./my-engine --fast", or
    the name of a searcher of this project.

    Each step prints pass, fail or skip and what was seen; a failed step also prints what was expected. Exit code 1 if a
    step fails.
    """
    command = engine_command(engine)
    if shutil.which(command[0]) is None:
        raise UsageError(f"program {quote(command[0])} not found (command: {shlex.join(command)})")
    for game_id in games:
        game(game_id)
    options = list(assignments(settings).items())
    wanted = CheckSettings(command, start, timeout, margin, quick, options, games)
    numbers = None if chosen is None else _numbers(chosen)
    found = _follow(run_steps(wanted, numbers), Console(highlight=False, quiet=as_json))
    counts = Counter(result.outcome for result in found)
    if as_json:
        click.echo(json.dumps({"command": command, "steps": [asdict(result) for result in found],
                               **{outcome: counts[outcome] for outcome in Outcome}}, indent=2))
    else:
        click.echo(", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome))
    sys.exit(1 if counts[Outcome.FAIL] else 0)


def _follow(events: Iterable[CheckStep | StepResult], console: Console) -> list[StepResult]:
    """Show what happens as it happens; the results."""
    found = []
    with console.status("") as status:
        for event in events:
            if isinstance(event, CheckStep):
                status.update(f"{event.name} …")
            else:
                found.append(event)
                console.print(_line(event), soft_wrap=True)
    return found


def _line(result: StepResult) -> Text:
    right = f" Expected: {result.right}." if result.outcome is Outcome.FAIL else ""
    return Text.assemble(f"{result.number:2} ", (f"{result.outcome} ", COLOURS[result.outcome]),
                         f"{result.name}: {result.seen}.{right}")


def _numbers(text: str) -> set[int]:
    """The numbers of a list such as 1,5-7."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, sign, last = part.partition("-")
        ends = [first, last if sign else first]
        if not all(end.isascii() and end.isdigit() and 1 <= int(end) <= len(STEPS) for end in ends):
            raise UsageError(f"--steps: expected numbers or ranges from 1 to {len(STEPS)}, got {quote(part)}")
        numbers.update(range(int(ends[0]), int(ends[1]) + 1))
    return numbers
