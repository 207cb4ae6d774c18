"""An abstention with everything that helps: near labels, options, the properties there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ontorag import names
from ontorag.abstaining import Decision
from ontorag.answering import write_abstention
from ontorag.graph import GraphView
from ontorag.pipeline.run import Asked
from ontorag.values import (
    IRI,
    Answer,
    Kind,
    OfType,
    Plan,
    Problem,
    Subgraph,
    Term,
    read_term,
    write_term,
)

NEAREST = 5
OFFERED = 50
"""Members of a class that are read to be offered, at most."""


def abstain(
    asked: Asked,
    plan: Plan | Problem,
    subgraph: Subgraph,
    decision: Decision,
) -> Answer:
    """Write why a question is not answered, in its language."""
    problem = decision.problem or Problem("out_of_domain")
    reason = decision.reason or "out_of_domain"
    subjects, properties = _subjects(plan, problem), _properties(plan, problem)
    labels = asked.view.labels({*problem.options, *subjects, *properties}, asked.language)
    text = write_abstention(
        reason,
        language=asked.language,
        mention=problem.mention,
        nearest=_nearest(asked, problem),
        options=_told_apart(problem.options, labels) if reason == "ambiguous" else (),
        relation=all(term in asked.view.schema.properties for term in problem.options),
        subject=", ".join(labels[term] for term in subjects),
        properties=[labels[iri] for iri in properties],
        operation=problem.operation,
        subgraph=subgraph,
    )
    return Answer("insufficient_evidence", reason, (), text)


def _nearest(asked: Asked, problem: Problem) -> list[str]:
    """Offer the members of the class that stands before an unknown name, else near labels."""
    view = asked.view
    if problem.reason not in ("unknown_concept", "unknown_entity"):
        return []
    if problem.asked_class is not None:
        classes = view.schema.subclasses(problem.asked_class)
        members = view.store.members(OfType(classes), scope=asked.scope)[:OFFERED]
        return sorted(view.labels(members, asked.language).values())
    if problem.options:
        return list(view.labels(problem.options, asked.language).values())
    kinds: tuple[Kind, ...] = ("individual", "concept", "class")
    near = view.lookup.nearest(problem.mention, kinds=kinds, limit=2 * NEAREST)
    told = [each.label for each in near if not _is_aside(view, read_term(each.term))]
    return list(dict.fromkeys(told))[:NEAREST]


def _told_apart(options: Sequence[Term], labels: Mapping[Term, str]) -> list[str]:
    """Name the options; those that share a label by their term too."""
    named = [labels[term] for term in options]
    return [
        f"{label} {write_term(term)}" if named.count(label) > 1 else label
        for term, label in zip(options, named, strict=True)
    ]


def _is_aside(view: GraphView, term: Term) -> bool:
    """Whether a term is only named in what is said about the data: a licence, an author's page."""
    steps = [step for _, step, _ in view.store.steps([term])]
    return bool(steps) and all(
        step.inverse and step.predicate.value.startswith(names.METADATA) for step in steps
    )


def _subjects(plan: Plan | Problem, problem: Problem) -> tuple[Term, ...]:
    if problem.subject is not None:
        return (problem.subject,)
    return plan.subjects if isinstance(plan, Plan) else ()


def _properties(plan: Plan | Problem, problem: Problem) -> tuple[IRI, ...]:
    return problem.properties or (plan.properties if isinstance(plan, Plan) else ())
