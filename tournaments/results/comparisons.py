"""Who is stronger than whom: ratings of all engines, and any two of them compared, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from dohyo.engine import DohyoError
from dohyo.tournaments.plan.spec import Match
from dohyo.tournaments.results.counts import Standings
from dohyo.tournaments.results.figure_texts import number_text, p_text
from dohyo.tournaments.stats import elo, exact_tests
from dohyo.tournaments.stats.elo import Interval, Pairs

if TYPE_CHECKING:
    from dohyo.tournaments.stats.ratings import Ratings

#: The chance of a false difference among all comparisons of a match together.
LEVEL = 0.05


@dataclass(frozen=True)
class Comparison:
    """Two engines, by their numbers, from the side of the first.

    counts: its scores in units, as `Standings.duels` has them; pairs: what their games against each other were, None
    where each plays alone; sign, p: the p-values of the sign test and of the signed-rank test; corrected: the latter
    with regard to all comparisons of the match.
    """

    first: int
    second: int
    counts: elo.Counts
    pairs: Pairs | None
    sign: float
    p: float
    corrected: float

    @property
    def better(self) -> int:
        """Units in which the first did better."""
        return sum(count for score, count in self.counts.items() if score > 0.5)

    @property
    def worse(self) -> int:
        """Units in which the second did."""
        return sum(count for score, count in self.counts.items() if score < 0.5)

    @property
    def significant(self) -> bool:
        """Whether the difference is more than chance makes, over all comparisons of the match together."""
        return self.corrected <= LEVEL


def comparisons(match: Match, standings: Standings, order: Sequence[int]) -> list[Comparison]:
    """Any two engines that have units, the better one of the order first; none of partners, who share their score."""
    if match.game.common and not match.solo:
        return []
    met = [(first, second, counts) for first, second in combinations(order, 2)
           if (counts := seen_by(first, second, match, standings))]
    tests = [exact_tests.rank_test(counts) for *_, counts in met]
    between: dict[frozenset[int], dict[elo.Meeting, int]] = {}
    for meeting, count in standings.meetings.items():
        between.setdefault(frozenset(meeting[:2]), {})[meeting] = count
    return [
        Comparison(first, second, counts,
                   None if match.solo else elo.pairs_of(between[frozenset((first, second))], first),
                   exact_tests.sign_test(counts), p, corrected)
        for (first, second, counts), p, corrected in zip(met, tests, exact_tests.holm(tests), strict=True)
    ]


def seen_by(first: int, second: int, match: Match, standings: Standings) -> elo.Counts:
    """The scores of one engine against another; partners share theirs."""
    counts = standings.duels[min(first, second), max(first, second)]
    shared = match.game.common and not match.solo
    return counts if first < second or shared else {1 - score: count for score, count in counts.items()}


def ratings(match: Match, standings: Standings) -> Ratings | None:
    """Ratings of the engines that met; None in games in which they do not play against each other, and before two have
    met. DohyoError where no games join them all."""
    met = sorted({engine for meeting, count in standings.meetings.items() if count for engine in meeting[:2]})
    if match.game.seats == 1 or match.game.common or len(met) < 2:
        return None
    from dohyo.tournaments.stats.ratings import rate_as_joined  # here, as SciPy is slow to load

    place = {number: place for place, number in enumerate(met)}
    meetings = {meeting._replace(first=place[meeting.first], second=place[meeting.second]): count
                for meeting, count in standings.meetings.items()}
    return rate_as_joined([match.engines[number].name for number in met], meetings)


# --- for people -------------------------------------------------------------------------------------------------------


def table(match: Match, found: Sequence[Comparison]) -> tuple[str, list[str], list[list[str]]]:
    """A caption, the heads and the rows of comparisons that are not none."""
    many = f" corrected for {len(found)} comparisons (Holm)" if len(found) > 1 else ""
    test = f"p: exact signed-rank test{many}"
    names = [engine.name for engine in match.engines]
    if match.solo:
        head = ["", "vs", "better", "equal", "worse", "difference % [95 %]", "sign test", "p"]
        rows = [[str(each.better), str(sum(each.counts.values()) - each.better - each.worse), str(each.worse),
                 _interval(_difference(each.counts), 1), p_text(each.sign)] for each in found]
        caption = f"Deals that the row's engine played better; {test}"
    else:
        head = ["", "against", "pairs of 0, ½, 1, 1½, 2", "won/lost", "split/drawn", "draws %",
                "normalized Elo [95 %]", "superior %", "p"]
        rows = [[*_pair_cells(each.pairs), _interval(elo.normalized_elo(each.counts), 0),
                 f"{100 * elo.superiority(each.counts):.1f}"] for each in found if each.pairs]
        caption = f"Pairs of games by the points of the row's engine; {test}"
    return caption, head, [[names[each.first], names[each.second], *row, p_text(each.corrected)]
                           for each, row in zip(found, rows, strict=True)]


def lines(match: Match, found: Sequence[Comparison]) -> Iterator[str]:
    """What holds of all comparisons together, in sentences."""
    if match.sprt is not None:
        yield ("All figures but the sequential test assume a fixed number of games; a test that stops by its results "
               "makes the difference look larger than it is.")
    elif len(found) > 1:
        significant = sum(each.significant for each in found)
        yield (f"Significant differences: {significant} of {len(found)} comparisons, at a level of {LEVEL:.0%} over "
               "all of them. Each interval holds on its own, not all together.")


def _difference(counts: elo.Counts) -> Interval:
    """The mean difference of scores in percent."""
    return Interval(*(200 * (score - 0.5) for score in (elo.mean(counts), *elo.interval(counts))))


def _pair_cells(pairs: Pairs) -> Iterator[str]:
    yield ", ".join(map(str, pairs.points))
    yield number_text(pairs.ratio, 2)
    yield number_text(pairs.split_ratio, 2)
    yield f"{100 * pairs.draws.value:.1f}"


def _interval(found: Interval | None, digits: int) -> str:
    if found is None:
        return "-"
    value, low, high = (number_text(each, digits, "+") for each in found)
    return f"{value} [{low}, {high}]"


def rating_table(found: Ratings) -> tuple[str, list[str], list[list[str]]]:
    """A caption, the heads and the rows of ratings, best first, and how likely each engine is stronger than the
    next."""
    rows = []
    for place, engine in enumerate(found.order):
        below = found.order[place + 1] if place + 1 < len(found.order) else None
        low, high = found.interval(engine)
        rows.append([found.names[engine], _interval(Interval(float(found.elo[engine]), low, high), 0),
                     f"{found.games[engine]:.0f}", f"{100 * float(found.points[engine] / found.games[engine]):.1f}",
                     "-" if below is None else f"{100 * float(found.better[engine, below]):.1f}"])
    caption = (f"Ratings by the model of Bradley and Terry, their mean 0; seat 1 is worth "
               f"{_interval(Interval(found.advantage.elo, *found.advantage[2:]), 0)} Elo")
    if found.prior:
        caption += "; as some took all points, or none, a drawn game is added for each rating"
    return caption, ["", "Elo [95 %]", "games", "points %", "stronger than the next, %"], rows


def unrated(error: DohyoError) -> str:
    """Why there are no ratings."""
    return f"No common ratings: {error}."


# --- for programs -----------------------------------------------------------------------------------------------------


def as_json(each: Comparison) -> dict[str, Any]:
    """A comparison of two engines, from the side of the first. Infinite values are null."""
    normalized = None if each.pairs is None else elo.normalized_elo(each.counts)
    found: dict[str, Any] = {
        "better": each.better, "worse": each.worse, "sign_p": each.sign, "rank_p": each.p,
        "rank_p_corrected": each.corrected,
    }
    if each.pairs is not None and normalized is not None:
        found |= {
            "pentanomial": list(each.pairs.points), "split": each.pairs.split, "drawn": each.pairs.drawn,
            "pairs_ratio": elo.finite(each.pairs.ratio), "draw_rate": each.pairs.draws.value,
            "draw_rate_low": each.pairs.draws.low, "draw_rate_high": each.pairs.draws.high,
            "elo_margin": elo.finite(elo.elo_margin(each.counts)),
            **dict(zip(("normalized_elo", "normalized_elo_low", "normalized_elo_high"), map(elo.finite, normalized),
                       strict=True)),
        }
    return found


def ratings_as_json(found: Ratings | None) -> dict[str, Any] | None:
    """Ratings with the whole covariance, in the order of their names; null where there are none. Open ends are null."""
    if found is None:
        return None
    return {
        "engines": list(found.names), "elo": found.elo.tolist(), "low": list(map(elo.finite, found.low.tolist())),
        "high": list(map(elo.finite, found.high.tolist())), "covariance": found.covariance.tolist(),
        "superiority": found.better.tolist(), "prior": found.prior,
        "advantage": dict(zip(found.advantage._fields, map(elo.finite, found.advantage), strict=True)),
    }
