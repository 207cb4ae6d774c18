"""The question sets of `benchmarks.qa`: their graphs, questions, and what their READMEs ask for."""

from __future__ import annotations

import gzip
import itertools
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import ontorag
from benchmarks.qa_vocabularies import vocabulary_cases, vocabulary_turtle
from ontorag.evaluation import Question, asker, names_in, read_questions
from ontorag.evaluation.metrics import Share
from ontorag.evaluation.records import Record
from ontorag.evaluation.scoring import linking_shares
from ontorag.graph import KnowledgeGraph
from ontorag.language import fold, tokens
from ontorag.pipeline import OntoRAG
from ontorag.values import IRI, Concept, Link

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("ONTORAG_DATA", ROOT.parent / "shared" / "data"))
CASES = ROOT / "tests" / "data" / "cases" / "linking.json"
DBO = "http://dbpedia.org/ontology/"
CK25_LEFT_OUT = {"25", "41"}
"""Questions of CK25 whose gold is empty although their query returns rows."""
CK25_TIED = {"46", "50"}
"""Questions of CK25 whose last rows are ties at a LIMIT: any of the tied rows counts."""

METAQA_EDGES = {
    "actor": "starred_actors", "director": "directed_by", "writer": "written_by",
    "genre": "has_genre", "language": "in_language", "year": "release_year",
    "tag": "has_tags", "tags": "has_tags", "imdbrating": "has_imdb_rating",
    "imdbvotes": "has_imdb_votes",
}  # fmt: skip
"""What the question types call the relations of kb.txt."""


@dataclass
class Bench:
    """The graphs, loaded once into ``folder`` and kept there."""

    folder: Path
    chat: Any = None
    _graphs: dict[str, KnowledgeGraph] = field(default_factory=dict)
    _vocabularies: dict[str, OntoRAG] = field(default_factory=dict)

    def graph(self, name: str, *files: Path) -> KnowledgeGraph:
        """Give the graph of this name, loaded from ``files`` the first time."""
        if name not in self._graphs:
            graph = ontorag.open(self.folder / f"{name}.db")
            if not graph.sources():
                graph.load(*files)
            self._graphs[name] = graph
        return self._graphs[name]

    def close(self) -> None:
        """Close all graphs."""
        for graph in self._graphs.values():
            graph.close()

    @cached_property
    def metaqa(self) -> OntoRAG:
        """The films of MetaQA."""
        return OntoRAG(self.graph("metaqa", DATA / "metaqa" / "kb.txt"), chat=self.chat)

    @cached_property
    def ck25(self) -> OntoRAG:
        """The company of CK25."""
        return OntoRAG(self.graph("ck25", DATA / "ck25" / "prod-inst.ttl"), chat=self.chat)

    @cached_property
    def dbo(self) -> dict[str, OntoRAG]:
        """The DBpedia ontology, read in each language."""
        graph = self.graph("dbo", DATA / "qald9-dbo-linking" / "dbo.nq.gz")
        return {each: OntoRAG(graph, chat=self.chat, language=each) for each in ("de", "en")}

    @cached_property
    def skills(self) -> OntoRAG:
        """The vocabulary of the linking cases: nine concepts with an English gloss."""
        turtle = self.folder / "skills.ttl"
        turtle.write_text(_skills_turtle(), encoding="utf-8")
        return OntoRAG(self.graph("skills", turtle), chat=self.chat)

    def vocabulary(self, name: str) -> OntoRAG:
        """One of the small vocabularies of other fields."""
        if name not in self._vocabularies:
            turtle = self.folder / f"{name}.ttl"
            turtle.write_text(vocabulary_turtle(name), encoding="utf-8")
            graph = self.graph(f"vocabulary-{name}", turtle)
            self._vocabularies[name] = OntoRAG(graph, chat=self.chat)
        return self._vocabularies[name]

    @cached_property
    def lotr(self) -> OntoRAG:
        """The example ontology, whose skills are those of the linking cases and more."""
        return OntoRAG(self.graph("lotr", ROOT / "ontologies" / "lotr.ttl"), chat=self.chat)


@dataclass(frozen=True)
class Measured:
    """A question with its scores, and its record where it was asked.

    Where it was only linked: its links, and why gold terms were missed.
    """

    question: Question
    shares: dict[str, Share]
    record: Record | None = None
    links: tuple[Link, ...] = ()
    missed: tuple[str, ...] = ()


@dataclass(frozen=True)
class QASet:
    """A set: how its questions are read from a split, and how one is measured."""

    name: str
    title: str
    questions: Callable[[str], list[Question]]
    measure: Callable[[Bench, Question], Measured]
    goals: tuple[tuple[str, float | None, float | None], ...]
    """(metric, at least, stretch); the first is what the set is for."""
    by_tag: bool = False


