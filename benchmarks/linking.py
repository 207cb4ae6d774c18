"""Linking a question to many labels, beside rapidfuzz over all of them.

    python -m benchmarks.linking [--labels 14000,1000000] [--questions 300]
    python -m benchmarks.linking --meaning ontologies/lotr.ttl,hp.obo [--questions 100]

The labels are those of MetaQA's films and people (ONTORAG_DATA, default ../shared/data beside this
project), and above their number new ones put together of their words. A question names one or two
of them among ordinary words of both languages, as written, in small letters, inflected or with a
slip. Measured is what linking adds to an open graph: all lexical tiers, without an embedding or
chat model. "found" is the share of named labels that a mention links to or has as a candidate.

With --meaning the whole of `rag.link` is measured on graphs of one's own, embedding model included:
the first question of a fresh graph, which embeds its labels, the first of another process, which
reads them, and all that follow.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ontorag
from benchmarks.lookup import Labels, typo
from benchmarks.qa_sets import DATA
from ontorag.lexicon import Lexicon
from ontorag.linking import Linker
from ontorag.vocabulary import Lookup

FRAMES = (
    "who directed {} and {}", "Which people know {} but not {}?", "Wer hat {} und {} geschrieben?",
    "Welche Filme sind von {} oder {}?", "what is the language of {}", "Was weißt du über {}?",
    "when was {} released and who played in it", "Wie viele Personen kennen {} und leben in {}?",
)  # fmt: skip
SLOW = 20
"""Questions that rapidfuzz is asked: it compares each with every label."""


def read_labels(count: int, seed: int = 3) -> list[str]:
    """Give the labels of MetaQA, filled up with new ones made of their words."""
    text = (DATA / "metaqa" / "kb.txt").read_text(encoding="utf-8")
    names = sorted({part for line in text.splitlines() for part in line.split("|")[::2]})
    chance = random.Random(seed)
    labels = dict.fromkeys(chance.sample(names, min(count, len(names))))
    words = sorted({word for name in names for word in name.split()})
    while len(labels) < count:
        labels[" ".join(chance.choices(words, k=chance.choice((1, 2, 2, 3, 3, 4))))] = None
    return list(labels)


def ask_about(labels: list[str], count: int, seed: int = 5) -> list[tuple[str, list[str]]]:
    """Make questions, each with the labels that it names."""
    chance = random.Random(seed)
    long = [label for label in labels if len(label) > 4 and not label.isdigit()]
    found = []
    for number in range(count):
        frame = FRAMES[number % len(FRAMES)]
        named = chance.sample(long, frame.count("{}"))
        found.append((frame.format(*(_said(label, chance) for label in named)), named))
    return found


def _said(label: str, chance: random.Random) -> str:
    """Write a label as people do: as it is (half of the time), in small letters, with a slip."""
    way = chance.random()
    if way < 0.5:
        return label
    if way < 0.75:
        return label.lower()
    words = label.split()
    longest = max(range(len(words)), key=lambda at: len(words[at]))
    if len(words[longest]) < 6 or not words[longest].isalpha():
        return label
    words[longest] = typo(words[longest], chance)
    return " ".join(words)


def measure(count: int, questions: int) -> None:
    """Build the index, link the questions, print a row for each way."""
    labels = read_labels(count)
    asked = ask_about(labels, questions)
    with tempfile.TemporaryDirectory() as folder:
        store = Labels(Path(folder) / "lookup.db", labels)
        lookup = Lookup(store.lookup_file)
        started = time.perf_counter()
        lookup.refresh(store)  # type: ignore[arg-type]
        built = time.perf_counter() - started
        linker = Linker(lookup, Lexicon(()), {})
        print(f"{count:,} labels (index built in {built:.1f} s)")

        def linked(text: str) -> set[str]:
            links = linker.link(text).links
            return {candidate.matched_label for link in links for candidate in link.candidates}

        linked("Wer ist das?")
        print(_row("ontorag", linked, asked))
        lookup.close()
    print(_row("rapidfuzz WRatio, best 5", _nearest_of(labels), asked[:SLOW]))


def _nearest_of(labels: list[str]) -> Callable[[str], set[str]]:
    from rapidfuzz import fuzz, process

    def nearest(text: str) -> set[str]:
        return {label for label, _, _ in process.extract(text, labels, scorer=fuzz.WRatio, limit=5)}

    return nearest


def _row(name: str, find: Callable[[str], set[str]], asked: list[tuple[str, list[str]]]) -> str:
    """Ask each question once; give median, 95th percentile and share of the labels found.

    Times are milliseconds of processor time, so that a busy machine counts less.
    """
    spent: list[float] = []
    hits: list[bool] = []
    found: list[set[str]] = []
    for text, named in asked:
        spent.append(_spent(lambda text=text: found.append(find(text))))
        hits += [label in found[-1] for label in named]
    p50, p95 = statistics.median(spent), statistics.quantiles(spent, n=20)[-1]
    share = sum(hits) / len(hits)
    return f"  {name:<24} p50 {p50:9.2f} ms   p95 {p95:9.2f} ms   found {share:6.1%}"


def _spent(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def measure_meaning(file: str, questions: int) -> None:
    """Link questions about a graph's labels by all tiers, print what they cost."""
    with tempfile.TemporaryDirectory() as folder:
        graph = ontorag.open(Path(folder) / "graph.db")
        graph.load(file)
        entries = graph.view().lookup.entries(kinds=("class", "individual", "concept"))
        labels = sorted({entry.label for entry in entries if entry.label.isprintable()})
        asked = ask_about(labels, questions)
        print(f"{file}: {len(labels):,} labels")
        for name in ("first question", "reopened"):
            rag = ontorag.OntoRAG(graph)
            spent = _spent(lambda text=asked[0][0], rag=rag: rag.link(text))
            print(f"  {name:<24} {spent:12.1f} ms")

        def linked(text: str) -> set[str]:
            return {each.matched_label for link in rag.link(text) for each in link.candidates}

        print(_row("each that follows", linked, asked[1:]))
        graph.close()


def main() -> None:
    """Measure each number of labels."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--labels", default="14000,1000000")
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--meaning", default="", metavar="FILE,…")
    options = parser.parse_args()
    for file in filter(None, options.meaning.split(",")):
        measure_meaning(file, options.questions)
    for count in () if options.meaning else options.labels.split(","):
        measure(int(count), options.questions)


if __name__ == "__main__":
    main()
