"""Check what rules of SWRL conclude without the engine: read the rule, replay it, nothing else.

The rule is read a second time, from the premises alone, and its body is matched against the
other premises by trying one after another. What literals mean is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ontorag.names import OWL, RDF, SWRL, SWRLB
from ontorag.reasoning.rl.literals import belongs, literal_value
from ontorag.reasoning.rl.swrl.builtins import COMPARING, COMPUTING, compare, compute
from ontorag.reasoning.wording import Statement

Binding = dict[str, str]
Atom = tuple[str, str, list[str]]
"""The local name of its kind, what it is about, its arguments."""

_TYPE, _NIL = f"<{RDF}type>", f"<{RDF}nil>"
_ABOUT = {
    "ClassAtom": "classPredicate", "DataRangeAtom": "dataRange", "BuiltinAtom": "builtin",
    "IndividualPropertyAtom": "propertyPredicate", "DatavaluedPropertyAtom": "propertyPredicate",
}  # fmt: skip
_RELATIONS = {
    "SameIndividualAtom": f"<{OWL}sameAs>", "DifferentIndividualsAtom": f"<{OWL}differentFrom>",
}  # fmt: skip


def follows_by_rule(conclusion: Statement | None, facts: Sequence[Statement]) -> bool:
    """Say whether a conclusion (None is false) is one of the rule that the facts hold."""
    said = {(s, p): o for s, p, o in facts}
    for node, p, o in facts:
        if p == _TYPE and o == f"<{SWRL}Imp>":
            try:
                body, head = (_atoms(said, said[node, _swrl(part)]) for part in ("body", "head"))
            except KeyError:  # a part of the rule is not among the premises
                continue
            variables = {s for s, p, o in facts if p == _TYPE and o == f"<{SWRL}Variable>"}
            if any(
                _satisfied(body, facts, start) for start in _starts(head, conclusion, variables)
            ):
                return True
    return False


def _swrl(name: str) -> str:
    return f"<{SWRL}{name}>"


def _atoms(said: dict[tuple[str, str], str], cell: str) -> list[Atom]:
    return [_atom(said, node) for node in _members(said, cell)]


def _members(said: dict[tuple[str, str], str], cell: str) -> list[str]:
    members: list[str] = []
    while cell != _NIL and len(members) <= len(said):
        members.append(said[cell, f"<{RDF}first>"])
        cell = said[cell, f"<{RDF}rest>"]
    return members


def _atom(said: dict[tuple[str, str], str], node: str) -> Atom:
    kind = said[node, _TYPE][len(SWRL) + 1 : -1]
    about = said[node, _swrl(_ABOUT[kind])] if kind in _ABOUT else _RELATIONS[kind]
    if kind == "BuiltinAtom":
        return kind, about, _members(said, said[node, _swrl("arguments")])
    arguments = [said.get((node, _swrl(name))) for name in ("argument1", "argument2")]
    return kind, about, [argument for argument in arguments if argument is not None]


def _starts(
    head: Sequence[Atom], conclusion: Statement | None, variables: set[str]
) -> Iterator[Binding]:
    """Give what the variables stand for if an atom of the head is the conclusion.

    Each variable is in the binding, with nothing for one that is still free.
    """
    free = dict.fromkeys(variables, "")
    if conclusion is None:
        if not head:
            yield free
        return
    for atom in head:
        found = _bind(atom[2], _ends(atom, conclusion), free)
        if found is not None:
            yield found


def _ends(atom: Atom, fact: Statement) -> list[str]:
    """Give the terms of a fact in the places of an atom's arguments; none where they differ."""
    kind, about, _ = atom
    s, p, o = fact
    if kind == "ClassAtom":
        return [s] if (p, o) == (_TYPE, about) else []
    return [s, o] if p == about else []


def _bind(arguments: Sequence[str], terms: Sequence[str], binding: Binding) -> Binding | None:
    if len(arguments) != len(terms):
        return None
    found = dict(binding)
    for argument, term in zip(arguments, terms, strict=True):
        if found.get(argument) == "":
            found[argument] = term
        elif found.get(argument, argument) != term:
            return None
    return found


def _satisfied(body: Sequence[Atom], facts: Sequence[Statement], binding: Binding) -> bool:
    """Satisfy first what facts satisfy, then what the terms themselves do."""
    waiting = [atom for atom in body if not _is_about_facts(atom)]
    return any(
        _values_hold(waiting, found)
        for found in _bindings([atom for atom in body if _is_about_facts(atom)], facts, binding)
    )


def _is_about_facts(atom: Atom) -> bool:
    kind, about, _ = atom
    thing = kind == "ClassAtom" and about == f"<{OWL}Thing>"
    return not thing and kind not in ("BuiltinAtom", "DataRangeAtom", "SameIndividualAtom")


def _bindings(
    atoms: Sequence[Atom], facts: Sequence[Statement], binding: Binding
) -> Iterator[Binding]:
    if not atoms:
        yield binding
        return
    for fact in facts:
        found = _bind(atoms[0][2], _ends(atoms[0], fact), binding)
        if found is not None:
            yield from _bindings(atoms[1:], facts, found)


def _values_hold(waiting: Sequence[Atom], binding: Binding) -> bool:
    """Take the atoms whose arguments are known, until none is left or none can be taken."""
    left = list(waiting)
    while left:
        for atom in left:
            found = _value_holds(atom, binding)
            if found is not None:
                break
        else:
            return False
        binding = found
        left.remove(atom)
    return True


def _value_holds(atom: Atom, binding: Binding) -> Binding | None:
    kind, about, arguments = atom
    terms = [binding.get(argument, argument) for argument in arguments]
    if kind == "ClassAtom":
        return binding if terms[0] else None
    if kind == "SameIndividualAtom":
        known = next((term for term in terms if term), "")
        return _bind(arguments, [known, known], binding) if known else None
    if kind == "DataRangeAtom":
        fits = terms[0] and belongs(literal_value(terms[0]), about[1:-1])
        return binding if fits else None
    name = about[len(SWRLB) + 1 : -1]
    if name in COMPARING:
        return binding if all(terms) and compare(name, terms[0], terms[1]) else None
    result = compute(name, terms[1:]) if name in COMPUTING and all(terms[1:]) else None
    if result is None:
        return None
    if not terms[0]:
        return _bind(arguments, [result, *terms[1:]], binding)
    return binding if compare("equal", result, terms[0]) else None