def metaqa(
    hops: int, split: str, *, given: bool, wording: str = "", wanted: str = "verified"
) -> list[Question]:
    """Read the questions of one number of hops whose status is ``wanted``, types as tags."""
    folder = DATA / "metaqa"
    ending = f"_{wording}" if wording and split == "test" else ""
    read = read_questions(folder / f"{hops}hop_{split}{ending}.txt", topic_is_given=given)
    types = _lines(folder / f"{hops}hop_{split}_qtype.txt")
    statuses = _lines(folder / f"{hops}hop_{split}_status.txt")
    return [
        replace(question, id=f"{hops}-{question.id}", tags=(kind,))
        for question, kind, status in zip(read, types, statuses, strict=True)
        if status == wanted
    ]


def metaqa_empty(split: str) -> list[Question]:
    """Read the questions whose facts are not in kb.txt: the walk of their type finds nothing.

    A topic is settled where the graph has it; some are not in it at all.
    """
    out, into = _films()
    known = {node for node, _ in (*out, *into)}
    found: list[Question] = []
    for hops in (1, 2, 3):
        for question in metaqa(hops, split, given=True, wanted="no_gold_reachable"):
            topic = question.links[0][0]
            if not walk(topic, question.tags[0]):
                links = question.links if topic in known else ()
                nothing = replace(question, answers=(), links=links)
                found.append(replace(nothing, expected_status="insufficient_evidence"))
    return found


def walk(topic: str, kind: str) -> set[str]:
    """Follow a question type over kb.txt; no step comes back to the topic.

    "movie_to_director_to_movie" goes from a film to its directors and on to their films.
    """
    out, into = _films()
    here, stops = {topic}, kind.split("_to_")
    for start, end in itertools.pairwise(stops):
        edges, relation = (out, end) if start == "movie" else (into, start)
        name = METAQA_EDGES[relation]
        here = {to for each in here for to in edges[each, name]} - {topic}
    return here


@lru_cache(maxsize=1)
def _films() -> tuple[dict[tuple[str, str], set[str]], dict[tuple[str, str], set[str]]]:
    out: dict[tuple[str, str], set[str]] = defaultdict(set)
    into: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in _lines(DATA / "metaqa" / "kb.txt"):
        subject, relation, obj = line.split("|")
        out[subject, relation].add(obj)
        into[obj, relation].add(subject)
    return out, into


def ck25(split: str) -> list[Question]:
    """Read CK25 without the two questions whose gold is wrong.

    It has no dev split: the questions with an odd number are used to look at errors.
    """
    folder = DATA / "ck25"
    read = read_questions(folder / "questions.yml", answers=folder / "ck25_true_result_set.json")
    kept = [each for each in read if each.id not in CK25_LEFT_OUT]
    return kept if split == "test" else [each for each in kept if int(each.id) % 2]


def ck25_held_out(split: str) -> list[Question]:
    """Read the half of CK25 that nobody looks at: the questions with an even number."""
    return [each for each in ck25("test") if int(each.id) % 2 == 0] if split == "test" else []


def ask(bench: Bench, rag: OntoRAG, question: Question, world: Any = None) -> Measured:
    """Ask a question and score it."""
    record = asker(rag, world=world)(question, "selected")
    return Measured(question, record.scores, record)


def ask_ck25(bench: Bench, question: Question) -> Measured:
    """Ask a question of CK25 in its closed world; among ties the returned ones are gold."""
    asked = [
        ask(bench, bench.ck25, replace(question, answers=gold), "closed")
        for gold in _alternatives(question)
    ]
    return max(asked, key=lambda each: each.shares["set_f1"][0])


def _alternatives(question: Question) -> list[tuple[Any, ...]]:
    """Give the gold answers; with a tie at the LIMIT, one for each choice among the tied rows."""
    gold = question.answers or ()
    if question.id not in CK25_TIED:
        return [gold]
    rows = _ck25_ranking(int(question.id))
    named = [each for each in gold if str(each).startswith("http")]
    size = len(named)
    last = rows[size - 1][1]
    sure = [iri for iri, value in rows if value > last]
    tied = [iri for iri, value in rows if value == last]
    others = [each for each in gold if each not in named]
    return [(*sure, *chosen, *others) for chosen in itertools.combinations(tied, size - len(sure))]


@cache
def _ck25_ranking(number: int) -> list[tuple[str, float]]:
    """Run the reference query without its LIMIT: IRIs with the value that ranks them."""
    import pyoxigraph
    import yaml

    text = (DATA / "ck25" / "questions.yml").read_text(encoding="utf-8")
    item = next(each for each in yaml.safe_load(text)["questions"] if each["id"] == number)
    store = pyoxigraph.Store()
    store.bulk_load(path=str(DATA / "ck25" / "prod-inst.ttl"), format=pyoxigraph.RdfFormat.TURTLE)
    found: Any = store.query(item["query"]["sparql"].partition("LIMIT")[0])
    return [(row[0].value, float(row[1].value)) for row in found]


