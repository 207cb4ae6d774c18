"""How a rule reads: ``hasParent(?x, ?y) ∧ hasBrother(?y, ?z) → hasUncle(?x, ?z)``."""

from __future__ import annotations

from collections.abc import Iterator

from ontorag.names import local_name
from ontorag.reasoning.results import RuleReading
from ontorag.reasoning.rl.describing import describe_class
from ontorag.reasoning.rl.state import State
from ontorag.reasoning.rl.swrl.builtins import COMPARING, SIGNS, builtin_name
from ontorag.reasoning.rl.swrl.reading import Atom, Rule, UnusableRuleError, read_rule, rule_nodes
from ontorag.reasoning.rl.terms import BUILTIN_ATOM, DIFFERENT_ATOM, SAME_ATOM
from ontorag.reasoning.wording import Names


def describe_rule(state: State, rule: Rule, names: Names) -> str:
    """Write a rule in one line, its classes and properties by their names."""
    parts = [
        " ∧ ".join(_atom(state, rule, atom, names) for atom in atoms)
        for atoms in (rule.body, rule.head)
    ]
    return " → ".join(part or "⊥" for part in parts)


def describe_rules(state: State, names: Names) -> Iterator[RuleReading]:
    """Say of each rule how it reads, and why it is not run, where it is not."""
    for node in rule_nodes(state):
        problem = None
        try:
            rule: Rule | None = read_rule(state, node)
        except UnusableRuleError as error:
            rule, problem = error.rule, str(error)
        text = describe_rule(state, rule, names) if rule is not None else ""
        yield RuleReading(state.terms.texts[node], text, problem)


def _atom(state: State, rule: Rule, atom: Atom, names: Names) -> str:
    terms = [_term(state, rule, term, names) for term in atom.arguments]
    if atom.kind == BUILTIN_ATOM:
        name = builtin_name(state.terms.texts[atom.predicate][1:-1])
        if name in COMPARING:
            return f"{terms[0]} {SIGNS[name]} {terms[1]}"
        return f"{terms[0]} = {f' {SIGNS[name]} '.join(terms[1:])}"
    if atom.kind in (SAME_ATOM, DIFFERENT_ATOM):
        return f"{terms[0]} {'=' if atom.kind == SAME_ATOM else '≠'} {terms[1]}"
    about = describe_class(state, atom.predicate, names) or names(state.terms.texts[atom.predicate])
    return f"{about}({', '.join(terms)})"


def _term(state: State, rule: Rule, term: int, names: Names) -> str:
    text = state.terms.texts[term]
    if term not in rule.variables:
        return names(text)
    return f"?{local_name(text[1:-1]) or text[1:-1]}" if text.startswith("<") else f"?{text[2:]}"
