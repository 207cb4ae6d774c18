"""May we answer, and if not, why: one pure function over everything found.

The reasons are tried in the order of docs/abstaining.md; the first that applies wins. What was
not recorded is read as the world says: *recorded* answers what the records hold and says so,
*open* does not conclude from absence, *closed* (or a complete property) takes absence as no.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ontorag.values import (
    IRI,
    Concept,
    Flag,
    Link,
    Plan,
    Problem,
    Reason,
    Subgraph,
    World,
)


@dataclass(frozen=True, slots=True)
class Decision:
    """``reason`` is None when we may answer; ``flags`` qualify an answer."""

    reason: Reason | None
    flags: tuple[Flag, ...] = ()
    problem: Problem | None = None


def decide(
    plan: Plan | Problem,
    subgraph: Subgraph,
    links: Sequence[Link],
    *,
    world: World = "recorded",
    complete: Collection[IRI] = (),
    functional: Collection[IRI] = (),
) -> Decision:
    """Decide from the plan (or why there is none), the facts and the reading of absence."""
    if isinstance(plan, Problem):
        return Decision(_reason(plan.reason), (), plan)
    closed = _is_closed(plan, world, complete)
    reason = _unranked(plan, subgraph) or _conflict(plan, subgraph, functional)
    if reason is None:
        reason = _nothing_found(plan, subgraph, closed) or _not_concluded(
            plan, subgraph, world, closed
        )
    if reason is not None:
        return Decision(reason, (), Problem(reason, operation=_operation(plan, reason)))
    return Decision(None, _flags(plan, subgraph, links, world, closed))


def _reason(code: str) -> Reason:
    return code  # type: ignore[return-value]


def _operation(plan: Plan, reason: Reason) -> str:
    if reason == "unsupported_operation":
        return "ranking"
    return "negation" if reason == "open_world" and _is_negated(plan) else ""


def _is_closed(plan: Plan, world: World, complete: Collection[IRI]) -> bool:
    """Whether what is not recorded does not hold, for every property that decides."""
    deciding = [iri for each in plan.constraints for iri in each.properties] or [*plan.properties]
    declared = bool(deciding) and all(iri in complete for iri in deciding)
    return world == "closed" or declared


def _is_negated(plan: Plan) -> bool:
    """Whether absence from the records decides; to be another thing ("außer Frodo") does not."""
    return any(each.excluded and each.properties for each in plan.constraints)


def _unranked(plan: Plan, subgraph: Subgraph) -> Reason | None:
    """A superlative over several candidates needs a property that ranks them."""
    wanted = plan.superlative
    several = len(subgraph.answers) > 1
    return "unsupported_operation" if wanted and wanted.predicate is None and several else None


def _conflict(plan: Plan, subgraph: Subgraph, functional: Collection[IRI]) -> Reason | None:
    """Two values where one is allowed, or a fact that is also stated not to be so."""
    refused = any(each.kind == "absent" and each.complete for each in subgraph.derived)
    if subgraph.answers == (True,) and plan.operation == "exists" and refused:
        return "conflicting_facts"
    several = len(plan.subjects) == 1 and len(subgraph.answers) > 1
    if plan.operation != "values" or plan.qualifier is not None or not several:
        return None
    single = plan.properties and all(iri in functional for iri in plan.properties)
    return "conflicting_facts" if single and len(plan.properties) == 1 else None


def _nothing_found(plan: Plan, subgraph: Subgraph, closed: bool) -> Reason | None:
    if plan.each is not None and not subgraph.answers:
        return "no_matching_entity"
    if plan.operation == "exists":
        denied = any(each.kind == "absent" and each.value is False for each in subgraph.derived)
        refuted = denied and any(each.complete for each in subgraph.derived)
        return None if subgraph.answers == (True,) or closed or refuted else "open_world"
    if plan.operation == "neighbourhood":
        return None if subgraph.facts else "no_data"
    if plan.operation == "count":
        return None
    if plan.table is not None and not subgraph.answers:
        compared = plan.table.versus is not None
        return "no_data" if compared else None if closed else "no_matching_entity"
    if subgraph.answers or (closed and not _unmet_value(plan)):
        return None
    return "no_data" if _unmet_value(plan) else "no_matching_entity"


def _unmet_value(plan: Plan) -> bool:
    return plan.operation == "values" and bool(plan.subjects)


def _not_concluded(plan: Plan, subgraph: Subgraph, world: World, closed: bool) -> Reason | None:
    """In an open world nothing follows from absence."""
    if plan.each is not None:  # there may be others of which it is not so
        return "open_world" if world == "open" and subgraph.answers == (True,) else None
    needs_all = _is_negated(plan) or _is_computed(plan, but="count")
    return "open_world" if world == "open" and not closed and needs_all else None


def _is_computed(plan: Plan, *, but: str = "") -> bool:
    """Whether numbers were computed over all records, other than the function ``but``."""
    columns = plan.table.columns if plan.table is not None else ()
    return any(column.function not in ("", but) for column in columns)


def _flags(
    plan: Plan, subgraph: Subgraph, links: Sequence[Link], world: World, closed: bool
) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    if any(_is_left_aside(link) for link in links):
        flags.append("partial")
    if any(link.rests_on_model and link.role != "circumstance" for link in links):
        flags.append("model_reading")
    counted = plan.operation == "count" or _is_computed(plan) or plan.each is not None
    if world == "recorded" and not closed and (counted or _is_negated(plan)):
        flags.append("as_recorded")
    if subgraph.truncated:
        flags.append("truncated")
    if plan.operation in ("holders", "values", "table") and not subgraph.answers:
        flags.append("empty")
    return tuple(flags)


def _is_left_aside(link: Link) -> bool:
    """A circumstance that no condition was made of, or an alternative that is unknown.

    A class word that only names the kind of what follows ("die Mission …") is no loss.
    """
    if link.target is None:
        return link.role in ("circumstance", "alternative")
    return link.role == "circumstance" and not (
        isinstance(link.target, Concept) and "class" in link.target.kinds
    )
