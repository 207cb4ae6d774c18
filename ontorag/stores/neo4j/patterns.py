"""Cypher for edges and what of them a read sees: the pieces that every query is made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from ontorag import names
from ontorag.stores.neo4j.journal import TYPE, View
from ontorag.stores.neo4j.naming import CARRIER_PARTS, CARRIERS, REIFIES, quote
from ontorag.values import IRI, Step


@dataclass
class Block:
    """One subquery being written: ``head`` binds what its conditions need."""

    head: list[str] = field(default_factory=list)
    bound: list[str] = field(default_factory=list)
    anchors: dict[str, str] = field(default_factory=dict)

    def bind(self, variable: str, clause: str) -> str:
        """Bind ``variable`` at the head."""
        self.head.append(clause)
        self.bound.append(variable)
        return variable


class Patterns:
    """Writes patterns and conditions for one view; ``parameters`` collects their data."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.parameters: dict[str, object] = {}
        self._number = 0

    def parameter(self, value: object) -> str:
        """Add a datum; give its name in the query."""
        name = f"p{len(self.parameters)}"
        self.parameters[name] = value
        return f"${name}"

    def variable(self, letter: str) -> str:
        """Give a new variable."""
        self._number += 1
        return f"{letter}{self._number}"

    def edge(self, near: str, step: Step, far: str, edge: str = "") -> str:
        """Write the pattern of one step from ``near`` to ``far``; its type must be known."""
        kind = quote(self.view.journal.types[step.predicate.value])
        left, right = ("<-", "-") if step.inverse else ("-", "->")
        return f"({near}){left}[{edge}:{kind}]{right}({far})"

    def knows(self, step: Step) -> bool:
        """Whether any fact can have this step: a carrier of a reification is none."""
        iri = step.predicate.value
        return iri in self.view.journal.types and iri not in CARRIERS

    def seen(self, edge: str, view: View | None = None) -> list[str]:
        """Give the condition that this view sees a statement of ``edge``; [] when it sees all."""
        view = view or self.view
        if view.loads is None and view.graphs is None:
            return []
        loads = f"coalesce({edge}.loads, [0])"
        tests = []
        if view.loads is not None:
            tests.append(f"{{}} IN {self._list('loads', view.loads)}")
        if view.graphs is None:
            return [f"any(l IN {loads} WHERE {tests[0].format('l')})"]
        tests = [test.format(f"{loads}[i]") for test in tests]
        tests.append(f"coalesce({edge}.graphs[i], '') IN {self._list('graphs', view.graphs)}")
        return [f"any(i IN range(0, size({loads}) - 1) WHERE {' AND '.join(tests)})"]

    def _list(self, name: str, values: frozenset[int] | frozenset[str]) -> str:
        self.parameters[name] = sorted(values)
        return f"${name}"

    def is_fact(self, subject: str) -> list[str]:
        """Give the condition that ``subject`` is no reifier; [] where there is none at all."""
        everything = self.view.everything()
        found = []
        carriers = everything.types_of(everything.carriers())
        if carriers:
            kinds = "|".join(map(quote, carriers))
            found.append(self._no_edge(f"({subject})-[c:{kinds}]->()", everything, []))
        if names.RDF_STATEMENT in everything.journal.classes:
            pattern = f"({subject})-[c:{quote(everything.journal.types[TYPE])}]->(k)"
            statement = f"k.iri = {self.parameter(names.RDF_STATEMENT)}"
            found.append(self._no_edge(pattern, everything, [statement]))
        return found

    def facts(self, near: str, step: Step, far: str, edge: str) -> list[str]:
        """Give the condition that a step is a fact, and seen."""
        return [*self.seen(edge), *self.is_fact(far if step.inverse else near)]

    def _no_edge(self, pattern: str, view: View, conditions: list[str]) -> str:
        conditions = [*conditions, *self.seen("c", view)]
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"NOT EXISTS {{ MATCH {pattern}{where} }}"

    def not_statement(self, predicate: IRI, value: str) -> list[str]:
        """Give the condition that a type is not rdf:Statement, which only carries."""
        if predicate.value != TYPE:
            return []
        return [f"coalesce({value}.iri, '') <> {self.parameter(names.RDF_STATEMENT)}"]

    def reifications(
        self, subject: str, predicate: IRI, obj: str, reifier: str
    ) -> list[tuple[str, list[str]]]:
        """Give the patterns, with their conditions, that bind the reifiers of a fact."""
        types = self.view.journal.types
        iri = self.parameter(predicate.value)
        e1, e2, e3 = (self.variable("e") for _ in range(3))
        found = []
        if REIFIES in types:
            triple = self.variable("t")
            pattern = (
                f"({subject})<-[:ONTORAG_SUBJECT]-({triple}:Triple)-[:ONTORAG_OBJECT]->({obj}), "
                f"({triple})<-[{e1}:{quote(types[REIFIES])}]-({reifier})"
            )
            found.append((pattern, [f"{triple}.predicate = {iri}", *self.seen(e1)]))
        if all(part in types for part in CARRIER_PARTS):
            kinds = [quote(types[part]) for part in CARRIER_PARTS]
            named = self.variable("n")
            pattern = (
                f"({subject})<-[{e1}:{kinds[0]}]-({reifier})-[{e2}:{kinds[1]}]->({named}), "
                f"({reifier})-[{e3}:{kinds[2]}]->({obj})"
            )
            seen = [test for edge in (e1, e2, e3) for test in self.seen(edge)]
            found.append((pattern, [f"{named}.iri = {iri}", *seen]))
        return found


def where_clause(conditions: list[str]) -> list[str]:
    """Give the line of a WHERE; none where there is nothing to ask."""
    return [f"WHERE {' AND '.join(conditions)}"] if conditions else []
