"""Plots of a report, as SVG that stands in a page.

Colours are variables of the page, so that a plot follows its light or dark scheme, and every line differs from the
others by more than its colour. A plot says what it shows in words; the figures themselves stand in tables beside it.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from dohyo.tournaments.results.game_figures import Point, ShownGame
from dohyo.tournaments.results.series import Times

#: Stand-ins that matplotlib writes, and the colour of the page that takes the place of each.
INK, GRID = "#0a0b01", "#0a0b02"
SERIES = ("#0a0b10", "#0a0b11", "#0a0b12", "#0a0b13", "#0a0b14", "#0a0b15")
COLOURS = {INK: "var(--ink)", GRID: "var(--line)",
           **{colour: f"var(--series-{number})" for number, colour in enumerate(SERIES)}}
DASHES = ("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P")

#: Inches.
WIDTH, HEIGHT = 4.8, 2.9
#: Bins of a plot of lengths, at most, and plies beside the bars where there are fewer than so many.
LENGTHS, FEW_LENGTHS = 24, 3
#: Curves that have a band for their interval, at most, and characters of names that stand side by side in a legend.
BANDS, BESIDE = 3, 14
STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "dohyo", "text.parse_math": False, "font.family": "sans-serif",
    "font.size": 10.5, "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK,
    "ytick.color": INK, "axes.grid": True, "grid.color": GRID, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "legend.fontsize": 10, "savefig.transparent": True,
    "axes.unicode_minus": True, "lines.linewidth": 1.6,
}


@dataclass(frozen=True)
class Plot:
    """svg: the element, which also says all of this; title: what it is; text: how it is read."""

    svg: str
    title: str
    text: str


def drawn(
    name: str, title: str, text: str, description: str, draw: Callable[[Axes], None], *, height: float = HEIGHT
) -> Plot:
    """A plot. name: unique in its page; text: how it is read; description: what it shows, for screen readers; draw:
    draws on the axes; height: in inches."""
    with rc_context(STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.filterwarnings("ignore", "Glyph .* missing")  # here, where text is only measured; browsers have it
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.subplots())
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None})
    return Plot(_element(stream.getvalue(), name, title, f"{text} {description}"), title, text)


def _element(document: str, name: str, title: str, description: str) -> str:
    """The svg element of a document, with ids that are unique in the page and the page's colours."""
    found = re.sub(r"<metadata>.*?</metadata>", "", document[document.index("<svg"):], flags=re.DOTALL)
    found = re.sub(r'\bid="', f'id="{name}-', found)
    found = re.sub(r'(url\(|href=")#', rf"\g<1>#{name}-", found)
    for stand_in, colour in COLOURS.items():
        found = found.replace(stand_in, colour)
    head = re.match(r"<svg[^>]*>", found)
    box = re.search(r'viewBox="[^"]*"', found)
    assert head is not None
    assert box is not None
    opening = (f'<svg class="plot" role="img" aria-labelledby="{name}-title" aria-describedby="{name}-desc" '
               f'{box.group()} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">')
    texts = (f'<title id="{name}-title">{_escaped(title)}</title>'
             f'<desc id="{name}-desc">{_escaped(description)}</desc>')
    return f"{opening}{texts}{found[head.end():]}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def short(name: str, most: int = 22) -> str:
    """A name that fits beside an axis."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _percent(axes: Axes) -> None:
    """The vertical axis as percents from 0 to 100."""
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f} %"))


def score_curves(name: str, curves: Mapping[str, Sequence[Point]], unit: str, middle: bool) -> Plot:
    """The score of engines over units, with its interval. unit: what a unit is called, in the plural; middle: whether
    one half is what equals get."""

    def draw(axes: Axes) -> None:
        for number, (engine, points) in enumerate(curves.items()):
            style = number % len(SERIES)
            units = [point.units for point in points]
            if len(curves) <= BANDS:
                axes.fill_between(units, [point.low for point in points], [point.high for point in points],
                                  color=SERIES[style], alpha=0.18, linewidth=0)
            else:  # so many bands would hide each other
                after = units[-1] * (1.02 + 0.018 * number)
                axes.plot([after, after], [points[-1].low, points[-1].high], color=SERIES[style], linewidth=2)
            axes.plot(units, [point.score for point in points], color=SERIES[style], linestyle=DASHES[style],
                      label=short(engine), marker=MARKERS[style] if len(points) < 12 else None, markersize=4)
        if middle:
            axes.axhline(0.5, color=INK, linewidth=0.8)
        _percent(axes)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel(unit)
        _legend(axes, curves)

    ends = (f"{engine}: {100 * points[-1].score:.1f} % [{100 * points[-1].low:.1f}, {100 * points[-1].high:.1f}] after "
            f"{points[-1].units} {unit}" for engine, points in curves.items())
    where = "" if len(curves) <= BANDS else " at the end"
    text = f"The score so far of each engine, and its 95 % interval{where}, as {unit} were played."
    return drawn(name, "Score over time", text, f"At the end {'; '.join(ends)}.", draw,
                 height=HEIGHT + _legend_height(curves))


def _legend_columns(names: Collection[str]) -> int:
    """Long names stand one below the other, so that they leave the axes their width."""
    return 2 if max(map(len, names)) <= BESIDE else 1


def _legend_height(names: Collection[str]) -> float:
    """Inches."""
    return 0.2 * (1 + -(-len(names) // _legend_columns(names))) if len(names) > 1 else 0.2


def _legend(axes: Axes, names: Collection[str]) -> None:
    if len(names) > 1:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=_legend_columns(names))


def ratio_path(name: str, path: Sequence[tuple[int, float]], lower: float, upper: float, decision: str) -> Plot:
    """The log-likelihood ratio of a sequential test over units, between its bounds."""

    def draw(axes: Axes) -> None:
        for bound, hypothesis, side in ((upper, "H1", "bottom"), (lower, "H0", "top")):
            axes.axhline(bound, color=INK, linewidth=1.2, linestyle=DASHES[1])
            axes.annotate(f"{hypothesis} accepted", (1, bound), xycoords=("axes fraction", "data"),
                          xytext=(0, 2 if side == "bottom" else -2), textcoords="offset points", ha="right", va=side)
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.plot([0, *(units for units, _ in path)], [0.0, *(ratio for _, ratio in path)], color=SERIES[0])
        room = 0.25 * (upper - lower)
        least, most = min(ratio for _, ratio in path), max(ratio for _, ratio in path)
        axes.set_ylim(min(lower, least) - room, max(upper, most) + room)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel("units")
        axes.set_ylabel("log-likelihood ratio")

    units, ratio = path[-1]
    text = f"The log-likelihood ratio went to {ratio:.2f} after {units} units: {decision}."
    description = f"H0 is accepted at {lower:.2f} and H1 at {upper:.2f}."
    return drawn(name, "Path of the sequential test", text, description, draw)


def intervals(
    name: str, title: str, label: str, rows: Sequence[tuple[str, float, float, float]], note: str = ""
) -> Plot:
    """A value with its interval for each row, the first on top. rows: name, value, low, high; an end that is infinite
    goes on to the edge and has an arrow there. note: what more is to be said."""
    known = [end for _, *ends in rows for end in ends if math.isfinite(end)]
    room = 0.12 * max(max(known) - min(known), 1.0)
    edges = min(known) - room, max(known) + room

    def draw(axes: Axes) -> None:
        for place, (_, value, low, high) in enumerate(rows):
            ends = [min(max(end, edges[0]), edges[1]) for end in (low, high)]
            axes.plot(ends, [place, place], color=SERIES[0], linewidth=2.4, solid_capstyle="butt")
            axes.plot([value], [place], color=SERIES[0], marker="o", markersize=6)
            for end, shown, arrow in zip((low, high), ends, "<>", strict=True):
                if math.isinf(end):
                    axes.plot([shown], [place], color=SERIES[0], marker=arrow, markersize=7)
        axes.set_yticks(range(len(rows)), [short(engine) for engine, *_ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(label)

    description = "; ".join(f"{engine}: {value:.0f} [{_end(low)}, {_end(high)}]" for engine, value, low, high in rows)
    text = f"{title} with 95 % intervals{', arrows where these have no end' * any(map(math.isinf, _ends(rows)))}."
    return drawn(name, title, f"{text}{note and ' '}{note}", f"{description}.", draw, height=1.0 + 0.32 * len(rows))


def _ends(rows: Sequence[tuple[str, float, float, float]]) -> Iterator[float]:
    for _, _, low, high in rows:
        yield from (low, high)


def _end(value: float) -> str:
    return f"{value:.0f}" if math.isfinite(value) else f"{'-' * (value < 0)}∞"


def think_times(name: str, times: Mapping[str, Times], limits: Mapping[str, float]) -> Plot:
    """Milliseconds a move by engine: the middle half thick, 5 to 95 % thin, the median, the longest; and the limit of a
    move where it is a time. limits: by engine, in ms."""

    def draw(axes: Axes) -> None:
        for place, (engine, found) in enumerate(times.items()):
            axes.plot([found.quantile(0.05), found.quantile(0.95)], [place, place], color=SERIES[0], linewidth=1.4)
            axes.plot([found.quantile(0.25), found.quantile(0.75)], [place, place], color=SERIES[0], linewidth=7,
                      alpha=0.45, solid_capstyle="butt")
            axes.plot([found.quantile(0.5)], [place], color=SERIES[0], marker="o", markersize=5)
            axes.plot([found.longest], [place], color=INK, marker="x", markersize=5)
            if engine in limits:
                axes.plot([limits[engine]], [place], color=SERIES[1], marker="|", markersize=16, markeredgewidth=2)
        axes.set_xscale("log")
        # Over less than a decade matplotlib labels minor ticks too, with powers of ten that take the room of the plot.
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_yticks(range(len(times)), [short(engine) for engine in times])
        axes.set_ylim(len(times) - 0.5, -0.5)
        axes.set_xlabel("milliseconds a move")

    description = "; ".join(f"{engine}: median {found.quantile(0.5):.3g} ms, longest {found.longest:.3g} ms"
                     f"{f', limit {limits[engine]:g} ms' if engine in limits else ''}"
                     for engine, found in times.items())
    limit = ", the upright bar the limit" if any(engine in limits for engine in times) else ""
    text = ("The dot is the median, the thick bar the middle half of the moves, the thin line 5 to 95 %, the cross the "
            f"longest{limit}.")
    return drawn(name, "Time a move", text, f"{description}.", draw, height=1.0 + 0.36 * len(times))


def lengths(name: str, counts: Mapping[int, int]) -> Plot:
    """How long games were, in plies."""
    least, most = min(counts), max(counts)
    width = max(1, -(-(most - least + 1) // LENGTHS))
    bars: dict[int, int] = {}
    for plies, count in counts.items():
        start = least + (plies - least) // width * width
        bars[start] = bars.get(start, 0) + count

    def draw(axes: Axes) -> None:
        axes.bar([start + (width - 1) / 2 for start in bars], list(bars.values()), 0.9 * width, color=SERIES[0],
                 alpha=0.75)
        if most - least < FEW_LENGTHS:
            axes.set_xlim(least - FEW_LENGTHS, most + FEW_LENGTHS)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.grid(False, axis="x")
        axes.set_xlabel("plies")
        axes.set_ylabel("games")

    games = sum(counts.values())
    mean = sum(plies * count for plies, count in counts.items()) / games
    description = f"All {games} games had {most} plies." if least == most else (
        f"{games} games of {least} to {most} plies, {mean:.1f} on average.")
    return drawn(name, "Length of games", description, "", draw)


def values(name: str, game: ShownGame) -> Plot:
    """What each seat expected over a game."""
    labels = [f"{short(player)}, seat {seat}" for seat, player in enumerate(game.players, 1)]

    def draw(axes: Axes) -> None:
        for seat, _ in enumerate(game.players, 1):
            mine = [each for each in game.values if each.seat == seat]
            style = (seat - 1) % len(SERIES)
            axes.plot([each.ply for each in mine], [each.value for each in mine], color=SERIES[style],
                      linestyle=DASHES[style], marker=MARKERS[style], markersize=3.5,
                      label=labels[seat - 1])
        axes.axhline(game.result, color=INK, linewidth=0.8)
        _percent(axes)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel("ply")
        _legend(axes, labels)

    whose = "the result" if game.shared else "the result of seat 1"
    where = ".".join(map(str, game.place))
    who = "each engine" if len(game.players) > 1 else game.players[0]
    text = f"What {who} expected of {whose}, ply by ply. The line across is what it was, {100 * game.result:.0f} %."
    return drawn(name, f"Game {where}: {game.why}", text, f"The game had {game.plies} plies.", draw,
                 height=HEIGHT + _legend_height(labels))

