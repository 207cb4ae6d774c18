"""How long a report takes: Python to write it, the browser's main thread to show it.

    python benchmarks/report.py [nodes ...]

Prints one row for each size. The browser opens the page from a file with no name resolution;
its seconds are Chromium's own count of main-thread work (TaskDuration) until the page rests.
"""

from __future__ import annotations

import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from ontorag.report import graph_page, write_page
from tests.report_samples import big_graph

SIZES = (5, 60, 300, 1000, 2000, 5000)
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--window-size=1400,1000", "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


def main() -> None:
    """Print one row for each size."""
    sizes = [int(word) for word in sys.argv[1:]] or SIZES
    print(f"{'nodes':>6} {'facts':>6} {'python s':>9} {'page kB':>8} {'browser s':>10}")
    with tempfile.TemporaryDirectory() as folder, browser(Path(folder)) as driver:
        for nodes in sizes:
            facts, entities = big_graph(nodes)
            began = cpu()
            html = graph_page(facts, entities, title=f"{nodes} nodes", highlight=[facts[0].subject])
            python = cpu() - began
            file = write_page(html, Path(folder) / f"{nodes}.html")
            shown = "-" if driver is None else f"{main_thread(driver, file):.2f}"
            size = len(html.encode("utf-8")) / 1000
            print(f"{nodes:>6} {len(facts):>6} {python:>9.2f} {size:>8.0f} {shown:>10}")


def cpu() -> float:
    """Seconds of CPU that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@contextmanager
def browser(folder: Path) -> Iterator[Any]:
    """Headless Chromium, or None where it is not installed."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        print("no chromium and chromedriver: the browser is left out", file=sys.stderr)
        yield None
        return
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    opened = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield opened
    finally:
        opened.quit()


def main_thread(driver: Any, file: Path) -> float:
    """Seconds of main-thread work until the page rests."""
    driver.get("about:blank")
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    driver.get(file.as_uri())
    time.sleep(1.5)
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    driver.execute_cdp_cmd("Performance.disable", {})
    return next(m["value"] for m in metrics if m["name"] == "TaskDuration")


if __name__ == "__main__":
    main()
