"""The W3C's OWL 2 conformance cases that are tagged RL, as statements.

``tests/data/w3c-owl2-rl.json`` holds them (W3C, 3-clause BSD licence of its test suites). To
make it anew from the W3C's ``all.rdf``:  python tests/w3c_owl.py all.rdf
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ontorag.names import OWL
from ontorag.reasoning import Materialised
from ontorag.sources import open_sources

CASES = Path(__file__).parent / "data" / "w3c-owl2-rl.json"
Statement = tuple[str, str, str]


@dataclass(frozen=True)
class Case:
    """One case: what is given, what must or must not follow, whether it is consistent."""

    name: str
    premises: tuple[Statement, ...]
    conclusions: tuple[Statement, ...] = ()
    must_not_follow: tuple[Statement, ...] = ()
    consistent: bool | None = None


def read_cases() -> tuple[Case, ...]:
    """Give the cases, sorted by name."""
    rows = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return tuple(
        Case(
            row["name"],
            *(
                tuple(tuple(each) for each in row[part])
                for part in ("premises", "conclusions", "must_not_follow")
            ),
            row["consistent"],
        )
        for row in rows
    )


def extract(path: Path) -> Iterator[Case]:
    """Read the cases that are tagged RL from the W3C's own file."""
    import rdflib
    from rdflib import RDF

    test = rdflib.Namespace("http://www.w3.org/2007/OWL/testOntology#")
    graph = rdflib.Graph()
    graph.parse(path, format="xml")
    cases = [
        case for case in graph.subjects(test.profile, test.RL) if (case, RDF.type, None) in graph
    ]
    names = {case: str(graph.value(case, test.identifier)) for case in cases}
    for case in sorted(names, key=names.__getitem__):
        kinds = set(graph.objects(case, RDF.type))
        if test.TestCase not in kinds:
            continue
        premises = _ontology(graph, test, case, "PremiseOntology")
        for imported in graph.objects(case, test.importedOntology):
            premises += _ontology(graph, test, imported, "InputOntology")
        judged = kinds & {test.ConsistencyTest, test.InconsistencyTest}
        yield Case(
            names[case],
            premises,
            _ontology(graph, test, case, "ConclusionOntology"),
            _ontology(graph, test, case, "NonConclusionOntology"),
            test.InconsistencyTest not in kinds if judged else None,
        )


def _ontology(graph: Any, test: Any, case: Any, part: str) -> tuple[Statement, ...]:
    """Read one ontology of a case: RDF/XML where there is some, else functional syntax."""
    for name, suffix in ((f"rdfXml{part}", ".rdf"), (f"fs{part}", ".ofn")):
        text = graph.value(case, test[name])
        if text is not None:
            return _parse(str(text), suffix)
    return ()


def _parse(text: str, suffix: str) -> tuple[Statement, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"case{suffix}"
        path.write_text(text, encoding="utf-8")
        if suffix == ".rdf":
            import rdflib

            graph = rdflib.Graph()
            graph.parse(path, format="xml", publicID="http://example.org/base")
            return tuple(sorted((s.n3(), p.n3(), o.n3()) for s, p, o in graph))
        [source] = open_sources([path])
        return tuple((s, p, o) for s, p, o, _ in source.quads)


def follows(found: Materialised, wanted: Sequence[Statement]) -> bool:
    """Say whether statements follow; their blank nodes stand for anything."""
    plain = [each for each in wanted if not is_header(each)]
    ground = [each for each in plain if not any(term.startswith("_:") for term in each)]
    if not all(found.entails(each) for each in ground):
        return False
    open_ones = [each for each in plain if each not in ground]
    closure = set(found.given) | set(found.inferred.statements())
    return _match(open_ones, closure, {})


def is_header(statement: Statement) -> bool:
    _, p, o = statement
    return o == f"<{OWL}Ontology>" or p == f"<{OWL}imports>"


def _match(wanted: list[Statement], known: set[Statement], binding: dict[str, str]) -> bool:
    if not wanted:
        return True
    wanted = sorted(
        wanted, key=lambda each: sum(t.startswith("_:") and t not in binding for t in each)
    )
    first, rest = wanted[0], wanted[1:]
    for fact in known:
        found = dict(binding)
        if all(
            found.setdefault(term, text) == text if term.startswith("_:") else term == text
            for term, text in zip(first, fact, strict=True)
        ) and _match(rest, known, found):
            return True
    return False


if __name__ == "__main__":
    rows = [asdict(case) for case in extract(Path(sys.argv[1]))]
    text = json.dumps({"licence": "W3C test suites, 3-clause BSD", "cases": rows}, indent=0)
    CASES.write_text(text + "\n", encoding="utf-8")
