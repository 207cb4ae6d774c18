"""Tables: questions over several columns, numbers, groups, orders and two things compared."""

from ontorag.planning.tables.composing import compose, compose_rivals
from ontorag.planning.tables.ground import ClassNames, Ground, class_names

__all__ = ["ClassNames", "Ground", "class_names", "compose", "compose_rivals"]
