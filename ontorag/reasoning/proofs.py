"""Proofs as frozen values: why a fact holds, down to what was given.

A proof is a tree: its conclusion, the rule (as the W3C tables of OWL 2 RL name it), and a
proof of each premise. A given fact is a leaf without a rule. The statements that make up an
RDF list are premises too, so that a proof can be checked on its own; words leave them out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ontorag.names import OWL, RDF_TYPE, RDFS_SUBCLASS
from ontorag.reasoning.wording import (
    ABOVE,
    AND,
    BECAUSE,
    CLASS_RULES,
    DENIED,
    FALSE,
    GIVEN,
    MORE,
    Language,
    Names,
    Statement,
    class_level_words,
    is_axiom,
    is_structure,
    plain_name,
    rule_words,
    statement_words,
)

_DENIED_SUBJECT, _DENIED_PROPERTY = f"<{OWL}sourceIndividual>", f"<{OWL}assertionProperty>"
_DENIED_ENDS = (f"<{OWL}targetIndividual>", f"<{OWL}targetValue>")
_TYPE, _SUBCLASS, _HAS_VALUE = f"<{RDF_TYPE}>", f"<{RDFS_SUBCLASS}>", f"<{OWL}hasValue>"

Sources: TypeAlias = Callable[[Statement], tuple[str, ...]]
"""The names of the sources that state a given fact."""


def _no_sources(statement: Statement) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Proof:
    """Why ``statement`` holds; a statement of None is the contradiction.

    Proofs of one fact are one object, so a proof that uses a fact twice is no larger for it.
    """

    statement: Statement | None
    rule: str | None = None
    premises: tuple[Proof, ...] = ()

    def __repr__(self) -> str:
        """Show the conclusion, not the whole tree."""
        return f"Proof({self.statement}, rule={self.rule!r}, premises={len(self.premises)})"

    def walk(self) -> Iterator[Proof]:
        """Give each distinct proof in it once, conclusions before their premises."""
        seen: set[int] = set()
        waiting = [self]
        while waiting:
            proof = waiting.pop()
            if id(proof) not in seen:
                seen.add(id(proof))
                yield proof
                waiting.extend(reversed(proof.premises))

    def given(self) -> tuple[Statement, ...]:
        """Give the statements it rests on, sorted."""
        leaves = (proof.statement for proof in self.walk() if proof.rule is None)
        return tuple(sorted({leaf for leaf in leaves if leaf is not None}))

    def steps(self) -> int:
        """Count the distinct inferences in it."""
        return sum(proof.rule is not None for proof in self.walk())

    def in_words(
        self,
        language: Language = "en",
        *,
        names: Names = plain_name,
        sources: Sources = _no_sources,
        limit: int = 50,
    ) -> str:
        """Say the proof in words, one clause an inference, at most ``limit`` of them.

        >>> from ontorag.names import RDF, RDFS
        >>> isa, every = f"<{RDF}type>", f"<{RDFS}subClassOf>"
        >>> is_dog = Proof(("<urn:x#Rex>", isa, "<urn:x#Dog>"))
        >>> dog_is_pet = Proof(("<urn:x#Dog>", every, "<urn:x#Pet>"))
        >>> is_pet = ("<urn:x#Rex>", isa, "<urn:x#Pet>")
        >>> Proof(is_pet, "cax-sco", (dog_is_pet, is_dog)).in_words()
        'Rex is a Pet, because Rex is a Dog (given) and every Dog is a Pet (given) [cax-sco].'
        """
        clauses: list[str] = []
        inferences = [proof for proof in self.walk() if proof.rule is not None]
        for proof in inferences[:limit]:
            reasons = _reasons(proof, language, names, sources)
            because = f", {BECAUSE[language]} {_joined(reasons, language)}" if reasons else ""
            rule = rule_words(proof.rule or "", language)
            clauses.append(f"{_conclusion(proof, language, names)}{because} [{rule}]")
        if not inferences:
            clauses.append(_leaf(self, language, names, sources))
        text = "; ".join(clauses) + "."
        further = len(inferences) - limit
        return f"{text} {MORE[language].format(n=further)}" if further > 0 else text

    def as_tree(
        self,
        language: Language = "en",
        *,
        names: Names = plain_name,
        sources: Sources = _no_sources,
        limit: int = 200,
    ) -> str:
        """Draw the proof as an indented tree, at most ``limit`` lines; repeats are named."""
        lines: list[str] = []
        seen: set[int] = set()
        waiting: list[tuple[Proof, int]] = [(self, 0)]
        while waiting and len(lines) < limit:
            proof, depth = waiting.pop()
            indent = "  " * min(depth, 40)
            if proof.rule is None:
                lines.append(indent + _leaf(proof, language, names, sources))
                continue
            again = f" ({ABOVE[language]})" if id(proof) in seen else ""
            rule = rule_words(proof.rule, language)
            lines.append(f"{indent}{_conclusion(proof, language, names)} [{rule}]{again}")
            if not again:
                seen.add(id(proof))
                denial, parts = _denial(_shown(proof))
                said = _denied(denial, language, names, sources) if denial else ""
                lines += [f"  {indent}{said}"] if said else []
                waiting.extend((part, depth + 1) for part in reversed(parts))
        if waiting:
            lines.append(MORE[language].format(n=len(waiting)))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Give ``{"steps": [{"statement", "rule", "premises": [numbers]}]}``, the conclusion first.

        Each distinct fact is one step, so that a proof of any depth is flat text.
        """
        order = list(self.walk())
        number = {id(proof): place for place, proof in enumerate(order)}
        return {
            "format": 1,
            "steps": [
                {
                    "statement": None if proof.statement is None else list(proof.statement),
                    "rule": proof.rule,
                    "premises": [number[id(part)] for part in proof.premises],
                }
                for proof in order
            ],
        }

    def write_json(self) -> str:
        """Write `to_json` as text."""
        return json.dumps(self.to_json(), ensure_ascii=False)


