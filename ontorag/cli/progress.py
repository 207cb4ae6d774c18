"""The bar of a load that takes long: how much is read, how fast, and how long it will take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ontorag.values import Progress

_AFTER = 1.0
"""Seconds after which a bar is shown: most loads are done by then."""


@contextmanager
def loading_bar() -> Iterator[Callable[[Progress], None] | None]:
    """Give what shows how far a load is, or None where nobody looks at the screen."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit="B", unit_scale=True, delay=_AFTER, leave=False, dynamic_ncols=True) as bar:

        def show(progress: Progress) -> None:
            bar.total = progress.size or None
            bar.set_description_str(progress.source or "indexing", refresh=False)
            bar.set_postfix_str(f"{progress.statements} statements", refresh=False)
            bar.update(progress.read - bar.n)

        yield show
