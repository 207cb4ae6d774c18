"""Check proofs without the engine: replay each rule on its premises, nothing else.

The rules are written here a second time, as the patterns of the W3C tables, and matched by
plain unification. Where a rule speaks of a list, the premises must hold its cells. A rule
that is not in the table is refused. Only what literals mean is shared with the engine.

Source: OWL 2 Web Ontology Language Profiles (second edition), section 4.3, tables 4 to 9.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations
from typing import TypeAlias

from ontorag.names import OWL, RDF, RDFS, SKOS
from ontorag.reasoning.checking_rules import follows_by_rule
from ontorag.reasoning.proofs import Proof
from ontorag.reasoning.rl.literals import ILL_TYPED, belongs, differ, knows, literal_value
from ontorag.reasoning.rl.skos import SKOS_AXIOMS
from ontorag.reasoning.wording import Statement

Binding: TypeAlias = dict[str, str]

_TABLE = """
eq-sym    | ?x sameAs ?y | ?y sameAs ?x
eq-trans  | ?x sameAs ?y & ?y sameAs ?z | ?x sameAs ?z
eq-rep-s  | ?s sameAs ?t & ?s ?p ?o | ?t ?p ?o
eq-rep-p  | ?p sameAs ?q & ?s ?p ?o | ?s ?q ?o
eq-rep-o  | ?o sameAs ?u & ?s ?p ?o | ?s ?p ?u
eq-diff1  | ?x sameAs ?y & ?x differentFrom ?y |
eq-diff1  | ?x differentFrom ?x |
prp-dom   | ?p domain ?c & ?x ?p ?y | ?x type ?c
prp-rng   | ?p range ?c & ?x ?p ?y | ?y type ?c
prp-fp    | ?p type FunctionalProperty & ?x ?p ?y & ?x ?p ?z | ?y sameAs ?z
prp-ifp   | ?p type InverseFunctionalProperty & ?x ?p ?y & ?z ?p ?y | ?x sameAs ?z
prp-irp   | ?p type IrreflexiveProperty & ?x ?p ?x |
prp-symp  | ?p type SymmetricProperty & ?x ?p ?y | ?y ?p ?x
prp-asyp  | ?p type AsymmetricProperty & ?x ?p ?y & ?y ?p ?x |
prp-trp   | ?p type TransitiveProperty & ?x ?p ?y & ?y ?p ?z | ?x ?p ?z
prp-spo1  | ?p subPropertyOf ?q & ?x ?p ?y | ?x ?q ?y
prp-eqp1  | ?p equivalentProperty ?q & ?x ?p ?y | ?x ?q ?y
prp-eqp2  | ?p equivalentProperty ?q & ?x ?q ?y | ?x ?p ?y
prp-pdw   | ?p propertyDisjointWith ?q & ?x ?p ?y & ?x ?q ?y |
prp-inv1  | ?p inverseOf ?q & ?x ?p ?y | ?y ?q ?x
prp-inv2  | ?p inverseOf ?q & ?x ?q ?y | ?y ?p ?x
prp-npa1  | ?n sourceIndividual ?x & ?n assertionProperty ?p & ?n targetIndividual ?y & ?x ?p ?y |
prp-npa2  | ?n sourceIndividual ?x & ?n assertionProperty ?p & ?n targetValue ?y & ?x ?p ?y |
cls-nothing2 | ?x type Nothing |
cls-com   | ?c complementOf ?d & ?x type ?c & ?x type ?d |
cls-svf1  | ?c someValuesFrom ?d & ?c onProperty ?p & ?x ?p ?y & ?y type ?d | ?x type ?c
cls-svf2  | ?c someValuesFrom Thing & ?c onProperty ?p & ?x ?p ?y | ?x type ?c
cls-avf   | ?c allValuesFrom ?d & ?c onProperty ?p & ?x type ?c & ?x ?p ?y | ?y type ?d
cls-hv1   | ?c hasValue ?y & ?c onProperty ?p & ?x type ?c | ?x ?p ?y
cls-hv2   | ?c hasValue ?y & ?c onProperty ?p & ?x ?p ?y | ?x type ?c
cls-maxc1 | ?c maxCardinality ?0 & ?c onProperty ?p & ?x type ?c & ?x ?p ?y |
cls-maxc2 | ?c maxCardinality ?1 & ?c onProperty ?p & ?x type ?c & ?x ?p ?y & ?x ?p ?z \
| ?y sameAs ?z
cls-maxqc1 | ?c maxQualifiedCardinality ?0 & ?c onProperty ?p & ?c onClass ?d & ?x type ?c \
& ?x ?p ?y & ?y type ?d |
cls-maxqc2 | ?c maxQualifiedCardinality ?0 & ?c onProperty ?p & ?c onClass Thing & ?x type ?c \
& ?x ?p ?y |
cls-maxqc3 | ?c maxQualifiedCardinality ?1 & ?c onProperty ?p & ?c onClass ?d & ?x type ?c \
& ?x ?p ?y & ?y type ?d & ?x ?p ?z & ?z type ?d | ?y sameAs ?z
cls-maxqc4 | ?c maxQualifiedCardinality ?1 & ?c onProperty ?p & ?c onClass Thing & ?x type ?c \
& ?x ?p ?y & ?x ?p ?z | ?y sameAs ?z
cax-sco   | ?c subClassOf ?d & ?x type ?c | ?x type ?d
cax-eqc1  | ?c equivalentClass ?d & ?x type ?c | ?x type ?d
cax-eqc2  | ?c equivalentClass ?d & ?x type ?d | ?x type ?c
cax-dw    | ?c disjointWith ?d & ?x type ?c & ?x type ?d |
scm-cls   | ?c type Class | ?c subClassOf ?c
scm-cls   | ?c type Class | ?c equivalentClass ?c
scm-cls   | ?c type Class | ?c subClassOf Thing
scm-cls   | ?c type rdfs:Class | ?c subClassOf Thing
scm-cls   | ?c type Restriction | ?c subClassOf ?c
scm-cls   | ?c type Restriction | ?c equivalentClass ?c
scm-cls   | ?c type Restriction | ?c subClassOf Thing
scm-cls   | ?c type Restriction | Nothing subClassOf ?c
scm-cls   | ?c type Class | Nothing subClassOf ?c
scm-op    | ?p type ObjectProperty | ?p subPropertyOf ?p
scm-op    | ?p type ObjectProperty | ?p equivalentProperty ?p
scm-dp    | ?p type DatatypeProperty | ?p subPropertyOf ?p
scm-dp    | ?p type DatatypeProperty | ?p equivalentProperty ?p
scm-sco   | ?c subClassOf ?d & ?d subClassOf ?e | ?c subClassOf ?e
scm-eqc1  | ?c equivalentClass ?d | ?c subClassOf ?d
scm-eqc1  | ?c equivalentClass ?d | ?d subClassOf ?c
scm-eqc2  | ?c subClassOf ?d & ?d subClassOf ?c | ?c equivalentClass ?d
scm-spo   | ?p subPropertyOf ?q & ?q subPropertyOf ?r | ?p subPropertyOf ?r
scm-eqp1  | ?p equivalentProperty ?q | ?p subPropertyOf ?q
scm-eqp1  | ?p equivalentProperty ?q | ?q subPropertyOf ?p
scm-eqp2  | ?p subPropertyOf ?q & ?q subPropertyOf ?p | ?p equivalentProperty ?q
scm-dom1  | ?p domain ?c & ?c subClassOf ?d | ?p domain ?d
scm-dom2  | ?p domain ?c & ?q subPropertyOf ?p | ?q domain ?c
scm-rng1  | ?p range ?c & ?c subClassOf ?d | ?p range ?d
scm-rng2  | ?p range ?c & ?q subPropertyOf ?p | ?q range ?c
scm-hv    | ?c hasValue ?v & ?c onProperty ?p & ?d hasValue ?v & ?d onProperty ?q \
& ?p subPropertyOf ?q | ?c subClassOf ?d
scm-svf1  | ?c someValuesFrom ?y & ?c onProperty ?p & ?d someValuesFrom ?z & ?d onProperty ?p \
& ?y subClassOf ?z | ?c subClassOf ?d
scm-svf2  | ?c someValuesFrom ?y & ?c onProperty ?p & ?d someValuesFrom ?y & ?d onProperty ?q \
& ?p subPropertyOf ?q | ?c subClassOf ?d
scm-avf1  | ?c allValuesFrom ?y & ?c onProperty ?p & ?d allValuesFrom ?z & ?d onProperty ?p \
& ?y subClassOf ?z | ?c subClassOf ?d
scm-avf2  | ?c allValuesFrom ?y & ?c onProperty ?p & ?d allValuesFrom ?y & ?d onProperty ?q \
& ?p subPropertyOf ?q | ?d subClassOf ?c
ontorag-different | ?x differentFrom ?y | ?y differentFrom ?x
ontorag-class-as-value | ?x ?p ?c & ?c subClassOf ?d | ?x ?p ?d
ontorag-concept-as-value | ?x ?p ?c & ?c skos:broader ?d | ?x ?p ?d
ontorag-thing | ?x type ?c & ?c type Class | ?x type Thing
ontorag-unsatisfiable | ?c subClassOf ?a & ?c subClassOf ?b \
& ?a disjointWith ?b | ?c subClassOf Nothing
ontorag-unsatisfiable | ?a subClassOf ?b & ?a disjointWith ?b | ?a subClassOf Nothing
ontorag-unsatisfiable | ?b subClassOf ?a & ?a disjointWith ?b | ?b subClassOf Nothing
ontorag-unsatisfiable | ?a disjointWith ?a | ?a subClassOf Nothing
ontorag-unsatisfiable | ?c subClassOf ?a & ?c subClassOf ?b \
& ?a complementOf ?b | ?c subClassOf Nothing
ontorag-unsatisfiable | ?a subClassOf ?b & ?a complementOf ?b | ?a subClassOf Nothing
ontorag-unsatisfiable | ?b subClassOf ?a & ?a complementOf ?b | ?b subClassOf Nothing
"""

_RDFS = frozenset({"subClassOf", "subPropertyOf", "domain", "range"})
_TYPE = f"<{RDF}type>"


def check_proof(proof: Proof, given: Collection[Statement] | None = None) -> str | None:
    """Give the first fault of a proof; None when every step follows by its rule.

    With ``given``, the statements without a rule must be among these.
    """
    for step in proof.walk():
        if step.rule is None:
            if step.statement is None or (given is not None and step.statement not in given):
                return f"{step.statement} is used as given, and is not"
        elif not follows(step.rule, step.statement, [part.statement for part in step.premises]):
            return f"{step.statement} does not follow by {step.rule}"
    return None


def follows(rule: str, conclusion: Statement | None, premises: Sequence[Statement | None]) -> bool:
    """Say whether one application of a rule is right; a conclusion of None is false."""
    facts = [premise for premise in premises if premise is not None]
    if len(facts) != len(premises):
        return False
    for wanted, result in _RULES.get(rule, ()):
        if (result is None) == (conclusion is None):
            start = {} if conclusion is None else _match(result or (), conclusion, {})
            if start is not None and _all_match(wanted, facts, start):
                return True
    if rule == "swrl":
        return follows_by_rule(conclusion, facts)
    if rule in _WITH_LISTS:
        return _follows_by_list(rule, conclusion, facts)
    return _follows_by_values(rule, conclusion, facts)


def _read_table() -> dict[str, list[tuple[list[tuple[str, ...]], tuple[str, ...] | None]]]:
    rules: dict[str, list[tuple[list[tuple[str, ...]], tuple[str, ...] | None]]] = {}
    for line in _TABLE.strip().splitlines():
        name, wanted, result = (part.strip() for part in line.split("|"))
        patterns = [_pattern(part) for part in wanted.split("&")]
        rules.setdefault(name, []).append((patterns, _pattern(result) if result else None))
    return rules


def _pattern(text: str) -> tuple[str, ...]:
    return tuple(_constant(word) for word in text.split())


def _constant(word: str) -> str:
    if word.startswith("?"):
        return word
    if word == "type":
        return _TYPE
    if word == "skos:broader":
        return f"<{SKOS}broader>"
    if word.startswith("rdfs:"):
        return f"<{RDFS}{word[5:]}>"
    return f"<{RDFS if word in _RDFS else OWL}{word}>"


_RULES = _read_table()


def _match(pattern: Sequence[str], fact: Statement, binding: Binding) -> Binding | None:
    """Extend a binding so that the pattern is the fact; None when it cannot be."""
    found = dict(binding)
    for word, text in zip(pattern, fact, strict=True):
        if not word.startswith("?"):
            if word != text:
                return None
        elif found.setdefault(word, text) != text or not _fits_number(word, text):
            return None
    return found


def _fits_number(variable: str, text: str) -> bool:
    """``?0`` and ``?1`` stand for literals with that value."""
    if variable not in ("?0", "?1"):
        return True
    value = literal_value(text)
    return value != ILL_TYPED and value[0] == "decimal" and value[1] == int(variable[1])


def _all_match(
    wanted: Sequence[tuple[str, ...]], facts: Sequence[Statement], binding: Binding
) -> bool:
    if not wanted:
        return True
    for fact in facts:
        found = _match(wanted[0], fact, binding)
        if found is not None and _all_match(wanted[1:], facts, found):
            return True
    return False


# Rules about lists.

_WITH_LISTS = frozenset(
    {
        "prp-spo2", "prp-key", "cls-int1", "cls-int2", "cls-uni", "cls-oo", "scm-int", "scm-uni",
        "eq-diff2", "eq-diff3", "prp-adp", "cax-adc", "ontorag-unsatisfiable", "ontorag-different",
    }
)  # fmt: skip
_LIST_PREDICATES = {
    "prp-spo2": "propertyChainAxiom", "prp-key": "hasKey", "cls-int1": "intersectionOf",
    "cls-int2": "intersectionOf", "cls-uni": "unionOf", "cls-oo": "oneOf",
    "scm-int": "intersectionOf", "scm-uni": "unionOf", "eq-diff2": "members",
    "eq-diff3": "distinctMembers", "prp-adp": "members", "cax-adc": "members",
    "ontorag-unsatisfiable": "members", "ontorag-different": "members distinctMembers",
}  # fmt: skip
_HOLDER = {
    "eq-diff2": "AllDifferent", "eq-diff3": "AllDifferent", "prp-adp": "AllDisjointProperties",
    "cax-adc": "AllDisjointClasses", "ontorag-unsatisfiable": "AllDisjointClasses",
    "ontorag-different": "AllDifferent",
}  # fmt: skip


def _follows_by_list(rule: str, conclusion: Statement | None, facts: Sequence[Statement]) -> bool:
    predicates = [f"<{OWL}{name}>" for name in _LIST_PREDICATES[rule].split()]
    known = set(facts)
    for holder, p, head in facts:
        members = _list_members(facts, head) if p in predicates else None
        if members is None:
            continue
        if rule in _HOLDER and (holder, _TYPE, f"<{OWL}{_HOLDER[rule]}>") not in known:
            continue
        if _list_rule(rule, conclusion, known, holder, members):
            return True
    return False


def _list_members(facts: Sequence[Statement], head: str) -> list[str] | None:
    firsts = {s: o for s, p, o in facts if p == f"<{RDF}first>"}
    rests = {s: o for s, p, o in facts if p == f"<{RDF}rest>"}
    members: list[str] = []
    while head != f"<{RDF}nil>":
        if head not in firsts or head not in rests or len(members) > len(firsts):
            return None
        members.append(firsts[head])
        head = rests[head]
    return members


def _list_rule(
    rule: str, conclusion: Statement | None, known: set[Statement], holder: str, members: list[str]
) -> bool:
    if conclusion is None:
        return any(_clash(rule, known, left, right) for left, right in permutations(members, 2))
    s, p, o = conclusion
    below = f"<{RDFS}subClassOf>"
    if rule == "prp-spo2":
        return p == holder and o in _reached(known, s, members)
    if rule == "prp-key":
        return p == f"<{OWL}sameAs>" and _key_agrees(known, holder, members, s, o)
    if rule == "ontorag-different":
        pair = (s, o) in permutations(members, 2)
        return p == f"<{OWL}differentFrom>" and pair
    if rule == "ontorag-unsatisfiable":
        pairs = permutations(members, 2)
        inside = {s, *(b for a, q, b in known if a == s and q == below)}
        return o == f"<{OWL}Nothing>" and any(a in inside and b in inside for a, b in pairs)
    return {
        "cls-int1": p == _TYPE and o == holder and all((s, p, each) in known for each in members),
        "cls-int2": p == _TYPE and o in members and (s, p, holder) in known,
        "cls-uni": p == _TYPE and o == holder and any((s, p, each) in known for each in members),
        "cls-oo": p == _TYPE and o == holder and s in members,
        "scm-int": p == below and s == holder and o in members,
        "scm-uni": p == below and o == holder and s in members,
    }.get(rule, False)


def _clash(rule: str, known: set[Statement], left: str, right: str) -> bool:
    if rule in ("eq-diff2", "eq-diff3"):
        return left == right or (left, f"<{OWL}sameAs>", right) in known
    if rule == "prp-adp":
        return any(p == left and (s, right, o) in known for s, p, o in known)
    return any(p == _TYPE and o == left and (s, _TYPE, right) in known for s, p, o in known)


def _reached(known: set[Statement], start: str, steps: list[str]) -> set[str]:
    here = {start}
    for step in steps:
        here = {o for s, p, o in known if p == step and s in here}
    return here


def _key_agrees(known: set[Statement], cls: str, numbers: list[str], left: str, right: str) -> bool:
    def values(term: str, number: str) -> set[str]:
        return {o for s, p, o in known if s == term and p == number}

    both = all((term, _TYPE, cls) in known for term in (left, right))
    return both and all(values(left, each) & values(right, each) for each in numbers)


# Rules about values, and axioms of SKOS.


def _follows_by_values(rule: str, conclusion: Statement | None, facts: Sequence[Statement]) -> bool:
    if conclusion is None:
        return any(_is_bad_value(rule, fact) for fact in facts)
    s, p, o = conclusion
    if facts:
        return False
    if rule == "dt-eq":
        left, right = literal_value(s), literal_value(o)
        return p == f"<{OWL}sameAs>" and left == right != ILL_TYPED
    if rule == "dt-type2":
        return p == _TYPE and belongs(literal_value(s), o[1:-1]) is True
    if rule == "dt-type1":
        return p == _TYPE and o == f"<{RDFS}Datatype>" and knows(s[1:-1])
    if rule == "eq-ref":
        return p == f"<{OWL}sameAs>" and s == o
    if rule in ("cls-thing", "cls-nothing1"):
        name = "Thing" if rule == "cls-thing" else "Nothing"
        return conclusion == (f"<{OWL}{name}>", _TYPE, f"<{OWL}Class>")
    return (rule, s, p, o) in SKOS_AXIOMS


def _is_bad_value(rule: str, fact: Statement) -> bool:
    s, p, o = fact
    if rule == "dt-diff":
        return p == f"<{OWL}sameAs>" and differ(literal_value(s), literal_value(o))
    if rule != "dt-not-type":
        return False
    if s.startswith('"'):
        return p == _TYPE and belongs(literal_value(s), o[1:-1]) is False
    return o.startswith('"') and literal_value(o) == ILL_TYPED
