"""The page: whole, true to the results, and safe to open anywhere."""

from __future__ import annotations

import html
import re
import sys
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from sample import ODD, TOURNAMENT, renamed, stored

from dohyo.engine import UsageError
from dohyo.tournaments.plan.tournament import Outputs
from dohyo.tournaments.report import outputs, plots
from dohyo.tournaments.report.page import page
from dohyo.tournaments.report.plots import short
from dohyo.tournaments.results import outcome
from dohyo.tournaments.results.figure_texts import percents
from dohyo.tournaments.results.game_figures import Point, ShownGame, StatedValue
from dohyo.tournaments.schedule.units import Place
from dohyo.tournaments.stats import elo
from dohyo.tournaments.store.games import Store

#: Elements without an end.
VOID = {"meta", "link", "br", "hr", "img", "input"}


class Reader(HTMLParser):
    """What a page holds. path: the elements that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.elements: Counter[str] = Counter()
        self.labels: list[dict[str, str | None]] = []
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.elements[tag] += 1
        self.ids.update([str(given["id"])] if "id" in given else [])
        self.links += [str(given[name]) for name in ("href", "src", "xlink:href") if name in given]
        if tag == "svg":
            self.labels.append(given)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.path.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.path.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.path.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.path and self.path[-1] in ("td", "th"):
            self.rows[-1][-1] += data


@cache
def text() -> str:
    with stored() as store:
        return page(TOURNAMENT, outcome.results(TOURNAMENT, store))


def read() -> Reader:
    reader = Reader()
    reader.feed(text())
    assert reader.path == []
    return reader


def test_the_page_is_whole_and_every_id_is_unique() -> None:
    found = read()
    assert {name for name, count in found.ids.items() if count > 1} == set()
    assert found.elements["h1"] == 1
    assert found.elements["section"] == 3
    references = set(re.findall(r'(?:url\(|href=")#([^")]+)', text()))
    assert references <= set(found.ids)
    assert references


def test_nothing_is_fetched_and_nothing_runs() -> None:
    found = read()
    assert {link for link in found.links if not link.startswith("#")} == {"data:,"}
    assert found.elements["script"] == found.elements["iframe"] == found.elements["img"] == 0
    assert "@import" not in text()
    # Names of namespaces are addresses of nothing that is fetched.
    assert set(re.findall(r"https?://[^\"'\s)]+", text())) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in text()


def test_every_plot_says_what_it_shows() -> None:
    found = read()
    assert len(found.labels) >= 3 * 4
    for svg in found.labels:
        assert svg["role"] == "img"
        for name in ("aria-labelledby", "aria-describedby"):
            assert re.search(rf'<(?:title|desc) id="{svg[name]}">[^<]+', text())
    # The colours are those of the page, light or dark.
    assert not re.search(r"(?:fill|stroke): #", text())


def test_tables_show_the_results() -> None:
    rows = read().rows
    with stored() as store:
        for result in outcome.results(TOURNAMENT, store):
            for entrant in result.standings.entrants:
                found = elo.estimate(entrant.scores)
                assert found is not None
                (row,) = [row for row in rows if row[:2] == [entrant.name, percents(found)]
                          and str(entrant.games) in row]
                assert f"{entrant.wins}-{entrant.draws}-{entrant.losses}" in row
            assert f"{result.standings.played} games" in text()


def test_names_are_text() -> None:
    """Also in plots, where a dollar begins no formula."""
    assert "<i>" not in text()
    assert any(row and row[0] == ODD for row in read().rows)
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", text())
    assert html.escape(short(ODD), quote=False) in labels


def test_equal_games_give_equal_pages() -> None:
    with stored() as store:
        assert page(renamed("Another"), outcome.results(TOURNAMENT, store)) == text().replace("A sample", "Another")


def test_a_page_without_games_says_so() -> None:
    with Store(None, TOURNAMENT.plan) as store:
        assert page(TOURNAMENT, outcome.results(TOURNAMENT, store)).count("No unit is complete yet") == 3


def test_it_is_written_to_a_file(tmp_path: Path) -> None:
    with stored() as store:
        outputs.write(TOURNAMENT, store, Outputs(html=tmp_path / "new" / "report.html"))
    assert (tmp_path / "new" / "report.html").read_text("utf-8").rstrip("\n") == text().rstrip("\n")


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "dohyo.tournaments.report.page")
    with stored() as store, pytest.raises(UsageError, match=r"needs the library jinja2.*pip install 'dohyo\[report\]'"):
        outputs.write(TOURNAMENT, store, Outputs(html=tmp_path / "report.html"))


def verdicts() -> list[str]:
    """The answers, event by event."""
    return re.findall(r'<p class="verdict">(.*?)</p>', text())


def test_the_answer_says_what_a_test_decided_and_how_many_games_faults_ended() -> None:
    stones, sumo, deals = verdicts()
    assert re.search(r"Faults ended 4 of \d+ games: they count as losses\.$", stones)
    assert re.search(r"The test of H0 \(0\) against H1 \(100\): H1 \(100\) is accepted\.$", sumo)
    assert "Faults" not in sumo + deals
    assert "The test" not in stones + deals


def test_a_plot_of_a_solitaire_names_who_played_it() -> None:
    values = (StatedValue(1, 1, 0.5), StatedValue(1, 2, 1.0))
    told = ShownGame("the longest game", Place(0, 0, 0), ("mcts",), values, 1.0, 2, True)
    assert plots.values("it", told).text == (
        "What mcts expected of the result, ply by ply. The line across is what it was, 100 %.")


@pytest.mark.parametrize(("counts", "told"), [
    ({23: 5}, "All 5 games had 23 plies."),
    ({23: 2, 25: 2}, "4 games of 23 to 25 plies, 24.0 on average."),
])
def test_lengths_are_whole_numbers_of_plies(counts: dict[int, int], told: str) -> None:
    plot = plots.lengths("it", counts)
    assert plot.text == told
    assert all(float(label).is_integer() for label in re.findall(r"<text[^>]*>([-\d.]+)</text>", plot.svg))


@pytest.mark.parametrize("many", [3, 6])
def test_curves_show_every_interval_also_where_they_are_many(many: int) -> None:
    """As a band, or as a bar at the end, where bands would hide each other."""
    curves = {f"engine {number}": [Point(units, 0.5, 0.4, 0.6) for units in (1, 2)] for number in range(many)}
    svg = plots.score_curves("it", curves, "pairs of games", middle=True).svg
    bands = len(re.findall(r'id="it-FillBetweenPolyCollection_|id="it-PolyCollection_', svg))
    assert bands == (many if many <= plots.BANDS else 0)
    lines = len(re.findall(r"stroke: var\(--series-\d\)", svg))
    assert lines >= (many if bands else 2 * many)
