"""Planning: links -> a typed plan that says in words what it will do, or why there is none."""

from ontorag.planning.class_properties import plan_properties
from ontorag.planning.classes import asks_for_kinds, asks_what_it_is, plan_classes
from ontorag.planning.containing import over_parts
from ontorag.planning.planner import Planned, Planner, as_used
from ontorag.planning.relations import things_named
from ontorag.planning.rewording import plan_reworded
from ontorag.planning.surroundings import Surroundings, look_around
from ontorag.planning.thesauri import plan_thesaurus

__all__ = [
    "Planned", "Planner", "Surroundings", "as_used", "asks_for_kinds", "asks_what_it_is",
    "look_around", "over_parts", "plan_classes", "plan_properties", "plan_reworded",
    "plan_thesaurus", "things_named",
]  # fmt: skip
