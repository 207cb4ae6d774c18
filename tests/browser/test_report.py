"""The report in a real browser: from file://, with no name resolution, nothing but the page."""

from __future__ import annotations

import base64
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ontorag.report import graph_page, report_page, write_page

from ..report_samples import (
    HOSTILE,
    abstained_outcome,
    big_graph,
    big_outcome,
    csv_entities,
    csv_facts,
    hostile_curie,
    hostile_outcome,
    lotr_curie,
    lotr_outcome,
)

pytestmark = pytest.mark.browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--hide-scrollbars", "--window-size=1400,1000", "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions",
)  # fmt: skip

ROWS_SHOWN = (
    "return Array.from(document.querySelectorAll('#facts tr[id]'))"
    ".filter((row) => row.offsetParent).length"
)
PAINTED = """
const canvas = document.querySelector("#canvas canvas");
const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
const colours = new Set();
for (let at = 0; at < pixels.length; at += 4) {
  const [red, green, blue, alpha] = pixels.subarray(at, at + 4);
  if (alpha > 200) colours.add((red << 16) | (green << 8) | blue);
}
return Array.from(colours);
"""

COUNT = """
const canvas = document.querySelector("#canvas canvas");
const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
let count = 0;
for (let at = 0; at < pixels.length; at += 4) {
  const [red, green, blue] = pixels.subarray(at, at + 3);
  if (((red << 16) | (green << 8) | blue) === arguments[0]) count++;
}
return count;
"""


