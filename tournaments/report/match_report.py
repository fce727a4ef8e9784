"""The result of a match, for people and for programs, computed from its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dohyo.engine import DohyoError
from dohyo.tournaments.plan.spec import CROSS_PLAY, SPRT, Match
from dohyo.tournaments.results import comparisons
from dohyo.tournaments.results.counts import Standings
from dohyo.tournaments.results.figure_texts import elos, percents
from dohyo.tournaments.schedule.formats import most_games
from dohyo.tournaments.stats import elo

#: Comparisons of two engines that a table for people shows, at most: those of four engines.
COMPARED = 6


def as_json(match: Match, standings: Standings) -> dict[str, Any]:
    """Everything that the tables show. Scores lie in [0, 1], null where nothing is complete yet; an Elo difference is
    null where it is infinite or means nothing; times are in seconds."""
    rated = match.head_to_head
    names = [engine.name for engine in match.engines]
    compared = {(each.first, each.second): comparisons.as_json(each)
                for each in comparisons.comparisons(match, standings, range(len(names)))}
    try:
        ratings, unrated = comparisons.ratings(match, standings), None
    except DohyoError as error:
        ratings, unrated = None, str(error)
    return {
        **match.plan,
        "planned": most_games(match),
        "played": standings.played,
        "unpaired": standings.unpaired,
        "standings": [
            {
                "engine": entrant.name,
                "games": entrant.games,
                "wins": entrant.wins,
                "draws": entrant.draws,
                "losses": entrant.losses,
                **_figures(entrant.scores, rated),
                "faults": {str(fault): count for fault, count in sorted(entrant.faults.items())},
                "moves": entrant.moves,
                "time_per_move": entrant.seconds / entrant.moves if entrant.moves else None,
            }
            for entrant in standings.entrants
        ],
        "duels": [
            {
                "engine": names[first],
                "opponent": names[second],
                **_figures(scores, rated),
                **compared.get((first, second), {}),
            }
            for (first, second), scores in standings.duels.items()
        ],
        "ratings": comparisons.ratings_as_json(ratings),
        **({"unrated": unrated} if unrated else {}),
    }


def as_table(match: Match, standings: Standings, order: Sequence[int]) -> RenderableType:
    """The crosstable, in an order of the engines' numbers, and the head-to-head scores of the row's engine."""
    parts: list[RenderableType] = [_title(match, standings), _crosstable(match, standings, order)]
    if len(order) > 1 and match.format != CROSS_PLAY:
        parts += [*columns(*duels(match, standings, order), names=1), *_strengths(match, standings, order)]
    return Group(*parts, *(Text(f"\n{line}") for line in unpaired(standings)))


def unpaired(standings: Standings) -> Iterator[str]:
    """A sentence on games that are in no score, if there are any."""
    count = standings.unpaired
    if count:
        yield ("1 game whose twin is not played yet is in no score." if count == 1 else
               f"{count} games whose twins are not played yet are in no score.")


def _crosstable(match: Match, standings: Standings, order: Sequence[int]) -> Table:
    rated = match.head_to_head
    table = _table()
    table.add_column("", justify="right")
    table.add_column("engine", overflow="fold", min_width=8)
    for name in ("games", "W-D-L", "score % [95 %]", *(("Elo [95 %]",) if rated else ()), "faults", "ms/move"):
        table.add_column(name, justify="right")
    for place, number in enumerate(order, 1):
        entrant = standings.entrants[number]
        found = elo.estimate(entrant.scores)
        cells = ["-" if found is None else percents(found)]
        if rated:
            cells.append("-" if found is None else elos(found))
        faults = ", ".join(f"{count} {fault}" for fault, count in sorted(entrant.faults.items()))
        time = f"{1000 * entrant.seconds / entrant.moves:.1f}" if entrant.moves else "-"
        score = f"{entrant.wins}-{entrant.draws}-{entrant.losses}"
        table.add_row(str(place), Text(entrant.name, style="bold"), str(entrant.games), score, *cells,
                      Text(faults or "none", style="red" if faults else ""), time)
    return table


def duels(match: Match, standings: Standings, order: Sequence[int]) -> tuple[str, list[str], list[list[str]]]:
    """A caption, the heads and the rows of the scores of any two engines."""
    names = [engine.name for engine in match.engines]
    rows = []
    for row in order:
        found = (None if row == column else elo.estimate(comparisons.seen_by(row, column, match, standings))
                 for column in order)
        rows.append([names[row], *("-" if each is None else percents(each) for each in found)])
    if match.solo:
        basis = "against the column: 50 and half the difference over equal deals"
    else:
        together = "together with" if match.game.common else "against"
        basis = f"{together} the column, from pairs of games with seats swapped"
    return f"Score % of the row {basis}", ["", *(names[number] for number in order)], rows


def _strengths(match: Match, standings: Standings, order: Sequence[int]) -> Iterator[RenderableType]:
    """Ratings of three engines or more, and comparisons where these are few; what holds of them all."""
    try:
        rated = comparisons.ratings(match, standings) if len(order) > 2 else None
    except DohyoError as error:
        yield Text(f"\n{comparisons.unrated(error)}")
    else:
        if rated is not None:
            yield from columns(*comparisons.rating_table(rated), names=1)
    found = comparisons.comparisons(match, standings, order)
    if 0 < len(found) <= COMPARED:
        yield from columns(*comparisons.table(match, found), names=2)
    for line in comparisons.lines(match, found):
        yield Text(f"\n{line}")


def columns(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], names: int) -> Iterator[RenderableType]:
    """A caption, and a table whose first columns are names."""
    table = _table()
    for place, name in enumerate(head):
        table.add_column(Text(name), justify="left" if place < names else "right", overflow="fold",
                         min_width=8 if place < names else None)
    for row in rows:
        table.add_row(Text(row[0], style="bold"), *map(Text, row[1:]))
    yield Text(f"\n{caption}\n", style="bold")
    yield table


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)


def _title(match: Match, standings: Standings) -> Text:
    rules = "".join(f" {name}={value}" for name, value in match.all_rules.items())
    limits = list(dict.fromkeys(str(engine.limits) for engine in match.engines))
    given = limits[0] if len(limits) == 1 else "limits by engine"
    opening = f"opening={match.opening}, " if match.opening else ""
    how = f"{opening}{given}{', own partners' * match.own_partners}{', forced moves skipped' * match.skip_forced}"
    return Text(f"{match.game_id}{rules}, {how}, seed={match.seed}: {progress(match, standings)}\n", style="bold")


def _figures(scores: Counter[float], rated: bool) -> dict[str, Any]:
    found = elo.estimate(scores)
    if found is None:
        return dict.fromkeys(("score", "low", "high", "elo", "elo_low", "elo_high", "superiority")) | {"units": 0}
    elos = (elo.finite(elo.elo(score)) if rated else None for score in (found.score, found.low, found.high))
    return {
        "units": found.units,
        "score": found.score,
        "low": found.low,
        "high": found.high,
        **dict(zip(("elo", "elo_low", "elo_high"), elos, strict=True)),
        "superiority": found.superiority if rated else None,
    }


def progress(match: Match, standings: Standings) -> str:
    """How many games were played of those that are planned."""
    played, most = standings.played, most_games(match)
    if played > most:
        return f"{played} games, more than the {most} of a knockout without level meetings"
    return f"{played} games" if played == most else f"{played} of {'at most ' * (match.format == SPRT)}{most} games"
