"""Axioms of OWL to RDF.

Source: OWL 2 Mapping to RDF Graphs, tables 1 and 2; SWRL: A Semantic Web Rule Language, section 6.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from ontorag.names import SWRL
from ontorag.sources.emitting import (
    DOMAIN,
    FIRST,
    NIL,
    RANGE,
    REST,
    SUBCLASS,
    SUBPROPERTY,
    TYPE,
    Annotation,
    Emitter,
    owl,
)
from ontorag.sources.owl.expressions import DATATYPE, node_of, nodes_of, one
from ontorag.sources.owl.tree import Argument, Call, OwlSyntaxError

_PLAIN = {
    "SubClassOf": SUBCLASS, "SubObjectPropertyOf": SUBPROPERTY, "SubDataPropertyOf": SUBPROPERTY,
    "SubAnnotationPropertyOf": SUBPROPERTY, "ObjectPropertyDomain": DOMAIN,
    "DataPropertyDomain": DOMAIN, "AnnotationPropertyDomain": DOMAIN, "ObjectPropertyRange": RANGE,
    "DataPropertyRange": RANGE, "AnnotationPropertyRange": RANGE,
    "InverseObjectProperties": owl("inverseOf"), "DatatypeDefinition": owl("equivalentClass"),
}  # fmt: skip
"""Axioms of two expressions that are one statement."""
_CHAINS = {
    "EquivalentClasses": owl("equivalentClass"),
    "EquivalentObjectProperties": owl("equivalentProperty"),
    "EquivalentDataProperties": owl("equivalentProperty"), "SameIndividual": owl("sameAs"),
}  # fmt: skip
_DISJOINT = {
    "DisjointClasses": ("disjointWith", "AllDisjointClasses"),
    "DisjointObjectProperties": ("propertyDisjointWith", "AllDisjointProperties"),
    "DisjointDataProperties": ("propertyDisjointWith", "AllDisjointProperties"),
    "DifferentIndividuals": ("differentFrom", "AllDifferent"),
}
_KINDS = {
    "FunctionalObjectProperty": "FunctionalProperty",
    "FunctionalDataProperty": "FunctionalProperty",
    "InverseFunctionalObjectProperty": "InverseFunctionalProperty",
    "ReflexiveObjectProperty": "ReflexiveProperty",
    "IrreflexiveObjectProperty": "IrreflexiveProperty",
    "SymmetricObjectProperty": "SymmetricProperty",
    "AsymmetricObjectProperty": "AsymmetricProperty",
    "TransitiveObjectProperty": "TransitiveProperty",
}  # fmt: skip
_DECLARED = {
    "Class": owl("Class"), "Datatype": DATATYPE, "ObjectProperty": owl("ObjectProperty"),
    "DataProperty": owl("DatatypeProperty"), "AnnotationProperty": owl("AnnotationProperty"),
    "NamedIndividual": owl("NamedIndividual"),
}  # fmt: skip


class AxiomMapper:
    """Maps the constructs of one ontology, given one by one."""

    def __init__(self, emitter: Emitter) -> None:
        self.out = emitter
        self._ontology: str | None = None

    def map(self, call: Call) -> None:
        """Map an axiom, or an annotation or import of the ontology.

        Raises `OwlSyntaxError` for what is none of OWL 2.
        """
        name = call.name
        if name == "Ontology":
            self._start(call)
        elif name == "Import":
            self.out.add(self._own_node(), owl("imports"), node_of(one(call, 0), self.out))
        elif name == "Annotation":
            self.out.annotate_node(self._own_node(), [self._annotation(call)])
        else:
            notes = [self._annotation(each) for each in call.args if _is_annotation(each)]
            args = [each for each in call.args if not _is_annotation(each)]
            self._axiom(Call(name, call.line, args), tuple(notes))

    def _start(self, call: Call) -> None:
        if call.args:
            self._ontology = node_of(call.args[0], self.out)
            self.out.add(self._ontology, TYPE, owl("Ontology"))
        if len(call.args) > 1:
            self.out.add(self._own_node(), owl("versionIRI"), node_of(call.args[1], self.out))

    def _own_node(self) -> str:
        if self._ontology is None:
            self._ontology = self.out.blank()
            self.out.add(self._ontology, TYPE, owl("Ontology"))
        return self._ontology

    def _annotation(self, call: Argument) -> Annotation:
        assert isinstance(call, Call)
        nested = tuple(self._annotation(each) for each in call.args if _is_annotation(each))
        rest = Call("Annotation", call.line, [e for e in call.args if not _is_annotation(e)])
        return node_of(one(rest, 0), self.out), node_of(one(rest, 1), self.out), nested

    def _axiom(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        name, out = call.name, self.out
        if name == "SubObjectPropertyOf" and _is(call, "ObjectPropertyChain"):
            self._chain(call, notes)
        elif name in _PLAIN:
            first, second = node_of(one(call, 0), out), node_of(one(call, 1), out)
            out.annotated(first, _PLAIN[name], second, notes)
        elif name in _CHAINS:
            nodes = nodes_of(call.args, out)
            for first, second in pairwise(nodes):
                out.annotated(first, _CHAINS[name], second, notes)
        elif name in _DISJOINT:
            self._disjoint(call, notes)
        elif name in _KINDS:
            out.annotated(node_of(one(call, 0), out), TYPE, owl(_KINDS[name]), notes)
        elif name in _OTHERS:
            _OTHERS[name](self, call, notes)
        else:
            raise OwlSyntaxError(f"'{name}' is no axiom of OWL 2", call.line)

    def _chain(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        chain = one(call, 0)
        assert isinstance(chain, Call)
        members = self.out.list_of(nodes_of(chain.args, self.out))
        parent = node_of(one(call, 1), self.out)
        self.out.annotated(parent, owl("propertyChainAxiom"), members, notes)

    def _disjoint(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        pair, many = _DISJOINT[call.name]
        nodes = nodes_of(call.args, self.out)
        if len(nodes) == 2:
            self.out.annotated(nodes[0], owl(pair), nodes[1], notes)
            return
        node = self.out.blank()
        self.out.add(node, TYPE, owl(many))
        self.out.add(node, owl("members"), self.out.list_of(nodes))
        self.out.annotate_node(node, notes)

    def _declaration(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        entity = one(call, 0)
        if not isinstance(entity, Call) or entity.name not in _DECLARED:
            raise OwlSyntaxError("'Declaration' names no kind of entity", call.line)
        text = node_of(one(entity, 0), self.out)
        self.out.annotated(text, TYPE, _DECLARED[entity.name], notes)

    def _union(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        members = self.out.list_of(nodes_of(call.args[1:], self.out))
        whole = node_of(one(call, 0), self.out)
        self.out.annotated(whole, owl("disjointUnionOf"), members, notes)

    def _key(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        keys: list[Argument] = []
        for each in call.args[1:]:
            keys += each.args if isinstance(each, Call) and not each.name else [each]
        members = self.out.list_of(nodes_of(keys, self.out))
        self.out.annotated(node_of(one(call, 0), self.out), owl("hasKey"), members, notes)

    def _member(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        kind = node_of(one(call, 0), self.out)
        self.out.annotated(node_of(one(call, 1), self.out), TYPE, kind, notes)

    def _assertion(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        prop = one(call, 0)
        first, second = node_of(one(call, 1), self.out), node_of(one(call, 2), self.out)
        if isinstance(prop, Call) and prop.name == "ObjectInverseOf":
            prop, first, second = one(prop, 0), second, first
        self.out.annotated(first, node_of(prop, self.out), second, notes)

    def _negative(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        node, out = self.out.blank(), self.out
        out.add(node, TYPE, owl("NegativePropertyAssertion"))
        out.add(node, owl("assertionProperty"), node_of(one(call, 0), out))
        out.add(node, owl("sourceIndividual"), node_of(one(call, 1), out))
        target = "targetValue" if "Data" in call.name else "targetIndividual"
        out.add(node, owl(target), node_of(one(call, 2), out))
        out.annotate_node(node, notes)

    def _rule(self, call: Call, notes: tuple[Annotation, ...]) -> None:
        node, out = self.out.blank(), self.out
        out.add(node, TYPE, f"<{SWRL}Imp>")
        for part in call.args:
            if not isinstance(part, Call) or part.name not in ("Body", "Head"):
                raise OwlSyntaxError("'DLSafeRule' holds more than a body and a head", call.line)
            atoms = [self._atom(each) for each in part.args]
            out.add(node, f"<{SWRL}{part.name.lower()}>", self._atom_list(atoms))
        out.annotate_node(node, notes)

    def _atom_list(self, atoms: list[str]) -> str:
        rest = NIL
        for atom in reversed(atoms):
            node = self.out.blank()
            self.out.add(node, TYPE, f"<{SWRL}AtomList>")
            self.out.add(node, FIRST, atom)
            self.out.add(node, REST, rest)
            rest = node
        return rest

    def _atom(self, atom: Argument) -> str:
        if not isinstance(atom, Call) or atom.name not in _ATOMS:
            raise OwlSyntaxError(f"'{getattr(atom, 'name', atom)}' is no atom of a rule", 1)
        kind, first = _ATOMS[atom.name]
        node, out = self.out.blank(), self.out
        out.add(node, TYPE, f"<{SWRL}{kind}>")
        args = [self._rule_argument(each) for each in atom.args]
        if first is not None and args:
            out.add(node, f"<{SWRL}{first}>", args.pop(0))
        if atom.name == "BuiltInAtom":
            out.add(node, f"<{SWRL}arguments>", out.list_of(args))
            return node
        for number, argument in enumerate(args, start=1):
            out.add(node, f"<{SWRL}argument{number}>", argument)
        return node

    def _rule_argument(self, argument: Argument) -> str:
        if isinstance(argument, Call) and argument.name == "Variable":
            text = node_of(one(argument, 0), self.out)
            self.out.add(text, TYPE, f"<{SWRL}Variable>")
            return text
        return node_of(argument, self.out)


_ATOMS = {
    "ClassAtom": ("ClassAtom", "classPredicate"),
    "DataRangeAtom": ("DataRangeAtom", "dataRange"),
    "ObjectPropertyAtom": ("IndividualPropertyAtom", "propertyPredicate"),
    "DataPropertyAtom": ("DatavaluedPropertyAtom", "propertyPredicate"),
    "BuiltInAtom": ("BuiltinAtom", "builtin"), "SameIndividualAtom": ("SameIndividualAtom", None),
    "DifferentIndividualsAtom": ("DifferentIndividualsAtom", None),
}  # fmt: skip
_Mapping = Callable[[AxiomMapper, Call, tuple[Annotation, ...]], None]
_OTHERS: dict[str, _Mapping] = {
    "Declaration": AxiomMapper._declaration, "DisjointUnion": AxiomMapper._union,
    "HasKey": AxiomMapper._key, "ClassAssertion": AxiomMapper._member,
    "ObjectPropertyAssertion": AxiomMapper._assertion,
    "DataPropertyAssertion": AxiomMapper._assertion, "AnnotationAssertion": AxiomMapper._assertion,
    "NegativeObjectPropertyAssertion": AxiomMapper._negative,
    "NegativeDataPropertyAssertion": AxiomMapper._negative, "DLSafeRule": AxiomMapper._rule,
}  # fmt: skip


def _is_annotation(argument: Argument) -> bool:
    return isinstance(argument, Call) and argument.name == "Annotation"


def _is(call: Call, first: str) -> bool:
    return bool(call.args) and isinstance(call.args[0], Call) and call.args[0].name == first
