"""Make the small fixed sample of each question set that ships with the tests.

    python -m benchmarks.qa_sample tests/data/sets

Everything is taken from the dev splits and drawn by hash, so the same data give the same files.
The graphs are cut down: of MetaQA the edges around the sampled walks; of CK25 a fifth of its
hardware, with the gold answers of the reference queries on what is left; of the DBpedia ontology
the types, German and English labels, domains, ranges and parents of a third of its terms.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.qa_sets import DATA, METAQA_EDGES, ck25, metaqa, qald
from ontorag.evaluation import Question, draw

HOPS = {1: 14, 2: 14, 3: 12}
MOST_EDGES = 40
MOST_WALKED = 150
QALD = 40
CK25_VOCAB = "http://ld.company.org/prod-vocab/"
DBO_KEPT = ("#label>", "#type>", "#subClassOf>", "#domain>", "#range>")


def chance(text: str, of: int) -> bool:
    """Say yes to one text in ``of``, always the same ones."""
    return int(hashlib.sha256(text.encode("utf-8")).hexdigest(), 16) % of == 0


def write(path: Path, lines: Iterable[str]) -> None:
    """Write lines; into a .gz without its date."""
    data = "".join(line + "\n" for line in lines).encode("utf-8")
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def sample_metaqa(folder: Path) -> None:
    """Draw questions whose walks stay small, and the edges around them."""
    edges: dict[str, list[str]] = defaultdict(list)
    for line in (DATA / "metaqa" / "kb.txt").read_text(encoding="utf-8").splitlines():
        subject, _, obj = line.split("|")
        edges[subject].append(line)
        edges[obj].append(line)
    kept: set[str] = set()
    for hops, wanted in HOPS.items():
        rows: list[str] = []
        for question in draw(metaqa(hops, "dev", given=True), 2_000):
            walked = _walked(question, edges)
            if walked is None or len(rows) == wanted:
                continue
            kept |= walked
            topic = question.links[0][0]
            text = question.text.replace(topic, f"[{topic}]", 1)
            rows.append(f"{text}\t{'|'.join(map(str, question.answers or ()))}")
        write(folder / f"metaqa_{hops}hop.txt", rows)
    write(folder / "metaqa_kb.txt.gz", sorted(kept))


def _walked(question: Question, edges: dict[str, list[str]]) -> set[str] | None:
    """Give every edge at the nodes that the walk passes; None when there are too many."""
    topic = question.links[0][0]
    here, seen = {topic}, set()
    stops = question.tags[0].split("_to_")
    for start, end in itertools.pairwise(stops):
        name = METAQA_EDGES[end if start == "movie" else start]
        further: set[str] = set()
        for node in here:
            if len(edges[node]) > MOST_EDGES:
                return None
            seen.update(edges[node])
            for line in edges[node]:
                subject, relation, obj = line.split("|")
                if relation == name and node == (subject if start == "movie" else obj):
                    further.add(obj if start == "movie" else subject)
        here = further - {topic}
    return seen if len(seen) <= MOST_WALKED else None


def sample_ck25(folder: Path) -> None:
    """Cut the company down, and ask the reference queries of the odd questions again."""
    import pyoxigraph as ox
    import yaml

    whole = ox.Store()
    whole.bulk_load(path=str(DATA / "ck25" / "prod-inst.ttl"), format=ox.RdfFormat.TURTLE)
    text = (DATA / "ck25" / "questions.yml").read_text(encoding="utf-8")
    queries = {
        str(each["id"]): each["query"]["sparql"] for each in yaml.safe_load(text)["questions"]
    }
    asked = [each for each in ck25("dev") if "xsd:int" not in queries[each.id]]
    kinds = {
        q.subject: q.object.value
        for q in whole.quads_for_pattern(None, ox.NamedNode(RDF_TYPE), None)
    }
    named = " ".join(queries[each.id] for each in asked)

    def is_kept(node: Any) -> bool:
        kind = kinds.get(node, "").removeprefix(CK25_VOCAB)
        return kind != "Hardware" or chance(node.value, 5) or node.value in named

    left = [q for q in whole if is_kept(q.subject) and is_kept(q.object)]
    suppliers = {q.object for q in left if q.predicate.value == CK25_VOCAB + "hasSupplier"}
    priced = {q.object for q in left if q.predicate.value == CK25_VOCAB + "price"}
    left = [q for q in left if _is_used(q.subject, kinds, suppliers, priced)]
    small = ox.Store()
    small.extend(left)
    rows = []
    for question in asked:
        gold = _gold(small.query(queries[question.id]))
        if gold:
            row = {"id": question.id, "question": question.text, "lang": "en"}
            rows.append(json.dumps(row | {"answers": gold, "tags": list(question.tags)}))
    write(folder / "ck25.jsonl", rows)
    write(folder / "ck25.nt.gz", sorted(f"{q.subject} {q.predicate} {q.object} ." for q in left))


RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def _is_used(node: Any, kinds: dict[Any, str], suppliers: set[Any], priced: set[Any]) -> bool:
    kind = kinds.get(node, "").removeprefix(CK25_VOCAB)
    return (kind != "Supplier" or node in suppliers) and (kind != "Price" or node in priced)


def _gold(result: Any) -> list[Any]:
    if not hasattr(result, "variables"):
        return [bool(result)]
    return sorted({cell.value for row in result for cell in row if cell is not None})


def sample_qald(folder: Path) -> None:
    """Draw questions in both languages, and a third of the terms beside their own."""
    for language in ("de", "en"):
        rows = [
            {"id": each.id, "question": each.text, "lang": language, "entities": each.entities}
            for each in draw(qald(language)("train"), QALD)
        ]
        write(folder / f"qald_{language}.jsonl", (json.dumps(r, ensure_ascii=False) for r in rows))
    wanted = {iri for each in qald("en")("train") for iri in each.entities or ()}
    kept = set()
    with gzip.open(DATA / "qald9-dbo-linking" / "dbo.nq.gz", "rt", encoding="utf-8") as file:
        for line in file:
            subject, predicate, rest = line.split(" ", 2)
            foreign = predicate.endswith("#label>") and not ("@en " in rest or "@de " in rest)
            is_kept = subject[1:-1] in wanted or chance(subject, 3)
            if is_kept and predicate.endswith(DBO_KEPT) and not foreign:
                kept.add(f"{subject} {predicate} {rest.rpartition('<')[0].strip()} .")
    write(folder / "dbo.nt.gz", sorted(kept))


def main() -> int:
    """Write the sample into the folder that is named."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    sample_metaqa(folder)
    sample_ck25(folder)
    sample_qald(folder)
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>9,} {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
