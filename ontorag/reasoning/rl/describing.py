"""Say in words what a class expression stands for, in the Manchester manner."""

from __future__ import annotations

from ontorag.reasoning.rl.lists import read_list
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.terms import (
    ALL,
    COMPLEMENT,
    HAS_VALUE,
    INTERSECTION,
    MAX,
    MAX_QUALIFIED,
    NIL,
    ON_CLASS,
    ON_PROPERTY,
    ONE_OF,
    SOME,
    UNION,
)
from ontorag.reasoning.wording import Names

_RESTRICTIONS = {SOME: "some", ALL: "only", HAS_VALUE: "value", MAX: "max", MAX_QUALIFIED: "max"}
_LISTS = {INTERSECTION: " and ", UNION: " or ", ONE_OF: ", "}
DEEPEST = 5


def describe_node(state: State, number: int, names: Names) -> str | None:
    """Describe a blank node: a class expression, or a list by its members."""
    if number not in state.first:
        return describe_class(state, number, names)
    texts: list[str] = []
    seen: set[int] = set()
    while number in state.first and number not in seen:
        seen.add(number)
        member = state.first[number][0]
        texts.append(describe_class(state, member, names) or "?")
        number = state.rest.get(number, [NIL])[0]
    return ", ".join(texts)


def describe_class(state: State, number: int, names: Names, depth: int = 0) -> str | None:
    """Describe a blank class ("hasChild some Person"); None when it is no class expression."""
    if not state.terms.is_blank(number):
        return names(state.terms.texts[number])
    if depth > DEEPEST:
        return "…"
    parts = {fact[1]: fact[2] for fact in state.parts.get(number, ())}
    if ON_PROPERTY in parts:
        prop = names(state.terms.texts[parts[ON_PROPERTY]])
        for kind, word in _RESTRICTIONS.items():
            if kind in parts:
                filler = describe_class(state, parts[kind], names, depth + 1)
                on = parts.get(ON_CLASS)
                of = f" {describe_class(state, on, names, depth + 1)}" if on is not None else ""
                return f"{prop} {word} {filler}{of}"
        return None
    return _describe_list(state, number, names, depth)


def _describe_list(state: State, number: int, names: Names, depth: int) -> str | None:
    for kind, joint in _LISTS.items():
        for axiom in state.properties[kind].facts if kind in state.properties else ():
            if axiom[0] == number and (members := read_list(state, axiom)):
                texts = [describe_class(state, term, names, depth + 1) for term in members.terms]
                text = joint.join(part or "?" for part in texts)
                return f"{{{text}}}" if kind == ONE_OF else f"({text})"
    for axiom in state.properties[COMPLEMENT].facts if COMPLEMENT in state.properties else ():
        if axiom[0] == number:
            return f"not {describe_class(state, axiom[2], names, depth + 1)}"
    return None
