"""Linking: question -> mentions, candidates, links.

Each link records the tier that made it, its score and the runners-up. Tiers: given, exact,
folded, lemma, compound, part of a name, typo, semantic, model; what none can read is NIL.
"""

from ontorag.linking.compared import Compared
from ontorag.linking.flags import with_flags
from ontorag.linking.linker import Linked, Linker
from ontorag.linking.modifiers import without_head_noun
from ontorag.linking.semantic import Meanings

__all__ = ["Compared", "Linked", "Linker", "Meanings", "with_flags", "without_head_noun"]