def qald(source: str) -> Callable[[str], list[Question]]:
    """Read QALD-9 questions with their terms of the DBpedia ontology.

    ``source`` is "en", "de" (QALD-9's own German) or "plus" (the German of QALD-9-plus, where a
    question with two phrasings counts half for each). The dev split is QALD-9's train split, whose
    German is QALD-9's own.
    """

    def read(split: str) -> list[Question]:
        folder = DATA / "qald9-dbo-linking"
        gold = json.loads((folder / "linking_gold.json").read_text(encoding="utf-8"))
        prefix = "test-" if split == "test" else "train-"
        native = _native_german() if source == "plus" and split == "test" else {}
        found = []
        for item in gold:
            if not item["id"].startswith(prefix):
                continue
            language = "en" if source == "en" else "de"
            texts = native.get(item["id"], []) if native else [item[language]]
            found += [
                Question(
                    f"{item['id']}-{number}" if len(texts) > 1 else item["id"],
                    text,
                    language=language,
                    entities=tuple(DBO + term for term in item["gold_dbo_terms"]),
                    tags=("half",) if len(texts) > 1 else (),
                )
                for number, text in enumerate(texts)
                if text
            ]
        return found

    return read


def _native_german() -> dict[str, list[str]]:
    path = DATA / "qald9-dbo-linking" / "qald_9_plus_test_dbpedia.json.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        items = json.load(file)["questions"]
    return {
        f"test-{item['id']}": [s["string"] for s in item["question"] if s["language"] == "de"]
        for item in items
    }


def link_dbo(bench: Bench, question: Question) -> Measured:
    """Link a question to the DBpedia ontology and find the gold terms among the candidates."""
    rag = bench.dbo[question.language or "en"]
    links = rag.link(question.text)
    weight = 0.5 if "half" in question.tags else 1.0
    shares = {
        name: (top * weight, over * weight)
        for name, (top, over) in linked_shares(rag, question, links).items()
    }
    missed = tuple(_why_missed(rag, question.text, links, iri) for iri in question.entities or ())
    return Measured(question, shares, None, links, tuple(each for each in missed if each))


def _why_missed(rag: OntoRAG, text: str, links: Sequence[Link], iri: str) -> str:
    """Say why a gold term is not among the first five candidates; "" when it is."""
    term = IRI(iri)
    places = [
        place
        for link in links
        for place, each in enumerate(link.candidates, 1)
        if isinstance(each.target, Concept) and each.target.iri == term
    ]
    if places:
        return "" if min(places) <= 5 else f"a candidate at place {min(places)}"
    concept = rag.graph.view().lookup.concepts([term]).get(term)
    labels = () if concept is None else (*concept.labels, *concept.synonyms)
    said = {fold(token.text) for token in tokens(text)}
    parts = [{fold(token.text) for token in tokens(label)} for label, _ in labels]
    if not parts:
        return "no label at all"
    if any(part and part <= said for part in parts):
        return "its label stands in the question, and it is no candidate"
    if any(part & said for part in parts):
        return "a word of its label stands in the question, and it is no candidate"
    beginnings = {word[:5] for word in said if len(word) > 4}
    if any(word[:5] in beginnings for part in parts for word in part):
        return "only the beginning of a word of its labels stands in the question"
    return "no word of its labels stands in the question, not even its beginning"


