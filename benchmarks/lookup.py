"""Look-up index: build time, and look-ups on generated labels.

    python benchmarks/lookup.py [--labels 1000000]

The labels are made of one to four words with a Zipf-like spread, like names of films, people and
terms. Only the index is measured: the statements come from memory.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ontorag.names import RDFS_LABEL
from ontorag.stores.base import ANY, EVERYTHING, Pattern, PropertyUse, Scope, TextQuad
from ontorag.values import IRI, Literal
from ontorag.vocabulary import Lookup

_ONSETS = (*"bdfghklmnprstwzvj", "sch", "st", "br", "kr", "tr", "fl", "gl", "gr", "pl", "sp")
_VOWELS = (*"aeiouäöü", "ei", "au", "ie")
_CODAS = ("", "", "n", "r", "l", "s", "t", "ng", "rt", "nd", "st", "ck", "m")


class Labels:
    """The reading side of a store that has labels only."""

    def __init__(self, file: Path, labels: list[str]) -> None:
        self.address = "memory"
        self.lookup_file = file
        self.labels = labels

    def snapshot(self) -> str:
        """Change when a label is added."""
        return str(len(self.labels))

    def statements(
        self, pattern: Pattern = ANY, *, scope: Scope = EVERYTHING, also_read: bool = False
    ) -> Iterator[TextQuad]:
        """Give the labels."""
        if pattern.predicates == (IRI(RDFS_LABEL),):
            predicate = f"<{RDFS_LABEL}>"
            for number, label in enumerate(self.labels):
                yield f"<urn:n:{number}>", predicate, f'"{label}"@de', ""

    def nodes(self) -> Iterator[str]:
        """Give the labelled nodes."""
        return (f"<urn:n:{number}>" for number in range(len(self.labels)))

    def property_uses(self) -> list[PropertyUse]:
        """Give none."""
        return []

    def literal_values(self, predicate: IRI, *, limit: int) -> list[tuple[Literal, int]]:
        """Give none."""
        return []


def make_labels(count: int, seed: int = 7) -> list[str]:
    """Make ``count`` labels out of some hundred thousand made-up words."""
    chance = random.Random(seed)
    syllables = ["".join(parts) for parts in itertools.product(_ONSETS, _VOWELS, _CODAS)]
    words = [
        "".join(chance.choices(syllables, k=chance.choice((1, 2, 2, 3, 3, 4)))).capitalize()
        for _ in range(max(1000, count // 4))
    ]
    size = len(words)
    return [
        " ".join(
            words[int(size * chance.random() ** 2)] for _ in range(chance.choice((1, 2, 2, 3, 4)))
        )
        for _ in range(count)
    ]


def typo(word: str, chance: random.Random) -> str:
    """Leave out, add, change or exchange one letter."""
    at = chance.randrange(1, len(word) - 1)
    return chance.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + "e" + word[at:],
            word[:at] + "x" + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )


def timed(calls: list[Callable[[], object]]) -> tuple[float, float]:
    """Give the median and the 95th percentile of the calls, in milliseconds."""
    seconds = []
    for call in calls:
        start = time.perf_counter()
        call()
        seconds.append((time.perf_counter() - start) * 1000)
    return statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]


def main() -> None:
    """Build, look up, print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=int, default=1_000_000)
    count = parser.parse_args().labels
    labels = make_labels(count)
    chance = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        store = Labels(Path(folder) / "lookup.db", labels)
        lookup = Lookup(store.lookup_file)
        start, cpu = time.perf_counter(), time.process_time()
        lookup.refresh(store)  # type: ignore[arg-type]
        built = time.perf_counter() - start, time.process_time() - cpu
        store.labels = [*labels, "Nachzügler"]
        start, cpu = time.perf_counter(), time.process_time()
        lookup.refresh(store)  # type: ignore[arg-type]
        added = time.perf_counter() - start, time.process_time() - cpu
        questions = [
            [*chance.sample(labels, 5), *(f"kein Wort {chance.random()}" for _ in range(55))]
            for _ in range(200)
        ]
        words = [word for label in chance.sample(labels, 4000) for word in label.split()]
        typos = [typo(word.lower(), chance) for word in words if len(word) > 4][:500]
        exact = timed([lambda texts=texts: lookup.exact(texts) for texts in questions])
        near = timed([lambda word=word: lookup.near(word) for word in typos])
        nearest = timed([lambda word=word: lookup.nearest(word) for word in typos[:50]])
        found = sum(bool(lookup.near(word)) for word in typos) / len(typos)
        size = store.lookup_file.stat().st_size / 1e6
    print(f"{count:,} labels, {size:.0f} MB index")
    print(f"  build                {built[0]:8.1f} s   ({built[1]:.1f} s CPU)")
    print(f"  one label more       {added[0]:8.1f} s   ({added[1]:.1f} s CPU)")
    print("                           p50      p95")
    for name, (median, slow) in (
        ("exact, 60 texts", exact),
        ("near, one word", near),
        ("nearest, to show", nearest),
    ):
        print(f"  {name:<20} {median:6.2f}   {slow:6.2f} ms")
    print(f"  typos found          {found:8.1%}")


if __name__ == "__main__":
    main()
