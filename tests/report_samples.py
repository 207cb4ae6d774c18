"""Outcomes and graphs that the report's tests draw."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ontorag.names import mint, spelling_of
from ontorag.values import (
    IRI,
    RDF,
    And,
    Answer,
    Candidate,
    Claim,
    Concept,
    Constraint,
    ConstraintCount,
    DerivedFact,
    Fact,
    Has,
    Is,
    Labelled,
    Link,
    Literal,
    Mention,
    NearMiss,
    Outcome,
    Plan,
    Qualifier,
    Step,
    Subgraph,
    Trace,
    TraceStep,
    Verdict,
    fact_order,
    make_fact,
)

CASES = Path(__file__).parent / "data" / "cases" / "lotr.json"
LOTR = "http://example.org/lotr#"
QUESTION = (
    "Welcher Charakter aus 'Herr Der Ringe' verfügt über die höchste Fähigkeit in Heimlichkeit "
    "und Willenskraft für eine gefährliche Mission in Mordor?"
)
SUPPORTED = Verdict("supported")

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "javascript:alert(3)",
    "evil\u202egpj.exe",
    "<!--<script>",
    "{{7*7}}",
    "\x00nul\ud800",
)


def lotr(name: str) -> IRI:
    return IRI(LOTR + name)


def lotr_curie(iri: str) -> str:
    return iri.replace(LOTR, "lotr:")


def csv_facts() -> tuple[Fact, ...]:
    """The 31 facts of the csv."""
    triples = json.loads(CASES.read_text(encoding="utf-8"))["triples"]
    facts = [
        make_fact(IRI(mint(s)), IRI(mint(p)), IRI(mint(o)), sources=("lotr_triples.csv",))
        for s, p, o in triples
    ]
    return tuple(sorted(facts, key=fact_order))


def csv_entities() -> tuple[Labelled, ...]:
    terms = {t for f in csv_facts() for t in (f.subject, f.predicate, f.object)}
    return tuple(Labelled(term, spelling_of(str(term)) or "") for term in sorted(terms, key=str))


def lotr_facts() -> tuple[Fact, ...]:
    """The five facts about Frodo as lotr.ttl states them: the level is a literal."""
    level = Literal("Fortgeschritten", RDF + "langString", "de")
    ends = (
        ("hatSkill", lotr("Heimlichkeit")),
        ("hatSkill", lotr("Willensstaerke")),
        ("hatErfahrungMit", lotr("Schattenlager_Infiltration")),
        ("hatSkillLevel", level),
        ("loyalitaet", lotr("Frodo_selbst")),
    )
    return tuple(
        replace(
            make_fact(lotr("Frodo"), lotr(name), end, sources=("ontologies/lotr.ttl",)),
            id=f"F{at}",
        )
        for at, (name, end) in enumerate(ends, start=1)
    )


def lotr_entities() -> tuple[Labelled, ...]:
    said = (
        ("Frodo", "Frodo", ("Charakter", "Hobbit", "Loyalitätsziel")),
        ("Heimlichkeit", "Heimlichkeit", ("Fähigkeit",)),
        ("Willensstaerke", "Willensstärke", ("Fähigkeit",)),
        ("Schattenlager_Infiltration", "Schattenlager Infiltration", ("Mission",)),
        ("Frodo_selbst", "Frodo selbst", ("Loyalitätsziel",)),
        ("Charakter", "Charakter", ()),
        ("hatSkill", "hat Fähigkeit", ()),
        ("hatErfahrungMit", "hat Erfahrung mit", ()),
        ("hatSkillLevel", "hat Fähigkeitsstufe", ()),
        ("loyalitaet", "Loyalität", ()),
    )
    return tuple(Labelled(lotr(name), label, classes) for name, label, classes in said)


def _concept(name: str, label: str, kind: str = "individual") -> Concept:
    return Concept(lotr(name), (kind,), ((label, "de"),))  # type: ignore[arg-type]


def _link(word: str, concept: Concept | None, role: str, *others: Candidate) -> Link:
    at = QUESTION.index(word)
    mention = Mention(word, at, at + len(word))
    if concept is None:
        return Link(mention, None, role=role)  # type: ignore[arg-type]
    if others:
        lead = others[0].score - others[1].score
        return Link(mention, concept, others, "semantic", lead, role)  # type: ignore[arg-type]
    exact = Candidate(concept, 1.0, "exact", word)
    return Link(mention, concept, (exact,), "exact", 1.0, role)  # type: ignore[arg-type]


def lotr_links() -> tuple[Link, ...]:
    will = _concept("Willensstaerke", "Willensstärke")
    stay = _concept("Durchhaltevermoegen", "Durchhaltevermögen")
    return (
        _link("Charakter", _concept("Charakter", "Charakter", "class"), "asked"),
        _link("Heimlichkeit", _concept("Heimlichkeit", "Heimlichkeit"), "required"),
        _link(
            "Willenskraft",
            will,
            "required",
            Candidate(will, 0.874, "semantic", "Willensstärke"),
            Candidate(stay, 0.806, "semantic", "Durchhaltevermögen"),
        ),
        _link("Mission", _concept("Mission", "Mission", "class"), "circumstance"),
        _link("Mordor", None, "circumstance"),
    )


def lotr_plan() -> Plan:
    parts = tuple(
        Has(Step(lotr("hatSkill")), Is((lotr(name),)))
        for name in ("Heimlichkeit", "Willensstaerke")
    )
    return Plan(
        "holders",
        And(parts),
        (
            Constraint("hat Fähigkeit: Heimlichkeit", parts[0], "Heimlichkeit"),
            Constraint("hat Fähigkeit: Willensstärke", parts[1], "Willenskraft"),
        ),
        asked_class=lotr("Charakter"),
        language="de",
        sentences=(("de", "Gesucht sind Charaktere mit Heimlichkeit und Willensstärke."),),
    )


def lotr_outcome() -> Outcome:
    """The first question of cases/lotr.json, answered from lotr.ttl."""
    stealth, will = "hat Fähigkeit: Heimlichkeit", "hat Fähigkeit: Willensstärke"
    frodo = Labelled(lotr("Frodo"), "Frodo", ("Charakter",))
    only = "Frodo ist der einzige Charakter mit Heimlichkeit und Willensstärke."
    subgraph = Subgraph(
        lotr_facts(),
        (frodo,),
        (DerivedFact("D1", "only", f"{stealth}, {will}", frodo, only, premises=("F1", "F2")),),
        (ConstraintCount(stealth, 2), ConstraintCount(will, 1)),
        (NearMiss(Labelled(lotr("Samweis"), "Samweis"), (stealth,), (will,)),),
        total=5,
        entities=lotr_entities(),
    )
    claims = (
        Claim("Frodo hat Heimlichkeit und Willensstärke.", ("F1", "F2"), SUPPORTED),
        Claim("Er hat Erfahrung mit Schattenlager Infiltration.", ("F3",), SUPPORTED),
        Claim(only, ("D1",), SUPPORTED),
    )
    text = " ".join(claim.text for claim in claims)
    answer = Answer("answered", None, ("partial",), text, claims)
    trace = Trace(
        (
            TraceStep("link", 3.4),
            TraceStep("plan", 0.6),
            TraceStep(
                "select", 1.2, (("query", "SELECT s\nFROM t\nWHERE p = ?"), ("api_key", "x"))
            ),
        ),
        "5d1f0a77c2",
    )
    return Outcome(QUESTION, "de", lotr_links(), lotr_plan(), subgraph, answer, trace)


def abstained_outcome() -> Outcome:
    """A question outside the ontology."""
    help_text = "Diese Ontologie handelt von Charakteren, Fähigkeiten und Missionen."
    answer = Answer("insufficient_evidence", "out_of_domain", (), help_text)
    return Outcome("Wie koche ich Spaghetti Carbonara?", "de", (), None, Subgraph(), answer)


def big_graph(nodes: int) -> tuple[tuple[Fact, ...], tuple[Labelled, ...]]:
    """A graph of exactly so many nodes: hubs that know each other, each with its leaves."""
    knows, has = IRI("urn:x:knows"), IRI("urn:x:has")
    term = [IRI(f"urn:x:thing/{at:05d}") for at in range(nodes)]
    facts = []
    for at in range(1, nodes):
        hub = 0 if at < 20 else (at * 7) % 20
        facts.append(make_fact(term[hub], knows if at < 20 else has, term[at], sources=("big.nt",)))
        if at % 5 == 0 and at > 20:
            facts.append(make_fact(term[at], knows, term[at - 1], sources=("big.nt",)))
    classes = ("Person", "Skill", "Mission", "Place", "Team")
    entities = tuple(
        Labelled(each, f"Thing {at}", (classes[at % 5],)) for at, each in enumerate(term)
    )
    ordered = sorted(facts, key=fact_order)
    numbered = tuple(replace(fact, id=f"F{at}") for at, fact in enumerate(ordered, start=1))
    return numbered, entities


def big_outcome(nodes: int) -> Outcome:
    """An answer with many facts, of which three are cited."""
    facts, entities = big_graph(nodes)
    cited = tuple(fact.id for fact in facts[:3])
    concept = Concept(facts[0].subject, ("individual",), (("Thing 0", "en"),))
    candidate = Candidate(concept, 1.0, "exact", "Thing 0")
    link = Link(Mention("Thing 0", 10, 17), concept, (candidate,), "exact")
    answers = tuple(Labelled(fact.object, "a thing") for fact in facts[:3])
    text = f"It knows three. [{', '.join(cited)}]"
    answer = Answer("answered", None, (), text, (Claim(text, cited, SUPPORTED),))
    subgraph = Subgraph(facts, answers, total=len(facts), entities=entities)
    return Outcome("Who knows Thing 0?", "en", (link,), None, subgraph, answer)


def hostile_outcome() -> Outcome:
    """An outcome with hostile text wherever a text can stand."""
    facts, entities = [], []
    for at, text in enumerate(HOSTILE):
        subject = IRI(f"http://example.org/{text}/s")
        predicate = IRI(f"http://example.org/{text}/p")
        node = IRI(f"javascript:alert('{text}')")
        note = Literal(text, f"http://example.org/{text}")
        qualifier = Qualifier(predicate, Literal(text))
        for end in (node, note):
            fact = make_fact(
                subject, predicate, end, qualifiers=(qualifier,), sources=(text,), graphs=(text,)
            )
            fact = replace(
                fact, id=f"F{len(facts) + 1}", origin="inferred", rule=text, premises=(text,)
            )
            facts.append(fact)
        entities += [
            Labelled(subject, text, (text,)),
            Labelled(predicate, f"{text} p{at}"),
            Labelled(node, f"{text} node", (f"class {text}",)),
        ]
    everything = " ".join(HOSTILE)
    ids = tuple(fact.id for fact in facts)
    concept = Concept(
        facts[0].subject, ("individual",), ((everything, "en"),), ((everything, "en"),), everything
    )
    link = Link(
        Mention(HOSTILE[0], 0, len(HOSTILE[0])),
        concept,
        (Candidate(concept, 0.9, "typo", everything), Candidate(concept, 0.8, "typo", everything)),
        "typo",
    )
    bad = Verdict("unsupported", everything)
    claims = (Claim(f"{everything} [F1] [F999]", (*ids, "<b>F1</b>"), bad),)
    answers = tuple(
        Labelled(fact.subject, text) for fact, text in zip(facts[::2], HOSTILE, strict=True)
    )
    miss = NearMiss(Labelled(facts[0].subject, everything), (everything,), (everything,))
    subgraph = Subgraph(
        tuple(facts),
        answers,
        (DerivedFact("D1", "only", everything, None, everything, premises=("F1", everything)),),
        (ConstraintCount(everything, 1),),
        (miss,),
        total=len(facts),
        entities=tuple(entities),
    )
    trace = Trace(
        (TraceStep(everything, 1.0, ((everything, everything),)),), everything, everything,
        prompt=everything,
    )  # fmt: skip
    answer = Answer("answered", None, ("partial",), f"Lead {everything}", claims)
    return Outcome(everything, "en", (link,), None, subgraph, answer, trace)


def hostile_curie(iri: str) -> str:
    return f"{HOSTILE[0]}:{iri[-4:]}"