def proof_from_json(data: dict[str, Any]) -> Proof:
    """Read a proof back from `Proof.to_json`."""
    steps = data["steps"]
    made: dict[int, Proof] = {}
    waiting = [0]
    while waiting:
        place = waiting[-1]
        step = steps[place]
        missing = [part for part in step["premises"] if part not in made]
        if missing and place not in made:
            waiting.extend(missing)
            continue
        waiting.pop()
        if place not in made:
            statement = None if step["statement"] is None else tuple(step["statement"])
            premises = tuple(made[part] for part in step["premises"])
            made[place] = Proof(statement, step["rule"], premises)
    return made[0]


def _shown(proof: Proof) -> list[Proof]:
    """Give the premises that words name: facts, then axioms, without what builds lists."""
    parts = [
        part
        for part in proof.premises
        if part.rule is not None or part.statement is None or not is_structure(part.statement)
    ]
    return sorted(parts, key=lambda part: part.statement is not None and is_axiom(part.statement))


def _reasons(proof: Proof, language: Language, names: Names, sources: Sources) -> list[str]:
    """Say the premises of a proof, those that make up one denial as one."""
    denial, parts = _denial(_shown(proof))
    said = [_leaf(part, language, names, sources) for part in parts]
    return [_denied(denial, language, names, sources), *said] if denial else said


def _denial(parts: list[Proof]) -> tuple[tuple[Proof, ...], list[Proof]]:
    """Take out the three statements of a negative property assertion: subject, property, object."""
    by_role = {part.statement[1]: part for part in parts if part.statement}
    for target in _DENIED_ENDS:
        roles = (_DENIED_SUBJECT, _DENIED_PROPERTY, target)
        if all(role in by_role for role in roles):
            denial = tuple(by_role[role] for role in roles)
            return denial, [part for part in parts if part not in denial]
    return (), parts


def _denied(denial: tuple[Proof, ...], language: Language, names: Names, sources: Sources) -> str:
    s, p, o = (part.statement[2] if part.statement else "" for part in denial)
    said = DENIED[language].format(statement_words((s, p, o), language, names))
    stated = sources(denial[0].statement) if denial[0].statement else ()
    return f"{said} ({', '.join(stated) or GIVEN[language]})"


def _conclusion(proof: Proof, language: Language, names: Names) -> str:
    if proof.statement is None:
        return FALSE[language]
    if proof.rule in CLASS_RULES and proof.statement[1] not in (_TYPE, _SUBCLASS):
        return class_level_words(
            proof.statement, language, names, every=not _is_of_one(proof), some=not _to_one(proof)
        )
    return statement_words(proof.statement, language, names)


def _to_one(proof: Proof) -> bool:
    """Whether a class-level conclusion leads to one thing, not to some member of a class."""
    obj = (proof.statement or "   ")[2]
    stated = (step.statement for step in proof.walk() if step.statement)
    return any(p == _HAS_VALUE and o == obj for _, p, o in stated)


def _is_of_one(proof: Proof) -> bool:
    """Whether a class-level conclusion is about one thing, by its type, not about a class."""
    subject = (proof.statement or "")[:1]
    own = [part for part in proof.premises if (part.statement or "   ")[:1] == subject]
    return any((part.statement or "   ")[1] == _TYPE or _is_of_one(part) for part in own)


def _leaf(proof: Proof, language: Language, names: Names, sources: Sources) -> str:
    text = _conclusion(proof, language, names)
    if proof.rule is not None or proof.statement is None:
        return text
    return f"{text} ({', '.join(sources(proof.statement)) or GIVEN[language]})"


def _joined(parts: list[str], language: Language) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {AND[language]} {parts[-1]}"
