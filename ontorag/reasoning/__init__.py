"""Reasoning: statements -> facts that follow, with proofs; contradictions; classification."""

from ontorag.reasoning.proofs import Proof, proof_from_json
from ontorag.reasoning.results import Inconsistency, Inference, RuleReading, RunStats, Unsatisfiable
from ontorag.reasoning.rl import Materialised, materialise, read_rules

__all__ = [
    "Inconsistency", "Inference", "Materialised", "Proof", "RuleReading", "RunStats",
    "Unsatisfiable", "materialise", "proof_from_json", "read_rules",
]  # fmt: skip
