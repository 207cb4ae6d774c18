"""Random small graphs and random questions about them, dense enough that sets meet."""

from __future__ import annotations

from hypothesis import strategies as st

from ontorag.stores.base import ANY, Pattern, Scope, TextQuad
from ontorag.values import (
    IRI,
    RDF,
    XSD,
    And,
    AtLeast,
    BlankNode,
    Compare,
    Every,
    Has,
    Is,
    Literal,
    Not,
    OfType,
    Or,
    QualifierCondition,
    Step,
    Term,
    Top,
    Triple,
    Where,
    write_term,
)  # fmt: skip

TYPE = IRI(RDF + "type")
NODES: list[Term] = [IRI(f"http://e/{name}") for name in "abcde"]
CLASSES = [IRI("http://e/C"), IRI("http://e/D")]
PREDICATES = [IRI("http://e/p"), IRI("http://e/q"), IRI("http://e/r")]
LITERALS: list[Term] = [
    Literal("1", XSD + "integer"), Literal("01", XSD + "integer"),
    Literal("-2.50", XSD + "decimal"), Literal("1e1", XSD + "double"),
    Literal("tall", XSD + "integer"), Literal("true", XSD + "boolean"),
    Literal("1950", XSD + "gYear"), Literal("1950-05", XSD + "gYearMonth"),
    Literal("1950-05-01", XSD + "date"), Literal("1951-01-01T00:30:00+01:00", XSD + "dateTime"),
    Literal("Ärger"), Literal("Ärger", RDF + "langString", "de"), Literal("B"),
]  # fmt: skip
GRAPHS = ["", "", "<http://e/g1>", "_:g2"]
SOURCES = ["one.ttl", "two.ttl"]

nodes = st.sampled_from([*NODES, BlankNode("b0")])
objects = st.one_of(nodes, st.sampled_from(LITERALS))
predicates = st.sampled_from(PREDICATES)
graphs = st.sampled_from(GRAPHS)


def quad(s: Term, p: Term, o: Term, g: str) -> TextQuad:
    return write_term(s), write_term(p), write_term(o), g


@st.composite
def statements(draw: st.DrawFn) -> list[TextQuad]:
    """A plain statement, a type, or a statement with an annotation of either kind."""
    kind = draw(st.sampled_from(["plain", "plain", "plain", "type", "annotated", "reified"]))
    if kind == "type":
        return [quad(draw(nodes), TYPE, draw(st.sampled_from(CLASSES)), draw(graphs))]
    s, p, o, g = draw(nodes), draw(predicates), draw(objects), draw(graphs)
    said = [quad(s, p, o, g)] if kind == "plain" or draw(st.booleans()) else []
    if kind == "plain":
        return said
    reifier = BlankNode(draw(st.sampled_from(["r0", "r1"])))
    if kind == "annotated":
        said.append(quad(reifier, IRI(RDF + "reifies"), Triple(s, p, o), draw(graphs)))
    else:
        parts = (("subject", s), ("predicate", p), ("object", o))
        said += [quad(reifier, IRI(RDF + name), term, g) for name, term in parts]
        said.append(quad(reifier, TYPE, IRI(RDF + "Statement"), g))
    said.append(quad(reifier, draw(predicates), draw(objects), draw(graphs)))
    return said


@st.composite
def contents(draw: st.DrawFn) -> list[TextQuad]:
    return [
        q
        for group in draw(
            st.lists(statements(), min_size=draw(st.sampled_from([0, 4, 12])), max_size=16)
        )
        for q in group
    ]


steps = st.builds(Step, st.sampled_from([*PREDICATES, TYPE]), st.booleans())
some_terms = st.one_of(objects, st.just(IRI("http://e/unknown")))
compares = st.builds(
    Compare,
    st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]),
    st.sampled_from([term for term in LITERALS if isinstance(term, Literal)]),
)
leaves = st.one_of(
    st.builds(Is, st.lists(some_terms, max_size=3).map(tuple)),
    st.builds(OfType, st.lists(st.sampled_from(CLASSES), max_size=2).map(tuple)),
    st.builds(Has, steps, st.builds(Is, st.lists(some_terms, min_size=1, max_size=2).map(tuple))),
    st.builds(Has, steps, st.one_of(st.none(), compares)),
)


def _combined(parts: st.SearchStrategy[Where]) -> st.SearchStrategy[Where]:
    """And (with Not), Or, AtLeast of ``parts``."""
    several = st.lists(parts, min_size=1, max_size=3)
    conjunction = st.tuples(several, st.lists(st.builds(Not, parts), max_size=1)).map(
        lambda pair: And((*pair[0], *pair[1]))
    )
    at_least = several.flatmap(
        lambda given: st.builds(AtLeast, st.integers(1, len(given)), st.just(tuple(given)))
    )
    return st.one_of(conjunction, at_least, st.builds(Or, several.map(tuple)))


def _larger(inner: st.SearchStrategy[Where]) -> st.SearchStrategy[Where]:
    targets = st.one_of(inner, compares, _combined(st.one_of(inner, compares)))
    values = st.one_of(st.none(), targets)
    conditions = st.builds(QualifierCondition, predicates, values, st.booleans())
    along = st.one_of(
        st.just((None, None)),
        st.tuples(steps, st.one_of(st.none(), targets)),
    )
    ranked = st.tuples(inner, predicates, st.integers(1, 3), st.booleans(), along, st.booleans())
    return st.one_of(
        _combined(inner),
        st.builds(
            Has, steps, st.one_of(st.none(), targets), st.lists(conditions, max_size=2).map(tuple)
        ),
        st.builds(Every, steps, inner),
        ranked.map(
            lambda drawn: Top(
                *drawn[:4],
                scale=(*NODES[:3], *LITERALS[:3]) if drawn[5] else (),
                of_step=drawn[4][0],
                of_target=drawn[4][1],
            )
        ),
    )


wheres: st.SearchStrategy[Where] = st.recursive(leaves, _larger, max_leaves=6)


def _some(values: list[Term]) -> st.SearchStrategy[tuple[Term, ...] | None]:
    return st.one_of(st.none(), st.lists(st.sampled_from(values), max_size=3).map(tuple))


patterns: st.SearchStrategy[Pattern] = st.one_of(
    st.just(ANY),
    st.builds(Pattern, _some(NODES), _some([*PREDICATES, TYPE]), _some([*NODES, *LITERALS])),  # type: ignore[arg-type]
)
scopes = st.one_of(
    st.just(Scope()),
    st.builds(
        Scope,
        st.one_of(
            st.none(), st.frozensets(st.sampled_from(["", "http://e/g1", "_:g2", "http://e/x"]))
        ),
        st.one_of(st.none(), st.frozensets(st.sampled_from([*SOURCES, "three.ttl"]))),
    ),
)
