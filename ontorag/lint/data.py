"""Values that do not fit their property, and requirements that nobody meets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ontorag import names
from ontorag.lint.linter import Linted
from ontorag.schema import Property
from ontorag.stores.base import Pattern
from ontorag.values import IRI, XSD, Finding, Has, Literal, Step, Term, read_term, write_term

_STRING = f"{XSD}string"
_TEXTUAL = frozenset({_STRING, names.RDFS + "Literal", names.RDF + "langString"})
_LARGEST_RANGE = 20_000


def literals_and_things(graph: Linted) -> Iterator[Finding]:
    """Find literals on object properties, and things on datatype properties."""
    kinds = {(subject, cls) for subject, cls in graph.declarations}
    for iri, use in graph.schema.properties.items():
        things = use.objects - use.literals
        if (iri.value, names.OWL_OBJECT_PROPERTY) in kinds and use.literals:
            yield _misfit(graph, iri, use.literals, "object property", "literals")
        if (iri.value, names.OWL_DATATYPE_PROPERTY) in kinds and things:
            yield _misfit(graph, iri, things, "datatype property", "things")


def _misfit(graph: Linted, iri: IRI, count: int, kind: str, what: str) -> Finding:
    return Finding(
        f"{what}-on-{kind.replace(' ', '-')}",
        "warning",
        f"{graph.shown(iri)} is an {kind}".replace("an datatype", "a datatype")
        + f" and has {what} as values ({count} different)",
        iri=iri.value,
        count=count,
        effect="they are asked as they are; reasoners ignore or refuse them",
        advice=f"correct the values, or declare it as what it is used for ({what})",
    )


def wrong_datatypes(graph: Linted) -> Iterator[Finding]:
    """Find values of another datatype than the declared range."""
    for iri, use in graph.schema.properties.items():
        wanted = {each.value for each in use.ranges if each.value.startswith(XSD)}
        if wanted and use.literals and not wanted & _TEXTUAL:
            yield from _wrong(graph, iri, use, wanted)


def _wrong(graph: Linted, iri: IRI, use: Property, wanted: set[str]) -> Iterator[Finding]:
    found: Counter[str] = Counter()
    for _, _, obj, _ in graph.store.statements(Pattern(predicates=(use.iri,))):
        if obj.startswith('"'):
            literal = read_term(obj)
            if isinstance(literal, Literal) and not _fits(literal.datatype, wanted):
                found[literal.datatype] += 1
    for datatype, count in sorted(found.items()):
        yield Finding(
            "datatype-mismatch",
            "warning",
            f"{graph.shown(iri)} has {count} values of {graph.shown(IRI(datatype))}; its range is "
            + ", ".join(sorted(graph.shown(IRI(each)) for each in wanted)),
            iri=iri.value,
            count=count,
            effect="comparisons skip them",
            advice="give the values the datatype of the range",
        )


def _fits(datatype: str, wanted: set[str]) -> bool:
    if datatype in wanted:
        return True
    numeric = {f"{XSD}{name}" for name in ("decimal", "double", "float")}
    return bool(wanted & numeric) and datatype.removeprefix(XSD) in (
        "integer", "int", "long", "short", "byte", "decimal", "nonNegativeInteger",
        "positiveInteger", "double", "float",
    )  # fmt: skip


def classes_as_datatypes(graph: Linted) -> Iterator[Finding]:
    """Find literals whose datatype is a class: "Aragorn"^^:Charakter."""
    used: Counter[str] = Counter()
    for _, _, obj, _ in graph.store.statements():
        if obj.startswith('"') and obj.endswith(">"):
            used[obj[obj.rfind("^^<") + 3 : -1]] += 1
    for datatype, count in sorted(used.items()):
        if IRI(datatype) in graph.schema.classes and not datatype.startswith(XSD):
            yield Finding(
                "class-as-datatype",
                "warning",
                f"the class {graph.shown(IRI(datatype))} is the datatype of {count} literals",
                iri=datatype,
                count=count,
                effect="they are texts, not things of that class",
                advice="make things of them, with a label and this type",
            )


def unmet_requirements(graph: Linted) -> Iterator[Finding]:
    """Find what is required and had by nobody: a question for who can do it has no answer."""
    for need, use in graph.schema.properties.items():
        if not graph.lexicon.says_requirement(need) or use.objects > _LARGEST_RANGE:
            continue
        had = _had(graph, use)
        if not had:
            continue
        for thing in graph.store.members(Has(Step(need, inverse=True))):
            if thing not in had and isinstance(thing, IRI):
                yield Finding(
                    "required-and-held-by-nobody",
                    "information",
                    f"“{graph.label(thing)}” is required ({graph.label(need)}) and nobody has it",
                    iri=thing.value,
                    effect="what requires it has no one who meets all its requirements",
                    advice="nothing, if that is so",
                )


def _had(graph: Linted, need: Property) -> set[Term]:
    """Give everything that is had of the kind that ``need`` asks for."""
    like = set(graph.schema.like_objects(need.iri))
    ranges = set(need.all_ranges)
    holding = [
        use
        for use in graph.schema.properties.values()
        if use.iri != need.iri
        and not graph.lexicon.says_requirement(use.iri)
        and graph.lexicon.says_possession(use.iri)
        and (use.iri in like or ranges & set(use.all_ranges))
    ]
    members = [graph.store.members(Has(Step(use.iri, inverse=True))) for use in holding]
    return {term for terms in members for term in sorted(terms, key=write_term)}
