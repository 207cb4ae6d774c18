"""Making the plan: a question is read link by link, and as a table where it wants one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ontorag.language.visible import as_name
from ontorag.linking import Linked
from ontorag.pipeline.following import within
from ontorag.pipeline.reading_choice import Choose
from ontorag.pipeline.run import Asked
from ontorag.planning import (
    Planned,
    Planner,
    as_used,
    asks_for_kinds,
    look_around,
    over_parts,
    plan_properties,
    plan_reworded,
    plan_thesaurus,
    things_named,
)
from ontorag.planning.tables import Ground, compose, compose_rivals
from ontorag.planning.weak import is_weak
from ontorag.selection import rank_candidates
from ontorag.stores.base import Store
from ontorag.values import Plan, Problem

_REWORDED = ("unknown_relation", "unknown_concept", "unsupported_operation", "ambiguous",
             "out_of_domain")  # fmt: skip
"""Why a question may have no plan that is only worded otherwise."""
NEVER_COMPOSED = ("opinion", "instruction", "prediction", "counterfactual", "joined questions")
"""What no table answers, however it is worded."""


def plan_asked(asked: Asked, linked: Linked, store: Store, choose: Choose | None = None) -> Planned:
    """Plan a question, or say why there is no plan.

    ``choose`` is given the readings that fit alike, where no plan can be made.
    """
    view = asked.view
    thesaurus = plan_thesaurus(
        asked.question, linked.links, language=linked.language,
        label=lambda term: view.label(term, asked.language),
        members=lambda where: store.members(where, scope=asked.scope),
    )  # fmt: skip
    if thesaurus is not None:
        return Planned(thesaurus, linked.links)
    declared = plan_properties(
        asked.question, linked.links, language=linked.language, schema=view.schema,
        label=lambda term: view.label(term, asked.language),
    )  # fmt: skip
    if declared is not None and store.count(declared.where, scope=asked.scope):
        return Planned(declared, linked.links)
    kinds = asks_for_kinds(asked.question, linked.links, linked.language, view.schema)
    if kinds is not None:
        return Planned(Problem("unknown_relation", kinds), linked.links)
    making = _Making(asked, linked, store)
    planned = making.planned(choose)
    planned = making.reworded(planned) or planned
    made = planned.plan
    if isinstance(made, Plan):
        made = over_parts(made, view.schema, view.lexicon)
    if isinstance(made, Plan) and asked.within is not None:
        made = within(made, asked.within, asked.language)
    if isinstance(made, Plan) and made.table is None:
        made = rank_candidates(made, store, scope=asked.scope, qualifiers=view.qualifiers)
    links = as_used(planned.links, made) if isinstance(made, Plan) else planned.links
    return Planned(made, links)


@dataclass(frozen=True)
class _Making:
    """One question, read link by link and as a table."""

    asked: Asked
    linked: Linked
    store: Store

    def planned(self, choose: Choose | None) -> Planned:
        """Give the plan, else the one that is chosen of several, else why there is none."""
        planner, question = self._planner, self.asked.question
        planned = planner.plan(question, self.linked.links, self.linked.language)
        made = planned.plan
        if isinstance(made, Problem) and made.operation in NEVER_COMPOSED:
            return planned
        made = self._or_table(planned)
        chosen = None
        if choose is not None and isinstance(made, Problem) and self._is_relation_open(made):
            rivals = planner.rivals(question, self.linked.links, self.linked.language)
            chosen = choose(rivals or self._tables())
        return chosen or replace(planned, plan=made)

    def _is_relation_open(self, problem: Problem) -> bool:
        """Whether all names are settled, and it is left open how things are related."""
        named = not any(link.ambiguous for link in self.linked.links)
        return problem.reason == "ambiguous" and named

    @cached_property
    def _planner(self) -> Planner:
        asked, view = self.asked, self.asked.view
        around = look_around(
            things_named(self.linked.links), self.store, view.schema, scope=asked.scope
        )
        return Planner(
            view.schema, view.lexicon, around,
            lambda term: as_name(view.label(term, asked.language), asked.language),
        )  # fmt: skip

    def _or_table(self, planned: Planned) -> Plan | Problem:
        """Read as a table what wants one, what leaves a name aside, or what is no plan at all."""
        made, linked = planned.plan, self.linked
        aside = any(link.role == "circumstance" for link in planned.links)
        found = compose(
            self.asked.question, linked.links, language=linked.language, ground=self._ground(),
            only_wanted=isinstance(made, Plan) and not aside,
        )  # fmt: skip
        if isinstance(made, Problem):
            return found.plan or made
        plan = found.plan
        if plan is not None and (found.operator is not None or _is_fuller(plan, made)):
            return plan
        if found.operator is not None and found.binding:
            return Problem("unsupported_operation", found.operator.text)
        return made

    def reworded(self, planned: Planned) -> Planned | None:
        """Read a question that has no plan, or a table of ordinary words, in other words."""
        made = planned.plan
        if isinstance(made, Problem):
            if made.reason not in _REWORDED or made.operation in NEVER_COMPOSED:
                return None
        elif made.asked_class or _is_computed(made) or not any(map(is_weak, self.linked.links)):
            return None
        asked, view = self.asked, self.asked.view
        return plan_reworded(
            asked.question, self.linked.links, self.linked.language, schema=view.schema,
            lexicon=view.lexicon, around=self._planner.around, label=self._planner.label,
        )  # fmt: skip

    def _tables(self) -> list[Planned]:
        """Give the tables between which nothing decides."""
        found = compose_rivals(
            self.asked.question, self.linked.links, language=self.linked.language,
            ground=self._ground(),
        )  # fmt: skip
        return [Planned(plan, self.linked.links) for plan in found]

    def _ground(self) -> Ground:
        asked, view = self.asked, self.asked.view
        return Ground(
            view.schema, view.lexicon, view.lookup, self.store,
            lambda term: view.label(term, asked.language), view.class_names, asked.today,
            asked.scope,
        )  # fmt: skip


def _is_computed(plan: Plan) -> bool:
    """Whether numbers are counted or added up: no one relation says these."""
    return plan.table is not None and any(column.function for column in plan.table.columns)


def _is_fuller(table: Plan | Problem, plan: Plan) -> bool:
    """Whether a reading takes up what another leaves aside as a circumstance."""
    return isinstance(table, Plan) and len(table.constraints) > len(plan.constraints)
