"""A class that is used as a value stands for those above it: a rule of ours, on request.

"Legolas hasSkill Archery", where Archery is a class below CombatSkill, does not entail "Legolas
hasSkill CombatSkill": OWL takes a class in the place of a value for a thing of its own. People
who model so mean it all the same. The rule is applied when all else has followed, and what it
gives feeds no other rule: a functional property would make the two classes equal. The same goes
for the concepts of SKOS and what is broader.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontorag.names import (
    DEFINITION_PREDICATES,
    LABEL_PREDICATES,
    SKOS,
    SYNONYM_PREDICATES,
    is_system,
)
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.terms import ANNOTATION_PROPERTY, SUBCLASS, THING, TYPE, Triple

CLASS_AS_VALUE, CONCEPT_AS_VALUE = "ontorag-class-as-value", "ontorag-concept-as-value"
_WORDS = frozenset((*LABEL_PREDICATES, *SYNONYM_PREDICATES, *DEFINITION_PREDICATES))


def add_values_above(state: State) -> None:
    """Lay down beside the facts that what has a class as a value has those above it too."""
    broader = state.terms.number(f"<{SKOS}broader>")
    above = {
        CLASS_AS_VALUE: (SUBCLASS, state.forward(SUBCLASS)),
        CONCEPT_AS_VALUE: (broader, state.forward(broader)),
    }
    waiting = list(_facts_with_such_values(state, [ups for _, ups in above.values()]))
    while waiting:
        s, p, o = fact = waiting.pop()
        state.watch()
        for rule, (link, ups) in above.items():
            for up in ups.get(o, ()):
                new = (s, p, up)
                named = state.terms.texts[up].startswith("<") and up != THING
                if named and new not in state.why and new not in state.beside:
                    state.beside[new] = ((rule,), fact, (o, link, up))
                    waiting.append(new)


def _facts_with_such_values(state: State, above: list[dict[int, list[int]]]) -> Iterator[Triple]:
    for number, plan in sorted(state.properties.items()):
        if _relates_things(state, number):
            for fact in state.current(plan.facts):
                if any(fact[2] in ups for ups in above):
                    yield fact


def _relates_things(state: State, number: int) -> bool:
    iri = state.terms.texts[number][1:-1]
    if not state.terms.texts[number].startswith("<") or is_system(iri) or iri in _WORDS:
        return False
    return (number, TYPE, ANNOTATION_PROPERTY) not in state.why