def linking_cases(split: str) -> list[Question]:
    """Read the linking cases."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return [
        Question(str(number), case["question"], entities=tuple(case["concepts"]))
        for number, case in enumerate(cases, 1)
    ]


def link_case(which: str) -> Callable[[Bench, Question], Measured]:
    """Link a case to the nine concepts alone, or to the example ontology that has them too."""

    def measure(bench: Bench, question: Question) -> Measured:
        rag: OntoRAG = getattr(bench, which)
        links = rag.link(question.text)
        labels = {skill["label_de"] for skill in _vocabulary()}
        kept = [link for link in links if _labels(link) & labels]
        found = {label for link in kept for label in _labels(link) & labels}
        gold = set(question.entities or ())
        missed = [f"not linked: {each}" for each in sorted(gold - found)]
        missed += [f"linked to what is not meant: {each}" for each in sorted(found - gold)]
        return Measured(question, linked_shares(rag, question, kept), None, links, tuple(missed))

    return measure


def link_vocabulary(bench: Bench, question: Question) -> Measured:
    """Link a case to its vocabulary."""
    rag = bench.vocabulary(question.tags[0])
    links = rag.link(question.text)
    found = {label for link in links for label in _labels(link)}
    gold = set(question.entities or ())
    missed = [f"not linked: {each}" for each in sorted(gold - found)]
    missed += [f"linked to what is not meant: {each}" for each in sorted(found - gold)]
    return Measured(question, linked_shares(rag, question, links), None, links, tuple(missed))


def linked_shares(rag: OntoRAG, question: Question, links: Iterable[Link]) -> dict[str, Share]:
    """Score links alone."""
    links = list(links)
    terms = {
        target.iri
        for link in links
        for target in (link.target, *(each.target for each in link.candidates))
        if isinstance(target, Concept)
    }
    return linking_shares(question, links, names_in(rag.graph.view(), terms))


def _labels(link: Link) -> set[str]:
    return {text for text, _ in link.target.labels} if isinstance(link.target, Concept) else set()


def _vocabulary() -> list[dict[str, str]]:
    vocabulary: list[dict[str, str]] = json.loads(CASES.read_text(encoding="utf-8"))["vocabulary"]
    return vocabulary


def _skills_turtle() -> str:
    lines = ["@prefix skos: <http://www.w3.org/2004/02/skos/core#> ."]
    lines += [
        f'<urn:skill:{number}> a skos:Concept ; skos:prefLabel "{skill["label_de"]}"@de ;'
        f' skos:definition "{skill["gloss_en"]}"@en .'
        for number, skill in enumerate(_vocabulary(), 1)
    ]
    return "\n".join(lines) + "\n"


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _metaqa_sets() -> Iterator[QASet]:
    def measure(bench: Bench, question: Question) -> Measured:
        return ask(bench, bench.metaqa, question)

    rest = (("over_abstention", 0.02, None), ("answer_recall_in_facts", 0.97, None))
    goals = {1: (0.95, 0.97, 0.90), 2: (0.90, 0.95, 0.85), 3: (0.80, 0.92, 0.75)}
    for hops, (least, stretch, free) in goals.items():
        yield QASet(
            f"metaqa{hops}",
            f"MetaQA {hops} hop, topic given",
            lambda split, hops=hops: metaqa(hops, split, given=True),
            measure,
            (("hits_at_1", least, stretch), ("set_f1", None, None), *rest),
        )
        yield QASet(
            f"metaqa{hops}free",
            f"MetaQA {hops} hop, brackets removed",
            lambda split, hops=hops: metaqa(hops, split, given=False),
            measure,
            (("hits_at_1", free, None), ("set_f1", None, None), ("over_abstention", None, None)),
        )
    for name, given in (("metaqa1ntm", False), ("metaqa1ntmgiven", True)):
        yield QASet(
            name,
            f"MetaQA 1 hop, other wording, {'topic given' if given else 'brackets removed'}",
            lambda split, given=given: metaqa(1, split, given=given, wording="ntm"),
            measure,
            (("hits_at_1", 0.80, None), ("over_abstention", None, None)),
        )
    yield QASet(
        "metaqaempty",
        "MetaQA, the empty walks",
        metaqa_empty,
        measure,
        (("abstention_recall", 0.99, None), ("invented", 0, None)),
    )


SETS: dict[str, QASet] = {
    each.name: each
    for each in (
        *_metaqa_sets(),
        QASet(
            "ck25", "CK25, closed world", ck25, ask_ck25,
            (("set_f1", 0.50, 0.70), ("coverage", None, None),
             ("answer_recall_in_facts", 0.97, None)),
            by_tag=True,
        ),
        QASet(
            "ck25heldout", "CK25, even numbers only", ck25_held_out, ask_ck25,
            (("set_f1", None, None),),
        ),
        QASet(
            "qaldplus", "QALD-9-plus German to DBpedia ontology", qald("plus"), link_dbo,
            (("recall_at_5", 0.45, 0.60), ("mrr", None, None)),
        ),
        QASet(
            "qaldde", "QALD-9 German (its own wording)", qald("de"), link_dbo,
            (("recall_at_5", None, None), ("mrr", None, None)),
        ),
        QASet(
            "qalden", "QALD-9 English to DBpedia ontology", qald("en"), link_dbo,
            (("recall_at_5", 0.50, 0.70), ("mrr", None, None)),
        ),
        QASet(
            "linking", "linking cases, the nine concepts alone", linking_cases,
            link_case("skills"), (("linking_f1", 0.90, 0.95),),
        ),
        QASet(
            "linkinglotr", "linking cases, ontologies/lotr.ttl", linking_cases,
            link_case("lotr"), (("linking_f1", 0.90, 0.95),),
        ),
        QASet(
            "linkingwords", "linking, synonyms and foreign words in six vocabularies",
            vocabulary_cases, link_vocabulary, (("linking_f1", None, None),), by_tag=True,
        ),
    )
}  # fmt: skip
