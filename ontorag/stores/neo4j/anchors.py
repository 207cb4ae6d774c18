"""What has edges to several known nodes: begin at the rarest, test the others.

The known nodes are looked up first; the server counts their edges when it runs (a count that
it keeps) and begins at the fewest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ontorag.stores.neo4j.mapping import KEYS, ident_of, kind_of
from ontorag.stores.neo4j.patterns import where_clause
from ontorag.values import Has, Step, write_term

if TYPE_CHECKING:
    from ontorag.stores.neo4j.compile import Compiler


@dataclass(frozen=True)
class Group:
    """Known nodes that one step must lead to, in the list ``nodes``, ``size`` of them."""

    step: Step
    nodes: str
    size: int


def give_anchored(
    compiler: Compiler, parts: list[Has], node: str, kept: tuple[str, ...]
) -> list[str]:
    """Bind ``node`` to what has all these edges, beginning at the rarest; ``kept`` stay bound."""
    texts: dict[Step, dict[str, None]] = {}
    for part in parts:
        term = compiler.single(part.target)
        assert term is not None
        texts.setdefault(part.step, {})[write_term(term)] = None
    lines: list[str] = []
    groups: list[Group] = []
    for step, of in texts.items():
        group = Group(step, compiler.variable("s"), len(of))
        lines += _by_rarity(compiler, group, list(of), [*kept, *(g.nodes for g in groups)])
        groups.append(group)
    if len(groups) == 1:
        return [*lines, *_from_rarest(compiler, groups, 0, node)]
    return [*lines, *_from_rarest_group(compiler, groups, node, kept)]


def _from_rarest_group(
    compiler: Compiler, groups: list[Group], node: str, kept: tuple[str, ...]
) -> list[str]:
    """Let the server begin at the group whose first node has the fewest edges."""
    stay = ", ".join([*kept, *(group.nodes for group in groups)])
    heads = ", ".join(f"head({group.nodes}) AS h_{group.nodes}" for group in groups)
    counts = ", ".join(
        f"COUNT {{ {compiler.edge('', group.step, f'h_{group.nodes}')} }} AS n_{group.nodes}"
        for group in groups
    )
    choices = []
    for place, group in enumerate(groups):
        least = [
            f"n_{group.nodes} {'<' if other < place else '<='} n_{another.nodes}"
            for other, another in enumerate(groups)
            if other != place
        ]
        steps = _from_rarest(compiler, groups, place, node)
        begin = f"WITH * WHERE {' AND '.join(least)}"
        choices.append("\n".join([begin, *steps, f"RETURN {node}"]))
    imports = ", ".join(f"{group.nodes}, n_{group.nodes}" for group in groups)
    return [
        f"WITH {stay}, {heads}",
        f"WITH {stay}, {counts}",
        f"CALL ({imports}) {{\n" + "\nUNION\n".join(choices) + "\n}",
    ]


def _by_rarity(compiler: Compiler, group: Group, texts: list[str], kept: list[str]) -> list[str]:
    """Bind the list of a step's known nodes, the rarest first; no row where one is missing."""
    by_kind: dict[str, list[str]] = {}
    for text in texts:
        by_kind.setdefault(kind_of(text), []).append(ident_of(text))
    one = compiler.variable("o")
    found = [
        f"MATCH ({one}:{kind}) WHERE {one}.{KEYS[kind]} IN {compiler.parameter(idents)}"
        for kind, idents in sorted(by_kind.items())
    ]
    if len(found) > 1:
        inner = "\nUNION\n".join(f"{line} RETURN {one}" for line in found)
        found = [f"CALL () {{\n{inner}\n}}"]
    keep = "".join(f"{name}, " for name in kept)
    if group.size == 1:
        return [*found, f"WITH {keep}[{one}] AS {group.nodes}"]
    whole = f"size({group.nodes}) = {compiler.parameter(group.size)}"
    return [
        *found,
        f"WITH {keep}{one} ORDER BY COUNT {{ {compiler.edge('', group.step, one)} }}",
        f"WITH {keep}collect({one}) AS {group.nodes} WHERE {whole}",
    ]


def _from_rarest(compiler: Compiler, groups: list[Group], place: int, node: str) -> list[str]:
    """Begin at the first node of one group; every other one is a condition."""
    group = groups[place]
    head, edge = compiler.variable("h"), compiler.variable("r")
    own = compiler.facts(node, group.step, head, edge)
    conditions = list(own)
    if group.size > 1:
        conditions.append(_has_each(compiler, node, group.step, f"tail({group.nodes})"))
    others = [other for other in groups if other is not group]
    conditions += [_has_each(compiler, node, other.step, other.nodes) for other in others]
    return [
        f"WITH *, head({group.nodes}) AS {head}",
        f"MATCH {compiler.edge(node, group.step, head, edge if own else '')}",
        *where_clause(conditions),
    ]


def _has_each(compiler: Compiler, node: str, step: Step, nodes: str) -> str:
    far, edge = compiler.variable("f"), compiler.variable("r")
    own = compiler.facts(node, step, far, edge)
    pattern = compiler.edge(node, step, far, edge if own else "")
    where = "".join(f" {line}" for line in where_clause(own))
    return f"all({far} IN {nodes} WHERE EXISTS {{ MATCH {pattern}{where} }})"
