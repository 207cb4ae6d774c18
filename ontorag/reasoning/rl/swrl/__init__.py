"""Rules of SWRL beside the axioms: which are run, what they conclude, and how they read."""

from ontorag.reasoning.rl.swrl.describing import describe_rule, describe_rules
from ontorag.reasoning.rl.swrl.joining import RuleJoins
from ontorag.reasoning.rl.swrl.reading import Rule

__all__ = ["Rule", "RuleJoins", "describe_rule", "describe_rules"]
