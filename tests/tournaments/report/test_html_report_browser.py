"""The page as Chromium shows it: at the width of a desk and of a phone, in a light and in a dark scheme.

Debian's chromium is driven by Playwright; its own browsers are not needed. Without one these tests are skipped, but not
where the variable CI is set.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from sample import TOURNAMENT, stored

from dohyo.tournaments.report.page import page
from dohyo.tournaments.results.outcome import results

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SIZES = {"desk": (1280, 900), "phone": (360, 740)}

pytestmark = pytest.mark.skipif(CHROMIUM is None and "CI" not in os.environ,
                                reason="no Chromium here: `apt-get install chromium` brings one")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("report") / "report.html"
    with stored() as store:
        made.write_text(page(TOURNAMENT, results(TOURNAMENT, store)), "utf-8")
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "no Chromium here, where it is required"
    # As root, which containers run as, Chromium has no sandbox.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        started.close()


class Look:
    """A page that was opened. said: what the console said; asked: what was fetched, the page itself included."""

    def __init__(self, browser: Browser, file: Path, size: str, scheme: str) -> None:
        width, height = SIZES[size]
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
        )
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(file.as_uri())

    def picture(self) -> NDArray[np.uint8]:
        """A screenshot of the whole page: shape (height, width, 3)."""
        shot = self.page.screenshot(full_page=True)
        return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_it_opens_clean_and_fits(size: str, scheme: str, browser: Browser, file: Path) -> None:
    look = Look(browser, file, size, scheme)
    assert look.said == []
    assert look.asked == [file.as_uri()]
    width = SIZES[size][0]
    assert look.page.evaluate("document.documentElement.scrollWidth") <= width
    # Only tables may be wider than their place, and these can be moved.
    wide = """[...document.querySelectorAll('body *')].filter(it => !it.closest('.scroll') && !it.closest('svg')
        && it.getBoundingClientRect().right > innerWidth + 1).map(it => it.tagName)"""
    assert look.page.evaluate(wide) == []
    picture = look.picture()
    assert picture.shape[1] == width
    assert picture.shape[0] > 2000
    median = float(np.median(picture.mean(axis=2)))
    assert median > 220 if scheme == "light" else median < 60


@pytest.mark.parametrize("size", SIZES)
def test_no_plot_is_blank_and_its_texts_can_be_read(size: str, browser: Browser, file: Path) -> None:
    look = Look(browser, file, size, "light")
    plots = look.page.query_selector_all("svg.plot")
    assert len(plots) >= 12
    for plot in plots:
        pixels = np.asarray(Image.open(io.BytesIO(plot.screenshot())).convert("RGB")).astype(np.int16)
        assert pixels.shape[1] >= 280
        coloured = (pixels.max(axis=2) - pixels.min(axis=2) > 40).mean()
        dark = (pixels.max(axis=2) < 110).mean()
        assert coloured > 0.001, "there is a line or a bar in a colour"
        assert dark > 0.002, "there are axes and texts"
    heights = look.page.evaluate("""[...document.querySelectorAll('svg.plot text')].map(
        it => it.getBoundingClientRect()).filter(box => box.width > box.height).map(box => box.height)""")
    assert min(heights) >= 8, "in CSS pixels"


def test_texts_stand_out_from_their_ground_in_both_schemes(browser: Browser, file: Path) -> None:
    """By at least 4.5 to 1, as the guidelines for accessible pages want it (WCAG 2.2, 1.4.3)."""
    for scheme in ("light", "dark"):
        look = Look(browser, file, "desk", scheme)
        colours = look.page.evaluate("""['paper', 'card', 'ink', 'soft', 'mark'].map(
            name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim())""")
        paper, card, *inks = (_luminance(colour) for colour in colours)
        for ground in (paper, card):
            for ink in inks:
                assert (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    """The relative luminance of a colour such as #1c2127."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_tables_open_and_can_be_reached_by_the_keyboard(browser: Browser, file: Path) -> None:
    look = Look(browser, file, "phone", "light")
    look.page.keyboard.press("Tab")
    assert look.page.evaluate("document.activeElement.tagName") == "A"
    summary = look.page.query_selector("summary")
    assert summary is not None
    summary.focus()
    look.page.keyboard.press("Enter")
    assert look.page.evaluate("document.querySelector('details').open")
    assert look.page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]


def test_no_table_of_figures_needs_moving_on_a_desk(browser: Browser, file: Path) -> None:
    look = Look(browser, file, "desk", "light")
    hidden = """[...document.querySelectorAll('.plots > .scroll')].filter(it => it.scrollWidth > it.clientWidth)
        .map(it => `${it.getAttribute('aria-label')}: ${it.scrollWidth} in ${it.clientWidth}`)"""
    assert look.page.evaluate(hidden) == []


@pytest.mark.parametrize("size", SIZES)
def test_long_names_leave_plots_their_width(size: str, browser: Browser, file: Path) -> None:
    """The ground of the axes takes half of each plot at least."""
    look = Look(browser, file, size, "light")
    shares = look.page.evaluate("""[...document.querySelectorAll('svg.plot')].map(
        it => it.querySelector('[id$="-patch_2"]').getBoundingClientRect().width / it.getBoundingClientRect().width)""")
    assert len(shares) >= 12
    assert min(shares) >= 0.5


def test_rows_keep_their_heads_while_a_wide_table_is_moved(browser: Browser, file: Path) -> None:
    look = Look(browser, file, "phone", "light")
    moved = look.page.evaluate("""[...document.querySelectorAll('.scroll')].filter(
        it => it.scrollWidth > it.clientWidth + 60 && it.querySelector('tbody th')).map(it => {
            it.scrollLeft = 60;
            const head = it.querySelector('tbody th').getBoundingClientRect(), cell = it.querySelector('tbody td');
            return [head.left - it.getBoundingClientRect().left, cell.getBoundingClientRect().left - head.right]; })""")
    assert len(moved) >= 3
    for head, cell in moved:
        assert abs(head) < 1, "it stays"
        assert cell < -30, "the others go"
