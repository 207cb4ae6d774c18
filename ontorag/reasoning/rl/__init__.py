"""OWL 2 RL: everything that follows by the W3C's rules, with proofs."""

from ontorag.reasoning.rl.materialising import Inferences, Materialised, materialise, read_rules

__all__ = ["Inferences", "Materialised", "materialise", "read_rules"]