class Browser:
    """Headless Chromium with what happened in it."""

    def __init__(self, folder: Path) -> None:
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service

        options = Options()
        options.binary_location = str(CHROMIUM)
        for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
            options.add_argument(flag)
        downloads = {
            "download.default_directory": str(folder),
            "download.prompt_for_download": False,
        }
        options.add_experimental_option("prefs", downloads)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.folder = folder
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))

    def open(self, html: str, fragment: str = "") -> None:
        """Open a page as a file of its own and wait until it is drawn."""
        file = write_page(html, Path(tempfile.mkdtemp(dir=self.folder)) / "page.html")
        self.driver.get("about:blank")
        self.driver.get_log("performance")
        self.driver.get_log("browser")
        self.driver.get(file.as_uri() + fragment)
        self.wait("return document.documentElement.classList.contains('live')")
        self.run_async("requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def run(self, script: str, *values: object) -> Any:
        return self.driver.execute_script(script, *values)

    def run_async(self, script: str) -> Any:
        return self.driver.execute_async_script(f"const done = arguments[0]; {script}")

    def wait(self, script: str, seconds: float = 10) -> Any:
        """Wait until a script gives something true."""
        until = time.monotonic() + seconds
        while not (value := self.run(script)):
            assert time.monotonic() < until, f"never true: {script}"
            time.sleep(0.05)
        return value

    def key(self, key: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def click(self, selector: str) -> None:
        from selenium.webdriver.common.by import By

        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def requested(self) -> list[str]:
        """Every address asked for since the page was opened."""
        events = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def has_dialog(self) -> bool:
        from selenium.common.exceptions import NoAlertPresentException

        try:
            self.driver.switch_to.alert.dismiss()
        except NoAlertPresentException:
            return False
        return True

    def emulate(self, **features: str) -> None:
        named = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("needs chromium and chromedriver (Debian: apt install chromium-driver)")
    pytest.importorskip("selenium")
    os.environ.setdefault("SE_OFFLINE", "true")
    opened = Browser(tmp_path_factory.mktemp("browser"))
    yield opened
    opened.driver.quit()


def lotr_page() -> str:
    return report_page(lotr_outcome(), curies=lotr_curie)


def page_of_5() -> str:
    return lotr_page()


def page_of_300() -> str:
    facts, entities = big_graph(300)
    return graph_page(facts, entities, title="300", highlight=[facts[0].subject])


def page_of_2000() -> str:
    return report_page(big_outcome(2000))


def page_of_2000_nodes_without_evidence() -> str:
    facts, entities = big_graph(2000)
    return graph_page(facts, entities, title="2,000")


def page_of_hostile_text() -> str:
    return report_page(hostile_outcome(), curies=hostile_curie)


PAGES = (
    page_of_5, page_of_300, page_of_2000, page_of_2000_nodes_without_evidence, page_of_hostile_text,
)  # fmt: skip


@pytest.mark.parametrize("make", PAGES, ids=lambda make: make.__name__)
def test_page_draws_and_sends_nothing(browser: Browser, make: Callable[[], str]) -> None:
    html = make()
    assert len(html.encode("utf-8")) < 1_500_000
    browser.open(html)
    assert len(browser.run(PAINTED)) > 5
    assert not browser.has_dialog()
    assert browser.complaints() == []
    assert browser.run("return performance.getEntriesByType('resource').map((e) => e.name)") == []
    asked = [url for url in browser.requested() if not url.startswith("data:")]
    assert len(asked) == 1
    assert asked[0].startswith("file:///")


@pytest.mark.parametrize("make", PAGES, ids=lambda make: make.__name__)
def test_the_whole_drawing_is_in_view(browser: Browser, make: Callable[[], str]) -> None:
    browser.open(make())
    left, right, top, bottom = browser.run(
        """const canvas = document.querySelector("#canvas canvas");
        const [w, h] = [canvas.width, canvas.height];
        const pixels = canvas.getContext("2d").getImageData(0, 0, w, h).data;
        let [left, right, top, bottom] = [w, 0, h, 0];
        for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) {
          if (pixels[4 * (y * w + x) + 3] < 200) continue;
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
        return [left / w, right / w, top / h, bottom / h];"""
    )
    assert min(left, top) > 0.002
    assert max(right, bottom) < 0.998
    assert max(right - left, bottom - top) > 0.5


@pytest.mark.parametrize("make", PAGES, ids=lambda make: make.__name__)
def test_every_citation_has_exactly_one_row(browser: Browser, make: Callable[[], str]) -> None:
    browser.open(make())
    wrong = browser.run(
        """return Array.from(document.querySelectorAll("a.cite"), (link) => link.hash.slice(1))
        .filter((id) => document.querySelectorAll(`[id="${id}"]`).length !== 1)"""
    )
    assert wrong == []


def test_hostile_text_shows_as_text(browser: Browser) -> None:
    browser.open(page_of_hostile_text())
    shown = browser.run("return document.body.innerText")
    for text in (HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[4], HOSTILE[5]):
        assert text in shown, text
    assert (
        browser.run("return document.querySelectorAll('main img, main iframe, main script').length")
        == 0
    )
    links = browser.run(
        "return Array.from(document.querySelectorAll('main a[href]'),(a) => a.getAttribute('href'))"
    )
    assert all(link.startswith("#") for link in links)


def test_hostile_text_stays_text_when_everything_is_touched(browser: Browser) -> None:
    browser.open(page_of_hostile_text())
    browser.run(
        """const all = "button:not(#json, #png), tr[id], summary, a.cite";
        for (const element of document.querySelectorAll(all)) {
          element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
          element.click();
        }
        const search = document.getElementById("search");
        search.value = "<img";
        search.dispatchEvent(new Event("input"));
        search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));"""
    )
    assert not browser.has_dialog()
    assert browser.complaints() == []
    assert (
        browser.run("return document.querySelectorAll('#detail img, .vis-tooltip img').length") == 0
    )
    assert "<img src=x onerror=alert(1)>" in browser.run(
        "return document.getElementById('detail').innerText"
    )


def test_inline_scripts_that_are_not_ours_do_not_run(browser: Browser) -> None:
    browser.open(lotr_page())
    browser.run(
        """const script = document.createElement("script");
        script.textContent = "window.intruder = true";
        document.body.append(script);"""
    )
    assert browser.run("return window.intruder === undefined")
    assert any("Content Security Policy" in message for message in browser.complaints())


def test_a_citation_lights_its_row_and_its_edge(browser: Browser) -> None:
    browser.open(lotr_page())
    before = set(browser.run(PAINTED))
    browser.click(".claims a.cite[data-fact='F2']")
    picked = "return Array.from(document.querySelectorAll('tr.picked'), (row) => row.id)"
    assert browser.run(picked) == ["F2"]
    assert browser.run("return location.hash") == "#F2"
    accent = 0x0B5CAD
    assert accent not in before
    browser.wait(PAINTED.replace("return Array.from(colours)", f"return colours.has({accent})"))
    assert "hat Fähigkeit" in browser.run("return document.getElementById('detail').textContent")


def test_a_row_lights_its_citations(browser: Browser) -> None:
    browser.open(lotr_page())
    browser.click("#F1 td")
    lit = (
        "return Array.from(document.querySelectorAll('.claims .cite.picked'), (e) => e.textContent)"
    )
    assert browser.run(lit) == ["F1"]


def test_an_edge_lights_its_row(browser: Browser) -> None:
    browser.open(lotr_page())
    browser.run(
        """const drawing = JSON.parse(document.getElementById("drawing").textContent);
        const edge = drawing.edges.find((e) => e.id === "F4");
        const [a, b] = [edge.from, edge.to].map((id) => drawing.nodes.find((n) => n.id === id));
        const box = document.getElementById("canvas").getBoundingClientRect();
        const [left, top, right, bottom] = drawing.extent;
        const [wide, high] = [box.width - 40, box.height - 40];
        const scale = Math.min(wide / (right - left), high / (bottom - top), 1.25);
        const t = 0.3;
        window.at = {
          x: box.left + box.width / 2 + (a.x + t * (b.x - a.x) - (left + right) / 2) * scale,
          y: box.top + box.height / 2 + (a.y + t * (b.y - a.y) - (top + bottom) / 2) * scale,
        };
        scrollTo(0, 0);"""
    )
    at = browser.run("return window.at")
    for kind in ("mousePressed", "mouseReleased"):
        browser.driver.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": at["x"], "y": at["y"], "button": "left", "clickCount": 1},
        )
    browser.wait("return document.querySelector('tr.picked')?.id === 'F4'")


def test_a_deep_link_picks_its_fact(browser: Browser) -> None:
    browser.open(lotr_page(), "#F3")
    assert browser.run("return document.querySelector('tr.picked').id") == "F3"


def test_a_deep_link_into_the_folded_rows_unfolds_them(browser: Browser) -> None:
    facts, entities = big_graph(900)
    browser.open(graph_page(facts, entities, title="900"), "#F800")
    assert browser.run("return document.getElementById('F800').offsetParent !== null")
    assert browser.run("return document.getElementById('show-all').hidden")


def test_long_tables_fold_after_500_rows_until_asked(browser: Browser) -> None:
    facts, entities = big_graph(900)
    browser.open(graph_page(facts, entities, title="900"))
    assert browser.run(ROWS_SHOWN) == 500
    browser.run("document.getElementById('show-all').click()")
    assert browser.run(ROWS_SHOWN) == len(facts)


def test_legend_buttons_filter(browser: Browser) -> None:
    browser.open(lotr_page())
    green = 0x009E73
    seen = PAINTED.replace("return Array.from(colours)", f"return colours.has({green})")
    assert browser.run(seen)
    button = browser.run(
        """const button = Array.from(document.querySelectorAll(".legend button"))
          .find((b) => b.textContent.includes("Loyalitätsziel"));
        button.id = "tried";
        return [button.getAttribute("aria-pressed"), button.querySelector(".count").textContent];"""
    )
    assert button == ["true", "1"]
    browser.click("#tried")
    assert (
        browser.run("return document.getElementById('tried').getAttribute('aria-pressed')")
        == "false"
    )
    browser.wait(seen.replace("return colours", "return !colours"))


def test_legend_never_lies_over_the_canvas(browser: Browser) -> None:
    browser.open(page_of_300())
    for width in (1400, 420):
        browser.driver.set_window_size(width, 900)
        overlap = browser.run(
            """const a = document.getElementById("canvas").getBoundingClientRect();
            const b = document.querySelector(".legend").getBoundingClientRect();
            return Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 0.5;"""
        )
        assert not overlap
    browser.driver.set_window_size(1400, 1000)


def test_search_finds_cycles_and_resets(browser: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(lotr_page())
    browser.key("/")
    assert browser.run("return document.activeElement.id") == "search"
    browser.key("frodo")
    found = "return document.getElementById('found').textContent"
    assert browser.run(found) == "2 gefunden"
    browser.key(Keys.ENTER)
    assert browser.run(found) == "1 von 2"
    browser.key(Keys.ENTER)
    assert browser.run(found) == "2 von 2"
    browser.key(Keys.ENTER)
    assert browser.run(found) == "1 von 2"
    assert (
        browser.run("return document.getElementById('found').getAttribute('aria-live')") == "polite"
    )
    browser.key(Keys.ESCAPE)
    assert browser.run(
        "return [document.getElementById('search').value,"
        "document.querySelectorAll('tr.hit').length]"
    ) == ["", 0]


@pytest.mark.parametrize("text", ["lotr:Willensst", "willenskraft"])
def test_search_finds_curies_and_synonyms(browser: Browser, text: str) -> None:
    browser.open(lotr_page())
    browser.key("/")
    browser.key(text)
    assert browser.run("return document.getElementById('found').textContent") == "1 gefunden"


def test_search_goes_through_the_rows_where_nothing_is_drawn(browser: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    facts, entities = big_graph(2100)
    browser.open(graph_page(facts, entities, title="2,100"))
    assert browser.run("return document.getElementById('canvas')") is None
    browser.key("/")
    browser.key("thing 2099")
    browser.key(Keys.ENTER)
    assert browser.run(
        "return document.querySelector('tr.picked').innerText.includes('Thing 2099')"
    )
    assert browser.complaints() == []


def test_picking_a_fact_does_not_zoom(browser: Browser) -> None:
    browser.open(lotr_page())
    blue = 0x0072B2
    before = browser.run(COUNT, blue)
    browser.click(".claims a.cite[data-fact='F1']")
    browser.wait("return document.querySelector('tr.picked')?.id === 'F1'")
    assert before > 300
    assert abs(browser.run(COUNT, blue) - before) < 30


def test_dark_mode_follows_the_system_and_repaints(browser: Browser) -> None:
    browser.open(lotr_page())
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = browser.run(paper)
    browser.emulate(prefers_color_scheme="dark")
    try:
        assert browser.run(paper) != light
        browser.wait(
            PAINTED.replace("return Array.from(colours)", f"return colours.has({0x3A9BD8})")
        )
    finally:
        browser.emulate(prefers_color_scheme="light")


def test_print_is_light_even_in_dark_mode(browser: Browser) -> None:
    browser.open(lotr_page())
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    emulate = "Emulation.setEmulatedMedia"
    browser.driver.execute_cdp_cmd(emulate, {"media": "print", "features": features})
    try:
        paper = "return getComputedStyle(document.body).backgroundColor"
        assert browser.run(paper) == "rgb(255, 255, 255)"
        browser.wait(
            PAINTED.replace("return Array.from(colours)", f"return colours.has({0x0072B2})")
        )
        assert browser.run("return document.querySelector('.tools').offsetParent") is None
    finally:
        browser.driver.execute_cdp_cmd(emulate, {"media": "", "features": []})


def test_narrow_screens_have_one_column_and_no_sideways_scrolling(browser: Browser) -> None:
    browser.open(lotr_page())
    browser.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True},
    )
    try:
        page, reading, graph = browser.run(
            """const left = (s) => document.querySelector(s).getBoundingClientRect().left;
            const over = document.documentElement.scrollWidth - innerWidth;
            return [over, left(".reading"), left(".graph")];"""
        )
        assert page <= 0
        assert reading == graph
    finally:
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_png_and_json_are_downloaded(browser: Browser) -> None:
    browser.open(page_of_2000())
    browser.click("#json")
    browser.click("#png")
    until = time.monotonic() + 10
    wanted = (browser.folder / "result.json", browser.folder / "graph.png")
    while not all(file.exists() for file in wanted):
        assert time.monotonic() < until, list(browser.folder.iterdir())
        time.sleep(0.05)
    result = json.loads(wanted[0].read_text(encoding="utf-8"))
    assert len(result["subgraph"]["facts"]) == len(big_graph(2000)[0])
    assert wanted[1].read_bytes().startswith(b"\x89PNG")


def test_without_javascript_the_drawing_and_all_facts_are_there(browser: Browser) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        file = write_page(lotr_page(), browser.folder / "still.html")
        browser.driver.get(file.as_uri())
        tree = browser.driver.execute_cdp_cmd("DOM.getDocument", {"depth": 0})
        found = {}
        for selector in ("noscript svg circle", "#facts tr[id]", ".tools"):
            nodes = browser.driver.execute_cdp_cmd(
                "DOM.querySelectorAll", {"nodeId": tree["root"]["nodeId"], "selector": selector}
            )
            found[selector] = len(nodes["nodeIds"])
        assert found["noscript svg circle"] == 4
        assert found["#facts tr[id]"] == 6
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_printing_keeps_every_row(browser: Browser) -> None:
    facts, entities = big_graph(600)
    browser.open(graph_page(facts, entities, title="600"))
    pdf = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert base64.b64decode(pdf["data"]).startswith(b"%PDF")
    assert browser.run(ROWS_SHOWN) == len(facts)


def test_an_abstention_has_no_canvas_and_no_complaint(browser: Browser) -> None:
    browser.open(report_page(abstained_outcome()))
    assert browser.run("return document.getElementById('canvas')") is None
    assert "Keine Antwort" in browser.run("return document.body.innerText")
    assert browser.complaints() == []


def test_csv_page_draws_every_colour_of_its_legend(browser: Browser) -> None:
    browser.open(graph_page(csv_facts(), csv_entities(), title="csv"))
    colours = set(browser.run(PAINTED))
    assert {
        0x0072B2,
        0xE69F00,
        0x009E73,
        0xCC79A7,
        0x56B4E9,
        0xD55E00,
        0xF0E442,
        0x3C3C3C,
    } <= colours
