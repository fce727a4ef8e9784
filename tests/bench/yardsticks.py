"""Our rates beside those of tight single-purpose programs for the same games: python tests/bench/yardsticks.py FOLDER

FOLDER holds the programs and a script `run`, which compiles them, runs them and prints their rates.
"""

import re
import subprocess
from pathlib import Path

import click

from dohyo.engine import DohyoError, UsageError, game, games
from dohyo.search.measure.bench import measure_all, table

#: What the programs call the games.
NAMES = {
    "rush_kymani": "rush-cards",
    "sumo": "sumo",
    "club_fight": "club-fight",
    "fifteen_rush": "fifteen-rush",
}
_SIZED = re.compile(r"\S+\s+size (\d+): playouts per CPU-second median (\d+)")
_UCT = re.compile(r"rush UCT (\d+)x\d+: sims per CPU-second (\d+)")
_PLAIN = re.compile(r"(\w+) playouts per CPU-second median (\d+)")


def read_limits(text: str) -> dict[str, dict[str, float]]:
    """What the script printed, as {name of the bench: {"playouts": rate, "mcts": rate}}; of several kernels for one
    game the fastest."""
    rates: dict[str, dict[str, float]] = {}

    def keep(name: str, kind: str, rate: str) -> None:
        row = rates.setdefault(name, {})
        row[kind] = max(row.get(kind, 0.0), float(rate))

    for line in text.splitlines():
        if found := _SIZED.match(line):
            keep(f"rush-stones size={found[1]}", "playouts", found[2])
        elif found := _UCT.match(line):
            keep(f"rush-stones size={found[1]}", "mcts", found[2])
        elif (found := _PLAIN.match(line)) and found[1] in NAMES:
            keep(NAMES[found[1]], "playouts", found[2])
    return rates


def limit_rates(folder: Path, seconds: float) -> dict[str, dict[str, float]]:
    """Compile and run the programs; UsageError if the folder has none, DohyoError if they fail."""
    script = folder / "run"
    if not script.is_file():
        raise UsageError(
            f"the folder '{folder}' has no script 'run'; FOLDER holds yardstick programs and that script"
        )
    # The script times each program three times and takes the median.
    done = subprocess.run(
        ["bash", str(script), str(max(0.1, seconds / 3)), "3"], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise DohyoError(f"{script} failed: {done.stderr.strip().splitlines()[-1:] or 'without a word'}")
    rates = read_limits(done.stdout)
    if not rates:
        raise DohyoError(f"{script} printed no rates that this program can read")
    return rates


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", "game_id", metavar="GAME", help="Measure this game alone.")
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.03), metavar="S",
              help="CPU-seconds per figure.")
def main(folder: Path, game_id: str | None, seconds: float) -> None:
    """Run the programs of FOLDER before and after ours, and print the ratios to their means."""
    try:
        before = limit_rates(folder, seconds)
        rates = measure_all([game(game_id)] if game_id else games(), seconds)
        after = limit_rates(folder, seconds)
    except DohyoError as error:
        raise click.ClickException(str(error)) from error
    means = {name: {key: (value + after[name][key]) / 2 for key, value in row.items()} for name, row in before.items()}
    click.echo(table(rates, means))


if __name__ == "__main__":
    main()
