"""Class expressions, data ranges and property expressions to RDF.

Source: OWL 2 Mapping to RDF Graphs, table 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from ontorag.names import RDFS, XSD
from ontorag.sources.emitting import TYPE, Emitter, owl
from ontorag.sources.owl.tree import Argument, Call, OwlSyntaxError

_SETS = {
    "ObjectIntersectionOf": ("intersectionOf", "Class"),
    "DataIntersectionOf": ("intersectionOf", "Datatype"),
    "ObjectUnionOf": ("unionOf", "Class"), "DataUnionOf": ("unionOf", "Datatype"),
    "ObjectOneOf": ("oneOf", "Class"), "DataOneOf": ("oneOf", "Datatype"),
}  # fmt: skip
_RESTRICTIONS = {
    "SomeValuesFrom": "someValuesFrom", "AllValuesFrom": "allValuesFrom", "HasValue": "hasValue",
}  # fmt: skip
_CARDINALITIES = {
    "MinCardinality": ("minCardinality", "minQualifiedCardinality"),
    "MaxCardinality": ("maxCardinality", "maxQualifiedCardinality"),
    "ExactCardinality": ("cardinality", "qualifiedCardinality"),
}
DATATYPE = f"<{RDFS}Datatype>"


def node_of(argument: Argument, out: Emitter) -> str:
    """Give the node of an expression, with its statements added.

    Raises `OwlSyntaxError` for what is no expression of OWL 2.
    """
    if isinstance(argument, str):
        return argument
    name, args = argument.name, argument.args
    if name in _SETS:
        kind, of = _SETS[name]
        return out.class_of(kind, nodes_of(args, out), of=of)
    if name in ("ObjectComplementOf", "DataComplementOf"):
        return _complement(argument, out)
    if name == "ObjectInverseOf":
        node = out.blank()
        out.add(node, owl("inverseOf"), node_of(one(argument, 0), out))
        return node
    if name == "ObjectHasSelf":
        prop = node_of(one(argument, 0), out)
        return out.restriction(prop, "hasSelf", out.literal("true", XSD + "boolean"))
    if name == "DatatypeRestriction":
        return _facets(argument, out)
    kind = name.removeprefix("Object").removeprefix("Data")
    if kind in _RESTRICTIONS and kind != name:
        return _restriction(argument, _RESTRICTIONS[kind], out)
    if kind in _CARDINALITIES and kind != name:
        return _cardinality(argument, kind, out)
    raise OwlSyntaxError(f"'{name}' is no expression of OWL 2", argument.line)


def nodes_of(arguments: Sequence[Argument], out: Emitter) -> list[str]:
    """Give the nodes of several expressions."""
    return [node_of(each, out) for each in arguments]


def one(call: Call, index: int) -> Argument:
    """Give an argument that must be there. Raises `OwlSyntaxError`."""
    if -len(call.args) <= index < len(call.args):
        return call.args[index]
    raise OwlSyntaxError(f"'{call.name}' has too few arguments", call.line)


def _complement(call: Call, out: Emitter) -> str:
    node = out.blank()
    data = call.name == "DataComplementOf"
    out.add(node, TYPE, DATATYPE if data else owl("Class"))
    other = node_of(one(call, 0), out)
    out.add(node, owl("datatypeComplementOf" if data else "complementOf"), other)
    return node


def _restriction(call: Call, kind: str, out: Emitter) -> str:
    properties = nodes_of(call.args[:-1], out)
    filler = node_of(one(call, -1), out)
    if len(properties) == 1:
        return out.restriction(properties[0], kind, filler)
    if not properties:
        raise OwlSyntaxError(f"'{call.name}' has too few arguments", call.line)
    node = out.blank()
    out.add(node, TYPE, owl("Restriction"))
    out.add(node, owl("onProperties"), out.list_of(properties))
    out.add(node, owl(kind), filler)
    return node


def _cardinality(call: Call, kind: str, out: Emitter) -> str:
    plain, qualified = _CARDINALITIES[kind]
    count, prop = node_of(one(call, 0), out), node_of(one(call, 1), out)
    node = out.blank()
    out.add(node, TYPE, owl("Restriction"))
    out.add(node, owl("onProperty"), prop)
    out.add(node, owl(qualified if len(call.args) > 2 else plain), count)
    if len(call.args) > 2:
        data = call.name.startswith("Data")
        out.add(node, owl("onDataRange" if data else "onClass"), node_of(call.args[2], out))
    return node


def _facets(call: Call, out: Emitter) -> str:
    node = out.blank()
    out.add(node, TYPE, DATATYPE)
    out.add(node, owl("onDatatype"), node_of(one(call, 0), out))
    facets = []
    for index in range(1, len(call.args), 2):
        facet = out.blank()
        out.add(facet, node_of(call.args[index], out), node_of(one(call, index + 1), out))
        facets.append(facet)
    out.add(node, owl("withRestrictions"), out.list_of(facets))
    return node
