"""`Top` as Cypher: the members with the n best values, ties at the last place included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontorag.stores.neo4j.mapping import ident_of
from ontorag.stores.neo4j.naming import quote
from ontorag.stores.neo4j.patterns import Block, where_clause
from ontorag.values import Step, Top, write_term

if TYPE_CHECKING:
    from ontorag.stores.neo4j.compile import Compiler


def give_top(compiler: Compiler, where: Top, node: str) -> str:
    """Give a subquery that returns each of the best members once, as ``node``."""
    value = compiler.variable("f")
    found = _values(compiler, where, node, value)
    if found is None:
        return f"MATCH ({node}:Resource) WHERE false RETURN {node}"
    best = "max" if where.largest else "min"
    if where.scale:
        scale = compiler.parameter([ident_of(write_term(term)) for term in where.scale])
        rank = (
            f"head([i IN range(0, size({scale}) - 1) "
            f"WHERE {scale}[i] = coalesce({value}.iri, {value}.key)])"
        )
        lines = [
            f"WITH {node}, {rank} AS rank WHERE rank IS NOT NULL",
            f"WITH {node}, {best}(rank) AS best",
        ]
    else:
        lines = _by_family(node, value, best, largest=where.largest)
    order = "DESC" if where.largest else "ASC"
    beats = ">=" if where.largest else "<="
    n = compiler.parameter(where.n)
    return "\n".join(
        [
            *found,
            *lines,
            f"WITH {node}, best ORDER BY best {order}",
            f"WITH collect({{node: {node}, best: best}}) AS ranked",
            f"WITH ranked, CASE WHEN size(ranked) < {n} THEN -1 ELSE {n} - 1 END AS place",
            "WITH ranked, ranked[place].best AS last",
            f"UNWIND [one IN ranked WHERE one.best {beats} last] AS one",
            f"WITH one.node AS {node}",
            f"RETURN {node}",
        ]
    )


def _by_family(node: str, value: str, best: str, *, largest: bool) -> list[str]:
    """Numbers rank when any member has one, else dates; a span by its end, or its start."""
    low = f"coalesce({value}.low, {value}.value)"
    end = f"coalesce({value}.high, {low})" if largest else low
    return [
        f"WITH {node}, {value} WHERE {value}.family IN ['number', 'date']",
        f"WITH {node}, {value}.family AS family, {best}({end}) AS best",
        f"WITH collect({{node: {node}, family: family, best: best}}) AS all_ranked",
        "WITH all_ranked, any(one IN all_ranked WHERE one.family = 'number') AS numbers",
        "UNWIND [one IN all_ranked WHERE one.family = "
        "CASE WHEN numbers THEN 'number' ELSE 'date' END] AS one",
        f"WITH one.node AS {node}, one.best AS best",
    ]


def _values(compiler: Compiler, where: Top, node: str, value: str) -> list[str] | None:
    """Bind ``node`` to the members and ``value`` to their values; None where there are none."""
    block = Block()
    if where.of_step is None:
        step = Step(where.predicate)
        if not compiler.knows(step):
            return None
        edge = compiler.variable("r")
        conditions = compiler.facts(node, step, value, edge)
        pattern = f"MATCH {compiler.edge(node, step, value, edge)}"
        lines = [compiler.subquery(where.of, node), pattern, *where_clause(conditions)]
        return [*block.head, *lines]
    if not (compiler.knows(where.of_step) and compiler.knows(Step(where.predicate))):
        return None
    lines = _qualifier_values(compiler, where, node, value, block)
    return None if not lines else [*block.head, compiler.subquery(where.of, node), *lines]


def _qualifier_values(
    compiler: Compiler, where: Top, node: str, value: str, block: Block
) -> list[str]:
    step = where.of_step
    assert step is not None
    far, edge, reifier, said = (compiler.variable(letter) for letter in ("f", "r", "x", "q"))
    tests = compiler.facts(node, step, far, edge)
    if where.of_target is not None:
        tests.append(compiler.test(where.of_target, far, block))
    subject, obj = (far, node) if step.inverse else (node, far)
    kind = quote(compiler.view.journal.types[where.predicate.value])
    own = [*compiler.seen(said), *compiler.not_statement(where.predicate, value)]
    forms = []
    for pattern, conditions in compiler.reifications(subject, step.predicate, obj, reifier):
        found = f"MATCH {pattern}, ({reifier})-[{said}:{kind}]->({value})"
        forms.append("\n".join([found, *where_clause([*conditions, *own]), f"RETURN {value}"]))
    if not forms:
        return []
    return [
        f"MATCH {compiler.edge(node, step, far, edge)}",
        *where_clause(tests),
        f"CALL ({node}, {far}) {{\n" + "\nUNION\n".join(forms) + "\n}",
    ]
